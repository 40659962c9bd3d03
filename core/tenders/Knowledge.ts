/** Gathering what the Court knows of the citations tendered in a matter: always by key, always bounded. */
import { Effect, Option, Schema } from "effect"
import type { CommandContext } from "../Command.ts"
import { Judgments } from "../judgments/Judgment.ts"
import { articlesIndex, editionPrefix, LibraryArticles, LibraryInstruments } from "../law/Library.ts"
import type { FiledPleading, Matter } from "../matters/Matter.ts"
import { readText } from "../matters/Paper.ts"
import type { Reader } from "../Reader.ts"
import type { Terms } from "../Schedule.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { gradeOf, type Knowledge, nothingKnown, regraded } from "./Grading.ts"
import { lawOf, neutralCitation } from "./Held.ts"
import { phrasesWithin } from "./Passage.ts"
import {
  citationKey,
  type Source,
  Sources,
  sourceIndex,
  Tenders,
  tenderedIndex,
  withoutPlace,
} from "./Source.ts"
import { type FiledTender, Tender } from "./Tender.ts"

/** How many sources and other tenders of one citation are read, the earliest first. */
const sourcesMax = 10
const tendersMax = 50
/** How many articles that hold the words of a passage are compared with it. */
const articlesMax = 10

/** The reasons of a judgment of this court under its own citation, where there is one. */
const judgmentText = (reader: Reader, citation: string) =>
  Effect.gen(function* () {
    const neutral = neutralCitation(citation)
    if (neutral === null) return null
    const judgment = yield* reader.find(Judgments, neutral)
    if (Option.isNone(judgment)) return null
    const Payload = Schema.Struct({ reasons: Schema.String })
    return (yield* readText(reader, Payload, judgment.value.payloadSha256)).reasons
  })

const sourcesUnder = (reader: Reader, citation: string) =>
  Effect.map(
    reader.list(Sources, {
      index: sourceIndex,
      prefix: `${citationKey(citation)}/`,
      after: null,
      limit: sourcesMax,
    }),
    ({ items }) => items,
  )

/** Sources that a citation names, by itself or without the place that it gives in its source. */
export const sourcesOf = (
  reader: Reader,
  citation: string,
): Effect.Effect<ReadonlyArray<Source>, StoreUnavailable> =>
  Effect.gen(function* () {
    const found = yield* sourcesUnder(reader, citation)
    const whole = withoutPlace(citation)
    return found.length > 0 || whole === null ? found : yield* sourcesUnder(reader, whole)
  })

/** Articles of an instrument of the library in which a passage may stand, found by its words. */
const articleTexts = (reader: Reader, instrumentId: string, passage: string) =>
  Effect.gen(function* () {
    const phrases = phrasesWithin(passage)
    const instrument = Option.getOrNull(yield* reader.find(LibraryInstruments, instrumentId))
    if (instrument === null || phrases.length === 0) return []
    const prefix = editionPrefix(instrumentId, instrument.edition.id)
    const query = { index: articlesIndex, prefix, after: null, limit: articlesMax, phrases }
    const { items } = yield* reader.search(LibraryArticles, query)
    // The head of an instrument has its facts, which are none of its words.
    return items.flatMap(({ article, text }) => (article === null ? [] : [text]))
  })

const sourceTexts = (reader: Reader, citation: string, passage: string) =>
  Effect.gen(function* () {
    const sources = yield* sourcesOf(reader, citation)
    const instruments = [...new Set(sources.flatMap(({ instrument }) => instrument ?? []))]
    const whole = yield* Effect.forEach(sources, ({ textSha256 }) =>
      textSha256 === null ? Effect.succeed(null) : reader.blob(textSha256),
    )
    const articles = yield* Effect.forEach(instruments, (id) => articleTexts(reader, id, passage))
    return {
      exists: sources.length > 0,
      texts: [...whole.filter((text) => text !== null), ...articles.flat()],
    }
  })

/** What the Court holds of a citation: its own law and judgments, and of its library and citator what may hold the passage. */
export const held = (
  reader: Reader,
  citation: string,
  passage: string,
  terms: Terms,
): Effect.Effect<Knowledge, StoreUnavailable> =>
  Effect.gen(function* () {
    const law = lawOf(citation, terms)
    const judgment = yield* judgmentText(reader, citation)
    const sources = yield* sourceTexts(reader, citation, passage)
    const own = [law, judgment].filter((text) => text !== null)
    return { exists: sources.exists || own.length > 0, texts: [...own, ...sources.texts] }
  })

/** All that the Court knows of a citation tendered by an agent of one operator: what is held, and others' tenders of it. */
export const knowledgeOf = (
  reader: Reader,
  { citation, text: passage = "" }: Pick<Tender, "citation" | "text">,
  operatorId: string | null,
  terms: Terms,
): Effect.Effect<Knowledge, StoreUnavailable> =>
  Effect.gen(function* () {
    const { exists, texts } = yield* held(reader, citation, passage, terms)
    const query = {
      index: tenderedIndex,
      prefix: `${citationKey(citation)}/`,
      after: null,
      limit: tendersMax,
    }
    const { items } = yield* reader.list(Tenders, query)
    const others = items.flatMap((tendered) =>
      tendered.operatorId === operatorId || tendered.text === null ? [] : [tendered.text],
    )
    return { exists, texts: [...texts, ...others] }
  })

/** What is known of each tender of a pleading that is being filed; nothing is asked for a bare citation. */
export const knownOf = (
  reader: Reader,
  tenders: ReadonlyArray<Tender>,
  operatorId: string | null,
  terms: Terms,
): Effect.Effect<ReadonlyArray<Knowledge>, StoreUnavailable> =>
  Effect.forEach(tenders, (tender) =>
    tender.text === undefined ? Effect.succeed(nothingKnown) : knowledgeOf(reader, tender, operatorId, terms),
  )

/** A tender on the record that may rise, with what the Court knows of it now. */
export interface Assessed {
  readonly id: string
  readonly tender: Tender
  readonly known: Knowledge
}

const mayRise = (tender: FiledTender): boolean => tender.attested && tender.grade < 3

const tendersOf = (reader: Reader, paper: FiledPleading | null) =>
  paper?.authoritiesSha256 == null
    ? Effect.succeed([])
    : readText(reader, Schema.Array(Tender), paper.authoritiesSha256)

/** What the Court now knows of the tenders of a matter that may still rise. */
export const assess = (
  reader: Reader,
  matter: Matter,
  { terms }: CommandContext,
): Effect.Effect<ReadonlyArray<Assessed>, StoreUnavailable> =>
  Effect.gen(function* () {
    const found: Array<Assessed> = []
    for (const step of ["claim", "defence", "reply"] as const) {
      const rising = matter.tenders.filter((tender) => tender.step === step && mayRise(tender))
      if (rising.length === 0) continue
      const texts = yield* tendersOf(reader, matter[step])
      for (const { id, by, position } of rising) {
        const tender = texts[position]
        if (tender === undefined) continue
        const known = yield* knowledgeOf(reader, tender, matter[by].operatorId, terms)
        found.push({ id, tender, known })
      }
    }
    return found
  })

/** The matter with its tenders raised to what the Court now knows of them. */
export const assessed = (matter: Matter, known: ReadonlyArray<Assessed>): Matter => ({
  ...matter,
  tenders: matter.tenders.map((filed) => {
    const now = known.find(({ id }) => id === filed.id)
    return now === undefined
      ? filed
      : regraded(filed, gradeOf(now.tender, now.known, filed.admittedAt !== null))
  }),
})
