/** What everybody reads of a proven key. */
import { Schema } from "effect"
import { word } from "../kernel/Json.ts"
import { Stamp } from "../kernel/Time.ts"
import { ProofMethod } from "./KeyName.ts"
import { KeyDocument, type ProvenKey } from "./ProvenKey.ts"
import { PublicJwk } from "./PublicJwk.ts"

const Shown = Schema.Struct({
  /** What the key is called. */
  id: Schema.String,
  /** The id under which the proof is ended. */
  proofId: Schema.String,
  method: word(ProofMethod),
  jwk: Schema.NullOr(PublicJwk),
  address: Schema.NullOr(Schema.String),
  provenAt: Stamp,
  endedAt: Schema.NullOr(Stamp),
  document: Schema.NullOr(KeyDocument),
})
export const ProofView = Schema.encodedBoundSchema(Shown).annotations({ identifier: "KeyProof" })
/** The proof of a key with the agent to which the key belongs, or belonged. */
export const HeldProofView = Schema.encodedBoundSchema(
  Schema.Struct({ handle: Schema.String, ...Shown.fields }),
).annotations({ identifier: "HeldKeyProof" })

const encode = Schema.encodeSync(Shown)

export const proofView = (proof: ProvenKey): typeof ProofView.Type =>
  encode({ ...proof, id: proof.name, proofId: proof.id })
