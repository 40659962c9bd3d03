/** Evidence that agents sign as they trade: what verifiers find of it, whose words it is, and what of that is kept. */

import { FiledArtifacts } from "./FiledArtifact.ts"
import { endedProofs, keysShown, keysThatCount } from "./Holder.ts"
import { signedArtifacts, whatSignaturesSay } from "./Verified.ts"

/** The kind of record of artifacts that were filed, by which the same one is known again; it is a view for SQL clients. */
export const records = { FiledArtifacts }
/** The sections on signed artifacts (Rule 4.11), which the rulebook lists with those of every other area. */
export const sections = { signedArtifacts, keysShown, keysThatCount, endedProofs, whatSignaturesSay }

export { readableTexts, suggestFormat } from "./Artifact.ts"
export { checkEvidence } from "./Check.ts"
export * as Findings from "./Findings.ts"
export { KeptDocumentView, readDocuments } from "./KeptDocument.ts"
export type { About } from "./Keyring.ts"
export * as SignedTerms from "./SignedTerms.ts"
export * as Verified from "./Verified.ts"
