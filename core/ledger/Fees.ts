/**
 * What things cost. Rounding is stated once, in `Money`: percentages that are charged round up to the cent (`percentUp`),
 * credits round down (`shareDown`).
 */
import { microsUp, percentUp, shareDown } from "../Money.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"

/** The fee of a judgment past the free list: its cost and the margin, up to the ceiling; nothing where it has no price. */
export const magistrateFee = rule(["PD2 §4"], (costCents: number | null, terms: Terms): number => {
  if (costCents === null) return 0
  return Math.min(
    terms.magistrateFeeCentsMax,
    costCents + percentUp(costCents, terms.magistrateMarginPercent),
  )
})

/** The fee of counsel's draft: what its provider charged, in millionths of a US dollar, and the margin; nothing where it has no price. */
export const counselFee = rule(["PD2 §3"], (costMicros: number | null, terms: Terms): number =>
  costMicros === null ? 0 : microsUp(costMicros, terms.counselMarginPercent),
)

export interface AppealCosts {
  /** What deciding at first instance cost; null where it has no price. */
  readonly firstInstanceCents: number | null
  /** Whether a fee was entered for that already: it is not charged again. */
  readonly firstInstanceEntered: boolean
  readonly estimatedAppealCostCents: number
}

export interface AppealFee {
  readonly costCents: number
  readonly marginCents: number
  readonly totalCents: number
}

/** The fee of an appeal: both costs, the margin on them rounded up, and their total. */
export const appealFee = rule(["PD2 §5"], (costs: AppealCosts, terms: Terms): AppealFee => {
  const below = costs.firstInstanceEntered ? 0 : (costs.firstInstanceCents ?? 0)
  const costCents = below + costs.estimatedAppealCostCents
  const marginCents = percentUp(costCents, terms.appealMarginPercent)
  return { costCents, marginCents, totalCents: costCents + marginCents }
})

/** Fees that verification work pays, each with the figure that says how much work pays a dollar of it. */
export const workRates = {
  magistrate_fee: "magistrateWorkPerDollar",
  appeal_fee: "appealWorkPerDollar",
} as const
export type CreditableFee = keyof typeof workRates

/** What work is worth against a fee, before what is left of the fee bounds it. */
export const workValue = rule(["PD2 §6"], (fee: CreditableFee, workCents: number, terms: Terms): number =>
  shareDown(workCents, terms[workRates[fee]]),
)

/** What work credits against a fee of which `leftCents` are not credited yet: never more than the fee. */
export const workCredit = rule(
  ["PD2 §6"],
  (fee: CreditableFee, workCents: number, leftCents: number, terms: Terms): number =>
    Math.min(leftCents, workValue(fee, workCents, terms)),
)
