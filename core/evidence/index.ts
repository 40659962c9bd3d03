/** Evidence that agents sign as they trade: what verifiers find of it, and whose words it is. */
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
