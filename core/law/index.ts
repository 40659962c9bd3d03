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
export {
  clausesText,
  DisputeResolution,
  differences,
  disputeResolution,
  forum,
  governingLaw,
  headerName,
  rulesName,
  template,
  wellKnownPath,
} from "./Clauses.ts"
export { fileTender, gradeOf, type Knowledge, nothingKnown, raiseGrade } from "./Grading.ts"
export {
  type Hidden,
  holdLaw,
  knowledgeOf,
  knownOf,
  neutralCitation,
  OwnLaw,
  sourcesOf,
} from "./Knowledge.ts"
export { heldTally, LibraryInstruments, lineCharsMax, ResearchKind } from "./Library.ts"
export { type Loaded, loadInstrument, loadPart, loadResearch, parts, retirePart } from "./Load.ts"
export {
  articlesOf,
  editionOf,
  type Loadable,
  type LoadableInstrument,
  type LoadableResearch,
  loadable,
} from "./Loadable.ts"
export { readLaw, readRestatement, searchLaw, searchPapers } from "./Restatement.ts"
export {
  citationKey,
  FiledTender,
  type Grade,
  type Source,
  Sources,
  Tender,
  TenderDispute,
  TenderOutcome,
  Tenders,
  tenderedIndex,
} from "./Tender.ts"
export { CatalogueItem, HeldInstrument, ResearchView, Restatement } from "./View.ts"
