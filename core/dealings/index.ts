/** The Register of Dealings (Dealings Act). */
import { Dealings } from "./Dealing.ts"
import { lodging, privateFields, review } from "./Law.ts"

export const records = { Dealings }
export const sections = { lodging, privateFields, review }

export { notarise, notariseTogether, reviewDealing } from "./Commands.ts"
export { type Dealing, Dealings, NotaryEntry, ReviewRequest, type Unfit } from "./Dealing.ts"
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
