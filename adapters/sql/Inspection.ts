/** The parts of an inspection that both dialects of SQL share. */
import { Effect } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import type { StoreUnavailable } from "../../core/store/Store.ts"
import type { Inspection } from "../store/Inspection.ts"

type Row = { readonly [column: string]: unknown }
export type Rows = (text: string) => Effect.Effect<ReadonlyArray<Row>, StoreUnavailable>

interface Dialect {
  readonly records: string
  readonly tasks: string
  /** A query of the latest event: `select … at …`, with its instant. */
  readonly lastEvent: string
  readonly failures: string
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
const number = (value: unknown): number => Number(value)
const nullable = (value: unknown): number | null => (value === null ? null : Number(value))
// PostgreSQL's driver gives JSON as the value that it is, SQLite's as its text.
const json = (value: unknown): Json => (typeof value === "string" ? JSON.parse(value) : (value as Json))

/** The parts of an inspection that are the same in both dialects. */
export const common = (
  rows: Rows,
  { records, tasks, lastEvent, failures }: Dialect,
): Pick<Inspection, "read" | "lastEventAt" | "all" | "waiting" | "later"> => ({
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
