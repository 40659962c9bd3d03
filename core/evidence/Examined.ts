/**
 * What an artifact that agents sign says, as a verifier found it: who signed, which checks hold, and what was said. A verifier knows
 * formats and signatures and no agents. Whose keys these are is found by the court (`Verified.ts`).
 */
import { Context, Effect, Layer, Schema } from "effect"
import { Instant } from "../kernel/Time.ts"

/** The formats that are verified. */
export const Format = Schema.Literal(
  "x402_offer",
  "x402_receipt",
  "ap2",
  "a2a_card",
  "court_receipt",
  "judgment",
  "http_message",
  "jws",
)
export type Format = typeof Format.Type

/** One check, in words: what was compared, and why it holds or does not. */
export const Check = Schema.Struct({ check: Schema.String, holds: Schema.Boolean, why: Schema.String })
export type Check = typeof Check.Type

/** Somebody who signed a part of an artifact. */
export const ExaminedSigner = Schema.Struct({
  /** Its part in the artifact: `seller`, `merchant`, `user`, `agent`, `court`, `signer`. */
  role: Schema.String,
  /** What the key is called: a DID URL, a CAIP-10 address, or an address with `#kid`. */
  key: Schema.String,
  /** The key itself, as `ProvenKey.fingerprint` writes it. */
  fingerprint: Schema.String,
  /** Whether the signature is by this key. */
  valid: Schema.Boolean,
  /** When it was signed, as the artifact says; null if it does not say. */
  signedAt: Schema.NullOr(Instant),
  /**
   * What makes the key one that may say this, by the artifact alone: `pay_to` (the address that is paid), `host` (the key is
   * published by the host of the resource, and `host` names it); null if only a proven key can.
   */
  entitled: Schema.NullOr(Schema.Literal("pay_to", "host")),
  host: Schema.NullOr(Schema.String),
})
export type ExaminedSigner = typeof ExaminedSigner.Type

/** A sentence of a fixed form, and the role of the signer that said so. */
export const Statement = Schema.Struct({ by: Schema.String, text: Schema.String })
export type Statement = typeof Statement.Type

/** A document that was fetched to verify an artifact. It is kept with the pleading, since it may change or vanish. */
export const FetchedDocument = Schema.Struct({
  url: Schema.String,
  sha256: Schema.String,
  fetchedAt: Instant,
  text: Schema.String,
})
export type FetchedDocument = typeof FetchedDocument.Type

export const Examined = Schema.Struct({
  format: Format,
  signers: Schema.Array(ExaminedSigner),
  checks: Schema.Array(Check),
  statement: Schema.Array(Statement),
  documents: Schema.Array(FetchedDocument),
  /** The addresses (CAIP-10) that an agent card names as the agent's own. Nothing else that an agent signs names any. */
  addresses: Schema.optionalWith(Schema.Array(Schema.String), { exact: true }),
})
export type Examined = typeof Examined.Type

/** Who asks, and when: pieces are counted for each agent, so that none keeps the others waiting. */
export interface Examining {
  readonly agentId: string | null
  readonly now: Instant
}

/** The port of verifiers. A piece that has none of the formats gives null. It never fails: what can't be read in time says so in a check. */
export interface EvidenceService {
  readonly examine: (
    contents: ReadonlyArray<string>,
    examining: Examining,
  ) => Effect.Effect<ReadonlyArray<Examined | null>>
}

export class Verifiers extends Context.Tag("agent-court/Verifiers")<Verifiers, EvidenceService>() {
  /** Recognises nothing: for a court that verifies no artifacts. Evidence is then read as text alone. */
  static readonly none: Layer.Layer<Verifiers> = Layer.succeed(this, {
    examine: (contents) => Effect.succeed(contents.map(() => null)),
  })
}
