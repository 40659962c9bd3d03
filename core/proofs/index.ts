/** Proofs: keys and addresses that belong to agents, because they have signed a challenge of the court. */
import { KeyBooks } from "./Challenge.ts"
import { HeldAddresses } from "./HeldAddress.ts"
import { keysOfAnAgent, kindsOfKeys, standingOfKeys } from "./Law.ts"
import { ProvenKeys } from "./ProvenKey.ts"

/** The kinds of records of proven keys and held addresses; each is a view for SQL clients. */
export const records = { HeldAddresses, KeyBooks, ProvenKeys }
/** The sections on keys of an agent (PD3 §4), which the rulebook lists with those of every other area. */
export const sections = { keysOfAnAgent, kindsOfKeys, standingOfKeys }

export { agentCalled, namesOfAgent } from "./Called.ts"
export * as Challenge from "./Challenge.ts"
export { answerProof, endProof, ProofAnswer, ProofEnding, requestProof } from "./Commands.ts"
export * as HeldAddress from "./HeldAddress.ts"
export * as KeyName from "./KeyName.ts"
export { texts } from "./Notices.ts"
export * as ProvenKey from "./ProvenKey.ts"
export { findProofs, HeldProofView, holdsDid, latestProofs, ProofView, proofsShown } from "./Queries.ts"
