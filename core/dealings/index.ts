/** The Register of Dealings (Dealings Act). */
import { Dealings } from "./Dealing.ts"
import { awaitingReview, DealingDigests } from "./Digest.ts"
import { lodging, lodgingTogether, privateFields, review } from "./Law.ts"
import { PaymentBooks, payments } from "./Payment.ts"

export const records = { DealingDigests, Dealings, PaymentBooks }
export const sections = { awaitingReview, lodging, lodgingTogether, payments, privateFields, review }

export { notarise, notariseTogether, reviewDealing } from "./Commands.ts"
export { type Dealing, Dealings, NotaryEntry, ReviewRequest, type Unfit } from "./Dealing.ts"
export { tellAwaiting, texts } from "./Digest.ts"
export { namedBy, sameEntries, statedPayments } from "./Payment.ts"
export {
  DealingView,
  dealingsNaming,
  dealingsOfHash,
  findRegistration,
  firstLodged,
  Lodged,
  proveDealing,
  readDealing,
} from "./Queries.ts"
