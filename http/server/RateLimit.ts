/**
 * How many requests are let in, by token buckets that count real time, not the court's. Every request counts against the address that it
 * comes from. A request that is let in also counts against its agent (or, without a credential, against its address as an anonymous
 * caller) and against the operator of that agent. An address and an operator are allowed five times as much as an agent, so that an
 * operator with many agents gets no more than that.
 */
import { Effect, Option } from "effect"
import { Agent } from "../../core/agents/index.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { Store, type StoreUnavailable } from "../../core/store/Store.ts"
import type { Caller } from "./Caller.ts"
import { bucketOf } from "./Incoming.ts"
import { Faulted, type Headers } from "./Problem.ts"

export interface Limit {
  readonly perSecond: number
  readonly burst: number
}

interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  /** For a refused request, the seconds until it would be allowed; for an allowed one, the seconds until the bucket is full. */
  readonly seconds: number
}

export interface RateLimiter {
  readonly name: string
  readonly policy: string
  /** Takes the cost of a request from its bucket; or refuses the request, and takes nothing. */
  readonly take: (key: string, nowMs: number, cost: number) => Verdict
  /** Takes a cost that was not known beforehand, even if the bucket has less: later requests wait for it. */
  readonly owe: (key: string, nowMs: number, cost: number) => void
}

/** A body counts as one more request for each full number of these bytes. */
const bytesPerRequest = 32_768

/** The cost of a request with so many bytes of body, in requests. */
export const costOf = (bytes: number): number => 1 + Math.floor(bytes / bytesPerRequest)

const itemsPerRequest = 10

export const costOfItems = (items: number): number => Math.ceil(items / itemsPerRequest)

const bucketsMax = 100_000

/**
 * A limiter. It keeps one number for each bucket: the time at which the bucket will be full again. At most `max` buckets are kept, and
 * the bucket that was used longest ago goes first. A bucket that has been idle for `burst / perSecond` seconds is full, so nothing is
 * lost with it.
 */
export const make = (
  { perSecond, burst }: Limit,
  name: string = "default",
  max: number = bucketsMax,
): RateLimiter => {
  const msPerRequest = 1000 / perSecond
  const spanMs = msPerRequest * burst
  const fullAt = new Map<string, number>()
  const debtOf = (key: string, nowMs: number): number => Math.max(0, (fullAt.get(key) ?? 0) - nowMs)
  const keep = (key: string, at: number): void => {
    fullAt.delete(key)
    fullAt.set(key, at)
    if (fullAt.size <= max) return
    const oldest = fullAt.keys().next()
    if (oldest.done !== true) fullAt.delete(oldest.value)
  }
  return {
    name,
    policy: `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    take: (key, nowMs, cost) => {
      // A request that costs more than a full bucket holds is allowed by a full bucket.
      const after = debtOf(key, nowMs) + Math.min(spanMs, cost * msPerRequest)
      if (after > spanMs)
        return { allowed: false, remaining: 0, seconds: Math.max(1, Math.ceil((after - spanMs) / 1000)) }
      keep(key, nowMs + after)
      return {
        allowed: true,
        remaining: Math.floor((spanMs - after) / msPerRequest),
        seconds: Math.ceil(after / 1000),
      }
    },
    owe: (key, nowMs, cost) => keep(key, nowMs + debtOf(key, nowMs) + cost * msPerRequest),
  }
}

/** The header fields of the IETF draft (RateLimit-Policy, RateLimit) for a verdict. */
const fieldsOf = ({ name, policy }: RateLimiter, { remaining, seconds }: Verdict) => ({
  "ratelimit-policy": policy,
  ratelimit: `"${name}";r=${remaining};t=${seconds}`,
})

interface Operators {
  /** The name of the bucket in which an agent's operator is counted; null if the agent doesn't exist. */
  readonly bucketOf: (agentId: string) => Effect.Effect<string | null, StoreUnavailable, Store>
}

const keptMax = 10_000
const operatorKeptMs = 300_000

const readOperator = (agentId: string): Effect.Effect<string | null, StoreUnavailable, Store> =>
  Effect.flatMap(Store, (driver) =>
    Effect.map(
      Reader.make(driver).reader.find(Agent.Agents, agentId),
      Option.match({
        onNone: () => null,
        // Anybody can enrol with another operator's address. Agents that have not proved it must not use up the bucket of agents that have.
        onSome: ({ identity, operatorId }) => `${identity.status}/${operatorId}`,
      }),
    ),
  )

/** Finds the operator of an agent, and remembers it for five minutes, so that most requests need no read for it. */
const rememberOperators = (clockMs: () => number = () => performance.now()): Operators => {
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

/** The facts that the limits need of a request: the address that it comes from, and the bytes of its body. */
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
const takeCost = (limiter: RateLimiter, key: string, cost: number): Effect.Effect<Headers, Faulted> =>
  Effect.suspend(() => {
    const verdict = limiter.take(key, performance.now(), cost)
    const said = fieldsOf(limiter, verdict)
    if (verdict.allowed) return Effect.succeed(said)
    const headers = { ...said, "retry-after": String(verdict.seconds) }
    return Effect.fail(new Faulted({ code: "rate_limited", headers }))
  })

const nothing: Headers = {}

/** The buckets of a limit; without a limit, nothing is counted. */
export const makeBuckets = (
  limit: Limit | null,
): Buckets & {
  /** Counts a request whose sender the court does not know. */
  readonly anonymous: (request: Counted) => Effect.Effect<Headers, Faulted>
} => {
  if (limit === null) {
    const free = () => Effect.succeed(nothing)
    return { arrive: () => Effect.void, count: free, owe: () => Effect.void, anonymous: free }
  }
  const wide = { perSecond: wider * limit.perSecond, burst: wider * limit.burst }
  const own = make(limit)
  const addresses = make(wide, "address")
  const operators = make(wide, "operator")
  const known = rememberOperators()
  const anonymous = ({ address, bytes }: Counted) => takeCost(own, bucketOf(address), costOf(bytes))
  const ofOperator = (agentId: string, cost: number) =>
    Effect.flatMap(known.bucketOf(agentId), (operator) =>
      operator === null ? Effect.succeed(nothing) : takeCost(operators, operator, cost),
    )
  return {
    anonymous,
    arrive: ({ address, bytes }) => Effect.asVoid(takeCost(addresses, bucketOf(address), costOf(bytes))),
    count: (caller, request) => {
      if (caller === null) return anonymous(request)
      const cost = costOf(request.bytes)
      // A request that is refused for its own credential takes nothing from the operator's bucket.
      const mine = takeCost(own, caller.owner, cost)
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
