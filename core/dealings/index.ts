/** The Register of Dealings (Dealings Act). */
import { notarise, notariseTogether, reviewDealing } from "./Commands.ts"
import { Dealings } from "./Dealing.ts"
import { lodging, privateFields, review } from "./Law.ts"
import { dealingsNaming, dealingsOfHash, proveDealing, readDealing } from "./Queries.ts"

export const records = { Dealings }
export const commands = { notarise, notariseTogether, reviewDealing }
export const queries = { readDealing, proveDealing, dealingsOfHash, dealingsNaming }
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
