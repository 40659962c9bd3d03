/** The steps before a database is used: a server that could lose acknowledged commits is refused, and the tables are set up. */
import { Migrator, SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { postgresViews } from "../sql/Views.ts"
import { laterTables, StoreRefused } from "../store/Kind.ts"
import { commitFunction } from "./CommitFunction.ts"
import { functions } from "./Functions.ts"
import { refusal as sharedSessions, sharesSessions } from "./Pooler.ts"
import { positionFunction } from "./Position.ts"
import { tables } from "./Tables.ts"

/** Settings that must be on. Without them a loss of power can lose an acknowledged commit or tear a page. */
const needed: ReadonlyArray<readonly [setting: string, reason: string]> = [
  ["fsync", "the server doesn't wait for the disk at all"],
  ["synchronous_commit", "the server answers a commit before it is on the disk"],
  ["full_page_writes", "a page half written when the power goes can't be repaired"],
]

/**
 * The settings with which the server is not durable, each with what it means. With `several` servers, of which one takes over from
 * another, a commit must also wait for a standby.
 */
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

/** Fails with `StoreRefused` if sessions don't last: the first statement with a name would fail, or answer somebody else's question. */
export const checkSessions = Effect.flatMap(sharesSessions, (shared) =>
  shared ? new StoreRefused({ store: "PostgreSQL", reasons: [sharedSessions] }) : Effect.void,
)

/** Fails with `StoreRefused` and the reasons if the server isn't durable. If an unsafe server is allowed, returns whether it is durable. */
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

/** The migrations of the tables, each run once. Functions and views are not migrations: they are made again if their text differs. */
const migrations = { "1_tables": run(tables) }

/** Fails with `StoreRefused` if a later version has migrated the tables. It is asked before anything of the database is replaced. */
const refuseLater = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly applied: number }>`
    select count(*)::int as applied from agent_court.migrations`
  const applied = row?.applied ?? 0
  const known = Object.keys(migrations).length
  if (applied > known)
    yield* new StoreRefused({ store: "PostgreSQL", reasons: [laterTables(applied, known)] })
})

const beginning = [
  "select pg_advisory_xact_lock(hashtextextended('agent_court.setup', 0))",
  "set local statement_timeout = 0",
  "create schema if not exists agent_court",
  `create table if not exists agent_court.migrations (
    migration_id integer primary key, created_at timestamptz not null default now(), name text not null)`,
  "create table if not exists agent_court.definitions (fingerprint text not null)",
  "create table if not exists agent_court.timelines (timeline int primary key)",
]

// The functions of triggers stay, since their tables need them.
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
 * A database that was loaded from a dump counts its transactions from the beginning again. The shift that is added to their ids puts
 * new events after the journal's earlier events.
 */
const moveEpoch = `
update agent_court.epoch set shift = last.tx + 1
from (select max(tx) as tx from agent_court.events) last
where last.tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + shift`

/** Brings a database to the form that this version needs. If several processes start at once, one does it and the others wait. */
export const setUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* run(beginning)
      yield* refuseLater
      yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: "agent_court.migrations" })
      yield* define
      yield* run([moveEpoch])
    }),
  )
})
