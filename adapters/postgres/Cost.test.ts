import { Effect } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listsText } from "./Lookups.ts"
import * as PostgresStore from "./PostgresStore.ts"
import { argumentsOf, prepare } from "./Rows.ts"
import { changes, happened, putNote } from "./testing/ChangeSets.ts"
import { freshDatabase } from "./testing/FreshDatabase.ts"

const rows = 50_000
const page = 20
const query = `'k/', 'k/0000025000', ${page}`

let client: Client
beforeAll(async () => {
  const url = await freshDatabase()
  await Effect.runPromise(Effect.scoped(PostgresStore.make({ url, allowUnsafe: true })))
  client = new Client({ connectionString: url })
  await client.connect()
  // Plans the statements of the session while the tables are empty, as in a session that is open from the beginning.
  for (let i = 0; i < 8; i++) await client.query(`select agent_court.list('i', ${query})`)
  for (let i = 0; i < 8; i++) await client.query(`select agent_court.search('words', '', null, 5, '["a"]')`)
  await client.query(`
    insert into agent_court.records select 'note', 'id/' || n, 1, n, '{}' from generate_series(1, ${rows}) n;
    insert into agent_court.entries
      select 'i', 'k/' || lpad(n::text, 10, '0'), 'note', 'id/' || n from generate_series(1, ${8 * rows}) n;
    insert into agent_court.entries
      select 'words', 'w/' || n, 'note', 'id/' || n, 'common word' || n from generate_series(1, ${rows / 5}) n;
    insert into agent_court.events (tx, id, at, type, subject, rules, data)
      select 5, n, 1, 't', 's/' || n % 2, '[]', '{}' from generate_series(1, ${rows}) n;
    insert into agent_court.receipts select 'r/' || n, 'f', '1', '[]', 1000000 + n from generate_series(1, ${rows}) n;
    insert into agent_court.tasks (id, kind, due_at, body)
      select 't/' || n, 'k', n, '1' from generate_series(1, ${rows}) n;`)
})
afterAll(() => client.end())

const rowsRead = async (): Promise<number> => {
  const { rows } = await client.query(`
    select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int as read
    from pg_stat_xact_user_tables where schemaname = 'agent_court'`)
  return rows[0].read
}

const readBy = async (
  statement: string,
  values: ReadonlyArray<string | number | null> = [],
): Promise<number> => {
  await client.query("begin")
  const before = await rowsRead()
  await client.query(statement, [...values])
  const after = await rowsRead()
  await client.query("rollback")
  return after - before
}

describe("an operation reads about as many rows as it gives, however many there are", () => {
  const range = { index: "i", prefix: "k/", page }
  const twoRanges = `'${JSON.stringify([range, { ...range, after: "k/0000025000" }])}'`
  const statements: ReadonlyArray<readonly [name: string, statement: string, most: number]> = [
    ["read", `select agent_court.read('[{"kind":"note","id":"id/7"}]')`, 1],
    ["a page of a list", `select agent_court.list('i', ${query})`, 3 * page],
    ["pages of two lists", `select ${listsText.replace("$1", twoRanges)}`, 6 * page],
    ["a list with nothing under its prefix", "select agent_court.list('i', 'none', null, 20)", 0],
    ["a page of the journal", `select agent_court.journal(null, 5, 20000, ${page})`, 3 * page],
    ["a page of a subject's events", `select agent_court.journal('s/1', 5, 20000, ${page})`, 3 * page],
    ["the end of the journal", `select agent_court.journal(null, 5, ${rows}, ${page})`, 3],
    ["a search", `select agent_court.search('words', '', null, ${page}, '["common word7"]')`, 4],
    ["a search that finds nothing", `select agent_court.search('words', '', null, ${page}, '["none"]')`, 0],
    ["a holder", `select agent_court.holder('["none"]')`, 0],
    ["a receipt", `select agent_court.receipt('[{"id":"r/7","now":0}]')`, 1],
    ["a lease with nothing due", "select agent_court.lease(null, 'w', 0, 1, 1000)", 0],
    ["a lease with thousands due", `select agent_court.lease('["k"]', 'w', 40000, 40001, ${page})`, 5 * page],
  ]

  it.each([
    ["no table", "select"],
    ["one table", "analyze agent_court.records"],
    ["every table", "analyze"],
  ])("if the planner has statistics of %s", async (_which, analyze) => {
    await client.query(analyze)
    for (const [name, statement, most] of statements) {
      expect(await readBy(statement), name).toBeLessThanOrEqual(most)
    }
  })

  it("a commit does too", async () => {
    const set = changes({
      at: 1_000,
      checks: [{ ref: { kind: "note", id: "id/9" }, version: 1 }],
      puts: [
        putNote("id/7", 1, 1, ["k/new"]),
        { ...putNote("new"), index: [{ index: "o", list: "l/", rest: "new" }] },
      ],
      claims: [{ claim: "n", holder: "h" }],
      events: [happened("e")],
      tasks: [{ id: "t/9", kind: "k", dueAt: 5, body: 1 }],
      cancels: ["t/10"],
      tallies: [{ name: "n", add: 1 }],
      receipt: { id: "r/new", fingerprint: "f", reply: 1, expiresAt: 2_000_000 },
    })
    const args = argumentsOf([prepare(set)])
    const commit = `select agent_court.commit(${args.map((_, i) => `$${i + 1}`).join(", ")})`
    expect(await readBy(commit, args)).toBeLessThan(60)
  })
})
