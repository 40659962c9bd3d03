/** What happens before a database is used: a server that could lose acknowledged commits is refused, and the tables are set up. */
import { Migrator, SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { sha256Hex } from "../../core/Hash.ts"
import { postgresViews } from "../sql/Views.ts"
import { StoreRefused } from "../store/StoreRefused.ts"
import { commitFunction } from "./CommitFunction.ts"
import { functions } from "./Functions.ts"
import { positionFunction } from "./Position.ts"
import { tables } from "./Tables.ts"

/** Settings without which an acknowledged commit can be lost, or a page torn, when the power goes. */
const needed: ReadonlyArray<readonly [setting: string, reason: string]> = [
  ["fsync", "the server doesn't wait for the disk at all"],
  ["synchronous_commit", "the server answers a commit before it is on the disk"],
  ["full_page_writes", "a page half written when the power goes can't be repaired"],
]

/** The settings of the server that keep it from being durable, with what each means; `several` servers take over from each other. */
export const faults = (several: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly name: string; readonly value: string }>`
    select name, current_setting(name) as value from unnest(${needed.map(([name]) => name)}::text[]) as name`
    const local = rows.filter(({ value }) => several && value === "local")
    return [
      ...rows
        .filter(({ value }) => value === "off")
        .map(({ name }) => `${name} = off: ${needed.find(([setting]) => setting === name)?.[1]}`),
      ...local.map(({ name }) => `${name} = local: a server that takes over lacks what was answered last`),
    ]
  })

/** Refuses a server that isn't durable, saying why; says whether it is, where an unsafe one is allowed. */
export const checkDurability = (allowUnsafe: boolean, several: boolean) =>
  Effect.flatMap(faults(several), (found) =>
    found.length > 0 && !allowUnsafe
      ? Effect.fail(new StoreRefused({ store: "PostgreSQL", reasons: found }))
      : Effect.succeed(found.length === 0),
  )

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
