/** Who may send a request, and how many. */
import { Clock, Effect } from "effect"
import type { Keys } from "../adapters/keys/Keys.ts"
import type { Store, StoreUnavailable } from "../core/Store.ts"
import type { Instant } from "../core/Time.ts"
import type { Headers } from "./Answer.ts"
import type { Credential } from "./api/Operation.ts"
import { bearerOf, type Caller, identify } from "./Caller.ts"
import { Faulted } from "./Faulted.ts"
import type { Incoming } from "./Incoming.ts"
import * as RateLimit from "./RateLimit.ts"

export interface Admission {
  /** Takes a request from the bucket of a credential or an address; gives the header fields that say so. */
  readonly count: (key: string) => Effect.Effect<Headers, Faulted>
  /** The caller where a credential is wanted, or null where none is needed and none was given. */
  readonly authenticate: (
    wanted: Credential,
    incoming: Incoming,
    now: Instant,
  ) => Effect.Effect<Caller | null, Faulted | StoreUnavailable, Store | Keys>
}

/** Whose bucket an address counts in: its own, or for IPv6 the /64 that one subscriber has. */
export const bucketOf = (address: string): string => {
  if (!address.includes(":") || address.includes(".")) return address.replace(/^::ffff:/i, "")
  const [head = "", tail] = address.split("::")
  const groups = head === "" ? [] : head.split(":")
  const zeros = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length)
  return [...groups, ...Array<string>(zeros).fill("0"), ...(tail?.split(":") ?? [])].slice(0, 4).join(":")
}

export const make = (limit: RateLimit.Limit | null): Admission => {
  const limiter = limit === null ? null : RateLimit.make(limit)
  const count: Admission["count"] = (key) =>
    limiter === null
      ? Effect.succeed({})
      : Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const verdict = limiter.take(key, now)
          const fields = RateLimit.fields(limiter, verdict)
          if (verdict.allowed) return Effect.succeed(fields)
          const headers = { ...fields, "retry-after": String(verdict.seconds) }
          return Effect.fail(new Faulted({ code: "rate_limited", headers }))
        })
  return {
    count,
    authenticate: Effect.fnUntraced(function* (wanted, incoming, now) {
      const header = wanted === "none" ? undefined : incoming.header("authorization")
      if (header === undefined && wanted !== "required") return null
      const secret = bearerOf(header)
      const caller = secret === null ? null : yield* identify(secret, now)
      if (caller !== null) return caller
      // Guesses count against the address they come from, or every guess would have a bucket of its own.
      const rate = yield* count(bucketOf(incoming.address))
      const headers = { ...rate, "www-authenticate": 'Bearer realm="agent-court"' }
      return yield* new Faulted({ code: "unauthenticated", headers })
    }),
  }
}
