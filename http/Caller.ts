/** Who sends a request: the bearer credential, looked up by its SHA-256. */
import { createHash, timingSafeEqual } from "node:crypto"
import { Effect } from "effect"
import type { Actor } from "../core/Actor.ts"
import { Credentials } from "../core/agents/Credential.ts"
import * as Reader from "../core/Reader.ts"
import { Store, type StoreUnavailable } from "../core/Store.ts"
import type { Instant } from "../core/Time.ts"
import { Faulted } from "./Faulted.ts"
import { OfficeKeys } from "./OfficeKeys.ts"

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

export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex")

const same = (a: string, b: string): boolean => {
  const left = Buffer.from(a, "hex")
  const right = Buffer.from(b, "hex")
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The caller that a credential names, or `unauthenticated` where it names nobody or is no longer in force at `now`. */
export const identify = (
  secret: string,
  now: Instant,
): Effect.Effect<Caller, Faulted | StoreUnavailable, Store | OfficeKeys> =>
  Effect.gen(function* () {
    const hash = hashOf(secret)
    const offices = yield* OfficeKeys
    if (same(hash, offices.registrarSha256))
      return { actor: { role: "registrar" }, owner: "registrar", secret }
    if (same(hash, offices.judgeSha256)) return { actor: { role: "judge" }, owner: "judge", secret }
    const { reader } = Reader.make(yield* Store)
    const found = yield* reader.find(Credentials, hash)
    if (found._tag === "None") return yield* new Faulted({ code: "unauthenticated" })
    const { agentId, handle, validUntil } = found.value
    if (validUntil !== null && now >= validUntil) return yield* new Faulted({ code: "unauthenticated" })
    return { actor: { role: "agent", id: agentId, handle }, owner: `agent/${agentId}`, secret }
  })
