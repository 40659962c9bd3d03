/** Sources, articles and tenders of one citation, for tests of what the Court knows. */
import type { Change } from "../../kernel/Change.ts"
import * as Changed from "../../kernel/Change.ts"
import { sha256Hex } from "../../kernel/Hash.ts"
import { bounds } from "../../kernel/Schedule.ts"
import { start } from "../../testing/Context.ts"
import { factsOf, run } from "../../testing/Facts.ts"
import { fileTender, nothingKnown } from "../Grading.ts"
import { knowledgeOf } from "../Knowledge.ts"
import { type LibraryArticle, LibraryArticles, type LibraryInstrument } from "../Library.ts"
import * as Tender from "../Tender.ts"

export { run } from "../../testing/Facts.ts"

export const citation = "Example Act"
export const passage = "it delivers what it promised"
export const words = `The seller warrants that ${passage}, on time.`

export const source = (changes: Partial<Tender.Source> = {}): Tender.Source => ({
  id: "source-1",
  citation,
  kind: "library",
  textSha256: null,
  ...changes,
})
export const keep = (changes: Partial<Tender.Source> = {}) => Changed.put(Tender.Sources, source(changes))
export const withText = (text: string, changes: Partial<Tender.Source> = {}): ReadonlyArray<Change> => [
  keep({ textSha256: sha256Hex(text), ...changes }),
  Changed.blob(sha256Hex(text), text),
]
export const tendered = (changes: Partial<Tender.Tendered> = {}) =>
  Changed.put(Tender.Tenders, {
    id: "tender-9",
    matterId: "matter-9",
    operatorId: "op-9",
    citation,
    text: words,
    filedAt: start,
    ...changes,
  })
export const instrument = (changes: Partial<LibraryInstrument["edition"]> = {}): LibraryInstrument => ({
  id: "example",
  title: "Example Act",
  shortTitle: null,
  category: "treaty",
  names: [],
  organisation: null,
  madeOn: null,
  madeAt: null,
  inForceFrom: null,
  officialUrl: null,
  note: null,
  edition: {
    id: "ed-1",
    name: "Edition",
    date: null,
    language: "en",
    source: "this test",
    url: null,
    translator: null,
    note: null,
    articles: 1,
    loadedAt: start,
    ...changes,
  },
})
export const article = (changes: Partial<LibraryArticle> = {}) =>
  Changed.put(LibraryArticles, {
    instrumentId: "example",
    edition: "ed-1",
    place: 1,
    article: "1",
    heading: null,
    text: words,
    title: "Example Act",
    retired: false,
    ...changes,
  })

export const heldOf = (given: ReadonlyArray<Change>, cited = citation, text = passage) =>
  run(knowledgeOf(factsOf(...given).reader, { citation: cited, text }, null, bounds))

export const tender: Tender.Tender = {
  citation,
  proposition: "Sellers deliver.",
  text: passage,
  attested: true,
}
const place = { id: "t-1", by: "claimant", step: "claim", position: 0, summary: false } as const
export const onFile = (changes: Partial<Tender.Filed> = {}): Tender.Filed => ({
  ...fileTender(tender, place, nothingKnown),
  ...changes,
})
