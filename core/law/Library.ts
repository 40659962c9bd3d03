/**
 * The library that the Court keeps: instruments of international law in the edition that an operator loaded, and research on
 * them. Keeping a text does not adopt it as law: it is an aid for readers, and passages of tenders are looked for in it (PD17 §3,
 * Rule 4.10).
 */

import { Schema } from "effect"
import { listOf } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { Instant } from "../kernel/Time.ts"
import { normal, wordsOf } from "../store/Search.ts"

const Text = Schema.NullOr(Schema.String)

/** The most characters of a name, a title, the label of an article or any other line. */
export const lineCharsMax = 360

/** The most names of an instrument, and the most topics of a paper. */
const namesMax = 1000

/** The edition that is held, and its source. `id` is a hash of all that was loaded, so that other content is another edition. */
export const Edition = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  date: Text,
  language: Schema.String,
  source: Schema.String,
  url: Text,
  translator: Text,
  note: Text,
  /** How many articles are held with their text; 0 if the library has only the facts of the instrument. */
  articles: Schema.Int,
  loadedAt: Instant,
})
export type Edition = typeof Edition.Type

/**
 * An instrument in its current edition. `madeOn` and `madeAt` say when and where it was adopted or signed, as it is cited. Dates are
 * as precise as they are known: `1969`, `1969-05` or `1969-05-23`.
 */
export const LibraryInstrument = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  shortTitle: Text,
  category: Schema.String,
  names: listOf(Schema.String, namesMax),
  organisation: Text,
  madeOn: Text,
  madeAt: Text,
  inForceFrom: Text,
  officialUrl: Text,
  note: Text,
  edition: Edition,
})
export interface LibraryInstrument extends Schema.Schema.Type<typeof LibraryInstrument> {}

/** The index of the instruments of the library, by their ids. */
export const instrumentsIndex = "library.instruments"
/** Instruments of other makers that the Registrar has loaded, by slug. */
export const LibraryInstruments = Kind.make<LibraryInstrument>({
  name: "library-instrument",
  schema: LibraryInstrument,
  id: ({ id }) => id,
  index: ({ id }) => [{ index: instrumentsIndex, key: id }],
})

/** An article of an edition, or the head of the edition: the facts of the instrument, so that a search finds it by them. */
export const LibraryArticle = Schema.Struct({
  instrumentId: Schema.String,
  edition: Schema.String,
  /** Its place in the instrument, from 1; the head has 0. */
  place: Schema.Int,
  /** Its number in the edition: `31`, `Annex I`; null for the head. */
  article: Text,
  heading: Text,
  text: Schema.String,
  /** The title of the instrument, so that its words find the article too. */
  title: Schema.String,
  /** True once its edition was replaced. It is then in no index. */
  retired: Schema.Boolean,
})
export interface LibraryArticle extends Schema.Schema.Type<typeof LibraryArticle> {}

/** The key of an article within its edition: `31` for `Article 31`, `art. 31` and `31`. */
export const articleKey = (label: string): string =>
  wordsOf(label)
    .join("-")
    .replace(/^(?:articles?|arts?|sections?|rules?|principles?)-/, "")

/** The id of an article in an edition of an instrument. A null label gives the id of a text without articles. */
export const articleId = (instrumentId: string, edition: string, label: string | null): string =>
  `${instrumentId}/${edition}/${label === null ? "" : articleKey(label)}`

/** The prefix of the index keys of one edition, which sort its articles in their order. */
export const editionPrefix = (instrumentId: string, edition: string): string => `${instrumentId}/${edition}/`

const sortedPlace = (place: number): string => String(place).padStart(6, "0")

/** The text in which an article is searched: title, number, heading and words, in one normal form. */
export const articleWords = ({ title, article, heading, text }: LibraryArticle): string =>
  normal([title, article ?? "", heading ?? "", text].join(" \n "))

/** The index of the articles of the library in the order of each edition, with the words by which they are found. */
export const articlesIndex = "library.articles"
export const LibraryArticles = Kind.make<LibraryArticle>({
  name: "library-article",
  schema: LibraryArticle,
  id: ({ instrumentId, edition, article }) => articleId(instrumentId, edition, article),
  index: (of) => {
    const id = articleId(of.instrumentId, of.edition, of.article)
    const key = `${editionPrefix(of.instrumentId, of.edition)}${sortedPlace(of.place)}/${id}`
    return of.retired ? [] : [{ index: articlesIndex, key, words: articleWords(of) }]
  },
})

/** The two kinds of papers that may be searched besides instruments. */
export const ResearchKind = Schema.Literal("cases", "commentary")
export type ResearchKind = typeof ResearchKind.Type

/** A record of research, with its source. It is an aid and never the Court's law. */
export const LibraryResearch = Schema.Struct({
  id: Schema.String,
  kind: ResearchKind,
  title: Schema.String,
  citation: Text,
  by: Text,
  date: Text,
  about: listOf(Schema.String, namesMax),
  summary: Schema.String,
  source: Schema.String,
  url: Text,
  edition: Schema.String,
  loadedAt: Instant,
})
export interface LibraryResearch extends Schema.Schema.Type<typeof LibraryResearch> {}

/** The index of the research of the library by kind, with the words by which it is found. */
export const researchIndex = "library.research"
export const LibraryResearches = Kind.make<LibraryResearch>({
  name: "library-research",
  schema: LibraryResearch,
  id: ({ id }) => id,
  index: (of) => [
    {
      index: researchIndex,
      key: `${of.kind}/${of.id}`,
      words: normal([of.title, of.citation ?? "", of.by ?? "", ...of.about, of.summary].join(" \n ")),
    },
  ],
})

/** The name of the counter of what the library holds. */
export const heldTally = (what: "instruments" | ResearchKind): string => `library/${what}`
/** The journal's subject of what is held under an id. */
export const subjectOf = (id: string): string => `library/${id}`
