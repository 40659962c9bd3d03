/**
 * The facts that the Court has about a citation: its own law, which its rules read through a port, and its judgments, its library and
 * citator, and the tenders of others, gathered by key and within bounds.
 */
import { Context, Effect, Option, Schema } from "effect"
import { Judgment } from "../judgments/index.ts"
import { type Instrument, render } from "../kernel/Instrument.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { readText } from "../kernel/Text.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { type Knowledge, nothingKnown, phrasesWithin } from "./Grading.ts"
import { articlesIndex, editionPrefix, LibraryArticles, LibraryInstruments } from "./Library.ts"
import {
  citationKey,
  normalCitation,
  type Source,
  Sources,
  sourceIndex,
  type Tender,
  Tenders,
  tenderedIndex,
  withoutPlace,
} from "./Tender.ts"

/** A provision or a whole instrument that the Court holds: what it is called, and its words under the figures given. */
interface HeldLaw {
  readonly citation: string
  readonly text: (terms: Terms) => string
}

/** Finds the Court's own law: by its citation, or by a proposition that it may support. */
export interface OwnLawService {
  /** The law that a citation names; null if the citation names no law of the Court. */
  readonly find: (citation: string) => HeldLaw | null
  /** At most `limit` provisions that have every telling word of a proposition, in the order of the rulebook. */
  readonly about: (proposition: string, terms: Terms, limit: number) => ReadonlyArray<string>
}
/** The law by which a court judges. `rulebook.layer` provides it: every area adds words to the rulebook, so no area can import it. */
export class OwnLaw extends Context.Tag("agent-court/OwnLaw")<OwnLaw, OwnLawService>() {}

/** Ways of writing the same provision: `Dealings Act s. 4.3`, `PD 11 § 4`, `Practice Direction 11 section 4`, `PD11 §4`. */
const lawForm = (citation: string): string =>
  normalCitation(citation)
    .replace(/\bpractice direction\s*/gu, "pd")
    .replace(/\bpd (?=\d)/gu, "pd")
    .replace(/\b(?:section|sec|s)\s*(?=\d)/gu, "")
    .replace(/ ?§ ?/gu, " ")
    .replace(/\brules of court(?: r(?:ules?)?)? (?=\d)/gu, "rule ")
    .replace(/\br(?:ules)? (?=\d)/gu, "rule ")

/** Words of four letters and more, which tell one proposition from another. */
const tellingWords = (text: string): ReadonlyArray<string> => [
  ...new Set(normalCitation(text).match(/[\p{L}\p{N}]{4,}/gu) ?? []),
]

/** The law of these instruments. A draft is not in force and no judge reads it, so the Court does not hold it. */
export const holdLaw = (instruments: ReadonlyArray<Instrument>): OwnLawService => {
  const inForce = instruments.filter(({ status }) => status === "published")
  const laws = new Map<string, HeldLaw>(
    inForce.flatMap((instrument) => {
      const whole = { citation: instrument.title, text: (terms: Terms) => render(instrument, terms) }
      return [
        [lawForm(instrument.id), whole] as const,
        [lawForm(instrument.title), whole] as const,
        ...instrument.sections.map(({ id, text }) => [lawForm(id), { citation: id, text }] as const),
      ]
    }),
  )
  return {
    find: (citation) => laws.get(lawForm(citation)) ?? null,
    about: (proposition, terms, limit) => {
      const words = tellingWords(proposition)
      if (words.length === 0) return []
      const hasWords = (text: string) => words.every((word) => text.includes(word))
      return inForce
        .flatMap(({ sections }) => sections)
        .filter(({ title, text }) => hasWords(`${title} ${text(terms)}`.toLowerCase()))
        .slice(0, limit)
        .map(({ id }) => id)
    },
  }
}

const neutral = /\[(\d{4})\]\s*(mc|fb|uc|hc)\s*(\d{1,9})(?!\d)/

/**
 * The citation of a judgment of this court within a tendered citation, as the register writes it; null if the tendered citation has no such
 * part.
 */
