/**
 * Replicas that answer public reads. Each replica and the primary are asked for their positions every quarter of a second. A replica that
 * has reached the position that the primary had at some instant is behind by at most the time since then. A replica is not read from if
 * that time is too long, if it has not reached the position that the caller was told, or if it doesn't answer.
 */
import type { Reactivity } from "@effect/experimental"
import type { SqlClient, SqlError } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Schedule, type Scope } from "effect"
import type { Driver, StoreUnavailable } from "../../core/store/Store.ts"
import { keepHandles } from "../host/KeptHandles.ts"
import type { Reading, ReadsService } from "../store/Reads.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as Call from "./Call.ts"
import { lookups } from "./Lookups.ts"
import * as Pool from "./Pool.ts"
import { askPosition, format, isBehind, Latest, type Position, parse, writeTimeline } from "./Position.ts"
import { readsOf } from "./Reading.ts"

const everyMs = 250
const answerWithinMs = 2_000
const connections = 10

interface ReplicasOptions {
  readonly url: Pool.PoolOptions["url"]
  readonly connectWithinMs: number
  readonly freshWithinMs: number
  /** The primary, and the furthest position at which it was seen. */
  readonly sql: SqlClient.SqlClient
  readonly latest: Latest
}

type Reads = Pick<Driver, "read" | "list" | "search" | "holder" | "tallies" | "blob" | "receipt" | "journal">

interface Replica {
  readonly reads: Reads
  readonly latest: Latest
}

/** Asks a server every quarter of a second until the scope ends, also after it failed to answer. */
const repeatedly = <A>(ask: Effect.Effect<A, SqlError.SqlError>, lost: () => void) =>
  ask.pipe(
    Effect.timeout(answerWithinMs),
    Effect.catchAll(() => Effect.sync(lost)),
    Effect.repeat(Schedule.spaced(Duration.millis(everyMs))),
    Effect.forkScoped,
  )

/**
 * Since when, at the latest, a position is no longer the primary's, by `performance.now`. Null if the primary has not been seen behind
 * or at that position for so long that it is not known.
 */
type AsOf = (position: Position) => number | null

/**
 * Returns what records how far a replica is behind at most. While the replica or the primary gives no answer, that time goes on from the
 * last answer, or from the start.
 */
const lagOf = (asOf: AsOf, name: string) => {
  const record = Metrics.replicaLag.under(name)
  let freshAt = performance.now()
  return ({ seen }: Latest): void => {
    freshAt = (seen === null ? null : asOf(seen)) ?? freshAt
    record((performance.now() - freshAt) / 1_000)
  }
}

const openReplica = (
  url: string,
  { connectWithinMs }: ReplicasOptions,
  record: (latest: Latest) => void,
): Effect.Effect<Replica, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity> =>
  Effect.gen(function* () {
    const pool = Pool.make({ url, connections, connectWithinMs, answerWithinMs })
    const sql = yield* PgClient.fromPool({ acquire: pool })
    const latest = new Latest()
    const call = Call.make(sql, latest)
    const { lease: _, ...pages } = readsOf((operation, text, args) =>
      Effect.uninterruptible(call(operation, text, args)),
    )
    const reads = keepHandles({ ...(yield* lookups(call)), ...pages })
    const ask = Effect.map(askPosition(sql), (text) => {
      latest.saw(text)
      record(latest)
    })
    // After a failure another server may answer at this address, with an earlier position.
    yield* repeatedly(ask, () => {
      latest.seen = null
      record(latest)
    })
    return { reads, latest }
  })

/** The position of the primary at an instant, in ms by `performance.now`. */
interface Sample {
  readonly at: number
  readonly position: Position
}

/** Notes the positions of the primary, as far back as a replica may be behind. */
const samplePositions = ({ sql, latest, freshWithinMs }: ReplicasOptions) =>
  Effect.gen(function* () {
    let samples: ReadonlyArray<Sample> = []
    let writtenTimeline = 0
    const ask = Effect.gen(function* () {
      const at = performance.now()
      const position = latest.saw(yield* askPosition(sql))
      if (position === null) return
      samples = [...samples.filter((sample) => at - sample.at < freshWithinMs), { at, position }]
      if (position.timeline === writtenTimeline) return
      yield* sql.unsafe(writeTimeline)
      writtenTimeline = position.timeline
    })
    yield* repeatedly(ask, () => {})
    const asOf: AsOf = (position) =>
      samples.findLast((sample) => !isBehind(position, sample.position))?.at ?? null
    return asOf
  })

/**
 * Reads from a replica, or from the court's own store if the replica fails, and then no more from the replica. A reader must not be
 * shown an earlier state than before, such as the tiles of a proof from before the proof's checkpoint.
 */
const readingFrom = ({ reads, latest }: Replica, own: Driver, primary: Latest): Reading => {
  let ownWasAsked = false
  const or = <A>(
    read: Effect.Effect<A, StoreUnavailable>,
    otherwise: () => Effect.Effect<A, StoreUnavailable>,
  ) =>
    Effect.suspend(() =>
      ownWasAsked
        ? otherwise()
        : Effect.catchAll(read, () => {
            ownWasAsked = true
            return otherwise()
          }),
    )
  return {
    driver: {
      ...own,
      read: (refs) => or(reads.read(refs), () => own.read(refs)),
      list: (query) => or(reads.list(query), () => own.list(query)),
      search: (query) => or(reads.search(query), () => own.search(query)),
      holder: (claim) => or(reads.holder(claim), () => own.holder(claim)),
      tallies: (names) => or(reads.tallies(names), () => own.tallies(names)),
      blob: (sha256) => or(reads.blob(sha256), () => own.blob(sha256)),
      receipt: (id, now) => or(reads.receipt(id, now), () => own.receipt(id, now)),
      journal: (query) => or(reads.journal(query), () => own.journal(query)),
    },
    position: () => furthest(ownWasAsked ? [latest, primary] : [latest]),
  }
}

/** The furthest position at which one of these servers was seen, as a text; null if no position was seen. */
const furthest = (servers: ReadonlyArray<Latest>): string | null => {
  const seen = servers.flatMap((each) => each.seen ?? [])
  const last = seen.reduce<Position | null>(
    (far, each) => (far === null || isBehind(far, each) ? each : far),
    null,
  )
  return last === null ? null : format(last)
}

/** Opens the replicas until the scope ends. Reads are shared among the usable replicas, in turn. */
export const make = (
  options: ReplicasOptions,
): Effect.Effect<ReadsService, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity> =>
  Effect.gen(function* () {
    const asOf = yield* samplePositions(options)
    const replicas = yield* Effect.forEach(Pool.addressesOf(options.url), (url, i) =>
      openReplica(url, options, lagOf(asOf, `${i + 1}`)),
    )
    const primary = options.latest
    let turn = 0
    const serves =
      (told: Position | null) =>
      ({ latest: { seen } }: Replica): boolean => {
        if (seen === null || (told !== null && isBehind(seen, told))) return false
        const at = asOf(seen)
        return at !== null && performance.now() - at < options.freshWithinMs
      }
    return {
      position: () => furthest([primary]),
      from: (told, own) => {
        const position = told === null ? null : parse(told)
        // A position that no server gave counts as later than any, so the court's own store answers.
        const fit = told !== null && position === null ? [] : replicas.filter(serves(position))
        const replica = fit[turn++ % fit.length]
        return replica === undefined
          ? { driver: own, position: () => furthest([primary]) }
          : readingFrom(replica, own, primary)
      },
    }
  })
