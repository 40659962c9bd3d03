/** The documents that an operator loads into the library: their schema, and the checks that a schema can't express. */
import { Either, ParseResult, Schema } from "effect"
import { byteLength, sha256Hex } from "../kernel/Hash.ts"
import { canonical, type Json } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import { limits } from "../store/Store.ts"
import { articleKey, articleWords, type LibraryArticle, lineCharsMax } from "./Library.ts"

/** A member that may be left out, but is never null or undefined. */
const perhaps = <A>(schema: Schema.Schema<A>) => Schema.optionalWith(schema, { exact: true })

const Line = Schema.NonEmptyString.pipe(Schema.maxLength(lineCharsMax))
const Prose = Schema.NonEmptyString.pipe(Schema.maxLength(10_000))

const Slug = Schema.String.pipe(
  Schema.pattern(/^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])$/, {
    message: () =>
      "must be 2 to 80 characters of a-z, 0-9 and -, beginning and ending with a letter or digit",
  }),
  Schema.filter((id) => id !== "research" || "is the address of the research; choose another id"),
)

const PartialDate = Schema.String.pipe(
  Schema.pattern(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/, {
    message: () => "must be a date as precise as it is known: 1969, 1969-05 or 1969-05-23",
  }),
)

const Url = Schema.String.pipe(
  Schema.maxLength(1000),
  Schema.filter((text) => {
    const url = URL.parse(text)
    return (url !== null && /^https?:$/.test(url.protocol)) || "must be an http or https address"
  }),
)

const LoadableArticle = Schema.Struct({
  /** Its number in the edition: `31`, `Annex I`. */
  article: Line,
  heading: perhaps(Line),
  text: Schema.NonEmptyString,
})

const loadableInstrumentSchema = Schema.Struct({
  type: Schema.Literal("instrument"),
  id: Slug,
  title: Line,
  shortTitle: perhaps(Line),
  category: Schema.Literal(
    "treaty",
    "charter",
    "model law",
    "rules",
    "principles",
    "declaration",
    "recommendation",
  ),
  /** The area of law that it is about, for the reports of judgments that rest on it. */
  area: perhaps(Line),
  names: perhaps(Schema.Array(Line).pipe(Schema.maxItems(16))),
  organisation: perhaps(Line),
  /** When and where it was adopted or signed, as it is cited. */
  madeOn: perhaps(PartialDate),
  madeAt: perhaps(Line),
  inForceFrom: perhaps(PartialDate),
  officialUrl: perhaps(Url),
  note: perhaps(Prose),
  edition: Schema.Struct({
    name: Line,
    date: perhaps(PartialDate),
    language: Line,
    /** The source of the text or, without a text, of the facts. */
    source: Line,
    url: perhaps(Url),
    translator: perhaps(Line),
    note: perhaps(Prose),
  }),
  articles: perhaps(Schema.Array(LoadableArticle).pipe(Schema.maxItems(limits.pageItems))),
})

export interface Instrument extends Schema.Schema.Type<typeof loadableInstrumentSchema> {}

/** A treaty, statute or model law with its articles, as a file of the Registrar has it. */
export const Instrument: Schema.Schema<Instrument> = loadableInstrumentSchema

const loadableResearchSchema = Schema.Struct({
  type: Schema.Literal("case", "commentary"),
  id: Slug,
  title: Line,
  citation: perhaps(Line),
  by: perhaps(Line),
  date: perhaps(PartialDate),
  about: perhaps(Schema.Array(Line).pipe(Schema.maxItems(25))),
  summary: Prose,
  source: Line,
  url: perhaps(Url),
})

export type Research = Named<typeof loadableResearchSchema.Type>

/** A case or a commentary as a file of the Registrar has it. */
export const Research: Schema.Schema<Research> = loadableResearchSchema

/** A file of law as the Registrar loads it, which `type` tells apart. */
export type Loadable = Instrument | Research

