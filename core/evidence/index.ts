/** Evidence that agents sign as they trade: what verifiers find of it, whose words it is, and what of that is kept. */
import { signedArtifacts } from "./Verified.ts"

export const sections = { signedArtifacts }

export { readableTexts, suggestFormat } from "./Artifact.ts"
export { checkEvidence } from "./Check.ts"
export {
  type About,
  examineAdded,
  examineEvidence,
  type Kept,
  keptChanges,
  readFindings,
  recordedFindings,
} from "./Findings.ts"
export {
  Check,
  Examined,
  ExaminedSigner,
  type Examining,
  FetchedDocument,
  Format,
  resolve,
  type Said,
  Statement,
  saidBy,
  Verified,
  VerifiedView,
  Verifiers,
  verifiedView,
  whyUnsaid,
} from "./Verified.ts"
