import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { Arbitrary, Effect, FastCheck, type Scope } from "effect"
import { Client } from "pg"
import { describe, expect, it } from "vitest"
import type { Json } from "../../core/kernel/Json.ts"
import type { Put } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import * as PostgresStore from "../postgres/PostgresStore.ts"
import { changes, happened } from "../postgres/testing/ChangeSets.ts"
import { freshDatabase } from "../postgres/testing/FreshDatabase.ts"
import * as SqliteStore from "../sqlite/SqliteStore.ts"
import type { Column } from "./Columns.ts"
import { type AnyKind, coreKinds } from "./testing/CoreKinds.ts"
import { views } from "./Views.ts"

type Row = Readonly<Record<string, unknown>>

/** Puts of a few random records that the schema of a kind allows. */
const samples = (kind: AnyKind): ReadonlyArray<Put> => {
  const records = FastCheck.sample(Arbitrary.make(kind.schema), { numRuns: 6, seed: 7 })
  return records.map((record, i) => ({
    ref: { kind: kind.name, id: `${i}` },
    expected: 0,
    body: JSON.parse(JSON.stringify(record)) as Json, // The schema of a kind allows nothing but JSON.
    index: [],
  }))
}

const at = (body: Json, path: ReadonlyArray<string>): Json => {
  const [step, ...rest] = path
  if (step === undefined) return body
  if (body === null || typeof body !== "object" || Array.isArray(body)) return null
  return at(Object.entries(body).find(([name]) => name === step)?.[1] ?? null, rest)
}

/** The value that a reader must see in a column, with instants as RFC 3339 and lists parsed. */
const expected = (body: Json, column: Column): Json => {
  const value = at(body, column.path)
  if (column.type !== "instant" || typeof value !== "number") return value
  return Math.abs(value) <= 62135596800000 ? new Date(value).toISOString() : null
}

const shown = (value: unknown, column: Column): unknown => {
  if (value === null) return null
  if (column.type === "instant")
    return new Date(String(value instanceof Date ? value.toISOString() : value)).toISOString()
  if (column.type === "json") return typeof value === "string" ? JSON.parse(value) : value
  if (column.type === "boolean") return Boolean(value)
  return column.type === "integer" || column.type === "number" ? Number(value) : value
}

const expectAll = (puts: ReadonlyArray<Put>, view: (typeof views)[number], rows: ReadonlyArray<Row>) => {
  const mine = puts.filter(({ ref }) => ref.kind === view.kind)
  expect(rows).toHaveLength(mine.length)
  for (const { ref, body } of mine) {
    const row = rows.find(({ id }) => id === ref.id)
    for (const column of view.columns)
      expect([column.name, shown(row?.[column.name], column)]).toEqual([column.name, expected(body, column)])
  }
}

/** Opens a store, commits the records, two events and a task, and closes it. */
const fill = <E>(open: Effect.Effect<Driver, E, Scope.Scope>, puts: ReadonlyArray<Put>) =>
  Effect.gen(function* () {
    const store = yield* open
    yield* Effect.forEach(puts, (put) => store.commit(changes({ puts: [put] })), { concurrency: "unbounded" })
    const events = [happened("1", "matter/1"), happened("2", "matter/1")]
    yield* store.commit(changes({ events, tasks: [{ id: "t", kind: "k", dueAt: 1_001, body: null }] }))
  }).pipe(Effect.scoped, Effect.runPromise)

describe("the views", () => {
  it("exist for every kind of record of the core, and for no other", async () => {
    const kinds = (await coreKinds()).map(({ name }) => name)
    expect(kinds.length).toBeGreaterThan(15)
    expect(views.map(({ kind }) => kind).sort()).toEqual([...kinds].sort())
  })

  it("have columns of different names, with instants and hashes in columns of their own", () => {
    for (const { name, columns } of views)
      expect([name, new Set(columns.map((column) => column.name)).size]).toEqual([name, columns.length])
    const entries = views.find(({ name }) => name === "compliance_entries")?.columns
    expect(entries).toContainEqual({
      name: "window_closes_at",
      path: ["window", "closesAt"],
      type: "instant",
    })
    expect(entries).toContainEqual({
      name: "dispute_statement_sha256",
      path: ["dispute", "statementSha256"],
      type: "text",
    })
  })

  it("show in PostgreSQL what the records hold", async () => {
    const url = await freshDatabase()
    const puts = (await coreKinds()).flatMap(samples)
    await fill(PostgresStore.make({ url, allowUnsafe: true }), puts)
    const client = new Client({ connectionString: url })
    await client.connect()
    const rowsOf = async (name: string): Promise<ReadonlyArray<Row>> =>
      (await client.query(`select * from court.${name}`)).rows
    for (const view of views) expectAll(puts, view, await rowsOf(view.name))
    expect(await rowsOf("journal_events")).toMatchObject([
      { subject: "matter/1", at: new Date(1_000), id: "1" },
      { id: "2" },
    ])
    expect(await rowsOf("waiting_tasks")).toMatchObject([
      { id: "t", due_at: new Date(1_001), leased_until: null },
    ])
    await client.end()
  })

  it("show in SQLite what the records hold", async () => {
    const folder = mkdtempSync(join(tmpdir(), "agent-court-views-"))
    const file = join(folder, "court.db")
    const puts = (await coreKinds()).flatMap(samples)
    await fill(SqliteStore.make({ file }), puts)
    const db = new Sqlite(file, { readonly: true })
    const rowsOf = (name: string) => db.prepare<[], Row>(`select * from ${name}`).all()
    for (const view of views) expectAll(puts, view, rowsOf(view.name))
    expect(rowsOf("journal_events")).toMatchObject([
      { at: "1970-01-01T00:00:01.000Z", subject: "matter/1", id: "1" },
      { id: "2" },
    ])
    expect(rowsOf("waiting_tasks")).toMatchObject([
      { due_at: "1970-01-01T00:00:01.001Z", leased_until: null },
    ])
    db.close()
    rmSync(folder, { recursive: true })
  })
})
