/**
 * Who may send a request, and how many. Every request counts against the address that it comes from; one that is let in counts
 * against its credential (or, without one, against its address as an anonymous caller), and against the operator behind it.
 * Addresses and operators have five times what a credential has, so that many keys of one place buy no more than that.
 */
import { Effect } from "effect"
import type { Keys } from "../../adapters/keys/Keys.ts"
import type { Store, StoreUnavailable } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"
import type { Credential } from "../api/Operation.ts"
import type { Headers } from "./Answer.ts"
import {
  bearerOf,
  type Caller,
  type Credentials,
  identify,
  knownCredentials,
  knownOperators,
} from "./Caller.ts"
import { bucketOf, type Incoming } from "./Incoming.ts"
import { Faulted } from "./Problem.ts"
import * as RateLimit from "./RateLimit.ts"

/** A request as it is counted: where it comes from, and the bytes of its body. */
export interface Counted {
  readonly address: string
  readonly bytes: number
}

export interface Admission {
  /** Counts a request against its address: before anything else is done for it. */
  readonly arrive: (request: Counted) => Effect.Effect<void, Faulted>
  /** Counts a request against whoever sent it; gives the header fields that say what is left. */
  readonly count: (
    caller: Caller | null,
    request: Counted,
  ) => Effect.Effect<Headers, Faulted | StoreUnavailable, Store>
  /** Counts bytes that the head of a request had not declared, once they were read. */
  readonly owe: (caller: Caller | null, request: Counted) => Effect.Effect<void>
  /** The caller where a credential is wanted, or null where none is needed and none was given. */
  readonly authenticate: (
    wanted: Credential,
    incoming: Incoming,
    now: Instant,
    look: keyof Credentials,
  ) => Effect.Effect<Caller | null, Faulted | StoreUnavailable, Store | Keys>
}

/** How many times what a credential has is let through of one address, and of one operator. */
const above = 5

// Buckets count by a clock that only goes on: one that is set back would shut everybody out for as long.
const taken = (limiter: RateLimit.RateLimiter, key: string, cost: number): Effect.Effect<Headers, Faulted> =>
  Effect.suspend(() => {
    const verdict = limiter.take(key, performance.now(), cost)
    const fields = RateLimit.fields(limiter, verdict)
    if (verdict.allowed) return Effect.succeed(fields)
    const headers = { ...fields, "retry-after": String(verdict.seconds) }
    return Effect.fail(new Faulted({ code: "rate_limited", headers }))
  })

const nothing: Headers = {}

/** The buckets of a limit; without one, nothing is counted. */
const counting = (
  limit: RateLimit.Limit | null,
): Pick<Admission, "arrive" | "count" | "owe"> & {
  /** Counts a request of nobody that the court knows. */
  readonly anonymous: (request: Counted) => Effect.Effect<Headers, Faulted>
} => {
  if (limit === null) {
    const free = () => Effect.succeed(nothing)
    return { arrive: () => Effect.void, count: free, owe: () => Effect.void, anonymous: free }
  }
  const wide = { perSecond: above * limit.perSecond, burst: above * limit.burst }
  const own = RateLimit.make(limit)
  const addresses = RateLimit.make(wide, "address")
  const operators = RateLimit.make(wide, "operator")
  const known = knownOperators()
  const anonymous = ({ address, bytes }: Counted) => taken(own, bucketOf(address), RateLimit.costOf(bytes))
  const ofOperator = (agentId: string, cost: number) =>
    Effect.flatMap(known.bucketOf(agentId), (operator) =>
      operator === null ? Effect.succeed(nothing) : taken(operators, operator, cost),
    )
  return {
    anonymous,
    arrive: ({ address, bytes }) =>
      Effect.asVoid(taken(addresses, bucketOf(address), RateLimit.costOf(bytes))),
    count: (caller, request) => {
      if (caller === null) return anonymous(request)
      const cost = RateLimit.costOf(request.bytes)
      // One that its own bucket refuses takes nothing from those of the same operator.
      const mine = taken(own, caller.owner, cost)
      return caller.actor.role === "agent" ? Effect.zipLeft(mine, ofOperator(caller.actor.id, cost)) : mine
    },
    owe: (caller, { address, bytes }) =>
      Effect.sync(() => {
        const more = RateLimit.costOf(bytes) - 1
        if (more === 0) return
        const now = performance.now()
        addresses.owe(bucketOf(address), now, more)
        own.owe(caller?.owner ?? bucketOf(address), now, more)
      }),
  }
}

export const make = (limit: RateLimit.Limit | null): Admission => {
  const known = knownCredentials()
  const { anonymous, ...counted } = counting(limit)
  return {
    ...counted,
    authenticate: Effect.fnUntraced(function* (wanted, incoming, now, look) {
      const header = wanted === "none" ? undefined : incoming.header("authorization")
      if (header === undefined && wanted !== "required") return null
      const secret = bearerOf(header)
      const caller = secret === null ? null : yield* identify(secret, now, known[look])
      if (caller !== null) return caller
      // Guesses count against the address they come from, or every guess would have a bucket of its own.
      const rate = yield* anonymous({ address: incoming.address, bytes: 0 })
      const headers = { ...rate, "www-authenticate": 'Bearer realm="agent-court"' }
      return yield* new Faulted({ code: "unauthenticated", headers })
    }),
  }
}
