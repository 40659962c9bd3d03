/**
 * Who sends a request. A bearer credential is looked up by its SHA-256, and a signed request by the name of its key. How many requests are
 * let in is counted in `RateLimit.ts`.
 */

import { timingSafeEqual } from "node:crypto"
import { Clock, Effect, Option } from "effect"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import { Keys } from "../../adapters/keys/Keys.ts"
import { type Agent, Keys as AgentKeys } from "../../core/agents/index.ts"
import type { KnownBy } from "../../core/kernel/Reader.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import { type Driver, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import type { Credential as Wanted } from "../api/Operation.ts"
import * as AccessToken from "../oauth/AccessToken.ts"
import { covers } from "../oauth/Resource.ts"
import type { Caller } from "./Caller.ts"
import type { Incoming } from "./Incoming.ts"
import { Faulted } from "./Problem.ts"
import { type Buckets, type Limit, makeBuckets } from "./RateLimit.ts"
import * as SignedRequest from "./SignedRequest.ts"
import { rememberKeys, signers } from "./SigningKeys.ts"

/** The token of an `Authorization: Bearer` header; null if the header has another form. */
const bearerOf = (authorization: string | undefined): string | null => {
  const match = authorization === undefined ? null : /^Bearer +([\x21-\x7e]{1,1024}) *$/i.exec(authorization)
  return match?.[1] ?? null
}

const same = (a: string, b: string): boolean => {
  const left = Buffer.from(a, "hex")
  const right = Buffer.from(b, "hex")
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The agent of a credential, which sent this secret; null if the credential is not in force. */
const callerOf = ({ held, knownBy, remembered }: Found, now: Instant, secret: string | null): Caller | null =>
  Option.match(
    Option.flatMap(held, (found) => AgentKeys.bearer(found, now)),
    {
      onNone: () => null,
      onSome: (actor) => ({ actor, owner: `agent/${actor.id}`, secret, knownBy, remembered }),
    },
  )

/** The caller whose credential this is; null if nobody has it or it is not in force at `now`. */
const identify: (
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
    return callerOf(yield* find(yield* Store, hash), now, secret)
  },
)

interface Found {
  readonly held: Option.Option<AgentKeys.Held>
  readonly knownBy: KnownBy
  readonly remembered: boolean
}

type Find = (driver: Driver, id: string) => Effect.Effect<Found, StoreUnavailable>

interface Credentials {
  readonly anew: Find
  /**
   * Gives the credential as it was read within the last five seconds, or reads it. Only acts may use this: their commit fails if
   * this process or another one has changed the keyring since.
   */
  readonly lately: Find
}

const credentialKeptMs = 5_000
const keptMax = 10_000

const readCredential = (driver: Driver, id: string, known: Option.Option<Agent.Credential>) =>
  Effect.suspend(() => {
    const { reader, versions } = Reader.make(driver)
    return Effect.map(AgentKeys.findCredential(reader, id, known), (found) => ({
      held: found,
      knownBy: [...versions.values()],
      remembered: false,
    }))
  })

/** Finds credentials, and remembers them for five seconds. `clockMs` is a monotonic clock in milliseconds. */
export const rememberCredentials = (clockMs: () => number = () => performance.now()): Credentials => {
  const kept = new Map<string, { readonly found: Found; readonly until: number }>()
  const keep = (id: string, found: Found): void => {
    kept.delete(id)
    // Guessed keys take no memory.
    if (Option.isNone(found.held)) return
    if (kept.size >= keptMax) kept.clear()
    kept.set(id, { found: { ...found, remembered: true }, until: clockMs() + credentialKeptMs })
  }
  const anew: Find = (driver, id) =>
    Effect.suspend(() => {
      // A credential never changes, so for a known one only the keyring is read.
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

export interface Presented extends Pick<Incoming, "header" | "address"> {
  readonly signable: SignedRequest.Signable
}

export interface Admission extends Buckets {
  /** The caller; null if no credential is needed and no credential was given. Fails with 401 if the credential is not good. */
  readonly authenticate: (
    wanted: Wanted,
    incoming: Presented,
    now: Instant,
    look: keyof Credentials,
  ) => Effect.Effect<Caller | null, Faulted | StoreUnavailable, Store | Keys>
}

/** Why a credential names nobody; empty if no credential was sent. */
const whyUnknown = (header: string | undefined, secret: string | null) => {
  if (header === undefined) return []
  const message =
    secret === null ? "must be Bearer and an API key" : "is no key that is in force at this court"
  return [{ path: "Authorization", message }]
}

/** `baseUrl` is the address of the court, with which the address that a request has signed begins. */
export const make = (limit: Limit | null, baseUrl: string): Admission => {
  const known = rememberCredentials()
  const findSigner = signers(baseUrl)
  const keyNamed = rememberKeys()
  const { anonymous, ...counted } = makeBuckets(limit)
  /** The agent whose key asked for this token, if the token is for what is requested and that key is still in force. */
  const byToken = Effect.fnUntraced(function* (
    secret: string,
    { signable: { target } }: Presented,
    now: Instant,
    look: keyof Credentials,
  ) {
    const token = AccessToken.readToken(yield* Keys, secret, yield* Clock.currentTimeMillis)
    if (token === null || !covers(token.resource, target)) return null
    const driver = yield* Store
    if ("credential" in token.grantee) {
      const found = yield* known[look](driver, token.grantee.credential)
      return callerOf(found, now, null)
    }
    const key = yield* keyNamed(driver, { keyid: token.grantee.keyid, directory: null }, look)
    if (typeof key === "string") return null
    const { proof, knownBy, remembered } = key
    const actor = { role: "agent", id: proof.agentId, handle: proof.handle } as const
    return { actor, owner: `agent/${proof.agentId}`, secret: null, knownBy, remembered }
  })
  /** The caller by its signature; null if the request bears no signature for this court. */
  const bySignature = Effect.fnUntraced(function* ({ signable, header }: Presented, look: keyof Credentials) {
    const read = yield* SignedRequest.read(signable, baseUrl, yield* Clock.currentTimeMillis)
    if (read === null) return null
    if (header("authorization") !== undefined) return yield* new Faulted({ code: "two_credentials" })
    return yield* findSigner(read, look)
  })
  return {
    ...counted,
    authenticate: Effect.fnUntraced(function* (wanted, incoming, now, look) {
      if (wanted === "none") return null
      /** Wrong credentials count against the address that they come from, or each guess would have a bucket of its own. */
      const refuseCredentials = ({ code, errors = [] }: Faulted) =>
        Effect.flatMap(anonymous({ address: incoming.address, bytes: 0 }), (rate) => {
          const headers = { ...rate, "www-authenticate": 'Bearer realm="agent-court"' }
          return new Faulted({ code, errors, headers })
        })
      if (incoming.signable.header("signature-input") !== undefined) {
        const signing = yield* Effect.catchTag(bySignature(incoming, look), "Faulted", refuseCredentials)
        if (signing !== null) return signing
      }
      const header = incoming.header("authorization")
      if (header === undefined && wanted !== "required") return null
      const secret = bearerOf(header)
      const caller =
        secret === null
          ? null
          : AccessToken.isToken(secret)
            ? yield* byToken(secret, incoming, now, look)
            : yield* identify(secret, now, known[look])
      return (
        caller ??
        (yield* refuseCredentials(
          new Faulted({ code: "unauthenticated", errors: whyUnknown(header, secret) }),
        ))
      )
    }),
  }
}
