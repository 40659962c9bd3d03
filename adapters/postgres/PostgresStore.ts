/**
 * A store on PostgreSQL (14 or newer), for any number of processes at once. Each operation is one statement, which calls a function in
 * the database (Functions.ts, CommitFunction.ts).
 *
 * If the server can't be reached or stops answering, an operation fails with `StoreUnavailable` within bounded time. The pool connects
 * again by itself; with several servers it connects to the server that has taken over (Primary.ts). A commit that the server gave up for
 * another one (deadlock, serialization) is tried again here.
 */
import { Reactivity } from "@effect/experimental"
import { type Migrator, SqlClient, type SqlError } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, type Redacted, Schedule, type Scope } from "effect"
import { type Driver, Store, StoreUnavailable } from "../../core/store/Store.ts"
import { type OpenError, StoreRefused } from "../store/Kind.ts"
import { Reads, type ReadsService } from "../store/Reads.ts"
import * as Call from "./Call.ts"
import { failureOf, orUnavailable } from "./Call.ts"
import * as GroupCommit from "./GroupCommit.ts"
import { lookups } from "./Lookups.ts"
import * as Pool from "./Pool.ts"
import { askPosition, Latest } from "./Position.ts"
import { readsOf } from "./Reading.ts"
import * as Replicas from "./Replicas.ts"
import { argumentsOf, type Prepared, parameterCount, prepare, resultsOf } from "./Rows.ts"
import { checkDurability, checkSessions, setUp } from "./Setup.ts"

/** The address of a PostgreSQL store, and how it is used. */
export interface Options {
  /** `postgres://user:password@host:port/database`. There may be several hosts, separated by commas; the host that takes writes is used. */
  readonly url: Redacted.Redacted | string
  /** The replicas that answer public reads (Reads), as a URL with one host or several. */
  readonly read?: Redacted.Redacted | string
  /** How far behind a replica may be to be read from, in ms; 7,000 by default, which together with the read stays under ten seconds. */
  readonly freshWithinMs?: number
  /** The largest number of open connections; 10 by default. */
  readonly connections?: number
  /** The largest number of commit transactions that this process runs at once; 4 by default. */
  readonly lanes?: number
  /** How long connecting may take, in ms; 3,000 by default. */
  readonly connectWithinMs?: number
  /** How long a read or a commit may take with all its attempts, in ms; 8,000 by default, so that an act is answered within ten seconds. */
  readonly answerWithinMs?: number
  /** Accept a server that can lose acknowledged commits: for tests. */
  readonly allowUnsafe?: boolean
}

/** The time of a commit: its attempts begin in the first quarter, and each has the other three quarters, so the last one ends in time. */
const beginsWithin = (answerWithinMs: number): number => answerWithinMs / 4
const statementWithin = (answerWithinMs: number): number => answerWithinMs - beginsWithin(answerWithinMs)

/**
 * Tries a transaction that lost against another one again, up to eight times, after waits that grow from about 4 ms; a set that is alone
 * also if others leave it too few locks.
 */
const retryAfterConflict =
  (answerWithinMs: number, alone: boolean) =>
  <A>(transaction: Effect.Effect<A, SqlError.SqlError>) =>
    Effect.suspend(() => {
      const until = performance.now() + beginsWithin(answerWithinMs)
      return Effect.retry(transaction, {
        schedule: Schedule.exponential("4 millis", 1.8).pipe(
          Schedule.jittered,
          Schedule.intersect(Schedule.recurs(8)),
        ),
        while: (error) => {
          const failure = failureOf(error)
          return (failure === "again" || (alone && failure === "crowded")) && performance.now() < until
        },
      })
    })

const commitText = `select agent_court.commit(${Array.from({ length: parameterCount }, (_, i) => `$${i + 1}`).join(", ")}) as answer`

/**
 * Notes the position of the server after a commit. If the position can't be asked for, the commit fails with an unknown outcome, since
 * without the position a replica could show its caller an older state.
 */
const noteLatest = (
  sql: SqlClient.SqlClient,
  latest: Latest | null,
): Effect.Effect<void, SqlError.SqlError> =>
  latest === null ? Effect.void : Effect.map(askPosition(sql), (text) => void latest.saw(text))

