/** Who sends a request: the bearer credential, looked up by its SHA-256. */
import { timingSafeEqual } from "node:crypto"
import { Effect, Option } from "effect"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import { Keys } from "../../adapters/keys/Keys.ts"
import type { Actor } from "../../core/Actor.ts"
import { bearer } from "../../core/agents/Keys.ts"
import type { KnownBy } from "../../core/Command.ts"
import { Store, type StoreUnavailable } from "../../core/store/Store.ts"
import type { Instant } from "../../core/Time.ts"
import type { Find } from "./Known.ts"

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
