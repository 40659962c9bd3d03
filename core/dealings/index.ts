/** The Register of Dealings (Dealings Act). */
import { Dealings } from "./Dealing.ts"
import { lodging, privateFields, review } from "./Law.ts"

export const records = { Dealings }
export const sections = { lodging, privateFields, review }

export { notarise, notariseTogether, reviewDealing } from "./Commands.ts"
export {
  confirmedIndex,
  type Dealing,
  Dealings,
  hashIndex,
  lodgedPrefix,
  NotaryEntry,
  ReviewRequest,
  type Unfit,
} from "./Dealing.ts"
export { DealingView, dealingsNaming, dealingsOfHash, Lodged, proveDealing, readDealing } from "./Queries.ts"
