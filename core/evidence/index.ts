/** Evidence that agents sign as they trade: what verifiers find of it, whose words it is, and what of that is kept. */
import { signedArtifacts } from "./Verified.ts"

export const sections = { signedArtifacts }

export { readableTexts, suggestFormat } from "./Artifact.ts"
export { checkEvidence } from "./Check.ts"
export {
  type About,
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
  Statement,
  saidBy,
  Verified,
  VerifiedView,
  Verifiers,
  verifiedView,
} from "./Verified.ts"
