/** Who sends a request: the bearer credential, looked up by its SHA-256, and for whose operator its requests are counted. Both are remembered for a while. */

import { timingSafeEqual } from "node:crypto"
import { Effect, Option } from "effect"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import { Keys } from "../../adapters/keys/Keys.ts"
import type { Actor } from "../../core/Actor.ts"
import { Agents } from "../../core/agents/Agent.ts"
import { bearer, type Credential, type Held, held } from "../../core/agents/Keys.ts"
import type { KnownBy } from "../../core/Command.ts"
import * as Reader from "../../core/Reader.ts"
import { type Driver, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"
import type { Credential as Wanted } from "../api/Operation.ts"
import type { Headers } from "./Answer.ts"
import { bucketOf, type Incoming } from "./Incoming.ts"
import { Faulted } from "./Problem.ts"
import * as RateLimit from "./RateLimit.ts"

export interface Caller {
  readonly actor: Actor
  /** Under which name the caller's receipts and requests are counted. */
  readonly owner: string
  /** As presented. It seals what only this caller may read again, and goes nowhere else. */
  readonly secret: string
  /** What an act of this caller rests on. */
  readonly knownBy: KnownBy
  /** Whether that was not read for this request, so that only a commit can tell whether it still stands. */
  readonly remembered: boolean
}

/** What follows `Bearer`, where the header has that form. */
export const bearerOf = (authorization: string | undefined): string | null => {
  const match = authorization === undefined ? null : /^Bearer +([\x21-\x7e]{1,512}) *$/i.exec(authorization)
  return match?.[1] ?? null
}

const same = (a: string, b: string): boolean => {
  const left = Buffer.from(a, "hex")
  const right = Buffer.from(b, "hex")
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The caller that a credential names; null where it names nobody or is no longer in force at `now`. */
export const identify: (
  secret: string,
  now: Instant,
  find: Find,
) => Effect.Effect<Caller | null, StoreUnavailable, Store | Keys> = Effect.fnUntraced(
  function* (secret, now, find) {
    const hash = ApiKey.parse(secret)
    if (hash === null) return null
    const keys = yield* Keys
    for (const [role, kept] of [
      ["registrar", keys.registrarSha256],
      ["judge", keys.judgeSha256],
    ] as const)
      if (same(hash, kept)) return { actor: { role }, owner: role, secret, knownBy: [], remembered: false }
    const { held, knownBy, remembered } = yield* find(yield* Store, hash)
    const actor = Option.flatMap(held, (found) => bearer(found, now))
    return Option.match(actor, {
      onNone: () => null,
      onSome: (agent) => ({ actor: agent, owner: `agent/${agent.id}`, secret, knownBy, remembered }),
    })
  },
)

export interface Found {
  readonly held: Option.Option<Held>
  readonly knownBy: KnownBy
  /** Whether it was read for an earlier request. */
  readonly remembered: boolean
}

/** Finds a credential by its id, the hash of a key. */
export type Find = (driver: Driver, id: string) => Effect.Effect<Found, StoreUnavailable>

export interface Credentials {
  /** Reads it. */
  readonly anew: Find
  /**
   * As it was read within five seconds, or reads it: for acts alone, whose commit fails where the keyring has changed since,
   * in this process or another.
   */
  readonly lately: Find
}

const credentialKeptMs = 5_000
const keptMax = 10_000

const readCredential = (driver: Driver, id: string, known: Option.Option<Credential>) =>
  Effect.suspend(() => {
    const { reader, versions } = Reader.make(driver)
    return Effect.map(held(reader, id, known), (found) => ({
      held: found,
      knownBy: [...versions.values()],
      remembered: false,
    }))
  })

/** Credentials as they were read lately. `clockMs` counts milliseconds and only goes on. */
export const knownCredentials = (clockMs: () => number = () => performance.now()): Credentials => {
  const kept = new Map<string, { readonly found: Found; readonly until: number }>()
  const keep = (id: string, found: Found): void => {
    kept.delete(id)
    // Whoever guesses keys fills nothing.
    if (Option.isNone(found.held)) return
    if (kept.size >= keptMax) kept.clear()
    kept.set(id, { found: { ...found, remembered: true }, until: clockMs() + credentialKeptMs })
  }
  const anew: Find = (driver, id) =>
    Effect.suspend(() => {
      // A credential is never changed: of one that is known, the keyring alone is read.
      const known = Option.map(kept.get(id)?.found.held ?? Option.none(), ({ credential }) => credential)
      return Effect.tap(readCredential(driver, id, known), (found) => keep(id, found))
    })
  return {
    anew,
    lately: (driver, id) =>
      Effect.suspend(() => {
        const known = kept.get(id)
        return known !== undefined && clockMs() < known.until ? Effect.succeed(known.found) : anew(driver, id)
      }),
  }
}

export interface Operators {
  /** The name of the bucket of an agent's operator; null where there is no such agent. */
  readonly bucketOf: (agentId: string) => Effect.Effect<string | null, StoreUnavailable, Store>
}

const operatorKeptMs = 300_000

const readOperator = (agentId: string): Effect.Effect<string | null, StoreUnavailable, Store> =>
  Effect.flatMap(Store, (driver) =>
    Effect.map(
      Reader.make(driver).reader.find(Agents, agentId),
      Option.match({
        onNone: () => null,
        // Anybody can state another's address: what such agents send must not use up the bucket of those that proved it.
        onSome: ({ identity, operatorId }) => `${identity.status}/${operatorId}`,
      }),
    ),
  )

/** For whose operator a caller's requests are counted, remembered so that a request needs no read for it. */
export const knownOperators = (clockMs: () => number = () => performance.now()): Operators => {
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

/**
 * Who may send a request, and how many. Every request counts against the address that it comes from; one that is let in counts
 * against its credential (or, without one, against its address as an anonymous caller), and against the operator behind it.
 * Addresses and operators have five times what a credential has, so that many keys of one place buy no more than that.
 */

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
    wanted: Wanted,
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
