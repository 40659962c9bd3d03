/** The law that the Court publishes and the law that it holds: clauses, the restatement, the library, and the authorities that parties tender. */
import { theLibrary } from "./Catalogue.ts"
import { determination } from "./Clauses.ts"
import { admissionOfTenders, grades } from "./Grading.ts"
import { LibraryArticles, LibraryInstruments, LibraryResearches } from "./Library.ts"
import { Sources, Tenders, tenders } from "./Tender.ts"

/** The kinds of records of the library and of tenders; each is a view for SQL clients. */
export const records = { LibraryInstruments, LibraryArticles, LibraryResearches, Sources, Tenders }
/** The sections on the library, determination and tenders, by the names of the values that word them. */
export const sections = { admissionOfTenders, determination, grades, tenders, theLibrary }

export { heldText, heldView } from "./Catalogue.ts"
export * as Clauses from "./Clauses.ts"
export { disputeResolution } from "./Clauses.ts"
export * as Grading from "./Grading.ts"
export * as Knowledge from "./Knowledge.ts"
export { OwnLaw } from "./Knowledge.ts"
export * as Library from "./Library.ts"
export * as Load from "./Load.ts"
export * as Loadable from "./Loadable.ts"
export {
  internationalLaw,
  internationalLawInstrument,
  internationalLawResearch,
  readRestatement,
} from "./Restatement.ts"
export * as Tender from "./Tender.ts"
export { CatalogueItem, HeldInstrument, ResearchView, Restatement } from "./View.ts"
