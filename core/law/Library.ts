/**
 * The library that the Court keeps: instruments of international law in the edition that an operator loaded, and research on
 * them. Keeping a text adopts nothing: it is an aid, and a text in which a passage may be found (PD17 §3, Rule 4.10).
 */
import { Schema } from "effect"
import * as Kind from "../Kind.ts"
import { normal, wordsOf } from "../store/Search.ts"
import { Instant } from "../Time.ts"

const Text = Schema.NullOr(Schema.String)

/** How long a name, a title, a label of an article or any other line may be, in characters. */
export const lineCharsMax = 360

/** The edition held, and where it comes from. `id` is made from all that was loaded: another content, another edition. */
export const Edition = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  date: Text,
  language: Schema.String,
  source: Schema.String,
  url: Text,
  translator: Text,
  note: Text,
  /** How many articles are held with their text; 0 where only the facts of the instrument are. */
  articles: Schema.Int,
  loadedAt: Instant,
})
export type Edition = typeof Edition.Type

/** An instrument in its current edition. It was made when and where it was adopted, signed or done, as it is cited. Dates are as precise as they are known: `1969`, `1969-05` or `1969-05-23`. */
export const LibraryInstrument = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  shortTitle: Text,
  category: Schema.String,
  /** Other names and citations by which it is known. */
  names: Schema.Array(Schema.String),
  organisation: Text,
  madeOn: Text,
  madeAt: Text,
  inForceFrom: Text,
  officialUrl: Text,
  note: Text,
  edition: Edition,
})
export type LibraryInstrument = typeof LibraryInstrument.Type

export const instrumentsIndex = "library.instruments"
export const LibraryInstruments = Kind.make<LibraryInstrument>({
  name: "library-instrument",
  schema: LibraryInstrument,
  id: ({ id }) => id,
  index: ({ id }) => [{ index: instrumentsIndex, key: id }],
})

/** An article of an edition, or its head: the facts of the instrument, by which it is found. */
export const LibraryArticle = Schema.Struct({
  instrumentId: Schema.String,
  edition: Schema.String,
  /** Its place in the instrument, from 1; the head has 0. */
  place: Schema.Int,
  /** As the edition numbers it: `31`, `Annex I`; null for the head. */
  article: Text,
  heading: Text,
  text: Schema.String,
  /** The title of the instrument, so that its words find the article too. */
  title: Schema.String,
  /** No longer of the current edition: it is found no more. */
  retired: Schema.Boolean,
})
export type LibraryArticle = typeof LibraryArticle.Type

/** What tells one article of an instrument from another: `31` for `Article 31`, `art. 31` and `31`. */
export const articleKey = (label: string): string =>
  wordsOf(label)
    .join("-")
    .replace(/^(?:articles?|arts?|sections?|rules?|principles?)-/, "")

export const articleId = (instrumentId: string, edition: string, label: string | null): string =>
  `${instrumentId}/${edition}/${label === null ? "" : articleKey(label)}`

/** The prefix under which the articles of one edition stand in the index, in their order. */
export const editionPrefix = (instrumentId: string, edition: string): string => `${instrumentId}/${edition}/`

const sortedPlace = (place: number): string => String(place).padStart(6, "0")

/** The words by which an article is found. */
export const articleWords = ({ title, article, heading, text }: LibraryArticle): string =>
  normal([title, article ?? "", heading ?? "", text].join(" \n "))

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

export const ResearchKind = Schema.Literal("cases", "commentary")
export type ResearchKind = typeof ResearchKind.Type

/** A record of research: an aid, with where it comes from. It is never the Court's law. */
export const LibraryResearch = Schema.Struct({
  id: Schema.String,
  kind: ResearchKind,
  title: Schema.String,
  citation: Text,
  /** The court that decided, or the author. */
  by: Text,
  date: Text,
  /** Ids of instruments, or words, that it is about. */
  about: Schema.Array(Schema.String),
  summary: Schema.String,
  source: Schema.String,
  url: Text,
  /** Made from all that was loaded. */
  edition: Schema.String,
  loadedAt: Instant,
})
export type LibraryResearch = typeof LibraryResearch.Type

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

/** Counters of what the library holds. */
export const heldTally = (what: "instruments" | ResearchKind): string => `library/${what}`
/** Journal subject of what is held under an id. */
export const subjectOf = (id: string): string => `library/${id}`
