import { Schema } from "effect"
import * as Kind from "../Kind.ts"
import { Instant } from "../Time.ts"

/** A bearer credential of an agent: only the SHA-256 of the key is kept, as the id. */
export const Credential = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  handle: Schema.String,
  createdAt: Instant,
  /** The first instant at which it no longer serves; null while nothing ends it. */
  validUntil: Schema.NullOr(Instant),
})
export type Credential = typeof Credential.Type
export const Credentials = Kind.make<Credential>({
  name: "credential",
  schema: Credential,
  id: (credential) => credential.id,
})

/** The keys of an agent: the one in use and the one that a rotation left valid for a while. */
export const Keyring = Schema.Struct({
  agentId: Schema.String,
  current: Schema.NullOr(Schema.String),
  previous: Schema.NullOr(Schema.String),
})
export type Keyring = typeof Keyring.Type
export const Keyrings = Kind.make<Keyring>({
  name: "keyring",
  schema: Keyring,
  id: (keyring) => keyring.agentId,
})
