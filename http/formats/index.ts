/** The formats of other protocols that a court may speak, one a line. `COURT_FORMATS` says which of them a court speaks. */
import { acceptance } from "./a2a/index.ts"
import { escrowDirective, rulingBundle } from "./adrp/index.ts"
import { atdrp } from "./atdrp/index.ts"
import { cbapForum } from "./cbap-1/index.ts"
import { coseReceipt } from "./cose-receipt/index.ts"
import { disputeEvidence } from "./dispute-jwt/index.ts"
import { disputeServices } from "./dispute-services/index.ts"
import { feedback, validation } from "./erc-8004/index.ts"
import { evaluation, jobs } from "./erc-8183/index.ts"
import type { Format } from "./Format.ts"
import { lineage } from "./resolution-lineage/index.ts"
import { sdJwtVc } from "./sd-jwt-vc/index.ts"
import { deliveryClaim } from "./x402/index.ts"

export type { Format, Given, Labelled, Named, Receipt, Rendering } from "./Format.ts"
export { nameCourt } from "./Named.ts"

export const formats: ReadonlyArray<Format> = [
  disputeServices,
  atdrp,
  cbapForum,
  rulingBundle,
  escrowDirective,
  feedback,
  validation,
  evaluation,
  lineage,
  jobs,
  deliveryClaim,
  acceptance,
  disputeEvidence,
  coseReceipt,
  sdJwtVc,
]

/** The formats of these names, in the order of the table. */
export const formatsOf = (names: ReadonlyArray<string>): ReadonlyArray<Format> =>
  formats.filter(({ name }) => names.includes(name))
