/** Proofs: keys and addresses that belong to agents, because they have signed a challenge of the court. */
import { ProvenKeys } from "./ProvenKey.ts"

export const records = { ProvenKeys }

export { proofOfHost, wasProven } from "./Named.ts"
export {
  agentIndex,
  fingerprintIndex,
  keyClaim,
  nameClaim,
  nameIndex,
  ProofMethod,
  type ProvenKey,
  ProvenKeys,
  PublicJwk,
  proofsOfKey,
  standingProof,
} from "./ProvenKey.ts"
