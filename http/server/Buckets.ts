/**
 * How many requests are let in. Every request counts against the address that it comes from. A request that is let in also counts against
 * its agent (or, without a credential, against its address as an anonymous caller) and against the operator of that agent. An address and an
 * operator are allowed five times as much as an agent, so that an operator with many agents gets no more than that.
 */
import { Effect, Option } from "effect"
import { Agents } from "../../core/agents/index.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { Store, type StoreUnavailable } from "../../core/store/Store.ts"
import type { Caller } from "./Admission.ts"
import { bucketOf } from "./Incoming.ts"
import { Faulted, type Headers } from "./Problem.ts"
import * as RateLimit from "./RateLimit.ts"

interface Operators {
  /** The name of the bucket in which an agent's operator is counted; null if there is no such agent. */
  readonly bucketOf: (agentId: string) => Effect.Effect<string | null, StoreUnavailable, Store>
}

const keptMax = 10_000
const operatorKeptMs = 300_000

const readOperator = (agentId: string): Effect.Effect<string | null, StoreUnavailable, Store> =>
  Effect.flatMap(Store, (driver) =>
    Effect.map(
      Reader.make(driver).reader.find(Agents, agentId),
      Option.match({
        onNone: () => null,
        // Anybody can enrol with another operator's address. Agents that have not proved it must not use up the bucket of those that have.
        onSome: ({ identity, operatorId }) => `${identity.status}/${operatorId}`,
      }),
    ),
  )

/** Finds the operator of an agent, and remembers it for five minutes, so that most requests need no read for it. */
const knownOperators = (clockMs: () => number = () => performance.now()): Operators => {
  const kept = new Map<string, { readonly bucket: string; readonly until: number }>()
  const keep = (agentId: string, bucket: string | null): void => {
    if (bucket === null) return
    if (kept.size >= keptMax) kept.clear()
    kept.set(agentId, { bucket, until: clockMs() + operatorKeptMs })
  }
  return {
    bucketOf: (agentId) =>
      Effect.suspend(() => {
        const known = kept.get(agentId)
        return known !== undefined && clockMs() < known.until
          ? Effect.succeed(known.bucket)
          : Effect.tap(readOperator(agentId), (bucket) => Effect.sync(() => keep(agentId, bucket)))
      }),
  }
}

/** What the limits need of a request: the address that it comes from, and the bytes of its body. */
interface Counted {
  readonly address: string
  readonly bytes: number
}

export interface Buckets {
  /** Counts a request against its address, before anything else is done for it. */
  readonly arrive: (request: Counted) => Effect.Effect<void, Faulted>
  /** Counts a request against its caller. Gives the header fields that say how much the caller has left. */
  readonly count: (
    caller: Caller | null,
    request: Counted,
  ) => Effect.Effect<Headers, Faulted | StoreUnavailable, Store>
  /** Counts so many more requests, once a body shows that its request costs more than its head did. Later requests wait for them. */
  readonly owe: (
    caller: Caller | null,
    address: string,
    requests: number,
  ) => Effect.Effect<void, StoreUnavailable, Store>
}

/** How many times the allowance of a credential one address has, and one operator. */
const wider = 5

// Buckets need a monotonic clock: a clock that was set back would shut everybody out for as long.
const taken = (limiter: RateLimit.RateLimiter, key: string, cost: number): Effect.Effect<Headers, Faulted> =>
  Effect.suspend(() => {
    const verdict = limiter.take(key, performance.now(), cost)
    const fields = RateLimit.fields(limiter, verdict)
    if (verdict.allowed) return Effect.succeed(fields)
    const headers = { ...fields, "retry-after": String(verdict.seconds) }
    return Effect.fail(new Faulted({ code: "rate_limited", headers }))
  })

const nothing: Headers = {}

/** The buckets of a limit; if there is no limit, nothing is counted. */
export const makeBuckets = (
  limit: RateLimit.Limit | null,
): Buckets & {
  /** Counts a request whose sender the court does not know. */
  readonly anonymous: (request: Counted) => Effect.Effect<Headers, Faulted>
} => {
  if (limit === null) {
    const free = () => Effect.succeed(nothing)
    return { arrive: () => Effect.void, count: free, owe: () => Effect.void, anonymous: free }
  }
  const wide = { perSecond: wider * limit.perSecond, burst: wider * limit.burst }
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
      // A request that is refused for its own credential takes nothing from the operator's bucket.
      const mine = taken(own, caller.owner, cost)
      return caller.actor.role === "agent" ? Effect.zipLeft(mine, ofOperator(caller.actor.id, cost)) : mine
    },
    owe: (caller, address, requests) => {
      if (requests <= 0) return Effect.void
      const actor = caller?.actor
      const operator = actor?.role === "agent" ? known.bucketOf(actor.id) : Effect.succeed(null)
      return Effect.map(operator, (bucket) => {
        const now = performance.now()
        addresses.owe(bucketOf(address), now, requests)
        own.owe(caller?.owner ?? bucketOf(address), now, requests)
        if (bucket !== null) operators.owe(bucket, now, requests)
      })
    },
  }
}
