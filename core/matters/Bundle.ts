/**
 * The bundle that goes before the judge: the papers of a matter with the facts that the Court has about them, such as the entries of the
 * Register of Dealings about their evidence.
 */

import { Effect } from "effect"
import { findRegistration } from "../dealings/index.ts"
import type { Judgment } from "../judgments/index.ts"
import type { Side } from "../kernel/Actor.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import type { Instant } from "../kernel/Time.ts"
import { markInvisible } from "../kernel/Visible.ts"
import { extractOf, Quote } from "../quotes/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { type Matter, Matters } from "./Matter.ts"
import { type FiledEvidence, type Papers, type ReadPleading, readPapers } from "./Paper.ts"
import { partiesOf } from "./Parties.ts"
import { type Pleading, shownEvidence, shownPleading } from "./Pleading.ts"
import { beforeJudge } from "./View.ts"

/**
 * A piece of evidence as a judge reads it: with what was found of it as an artifact, with its hash, and who lodged or confirmed that hash in
 * the Register of Dealings.
 */
interface RegisteredEvidence extends FiledEvidence {
  readonly sha256: string
  readonly lodgedBy: ReadonlyArray<string>
  /** Handles of the parties that reviewed an entry of this hash as confirmed. */
  readonly confirmedBy: ReadonlyArray<string>
}

interface BundledPleading extends Omit<Pleading, "evidence"> {
  readonly evidence: ReadonlyArray<RegisteredEvidence>
}

/** The judgment below as whoever decides an appeal reads it. */
export interface Below {
  readonly citation: string
  readonly court: string
  readonly deliveredAt: Instant
  readonly orders: ReadonlyArray<Judgment.Order>
  /** The words under seal: JSON with the reasons in Markdown. */
  readonly payload: string
}

/** The further parts of a bundle that goes before a court that hears appeals. */
export interface Appeal {
  readonly id: string
  readonly court: string
  readonly appellants: ReadonlyArray<{
    readonly handle: string
    readonly side: Side
    readonly grounds: ReadonlyArray<string>
    readonly argument: string | null
  }>
  /** The judgment whose orders stand, then the judgments that affirmed it. */
  readonly below: readonly [Below, ...Below[]]
  /** The rest of the stakes if the judgments below fall, in cents, by agent id: payments are capped at that (Rule 5.3A). */
  readonly stakes: ReadonlyMap<string, number>
}

/** All that a judge sees. Counsel's work and offers of consent are never in it (PD2 §8, Rule 4.7). */
export interface Bundle {
  readonly matter: Matter
  readonly claim: BundledPleading
  readonly defence: BundledPleading | null
  /** Earlier texts of the defence, oldest first; absent if there is one text. The judge decides on the text that stands. */
  readonly earlierDefences?: ReadonlyArray<BundledPleading>
  readonly reply: BundledPleading | null
  readonly questions: ReadonlyArray<BundledQuestion>
  /** Absent at first instance. */
  readonly appeal?: Appeal
  /**
   * The sentences that the Court's record had, when judgment was called for, about the quote on which the matter rests; null if the matter
   * rests on no quote or nobody has called.
   */
  readonly record: { readonly quote: string; readonly sentences: ReadonlyArray<string> } | null
}

/** A question of the judge, and the answer of the party asked; null if the party gave no answer. */
interface BundledQuestion {
  readonly n: number
  readonly to: string
  readonly text: string
  readonly answer: string | null
  readonly evidence: ReadonlyArray<RegisteredEvidence>
}

/** Eight look-ups run at once: a pleading may have thousands of pieces of evidence. */
const reading = { concurrency: 8 } as const

const withRegistration = (reader: Reader, parties: ReadonlyArray<string>, evidence: FiledEvidence) =>
  Effect.gen(function* () {
    const sha256 = sha256Hex(evidence.content)
    const found = yield* findRegistration(reader, sha256, parties)
    return { ...shownEvidence(evidence), sha256, ...found } satisfies RegisteredEvidence
  })

const bundleText = (
  reader: Reader,
  parties: ReadonlyArray<string>,
  pleading: ReadPleading,
): Effect.Effect<BundledPleading, StoreUnavailable> =>
  Effect.map(
    Effect.forEach(pleading.evidence, (piece) => withRegistration(reader, parties, piece), reading),
    (evidence) => ({ ...shownPleading(pleading), evidence }),
  )

const bundlePleading = (reader: Reader, parties: ReadonlyArray<string>, pleading: ReadPleading | null) =>
  pleading === null ? Effect.succeed(null) : bundleText(reader, parties, pleading)

const questionsOf = (reader: Reader, parties: ReadonlyArray<string>, { questions }: Papers) =>
  Effect.forEach(questions, ({ question, answer }) =>
    Effect.map(
      Effect.forEach(answer?.evidence ?? [], (piece) => withRegistration(reader, parties, piece), reading),
      (evidence) => ({ ...question, answer: answer === null ? null : markInvisible(answer.text), evidence }),
    ),
  )

/**
 * The sentences that the record of the quote on which a matter rests has at an instant; null if the matter rests on no quote. They go
 * before the judge as at the call: until then the parties plead, and a later record changes nothing.
 */
export const recordOf = (reader: Reader, { quoteId }: Pick<Matter, "quoteId">, at: Instant) =>
  quoteId === null
    ? Effect.succeed(null)
    : Effect.map(
        reader.need(Quote.Quotes, quoteId, () => refusal("unknown_quote", { id: quoteId })),
        (quote) => ({ quote: quote.id, sentences: extractOf(quote, at) }),
      )

/** All that a judge may read of a matter; refused `unknown_matter`. */
export const collect = (
  reader: Reader,
  matterId: string,
): Effect.Effect<Bundle, Refusal | StoreUnavailable> =>
  Effect.gen(function* () {
    const matter = yield* reader.need(Matters, matterId, () => refusal("unknown_matter", { id: matterId }))
    const papers = yield* readPapers(reader, matter)
    const parties = partiesOf(matter)
    const earlier = yield* Effect.forEach(papers.earlierDefences, (text) => bundleText(reader, parties, text))
    return {
      record: matter.call === null ? null : yield* recordOf(reader, matter, matter.call.at),
      matter: beforeJudge(matter),
      claim: yield* bundleText(reader, parties, papers.claim),
      defence: yield* bundlePleading(reader, parties, papers.defence),
      ...(earlier.length === 0 ? {} : { earlierDefences: earlier }),
      reply: yield* bundlePleading(reader, parties, papers.reply),
      questions: yield* questionsOf(reader, parties, papers),
    }
  })
