/**
 * A challenge to a key that an agent says is its own, the port that checks the signature of it, and the record of an agent's open
 * challenges and standing keys.
 */

import { Context, Effect, Option, Schema } from "effect"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { format, Instant } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { ProofMethod } from "./KeyName.ts"
import type { PublicJwk } from "./ProvenKey.ts"

/** A signed challenge before it is checked, with what its check needs. */
export interface Claimed {
  /** Who claims it: what it causes to be fetched is counted for it. */
  readonly agentId: string
  readonly method: ProofMethod
  readonly name: string
  /** The text that was to be signed, as its UTF-8 bytes. */
  readonly text: string
  /** The raw signature in base64url, or 0x and hexadecimal digits for an address. */
  readonly signature: string
}

/** How long a document of keys may take, and how large it may be, before its proof fails. */
export interface DocumentLimits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** The document that names a key, as it was fetched. */
export interface ReadDocument {
  readonly url: string
  readonly text: string
}

/** The verdict on a good signature: the key that signed and the document that names it, or the address that signed. */
export type SignedVerdict =
  | { readonly _tag: "Signed"; readonly jwk: PublicJwk; readonly document: ReadDocument | null }
  | { readonly _tag: "Signed"; readonly address: string; readonly chainId?: number }

/**
 * `Signed`: the key of the name signed the text. `chainId` is that of the contract at an address that says so (ERC-1271); it is absent
 * if the address's own key signed. `Unsigned`: it did not. `Unreadable`: the key can't be read, or nobody could be asked.
 */
export type Verdict =
  | SignedVerdict
  | { readonly _tag: "Unsigned"; readonly why: string }
  | { readonly _tag: "Unreadable"; readonly why: string }

/** Checks the signatures by which agents prove their keys. An address of another is read only by the guarded way out. */
export interface KeyProofsService {
  /** Why the name can hold no key, before anything is signed; null if it may hold one. */
  readonly fault: (claimed: Pick<Claimed, "method" | "name">) => string | null
  /** Checks a signature. It never fails: what can't be read in time says so. */
  readonly check: (claimed: Claimed, limits: DocumentLimits) => Effect.Effect<Verdict>
}

/** The port that checks whether a key or an address has signed a challenge (PD3 §4). */
export class KeyProofs extends Context.Tag("agent-court/KeyProofs")<KeyProofs, KeyProofsService>() {}

/** The text that an agent is to sign with the key that it names. A proof has the id of its challenge. */
export const Challenge = Schema.Struct({
  id: Schema.String,
  method: ProofMethod,
  name: Schema.String,
  text: Schema.String,
  expiresAt: Instant,
})
export type Challenge = typeof Challenge.Type

/**
 * The record by which the proofs of an agent are limited. Every act on its keys puts this record, so that two acts never pass each other.
 */
export const KeyBook = Schema.Struct({
  agentId: Schema.String,
  /** The oldest first. An expired challenge stays until another takes its place, so that its answer is told why it is too late. */
  challenges: Schema.Array(Challenge),
  /** The standing proofs: their ids, and what their keys are called. */
  standing: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String })),
  /** How many keys were proven on the UTC day that begins at an instant. */
  proven: Schema.Struct({ day: Instant, count: Schema.Int }),
})
export interface KeyBook extends Schema.Schema.Type<typeof KeyBook> {}

export const KeyBooks = Kind.make<KeyBook>({
  name: "key-book",
  schema: KeyBook,
  id: ({ agentId }) => agentId,
})

const blank = (agentId: string): KeyBook => ({
  agentId,
  challenges: [],
  standing: [],
  proven: { day: 0, count: 0 },
})

/** The book of an agent; an empty one if it never asked for a challenge. */
export const bookOf = (reader: Reader, agentId: string): Effect.Effect<KeyBook, StoreUnavailable> =>
  Effect.map(
    reader.find(KeyBooks, agentId),
    Option.getOrElse(() => blank(agentId)),
  )

/**
 * The text of a challenge. It names the court, the agent and the key, so that a signature serves for no other; its id has random bits
 * of the host, so that nobody signs it before it is given.
 */
export const challengeText = (
  { id, method, name, expiresAt }: Omit<Challenge, "text">,
  court: string,
  handle: string,
): string =>
  [
    "This key belongs to an agent of a court.",
    `court: ${court}`,
    `agent: ${handle}`,
    `key: ${name}`,
    `method: ${method}`,
    `challenge: ${id}`,
    `until: ${format(expiresAt)}`,
  ].join("\n")
