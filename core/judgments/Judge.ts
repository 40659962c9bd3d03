/** The port behind which a judge sits: it sees a bundle and gives a draft. The core checks, caps, renders and seals. */
import { Context, Data, type Effect } from "effect"
import type { AppealDraft } from "../appeals/Outcome.ts"
import type { Matter } from "../matters/Matter.ts"
import type { Evidence, Pleading } from "../matters/Pleading.ts"
import type { Side } from "../Party.ts"
import type { Quote } from "../quotes/Quote.ts"
import type { Instant } from "../Time.ts"
import type { Draft } from "./Draft.ts"
import type { Order } from "./Judgment.ts"

/** What a judge is told of one piece of evidence: whether its hash stands in the Register of Dealings, and on whose side. */
export interface RegisteredEvidence extends Evidence {
  readonly sha256: string
  /** Handles of the parties that lodged this hash. */
  readonly lodgedBy: ReadonlyArray<string>
  /** Handles of the parties that reviewed an entry of this hash as confirmed. */
  readonly confirmedBy: ReadonlyArray<string>
}

export interface BundledPleading extends Omit<Pleading, "evidence"> {
  readonly evidence: ReadonlyArray<RegisteredEvidence>
}

/** A judgment below, as the court above reads it. */
export interface BundledJudgment {
  readonly citation: string
  readonly court: string
  readonly deliveredAt: Instant
  readonly orders: ReadonlyArray<Order>
  /** The words under seal: JSON with the reasons in Markdown. */
  readonly payload: string
}

/** What is added where the bundle goes before a court that hears appeals. */
export interface BundledAppeal {
  readonly id: string
  readonly court: string
  /** Those who appeal, the first of them leading. */
  readonly appellants: ReadonlyArray<{
    readonly handle: string
    readonly side: Side
    readonly grounds: ReadonlyArray<string>
    readonly argument: string | null
  }>
  /** The judgment whose orders stand, then those that affirmed it. */
  readonly below: readonly [BundledJudgment, ...BundledJudgment[]]
  /** Stakes in force at the dealing, in cents, by agent id: payments are capped at them (Rule 5.3). */
  readonly stakes: ReadonlyMap<string, number>
}

/** All that a judge sees. Counsel's work and offers of consent are never in it (PD2 §8, Rule 4.7). */
export interface Bundle {
  readonly matter: Matter
  readonly claim: BundledPleading
  readonly defence: BundledPleading | null
  readonly reply: BundledPleading | null
  readonly questions: ReadonlyArray<BundledQuestion>
  /** The area of law of each citation tendered or stated that names an instrument of which the Court knows it. */
  readonly areas: ReadonlyMap<string, string>
  /** Absent at first instance. */
  readonly appeal?: BundledAppeal
  /** The quote on which the matter rests; null where it rests on none. */
  readonly quote: Quote | null
}

/** A question of the judge, and what the party asked answered; null where it did not. */
export interface BundledQuestion {
  readonly n: number
  /** Handle of the party asked. */
  readonly to: string
  readonly text: string
  readonly answer: string | null
  readonly evidence: ReadonlyArray<RegisteredEvidence>
}

export class JudgeUnavailable extends Data.TaggedError("JudgeUnavailable")<{ readonly cause: unknown }> {}

export interface JudgeService {
  /** Who decides, and how, as the reasons say it. */
  readonly line: string
  /**
   * True where its draft is a proposal for the bench, which a Judge confirms or replaces: it is asked apart from any commit, since
   * it may take minutes. Otherwise its draft is the judgment.
   */
  readonly proposes?: boolean
  /** A draft, or null where the matter waits for the bench. On appeal it states the outcome; a draft that does not is not taken. */
  readonly decide: (bundle: Bundle) => Effect.Effect<Draft | AppealDraft | null, JudgeUnavailable>
}

export class Judge extends Context.Tag("agent-court/Judge")<Judge, JudgeService>() {}
