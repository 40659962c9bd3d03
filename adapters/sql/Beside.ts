/** What is seen of a SQL store from beside the courts that use it. Nothing is written to look. */
import { Effect } from "effect"
import type { Json } from "../../core/Json.ts"
import type { Driver, StoreUnavailable } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"

/** The tasks of one kind, at an instant of the court's clock. */
export interface Waiting {
  readonly kind: string
  /** All of them, whenever they are due. */
  readonly count: number
  /** Those that are due. */
  readonly due: number
  /** When the earliest of those that are due was due; null where none is. */
  readonly oldestDueAt: Instant | null
  /** Those that failed at least once and were put again for later. */
  readonly failed: number
}

/** A task as it waits. */
export interface WaitingTask {
  readonly id: string
  readonly kind: string
  readonly dueAt: Instant
}

/** How far a series of serial numbers has come. */
export interface SeriesNumber {
  readonly series: string
  readonly last: number
}

/** A store seen from beside. Each member asks the store when it is run, and fails where the store can't answer. */
export interface Beside extends Pick<Driver, "read"> {
  /** Why the store could lose what it acknowledges, a line for each reason; empty where it could not. */
  readonly faults: Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  /** What is damaged in its files, a line each; null where the store has tools of its own for that. */
  readonly damage: Effect.Effect<ReadonlyArray<string> | null, StoreUnavailable>
  /** The time by the store's own clock; null where that is the clock of this machine. */
  readonly clock: Effect.Effect<Instant | null, StoreUnavailable>
  /** What the store takes on its disk, in bytes. */
  readonly bytes: Effect.Effect<number, StoreUnavailable>
  /** When the latest event of the journal happened; null where there is none. */
  readonly lastEventAt: Effect.Effect<Instant | null, StoreUnavailable>
  /** The last number that was drawn of each series, such as that of lodgements. */
  readonly numbers: Effect.Effect<ReadonlyArray<SeriesNumber>, StoreUnavailable>
  /** The bodies of all records of a kind of which there are few. */
  readonly all: (kind: string) => Effect.Effect<ReadonlyArray<Json>, StoreUnavailable>
  /** The tasks that wait, by kind. */
  readonly waiting: (now: Instant) => Effect.Effect<ReadonlyArray<Waiting>, StoreUnavailable>
  /** Tasks of these kinds that are due after an instant, the earliest first. */
  readonly later: (
    kinds: ReadonlyArray<string>,
    now: Instant,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<WaitingTask>, StoreUnavailable>
}

type Row = { readonly [column: string]: unknown }
/** Runs a statement that only reads. */
export type Rows = (text: string) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>

/** Where one dialect keeps what is looked at. */
export interface Dialect {
  readonly records: string
  readonly tasks: string
  /** The latest event, as `select … at …`. */
  readonly lastEvent: string
  /** The number of failures in the body of a task. */
  readonly failures: string
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
const number = (value: unknown): number => Number(value)
const nullable = (value: unknown): number | null => (value === null ? null : Number(value))
// PostgreSQL's driver gives JSON as the value that it is, SQLite's as its text.
const json = (value: unknown): Json => (typeof value === "string" ? JSON.parse(value) : (value as Json))

/** What both dialects look at in the same way. */
export const common = (
  rows: Rows,
  { records, tasks, lastEvent, failures }: Dialect,
): Pick<Beside, "read" | "lastEventAt" | "all" | "waiting" | "later"> => ({
  read: (refs) =>
    Effect.forEach(refs, (ref) =>
      Effect.map(
        rows(
          `select version, number, body from ${records} where kind = ${literal(ref.kind)} and id = ${literal(ref.id)}`,
        ),
        ([row]) =>
          row === undefined
            ? null
            : { ref, version: number(row.version), number: nullable(row.number), body: json(row.body) },
      ),
    ),
  lastEventAt: Effect.map(rows(lastEvent), ([row]) => (row === undefined ? null : nullable(row.at))),
  all: (kind) =>
    Effect.map(rows(`select body from ${records} where kind = ${literal(kind)}`), (found) =>
      found.map(({ body }) => json(body)),
    ),
  waiting: (now) =>
    Effect.map(
      rows(
        `select kind, count(*) as count, sum(case when due_at <= ${now} then 1 else 0 end) as due,
           min(case when due_at <= ${now} then due_at end) as oldest,
           sum(case when ${failures} > 0 then 1 else 0 end) as failed
         from ${tasks} group by kind order by kind`,
      ),
      (found) =>
        found.map(({ kind, count, due, oldest, failed }) => ({
          kind: String(kind),
          count: number(count),
          due: number(due),
          oldestDueAt: nullable(oldest),
          failed: number(failed),
        })),
    ),
  later: (kinds, now, limit) =>
    Effect.map(
      rows(
        `select id, kind, due_at from ${tasks} where due_at > ${now} and kind in (${kinds.map(literal).join(", ")})
         order by due_at, id limit ${limit}`,
      ),
      (found) =>
        found.map(({ id, kind, due_at }) => ({ id: String(id), kind: String(kind), dueAt: number(due_at) })),
    ),
})
