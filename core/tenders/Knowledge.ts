/** Gathering what the Court knows of the citations tendered in a matter: always by key, always bounded. */
import { Effect, Option, Schema } from "effect"
import type { CommandContext } from "../Command.ts"
import { Judgments } from "../judgments/Judgment.ts"
import type { FiledPleading, Matter } from "../matters/Matter.ts"
import { readText } from "../matters/Paper.ts"
import type { Reader } from "../Reader.ts"
import type { Terms } from "../Schedule.ts"
import type { StoreUnavailable } from "../Store.ts"
import { gradeOf, type Knowledge, regraded } from "./Grading.ts"
import { lawOf, neutralCitation } from "./Held.ts"
import { citationKey, Sources, sourceIndex, Tenders, tenderedIndex } from "./Source.ts"
import { type FiledTender, Tender } from "./Tender.ts"

/** How many sources and other tenders of one citation are read, the earliest first. */
const sourcesMax = 10
const tendersMax = 50

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

const sourceTexts = (reader: Reader, citation: string) =>
  Effect.gen(function* () {
    const prefix = `${citationKey(citation)}/`
    const query = { index: sourceIndex, prefix, after: null, limit: sourcesMax }
    const { items } = yield* reader.list(Sources, query)
    const texts = yield* Effect.forEach(items, ({ textSha256 }) =>
      textSha256 === null ? Effect.succeed(null) : reader.blob(textSha256),
    )
    return { exists: items.length > 0, texts: texts.filter((text) => text !== null) }
  })

/** What the Court holds of a citation: its own law and judgments, its library and its citator. */
export const held = (
  reader: Reader,
  citation: string,
  terms: Terms,
): Effect.Effect<Knowledge, StoreUnavailable> =>
  Effect.gen(function* () {
    const law = lawOf(citation, terms)
    const judgment = yield* judgmentText(reader, citation)
    const sources = yield* sourceTexts(reader, citation)
    const own = [law, judgment].filter((text) => text !== null)
    return { exists: sources.exists || own.length > 0, texts: [...own, ...sources.texts] }
  })

/** All that the Court knows of a citation tendered by an agent of one operator: what is held, and others' tenders of it. */
export const knowledgeOf = (
  reader: Reader,
  citation: string,
  operatorId: string | null,
  terms: Terms,
): Effect.Effect<Knowledge, StoreUnavailable> =>
  Effect.gen(function* () {
    const { exists, texts } = yield* held(reader, citation, terms)
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
  Effect.forEach(tenders, ({ citation, text }) =>
    text === undefined
      ? Effect.succeed({ exists: false, texts: [] })
      : knowledgeOf(reader, citation, operatorId, terms),
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
        const known = yield* knowledgeOf(reader, tender.citation, matter[by].operatorId, terms)
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