export const neutralCitation = (citation: string): string | null => {
  const [, year, series, number] = neutral.exec(normalCitation(citation)) ?? []
  return year === undefined || series === undefined || number === undefined
    ? null
    : `[${year}] ${series.toUpperCase()} ${Number(number)}`
}

const sourcesMax = 10

/** How many tenders of one citation are read, the earliest first. */
const tendersMax = 50

/** How many articles that hold the words of a passage are compared with it. */
const articlesMax = 10

/** The reasons of a judgment of this court under its own citation, if there is one. */
const judgmentText = (reader: Reader, citation: string) =>
  Effect.gen(function* () {
    const neutral = neutralCitation(citation)
    if (neutral === null) return null
    const judgment = yield* reader.find(Judgment.Judgments, neutral)
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

/** The texts of those articles of an instrument that have the words of a passage. */
const articleTexts = (reader: Reader, instrumentId: string, passage: string) =>
  Effect.gen(function* () {
    const phrases = phrasesWithin(passage)
    const instrument = Option.getOrNull(yield* reader.find(LibraryInstruments, instrumentId))
    if (instrument === null || phrases.length === 0) return []
    const prefix = editionPrefix(instrumentId, instrument.edition.id)
    const query = { index: articlesIndex, prefix, after: null, limit: articlesMax, phrases }
    const { items } = yield* reader.search(LibraryArticles, query)
    // The head has the facts of an instrument, but not its words.
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

/**
 * The texts that the Court holds under a citation: its own law or judgment, and texts of its library and citator that may have the passage.
 */
const findHeld = (
  reader: Reader,
  citation: string,
  passage: string,
  terms: Terms,
): Effect.Effect<Knowledge, StoreUnavailable, OwnLaw> =>
  Effect.gen(function* () {
    const law = (yield* OwnLaw).find(citation)?.text(terms) ?? null
    const judgment = yield* judgmentText(reader, citation)
    const sources = yield* sourceTexts(reader, citation, passage)
    const own = [law, judgment].filter((text) => text !== null)
    return { exists: sources.exists || own.length > 0, texts: [...own, ...sources.texts] }
  })

/** Of some matters, the matters whose tenders are hidden from whoever asks. */
export type Hidden = (
  matterIds: ReadonlyArray<string>,
) => Effect.Effect<ReadonlySet<string>, StoreUnavailable>

const hidesNothing: Hidden = () => Effect.succeed(new Set())

/** All that the Court knows of a citation: what it holds, and the tenders of it by agents of operators other than `operatorId`. */
export const knowledgeOf = (
  reader: Reader,
  { citation, text: passage = "" }: Pick<Tender, "citation" | "text">,
  operatorId: string | null,
  terms: Terms,
  hidden: Hidden = hidesNothing,
): Effect.Effect<Knowledge, StoreUnavailable, OwnLaw> =>
  Effect.gen(function* () {
    const { exists, texts } = yield* findHeld(reader, citation, passage, terms)
    const query = {
      index: tenderedIndex,
      prefix: `${citationKey(citation)}/`,
      after: null,
      limit: tendersMax,
    }
    const { items } = yield* reader.list(Tenders, query)
    const hiding = yield* hidden([...new Set(items.map(({ matterId }) => matterId))])
    const others = items.flatMap(({ operatorId: by, matterId, text }) =>
      by === operatorId || text === null || hiding.has(matterId) ? [] : [text],
    )
    return { exists, texts: [...texts, ...others] }
  })

/** The facts that the Court has about each tender of a pleading that is being filed, in order. For a bare citation nothing is looked up. */
export const knownOf = (
  reader: Reader,
  tenders: ReadonlyArray<Tender>,
  operatorId: string | null,
  terms: Terms,
  hidden: Hidden = hidesNothing,
): Effect.Effect<ReadonlyArray<Knowledge>, StoreUnavailable, OwnLaw> =>
  Effect.forEach(tenders, (tender) =>
    tender.text === undefined
      ? Effect.succeed(nothingKnown)
      : knowledgeOf(reader, tender, operatorId, terms, hidden),
  )
