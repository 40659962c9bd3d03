/** The bundle that a judge reads: the papers of a matter with what the Court knows of them. */

import type { Order } from "../judgments/index.ts"
import type { Side } from "../kernel/Actor.ts"
import type { Instant } from "../kernel/Time.ts"
import type { FiledEvidence, Matter, Pleading } from "../matters/index.ts"

/**
 * A piece of evidence as a judge reads it: with what was found of it as an artifact, with its hash, and who lodged or confirmed that hash in
 * the Register of Dealings.
 */
export interface RegisteredEvidence extends FiledEvidence {
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

/** What a bundle has in addition if it goes before a court that hears appeals. */
export interface BundledAppeal {
  readonly id: string
  readonly court: string
  /** The appellants, the leading one first. */
  readonly appellants: ReadonlyArray<{
    readonly handle: string
    readonly side: Side
    readonly grounds: ReadonlyArray<string>
    readonly argument: string | null
  }>
  /** The judgment whose orders stand, then the judgments that affirmed it. */
  readonly below: readonly [BundledJudgment, ...BundledJudgment[]]
  /** What is left of the stakes if the judgments below fall, in cents, by agent id: payments are capped at that (Rule 5.3). */
  readonly stakes: ReadonlyMap<string, number>
}

/** All that a judge sees. Counsel's work and offers of consent are never in it (PD2 §8, Rule 4.7). */
export interface Bundle {
  readonly matter: Matter
  readonly claim: BundledPleading
  readonly defence: BundledPleading | null
  readonly reply: BundledPleading | null
  readonly questions: ReadonlyArray<BundledQuestion>
  /** The area of law of each citation, tendered or stated for a rule, for which the Court knows one. */
  readonly areas: ReadonlyMap<string, string>
  /** Absent at first instance. */
  readonly appeal?: BundledAppeal
  /**
   * What the Court's record said, when judgment was called for, of the quote on which the matter rests, one sentence each; null if
   * it rests on none or nobody has called.
   */
  readonly record: { readonly quote: string; readonly sentences: ReadonlyArray<string> } | null
}

/** A question of the judge, and the answer of the party asked; null if it gave none. */
interface BundledQuestion {
  readonly n: number
  /** Handle of the party asked. */
  readonly to: string
  readonly text: string
  readonly answer: string | null
  readonly evidence: ReadonlyArray<RegisteredEvidence>
}
