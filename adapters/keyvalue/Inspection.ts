/** Looks into a store on a key-value database while courts use it. */
import { statSync } from "node:fs"
import { Effect } from "effect"
import type { Instant } from "../../core/kernel/Time.ts"
import { StoreUnavailable } from "../../core/store/Store.ts"
import type { Inspection, Waiting } from "../store/Inspection.ts"
import { nameOf, pickRows, type Readable, valueAt } from "./Database.ts"
import { objectionTo } from "./KeyValueStore.ts"
import * as Reads from "./Reads.ts"
import { at, type DueRow, parseRow, type RecordRow, type TaskRow } from "./Rows.ts"

/** The number of rows that are read at a time. */
const atOnce = 100
const all = Number.POSITIVE_INFINITY

const none = { count: 0, due: 0, oldestDueAt: null, failed: 0 }
const hasFailed = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "failures" in body && Number(body.failures) > 0

const findWaiting = async (db: Readable, now: Instant): Promise<ReadonlyArray<Waiting>> => {
  const kinds = new Map<string, Waiting>()
  for await (const row of db.list(at("task"), atOnce)) {
    const task = parseRow<TaskRow>(row)
    if (task === null) continue
    const { kind, dueAt, body } = task
    const { count, due, oldestDueAt, failed } = kinds.get(kind) ?? none
    kinds.set(kind, {
      kind,
      count: count + 1,
      due: due + Number(dueAt <= now),
      oldestDueAt: dueAt <= now ? Math.min(dueAt, oldestDueAt ?? dueAt) : oldestDueAt,
      failed: failed + Number(hasFailed(body)),
    })
  }
  return [...kinds.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1))
}

/** Looks into the store of a database, which is a file or has an address. */
export const inspection = (db: Readable, location: string): Inspection => {
  const look = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => new StoreUnavailable({ operation: "look", cause }) })
  const newest = async () =>
    (await pickRows(db.list(at("event"), 1, { reverse: true }), 1, parseRow<{ readonly at: Instant }>))[0]?.at
  return {
    read: (refs) => look(() => Reads.read(db, refs)),
    journal: (query) => look(() => Reads.journal(db, query)),
    faults: look(async () => objectionTo(await valueAt(db, at("form")))),
    damage: "a file is checked when a backup is taken (agent-court backup), a hosted database by its host",
    clock: Effect.succeed(null),
    bytes: Effect.sync(() => statSync(location, { throwIfNoEntry: false })?.size ?? null),
    lastEventAt: look(async () => (await newest()) ?? null),
    numbers: look(() =>
      pickRows(db.list(at("series"), atOnce), all, (row) => ({
        series: nameOf(row),
        last: Number(row.text),
      })),
    ),
    all: (kind) =>
      look(() =>
        pickRows(db.list(at("record", kind), atOnce), all, (row) => parseRow<RecordRow>(row)?.body ?? null),
      ),
    waiting: (now) => look(() => findWaiting(db, now)),
    later: (kinds, now, limit) =>
      look(() =>
        pickRows(db.list(at("due"), atOnce, { start: at("due", now + 1) }), limit, (row) => {
          const kind = parseRow<DueRow>(row)?.kind
          return kind !== undefined && kinds.includes(kind)
            ? { id: nameOf(row), kind, dueAt: Number(row.key.at(-2)) }
            : null
        }),
      ),
  }
}
