/** Evidence that agents sign as they trade: what verifiers find of it, whose words it is, and what of that is kept. */
import { checkEvidence } from "./Check.ts"
import { signedArtifacts } from "./Verified.ts"

export const queries = { checkEvidence }
export const sections = { signedArtifacts }

export { isArtifact, readableTexts } from "./Artifact.ts"
export { checkEvidence } from "./Check.ts"
export {
  Check,
  type EvidenceService,
  Examined,
  ExaminedSigner,
  type Examining,
  FetchedDocument,
  Format,
  Statement,
  Verifiers,
} from "./Examined.ts"
export {
  type About,
  examineEvidence,
  type Kept,
  keptChanges,
  readFindings,
  recordedFindings,
} from "./Findings.ts"
export type { Holder, Keyring, Known, Proof } from "./Holder.ts"
export { resolve, type Said, saidBy, Verified, VerifiedView, verifiedView, whyUnsaid } from "./Verified.ts"