/** Commits a batch in one transaction. If the batch as a whole can't be written, each of its sets is committed alone. */
const transact =
  (sql: SqlClient.SqlClient, latest: Latest | null, answerWithinMs: number) =>
  (batch: ReadonlyArray<Prepared>): Effect.Effect<ReadonlyArray<GroupCommit.Outcome>, StoreUnavailable> =>
    sql.unsafe<{ readonly answer: string }>(commitText, argumentsOf(batch)).pipe(
      retryAfterConflict(answerWithinMs, batch.length === 1),
      Effect.map((rows) => resultsOf(batch, rows[0]?.answer ?? "").map((result) => Effect.succeed(result))),
      Effect.zipLeft(noteLatest(sql, latest)),
      Effect.catchIf(
        (error) => batch.length > 1 && ["wrong", "crowded"].includes(failureOf(error)),
        () =>
          Effect.succeed(
            batch.map((one) =>
              Effect.uninterruptible(
                Effect.flatMap(transact(sql, latest, answerWithinMs)([one]), ([only]) => only ?? unanswered),
              ),
            ),
          ),
      ),
      orUnavailable("commit"),
      Effect.withTracerEnabled(false),
    )
const unanswered = Effect.dieMessage("a change set was not answered")

const several = ({ url }: Options): boolean => Pool.addressesOf(url).length > 1

const unavailable = (cause: unknown) => new StoreUnavailable({ operation: "open", cause })

/** The refusal of a server that rejects the set-up: a right is missing, or a schema of another program is in the way. */
const refuseOpening = ({ cause }: SqlError.SqlError) =>
  new StoreRefused({ store: "PostgreSQL", reasons: [cause instanceof Error ? cause.message : String(cause)] })

/** An opened store. `reads` is null if no replicas are named. */
interface Opened {
  readonly driver: Driver
  readonly reads: ReadsService | null
}

const openStore = (options: Options) =>
  Effect.gen(function* () {
    const connectWithinMs = options.connectWithinMs ?? 3_000
    const answerWithinMs = options.answerWithinMs ?? 8_000
    const pool = Pool.make({
      url: options.url,
      connections: options.connections ?? 10,
      connectWithinMs,
      answerWithinMs: statementWithin(answerWithinMs),
    })
    const sql = yield* PgClient.fromPool({ acquire: pool })
    const ready = checkSessions.pipe(
      Effect.zipRight(checkDurability(options.allowUnsafe ?? false, several(options))),
      Effect.zipLeft(setUp),
    )
    const durable = yield* Effect.provideService(ready, SqlClient.SqlClient, sql)
    const latest = options.read === undefined ? null : new Latest()
    const commit = yield* GroupCommit.make(transact(sql, latest, answerWithinMs), options.lanes ?? 4)
    const call = Call.make(sql, latest)
    const found = yield* lookups(call)
    // To cancel a query takes a second connection. These queries are short and bounded, so they run to their end.
    const toTheEnd: Call.Call = (operation, text, args) => Effect.uninterruptible(call(operation, text, args))
    const driver: Driver = {
      supports: { durable, shared: true, large: true },
      ...found,
      ...readsOf(toTheEnd),
      commit: (changes) => Effect.suspend(() => commit(prepare(changes))),
    }
    const reads =
      options.read === undefined || latest === null
        ? null
        : yield* Replicas.make({
            url: options.read,
            freshWithinMs: options.freshWithinMs ?? 7_000,
            connectWithinMs,
            sql,
            latest,
          })
    return { driver, reads }
  })

/** Opens the store and its replicas. Refuses a server that isn't durable, and brings the database to the form of this version. */
export const open = (options: Options): Effect.Effect<Opened, OpenError, Scope.Scope> =>
  openStore(options).pipe(
    Effect.provide(Reactivity.layer),
    Effect.catchTags({
      SqlError: (error: SqlError.SqlError): OpenError =>
        failureOf(error) === "wrong" ? refuseOpening(error) : unavailable(error),
      MigrationError: (error: Migrator.MigrationError) => Effect.die(error),
    }),
  )

/** The driver of a PostgreSQL store, open until the scope ends. */
export const make = (options: Options): Effect.Effect<Driver, OpenError, Scope.Scope> =>
  Effect.map(open(options), ({ driver }) => driver)

/**
 * A store on PostgreSQL with its replicas, open until the scope ends. Fails with `StoreRefused` if the server could lose acknowledged
 * commits.
 */
export const layer = (options: Options): Layer.Layer<Store | Reads, OpenError> =>
  Layer.scopedContext(
    Effect.map(open(options), ({ driver, reads }) => Context.add(Context.make(Store, driver), Reads, reads)),
  )
