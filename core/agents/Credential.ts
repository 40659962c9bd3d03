import { Effect, Option, Schema } from "effect"
import type { Actor } from "../Actor.ts"
import * as Kind from "../Kind.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { Instant } from "../Time.ts"

/**
 * A bearer credential of an agent: only the SHA-256 of the key is kept, as the id. It is never changed: whether it serves is
 * what the agent's keyring says.
 */
export const Credential = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  handle: Schema.String,
  createdAt: Instant,
})
export type Credential = typeof Credential.Type
export const Credentials = Kind.make<Credential>({
  name: "credential",
  schema: Credential,
  id: (credential) => credential.id,
})

/** The keys of an agent that have not ended: the one in use, and the one that a rotation left until an instant. */
export const Keyring = Schema.Struct({
  agentId: Schema.String,
  current: Schema.NullOr(Schema.String),
  previous: Schema.NullOr(Schema.Struct({ id: Schema.String, until: Instant })),
})
export type Keyring = typeof Keyring.Type
export const Keyrings = Kind.make<Keyring>({
  name: "keyring",
  schema: Keyring,
  id: (keyring) => keyring.agentId,
})

/** The keys that a keyring names, whether or not the time of the previous one has passed. */
export const named = ({ current, previous }: Keyring): ReadonlyArray<string> =>
  [current, previous?.id ?? null].filter((id) => id !== null)

/**
 * Whether a key serves. A key that the keyring does not name has ended, whatever the time: no clock brings it back. Of those
 * that it names, the previous one serves until its instant, and not at it.
 */
export const serves = rule(
  ["Rule 2.6"],
  ({ current, previous }: Keyring, id: string, now: Instant): boolean =>
    current === id || (previous?.id === id && now < previous.until),
)

/** A credential with the keyring that says whether it serves. */
export interface Held {
  readonly credential: Credential
  readonly keyring: Keyring
}

/**
 * Reads a credential by its id, unless it is known already, and its keyring. What is read is what the agent's standing rests
 * on: an act is to be committed only where the keyring has not moved since.
 */
export const held = (
  reader: Reader,
  id: string,
  known: Option.Option<Credential> = Option.none(),
): Effect.Effect<Option.Option<Held>, StoreUnavailable> =>
  Effect.flatMap(
    Option.isSome(known) ? Effect.succeed(known) : reader.find(Credentials, id),
    Option.match({
      onNone: () => Effect.succeedNone,
      onSome: (credential) =>
        Effect.map(
          reader.find(Keyrings, credential.agentId),
          Option.map((keyring) => ({ credential, keyring })),
        ),
    }),
  )

/** The agent that a credential names at an instant; nobody where the key has ended. */
export const bearer = (
  { credential: { id, agentId, handle }, keyring }: Held,
  now: Instant,
): Option.Option<Extract<Actor, { role: "agent" }>> =>
  serves(keyring, id, now) ? Option.some({ role: "agent", id: agentId, handle }) : Option.none()
