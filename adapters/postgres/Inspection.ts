/** Looks into a database while courts use it. */
import { Reactivity } from "@effect/experimental"
import { SqlClient, SqlError } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Effect, type Redacted, type Scope } from "effect"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { common, type Rows } from "../sql/Inspection.ts"
import type { Inspection } from "../store/Inspection.ts"
import * as Call from "./Call.ts"
import * as Pool from "./Pool.ts"
import * as Pooler from "./Pooler.ts"
import { readsOf } from "./Reading.ts"
import * as Setup from "./Setup.ts"

const dialect = {
  records: "agent_court.records",
  tasks: "agent_court.tasks",
  lastEvent: "select at from agent_court.events order by tx desc, position desc limit 1",
  failures: "coalesce((body ->> 'failures')::int, 0)",
}

const clock = "select (extract(epoch from clock_timestamp()) * 1000)::bigint as at"
const bytes = "select pg_database_size(current_database()) as bytes"
const standby = "select pg_is_in_recovery() as standby"
const compression = "select setting from pg_settings where name = 'wal_compression'"
/** `on` means `pglz`, and PostgreSQL 14 knows nothing else. */
const slowCompression = {
  says: "wal_compression is pglz, which takes 100 µs or more of each act",
  todo: "set wal_compression to lz4 (PostgreSQL 15 or newer) or off, and reload the server",
}
// The name of a series is the comment on its sequence, whose own name is a hash.
const numbers = `
  select d.description as series, s.last_value as last
  from pg_sequences s
  join pg_class c on c.relname = s.sequencename and c.relnamespace = 'agent_court'::regnamespace
  join pg_description d on d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
  where s.schemaname = 'agent_court' and s.sequencename like 'series\\_%' and s.last_value is not null
  order by 1`

/** Looks into the store of a database until the scope closes. With many tasks a look may take half a minute. */
export const make = (
  url: Redacted.Redacted | string,
): Effect.Effect<Inspection, StoreUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const several = Pool.addressesOf(url).length > 1
    const pool = Pool.make({ url, connections: 2, connectWithinMs: 5_000, answerWithinMs: 30_000 })
    const sql = yield* PgClient.fromPool({ acquire: pool })
    // A statement that fails because the database has no court's tables counts as unavailable too.
    const unavailable = (cause: SqlError.SqlError) => new StoreUnavailable({ operation: "look", cause })
    const rows: Rows = (text) => Effect.mapError(sql.unsafe<{ [column: string]: unknown }>(text), unavailable)
    const one = (text: string, column: string) =>
      Effect.map(rows(text), ([row]) => Number(row === undefined ? 0 : row[column]))
    const ask = <A>(question: Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient>) =>
      Effect.mapError(Effect.provideService(question, SqlClient.SqlClient, sql), unavailable)
    const settings = ask(Setup.faults(several))
    const role = Effect.map(rows(standby), ([row]) =>
      row?.standby === true ? ["this server is a standby, and a court needs the primary"] : [],
    )
    return {
      ...common(rows, dialect),
      journal: readsOf(Call.make(sql)).journal,
      faults: Effect.flatMap(ask(Pooler.sharesSessions), (shared) =>
        shared
          ? Effect.succeed([Pooler.refusal])
          : Effect.map(Effect.all([settings, role]), (found) => found.flat()),
      ),
      slowness: Effect.map(rows(compression), ([row]) =>
        row?.setting === "on" || row?.setting === "pglz" ? [slowCompression] : [],
      ),
      damage: "PostgreSQL checks its own files (pg_amcheck)",
      clock: one(clock, "at"),
      bytes: one(bytes, "bytes"),
      numbers: Effect.map(rows(numbers), (found) =>
        found.map(({ series, last }) => ({ series: String(series), last: Number(last) })),
      ),
    } satisfies Inspection
  }).pipe(
    Effect.provide(Reactivity.layer),
    Effect.catchIf(
      (error): error is SqlError.SqlError => error instanceof SqlError.SqlError,
      (cause) => Effect.fail(new StoreUnavailable({ operation: "open", cause })),
    ),
  )
