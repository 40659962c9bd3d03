/**
 * Replicas that answer public reads. Each is asked every quarter of a second how far it has come, and so is the primary: a replica that
 * has come as far as the primary was at an instant is behind by no more than the time since. It is passed over where that is too
 * long, where it has not come as far as the caller was told, and where it gives no answer.
 */
import type { Reactivity } from "@effect/experimental"
import type { SqlClient, SqlError } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Schedule, type Scope } from "effect"
import type { Driver, StoreUnavailable } from "../../core/store/Store.ts"
import type { Reading, ReadsService } from "../store/Reads.ts"
import * as Call from "./Call.ts"
import { lookups } from "./Lookups.ts"
import * as Pool from "./Pool.ts"
import { askPosition, format, isBehind, Latest, type Position, parse, tellTimeline } from "./Position.ts"
import { reading } from "./Reading.ts"

const everyMs = 250
const answerWithinMs = 2_000
const connections = 10

export interface ReplicasOptions {
  readonly url: Pool.PoolOptions["url"]
  readonly connectWithinMs: number
  readonly freshWithinMs: number
  /** The primary, and how far it was seen. */
  readonly sql: SqlClient.SqlClient
  readonly latest: Latest
}

type Reads = Pick<Driver, "read" | "list" | "search" | "holder" | "tallies" | "blob" | "receipt" | "journal">

interface Replica {
  readonly reads: Reads
  readonly latest: Latest
}

/** Asks again and again; one that fails is asked on. */
const repeatedly = <A>(ask: Effect.Effect<A, SqlError.SqlError>, lost: () => void) =>
  ask.pipe(
    Effect.timeout(answerWithinMs),
    Effect.catchAll(() => Effect.sync(lost)),
    Effect.repeat(Schedule.spaced(Duration.millis(everyMs))),
    Effect.forkScoped,
  )

const opened = (
  url: string,
  { connectWithinMs }: ReplicasOptions,
): Effect.Effect<Replica, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity> =>
  Effect.gen(function* () {
    const pool = Pool.make({ url, connections, connectWithinMs, answerWithinMs })
    const sql = yield* PgClient.fromPool({ acquire: pool })
    const latest = new Latest()
    const call = Call.make(sql, latest)
    const { lease: _, ...pages } = reading((operation, text, args) =>
      Effect.uninterruptible(call(operation, text, args)),
    )
    const reads = { ...(yield* lookups(call)), ...pages }
    const ask = Effect.map(askPosition(sql), (text) => latest.saw(text))
    // One that was away may come back as another, which has not come as far.
    yield* repeatedly(ask, () => {
      latest.seen = null
    })
    return { reads, latest }
  })

/** Where the primary was, and when, in ms. */
interface Sample {
  readonly at: number
  readonly position: Position
}

/** Notes where the primary is, and gives since when, at the latest, a position is no longer its last; null where too long ago to know. */
const sampling = ({ sql, latest, freshWithinMs }: ReplicasOptions) =>
  Effect.gen(function* () {
    let samples: ReadonlyArray<Sample> = []
    let told = 0
    const ask = Effect.gen(function* () {
      const at = performance.now()
      const position = latest.saw(yield* askPosition(sql))
      if (position === null) return
      samples = [...samples.filter((sample) => at - sample.at < freshWithinMs), { at, position }]
      if (position.timeline === told) return
      yield* sql.unsafe(tellTimeline)
      told = position.timeline
    })
    yield* repeatedly(ask, () => {})
    return (position: Position): number | null =>
      samples.findLast((sample) => !isBehind(position, sample.position))?.at ?? null
  })

/** Reads from a replica, and from the court's own store what the replica can't answer. */
const readingFrom = ({ reads, latest }: Replica, own: Driver, primary: Latest): Reading => {
  let asked = false
  const or = <A>(
    read: Effect.Effect<A, StoreUnavailable>,
    otherwise: () => Effect.Effect<A, StoreUnavailable>,
  ) =>
    Effect.catchAll(read, () => {
      asked = true
      return otherwise()
    })
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
    position: () => furthest(asked ? [latest, primary] : [latest]),
  }
}

const furthest = (servers: ReadonlyArray<Latest>): string | null => {
  const seen = servers.flatMap((each) => each.seen ?? [])
  const last = seen.reduce<Position | null>(
    (far, each) => (far === null || isBehind(far, each) ? each : far),
    null,
  )
  return last === null ? null : format(last)
}

export const make = (
  options: ReplicasOptions,
): Effect.Effect<ReadsService, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity> =>
  Effect.gen(function* () {
    const asOf = yield* sampling(options)
    const replicas = yield* Effect.forEach(Pool.addressesOf(options.url), (url) => opened(url, options))
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
        // A position that no server gave is taken for the latest.
        const fit = told !== null && position === null ? [] : replicas.filter(serves(position))
        const replica = fit[turn++ % fit.length]
        return replica === undefined
          ? { driver: own, position: () => furthest([primary]) }
          : readingFrom(replica, own, primary)
      },
    }
  })
