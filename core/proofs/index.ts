/** Proofs: keys and addresses that belong to agents, because they have signed a challenge of the court. */
import { KeyBooks } from "./Challenge.ts"
import { answerProof, endProof, requestProof } from "./Commands.ts"
import { HeldAddresses } from "./HeldAddress.ts"
import { keysOfAnAgent } from "./Law.ts"
import { ProvenKeys } from "./ProvenKey.ts"
import { findProofs } from "./Queries.ts"

export const records = { HeldAddresses, KeyBooks, ProvenKeys }
export const commands = { requestProof, answerProof, endProof }
export const queries = { findProofs }
export const sections = { keysOfAnAgent }

export { answerProof, endProof, ProofAnswer, ProofEnding, requestProof } from "./Commands.ts"
export { type HeldAddress, HeldAddresses, holdersOf, newlyHeld } from "./HeldAddress.ts"
export { hostOfDid, ProofMethod, ProofRequest, spellName } from "./KeyName.ts"
export {
  type DocumentLimits,
  type KeyClaimed,
  KeyProofs,
  type KeyProofsService,
  type KeyVerdict,
  type ReadDocument,
  type SignedVerdict,
} from "./KeyProofs.ts"
export { proofOfHost, wasProven } from "./Named.ts"
export { texts } from "./Notices.ts"
export {
  agentIndex,
  fingerprintIndex,
  keyClaim,
  nameClaim,
  type ProvenKey,
  ProvenKeys,
  proofsOfKey,
  standingProof,
} from "./ProvenKey.ts"
export { addressOf, fingerprintOf, PublicJwk, thumbprintOf } from "./PublicJwk.ts"
export { findProofs, latestProofs, proofsShown } from "./Queries.ts"
export { HeldProofView, ProofView } from "./View.ts"
