/** The credentials of agents, and the keyring that says which of them serve. */
import { Schema } from "effect"
import * as Kind from "../kernel/Kind.ts"
import { Instant } from "../kernel/Time.ts"

/**
 * A bearer credential of an agent: only the SHA-256 of the key is kept, as the id. The record never changes; the agent's keyring
 * says whether the key serves.
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

/**
 * The keys of an agent that have not ended: the current one, and the previous one with the instant until which it serves. Once the
 * Registrar has ended all of them, it has the time of that.
 */
export const Keyring = Schema.Struct({
  agentId: Schema.String,
  current: Schema.NullOr(Schema.String),
  previous: Schema.NullOr(Schema.Struct({ id: Schema.String, until: Instant })),
  endedAt: Schema.optionalWith(Instant, { exact: true }),
})
export type Keyring = typeof Keyring.Type
export const Keyrings = Kind.make<Keyring>({
  name: "keyring",
  schema: Keyring,
  id: (keyring) => keyring.agentId,
})