/** A reason why a document can't be loaded: the place in the document, and what is wrong there. */
interface Problem {
  readonly path: string
  readonly message: string
}

/** The id of the edition that a document makes: a hash of its content. */
export const editionOf = (loadable: Loadable): string =>
  // The cast holds because `JSON.parse` gives JSON values. Members that are undefined are left out.
  sha256Hex(canonical(JSON.parse(JSON.stringify(loadable)) as Json)).slice(0, 16)

/** The articles of an instrument as the library keeps them, its head first. */
export const articlesOf = (of: Instrument): ReadonlyArray<LibraryArticle> => {
  const common = { instrumentId: of.id, edition: editionOf(of), title: of.title, retired: false }
  const facts = [of.shortTitle, ...(of.names ?? []), of.category, of.organisation, of.madeAt, of.note]
  const head = facts.filter((fact) => fact !== undefined).join(". ")
  return [
    { ...common, place: 0, article: null, heading: null, text: head },
    ...(of.articles ?? []).map(({ article, heading = null, text }, i) => ({
      ...common,
      place: i + 1,
      article,
      heading,
      text,
    })),
  ]
}

/** The bytes left free for what a record has in addition to its article. */
const aroundBytes = 500

const sizeProblem = (article: LibraryArticle): string | null => {
  const record = byteLength(JSON.stringify(article))
  if (record > limits.recordBytes - aroundBytes)
    return `is too large: ${record} bytes as JSON (at most ${limits.recordBytes - aroundBytes}); load it as several articles`
  const words = byteLength(articleWords(article))
  return words > limits.wordsBytes
    ? `is too large: ${words} bytes of words (at most ${limits.wordsBytes})`
    : null
}

const articleProblems = (of: Instrument): ReadonlyArray<Problem> => {
  const seen = new Map<string, number>()
  return articlesOf(of).flatMap((article) => {
    const path = article.place === 0 ? "note" : `articles[${article.place - 1}]`
    const size = sizeProblem(article)
    const key = article.article === null ? null : articleKey(article.article)
    const earlier = key === null ? undefined : seen.get(key)
    if (key !== null) seen.set(key, article.place - 1)
    return [
      ...(size === null ? [] : [{ path, message: size }]),
      ...(key === "" ? [{ path: `${path}.article`, message: "has neither a letter nor a digit" }] : []),
      ...(earlier === undefined
        ? []
        : [
            { path: `${path}.article`, message: `is the same as articles[${earlier}]: "${article.article}"` },
          ]),
    ]
  })
}

const pathOf = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((step, i) => (typeof step === "number" ? `[${step}]` : `${i === 0 ? "" : "."}${String(step)}`))
    .join("")

const decodeDocument = <A>(
  schema: Schema.Schema<A, A>,
  document: unknown,
): Either.Either<A, ReadonlyArray<Problem>> =>
  Either.mapLeft(
    Schema.decodeUnknownEither(schema, { onExcessProperty: "error", errors: "all" })(document),
    (error) =>
      ParseResult.ArrayFormatter.formatErrorSync(error).map(({ path, message }) => ({
        path: pathOf(path),
        message,
      })),
  )

const typeOf = (document: unknown): unknown =>
  typeof document === "object" && document !== null && "type" in document ? document.type : undefined

/** Decodes and checks a document. Left has every problem that keeps it out of the library. */
export const read = (document: unknown): Either.Either<Loadable, ReadonlyArray<Problem>> => {
  const type = typeOf(document)
  if (type === "instrument")
    return Either.flatMap(decodeDocument(Instrument, document), (instrument) => {
      const problems = articleProblems(instrument)
      return problems.length > 0 ? Either.left(problems) : Either.right(instrument)
    })
  if (type === "case" || type === "commentary") return decodeDocument(Research, document)
  return Either.left([{ path: "type", message: "must be instrument, case or commentary" }])
}
