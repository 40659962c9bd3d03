/** Who sends a request: the bearer credential, looked up by its SHA-256. */
import { timingSafeEqual } from "node:crypto"
import { Effect, Option } from "effect"
import * as ApiKey from "../adapters/keys/ApiKey.ts"
import { Keys } from "../adapters/keys/Keys.ts"
import type { Actor } from "../core/Actor.ts"
import { authenticate } from "../core/agents/Lookup.ts"
import * as Reader from "../core/Reader.ts"
import { Store, type StoreUnavailable } from "../core/Store.ts"
import type { Instant } from "../core/Time.ts"

export interface Caller {
  readonly actor: Actor
  /** Under which name the caller's receipts and requests are counted. */
  readonly owner: string
  /** As presented. It seals what only this caller may read again, and goes nowhere else. */
  readonly secret: string
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
) => Effect.Effect<Caller | null, StoreUnavailable, Store | Keys> = Effect.fnUntraced(
  function* (secret, now) {
    const hash = ApiKey.parse(secret)
    if (hash === null) return null
    const keys = yield* Keys
    if (same(hash, keys.registrarSha256)) return { actor: { role: "registrar" }, owner: "registrar", secret }
    if (same(hash, keys.judgeSha256)) return { actor: { role: "judge" }, owner: "judge", secret }
    const actor = yield* authenticate(Reader.make(yield* Store).reader, hash, now)
    return Option.match(actor, {
      onNone: () => null,
      onSome: (agent) => ({ actor: agent, owner: `agent/${agent.id}`, secret }),
    })
  },
)
