/** Brings a database to the form that this version needs. Several processes may start at once: one does it, the others wait. */
import { Migrator, SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { sha256Hex } from "../../core/Text.ts"
import { postgresViews } from "../sql/Views.ts"
import { commitFunction } from "./CommitFunction.ts"
import { functions } from "./Functions.ts"
import { positionFunction } from "./Position.ts"
import { tables } from "./Tables.ts"

const run = (statements: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }),
  )

/** Steps of the tables, each done once. Functions and views aren't steps: they are made anew when their text differs. */
const migrations = Migrator.fromRecord({ "1_tables": run(tables) })

const beginning = [
  "select pg_advisory_xact_lock(hashtextextended('agent_court.setup', 0))",
  "set local statement_timeout = 0",
  "create schema if not exists agent_court",
  `create table if not exists agent_court.migrations (
    migration_id integer primary key, created_at timestamptz not null default now(), name text not null)`,
  "create table if not exists agent_court.definitions (fingerprint text not null)",
  "create table if not exists agent_court.timelines (timeline int primary key)",
]

// A trigger's function belongs to its table.
const dropFunctions = `
do $$
declare f regprocedure;
begin
  for f in select oid::regprocedure from pg_proc 
    where pronamespace = 'agent_court'::regnamespace and prorettype <> 'trigger'::regtype
  loop
    execute format('drop function %s', f);
  end loop;
end $$`

const definitions = [dropFunctions, ...functions, positionFunction, commitFunction, ...postgresViews()]
const fingerprint = sha256Hex(definitions.join(";\n"))

const define = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<{ readonly fingerprint: string }>`select fingerprint from agent_court.definitions`
  if (found[0]?.fingerprint === fingerprint) return
  yield* run(definitions)
  yield* sql`delete from agent_court.definitions`
  yield* sql`insert into agent_court.definitions values (${fingerprint})`
})

/**
 * A database that was dumped and loaded counts its transactions from the beginning again, while the journal goes on: the
 * shift puts what comes after what is there.
 */
const moveEpoch = `
update agent_court.epoch set shift = last.tx + 1
from (select max(tx) as tx from agent_court.events) last
where last.tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + shift`

export const setUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* run(beginning)
      yield* Migrator.make({})({ loader: migrations, table: "agent_court.migrations" })
      yield* define
      yield* run([moveEpoch])
    }),
  )
})
