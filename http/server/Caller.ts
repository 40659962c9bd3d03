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
