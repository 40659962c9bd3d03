/** The questions about proven keys, with what everybody is shown: the keys of an agent, and who has or had a key. */
import { Effect, Schema } from "effect"
import { word } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { bounds } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { Stamp } from "../kernel/Time.ts"
import { lookUpUnder, ProofMethod, placeOfKey, spellName } from "./KeyName.ts"
import {
  fingerprintOf,
  KeyDocument,
  latestIndex,
  nameIndex,
  type ProvenKey,
  ProvenKeys,
  PublicJwk,
  placeIndex,
} from "./ProvenKey.ts"

const Shown = Schema.Struct({
  id: Schema.String,
  proofId: Schema.String,
  method: word(ProofMethod),
  jwk: Schema.NullOr(PublicJwk),
  address: Schema.NullOr(Schema.String),
  provenAt: Stamp,
  endedAt: Schema.NullOr(Stamp),
  document: Schema.NullOr(KeyDocument),
})
const proofViewSchema = Schema.encodedBoundSchema(Shown).annotations({ identifier: "KeyProof" })

export interface ProofView extends Schema.Schema.Type<typeof proofViewSchema> {}

/** A proof as the public record of its agent shows it; `id` is the name of the key. */
export const ProofView: Schema.Schema<ProofView> = proofViewSchema

const heldProofViewSchema = Schema.encodedBoundSchema(
  Schema.Struct({ handle: Schema.String, ...Shown.fields }),
).annotations({ identifier: "HeldKeyProof" })

export interface HeldProofView extends Schema.Schema.Type<typeof heldProofViewSchema> {}

/** The proof of a key with the agent to which the key belongs, or belonged. */
export const HeldProofView: Schema.Schema<HeldProofView> = heldProofViewSchema

const encode = Schema.encodeSync(Shown)

export const proofView = (proof: ProvenKey): typeof ProofView.Type =>
  encode({ ...proof, id: proof.name, proofId: proof.id })

/** How many proofs the record of an agent shows at most, the latest of them. */
export const proofsShown = 20

/** The latest proofs of an agent, standing and ended, as its public record shows them. */
export const latestProofs = (reader: Reader, agentId: string) =>
  Effect.map(
    reader.list(ProvenKeys, {
      index: latestIndex,
      prefix: `${agentId}/`,
      after: null,
      limit: proofsShown,
    }),
    ({ items }) => items.map(proofView),
  )

/** Whether an agent has proven a key of a DID, by a proof that stands. Whoever only states a DID may state anybody's. */
export const holdsDid = rule(["PD3 §4"], (reader: Reader, agentId: string, did: string) => {
  const name = spellName(did)
  const place = placeOfKey(`${name}#key`)
  const under =
    place === null
      ? { index: nameIndex, prefix: `${lookUpUnder(name)}/` }
      : { index: placeIndex, prefix: `${lookUpUnder(place)}/` }
  return Effect.map(
    reader.list(ProvenKeys, { ...under, after: null, limit: bounds.keyProofsMax }),
    ({ items }) => items.some((one) => one.agentId === agentId && one.endedAt === null),
  )
})

/** Whether a proof is of the key of a name. The key of an address signs on every chain; a contract stands on one. */
export const isOfName = rule(
  ["PD3 §4"],
  ({ name: own, address, fingerprint }: ProvenKey, name: string): boolean =>
    own === name || (address !== null && fingerprint === fingerprintOf({ address })),
)

/** The proof of a key, with the agent whose key it is. */
export type FoundProof = Named<ProofView & { readonly handle: string }>

/** A proof as it is found under the name of its key, and as the acts on it answer. */
export const foundProof = (one: ProvenKey): FoundProof => ({ handle: one.handle, ...proofView(one) })

/** Everybody to whom the key of a name belongs or belonged, the earliest first: `GET /agents?proof=`. */
export const findProofs = query({
  name: "find-proofs",
  read: ({ proof, page }: Paged & { readonly proof: string }, _context: QueryContext, reader: Reader) => {
    const name = spellName(proof)
    const list = { index: nameIndex, prefix: `${lookUpUnder(name)}/`, ...page }
    return Effect.map(reader.list(ProvenKeys, list), ({ items, next }) => ({
      items: items.filter((one) => isOfName(one, name)).map(foundProof),
      next,
    }))
  },
})
