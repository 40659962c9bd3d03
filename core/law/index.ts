/** The law that the Court publishes and the law that it holds: clauses, the restatement, the library. */
import { LibraryArticles, LibraryInstruments, LibraryResearches } from "./Library.ts"
import { loadInstrument, loadPart, loadResearch, retirePart } from "./Load.ts"
import { readLaw, readRestatement, searchLaw, searchPapers } from "./Restatement.ts"

export const records = { LibraryInstruments, LibraryArticles, LibraryResearches }
export const commands = { loadInstrument, loadPart, loadResearch, retirePart }
export const queries = { readLaw, readRestatement, searchLaw, searchPapers }

export * as Catalogue from "./Catalogue.ts"
export * as Clauses from "./Clauses.ts"
export * as Knowledge from "./Knowledge.ts"
export * as Library from "./Library.ts"
export * as Load from "./Load.ts"
export * as Loadable from "./Loadable.ts"
export * as Restatement from "./Restatement.ts"
