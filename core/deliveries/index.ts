/** Deliveries: the bytes that a quote was closed by, disclosed to the Court and evaluated by its criteria (PD14 §§11 to 13). */
import { attestationElsewhere } from "./Attest.ts"
import { attestation } from "./Attestation.ts"
import { AttestedDeliveries } from "./Attested.ts"
import { Disclosures } from "./Disclosure.ts"
import { keepingOfBytes } from "./Kept.ts"
import { disclosure } from "./Law.ts"

/** The kinds of records of disclosures and of attested deliveries; each is a view for SQL clients. */
export const records = { AttestedDeliveries, Disclosures }
/** The sections on disclosure, attestation and the keeping of bytes, by the names of the values that word them. */
export const sections = { disclosure, attestation, attestationElsewhere, keepingOfBytes }

export { Attesting, attestDelivery } from "./Attest.ts"
export { Disclosing, discloseArtifact } from "./Disclose.ts"
export { deliveryFacts } from "./Facts.ts"
export * as Kept from "./Kept.ts"
export { mattersOn } from "./Law.ts"
export { heldCents, heldOn, priceOf } from "./Paid.ts"
export {
  AttestedView,
  bytesOfDelivery,
  type DeliveryAnswer,
  DisclosureView,
  disclosureOf,
  readDelivery,
} from "./Queries.ts"
