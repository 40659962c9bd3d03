/** The Register of Dealings (Dealings Act). */
import { notarise, reviewDealing } from "./Commands.ts"
import { Dealings } from "./Dealing.ts"
import { lodging, privateFields, review } from "./Law.ts"
import { dealingsNaming, dealingsOfHash, proveDealing, readDealing } from "./Queries.ts"

export const records = { Dealings }
export const commands = { notarise, reviewDealing }
export const queries = { readDealing, proveDealing, dealingsOfHash, dealingsNaming }
export const sections = { lodging, privateFields, review }

export { notarise, reviewDealing } from "./Commands.ts"
export {
  confirmedIndex,
  type Dealing,
  Dealings,
  hashIndex,
  lodgedPrefix,
  NotaryEntry,
  ReviewRequest,
} from "./Dealing.ts"
export { DealingView, dealingsNaming, dealingsOfHash, Lodged, proveDealing, readDealing } from "./Queries.ts"
