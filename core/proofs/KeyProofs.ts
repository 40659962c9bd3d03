/** The port that checks whether a challenge is signed by the key that it names. */
import { Context, type Effect } from "effect"
import type { ProofMethod } from "./KeyName.ts"
import type { PublicJwk } from "./PublicJwk.ts"

export interface KeyClaimed {
  /** Who claims it: what it causes to be fetched is counted for it. */
  readonly agentId: string
  readonly method: ProofMethod
  readonly name: string
  /** What was to be signed, over its UTF-8 bytes. */
  readonly text: string
  /** The raw signature in base64url, or 0x and hexadecimal digits for an address. */
  readonly signature: string
}

/** The figures within which a document is fetched. */
export interface DocumentLimits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** The document that names a key, as it was fetched. */
export interface ReadDocument {
  readonly url: string
  readonly text: string
}

export type SignedVerdict =
  | { readonly _tag: "Signed"; readonly jwk: PublicJwk; readonly document: ReadDocument | null }
  | { readonly _tag: "Signed"; readonly address: string; readonly chainId?: number }

/**
 * `Signed`: the key of the name signed the text. `chainId` is that of the contract at an address that says so (ERC-1271); it is absent
 * if the address's own key signed. `Unsigned`: it did not. `Unreadable`: the key can't be read, or nobody could be asked.
 */
export type KeyVerdict =
  | SignedVerdict
  | { readonly _tag: "Unsigned"; readonly why: string }
  | { readonly _tag: "Unreadable"; readonly why: string }

export interface KeyProofsService {
  /** Why the name can hold no key, before anything is signed; null if it may hold one. */
  readonly fault: (claimed: Pick<KeyClaimed, "method" | "name">) => string | null
  /** Checks a signature. It never fails: what can't be read in time says so. */
  readonly check: (claimed: KeyClaimed, limits: DocumentLimits) => Effect.Effect<KeyVerdict>
}

/** Checks the signatures of challenges. */
export class KeyProofs extends Context.Tag("agent-court/KeyProofs")<KeyProofs, KeyProofsService>() {}
