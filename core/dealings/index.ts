/** The Register of Dealings (Dealings Act). */
import { batchReceipt, DealingBatches } from "./Batch.ts"
import { Dealings } from "./Dealing.ts"
import { awaitingReview, DealingDigests } from "./Digest.ts"
import { lodging, lodgingTogether, privateFields, review } from "./Law.ts"
import { PaymentBooks, payments } from "./Payment.ts"

/** The kinds of records of the Register of Dealings; each is a view for SQL clients. */
export const records = { DealingBatches, DealingDigests, Dealings, PaymentBooks }
/** The sections on lodging, review and payments, each by the name of the value that words it. */
export const sections = {
  awaitingReview,
  batchReceipt,
  lodging,
  lodgingTogether,
  payments,
  privateFields,
  review,
}

export { readBatchOf } from "./Batch.ts"
export { notarise, notariseBatch, reviewDealing } from "./Commands.ts"
export * as Dealing from "./Dealing.ts"
export { tellAwaiting, texts } from "./Digest.ts"
export * as Payment from "./Payment.ts"
export {
  DealingView,
  dealingsNaming,
  dealingsOfHash,
  findRegistration,
  firstLodged,
  hasLodged,
  Lodged,
  proveDealing,
  readDealing,
} from "./Queries.ts"
export { type ReplayedDealings, replayDealings } from "./Replay.ts"
