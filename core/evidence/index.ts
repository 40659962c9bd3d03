/** Evidence that agents sign as they trade: what verifiers find of it, and whose words it is. */
import { checkEvidence, checkPieces } from "./Check.ts"

export const queries = { checkEvidence, checkPieces }

export { checkEvidence, checkPieces } from "./Check.ts"
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
export { resolve, VerifiedView } from "./Resolved.ts"
