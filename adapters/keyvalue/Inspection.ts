/** Looks into a store on a key-value database while courts use it. */
import { statSync } from "node:fs"
import { Effect } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import { StoreUnavailable } from "../../core/store/Store.ts"
import type { Inspection, SeriesNumber, Waiting, WaitingTask } from "../store/Inspection.ts"
import { given } from "../store/Text.ts"
import type { Readable } from "./Database.ts"
import { objectionTo } from "./KeyValueStore.ts"
import * as Reads from "./Reads.ts"
import { type DueRow, families, keys, parsed, type RecordRow, rowOf, type TaskRow } from "./Rows.ts"

/** The number of rows that are read at a time. */
const atOnce = 100

/** When the newest event happened; null if there is none. Events share their places with placed entries, so the search goes back in growing steps. */
const lastEventAt = async (db: Readable): Promise<Instant | null> => {
  const last = parsed<number>(await rowOf(db, keys.places)) ?? 0 // a new store has no places
  for (let back = atOnce; ; back *= 10) {
    let at: Instant | null = null
    for await (const row of db.list(families.events, atOnce, [...families.events, Math.max(0, last - back)]))
      at = parsed<{ readonly at: Instant }>(row)?.at ?? null
    if (at !== null || back > last) return at
  }
}

const numbers = async (db: Readable): Promise<ReadonlyArray<SeriesNumber>> => {
  const found: Array<SeriesNumber> = []
  for await (const { key, text } of db.list(families.series, atOnce))
    found.push({ series: given(String(key.at(-1))), last: Number(text) })
  return found
}

const all = async (db: Readable, kind: string): Promise<ReadonlyArray<Json>> => {
  const bodies: Array<Json> = []
  for await (const row of db.list(families.records(kind), atOnce)) {
    const record = parsed<RecordRow>(row)
    if (record !== null) bodies.push(record.body)
  }
  return bodies
}

const hasFailed = (body: Json): boolean =>
  typeof body === "object" && body !== null && "failures" in body && Number(body.failures) > 0

/** The tasks of one kind, with one more. */
const counted = (before: Waiting, { dueAt, body }: TaskRow, now: Instant): Waiting => {
  const isDue = dueAt <= now
  return {
    kind: before.kind,
    count: before.count + 1,
    due: before.due + (isDue ? 1 : 0),
    oldestDueAt: isDue ? Math.min(dueAt, before.oldestDueAt ?? dueAt) : before.oldestDueAt,
    failed: before.failed + (hasFailed(body) ? 1 : 0),
  }
}

const waiting = async (db: Readable, now: Instant): Promise<ReadonlyArray<Waiting>> => {
  const kinds = new Map<string, Waiting>()
  for await (const row of db.list(families.tasks, atOnce)) {
    const task = parsed<TaskRow>(row)
    if (task === null) continue
    const { kind } = task
    const none: Waiting = { kind, count: 0, due: 0, oldestDueAt: null, failed: 0 }
    kinds.set(kind, counted(kinds.get(kind) ?? none, task, now))
  }
  return [...kinds.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1))
}

const later = async (
  db: Readable,
  kinds: ReadonlyArray<string>,
  now: Instant,
  limit: number,
): Promise<ReadonlyArray<WaitingTask>> => {
  const found: Array<WaitingTask> = []
  for await (const row of db.list(families.due, atOnce, [...families.due, now + 1])) {
    const [dueAt, id] = row.key.slice(families.due.length)
    const kind = parsed<DueRow>(row)?.kind
    if (kind === undefined || !kinds.includes(kind)) continue
    if (found.push({ id: given(String(id)), kind, dueAt: Number(dueAt) }) === limit) break
  }
  return found
}

/** The size of a file; null if the location is none, but an address. */
const bytesOf = (location: string): number | null =>
  statSync(location, { throwIfNoEntry: false })?.size ?? null

/** Looks into the store of a database, which is a file or has an address. */
export const inspection = (db: Readable, location: string): Inspection => {
  const look = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => new StoreUnavailable({ operation: "look", cause }) })
  return {
    read: (refs) => look(() => Reads.read(db, refs)),
    faults: look(async () => objectionTo(parsed<number>(await rowOf(db, keys.form)))),
    damage: Effect.succeed(null),
    clock: Effect.succeed(null),
    bytes: Effect.sync(() => bytesOf(location)),
    lastEventAt: look(() => lastEventAt(db)),
    numbers: look(() => numbers(db)),
    all: (kind) => look(() => all(db, kind)),
    waiting: (now) => look(() => waiting(db, now)),
    later: (kinds, now, limit) => look(() => later(db, kinds, now, limit)),
  }
}
