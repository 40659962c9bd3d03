import { Context, Data, type Effect, Schema } from "effect"
import * as Kind from "./Kind.ts"
import { Instant } from "./Time.ts"

/** The court's seal over a text (Rule 5.4): ed25519 over its UTF-8 bytes. Signature and key in hexadecimal. */
export const SealSchema = Schema.Struct({
  id: Schema.String,
  algorithm: Schema.Literal("ed25519"),
  publicKey: Schema.String,
  signature: Schema.String,
  sha256: Schema.String,
  sealedAt: Instant,
})
export type Seal = typeof SealSchema.Type
export const Seals = Kind.make<Seal>({ name: "seal", schema: SealSchema, id: (seal) => seal.id })

export class NotaryUnavailable extends Data.TaggedError("NotaryUnavailable")<{ readonly cause: unknown }> {}

/** Signs with the court's seal. The key stays with the host, outside every store. */
export interface NotaryService {
  readonly sign: (
    payload: string,
  ) => Effect.Effect<
    { readonly publicKey: string; readonly signature: string; readonly sha256: string },
    NotaryUnavailable
  >
}
export class Notary extends Context.Tag("agent-court/Notary")<Notary, NotaryService>() {}
