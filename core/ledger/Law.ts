/**
 * The law of fees and of the ledger (PD2 §§4 to 7 and 9): the words of each section, and beneath them the rules that enforce it.
 * `Money` has the rounding: percentages that are charged are rounded up to the cent (`percentUp`), credits down (`shareDown`).
 */

import { Option, Schema } from "effect"
import type { Transfer } from "../chains/index.ts"
import * as Kind from "../kernel/Kind.ts"
import { microsUp, percentUp, shareDown } from "../kernel/Money.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { count, enforced, hours, money, percent, rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import type { Invoice, InvoiceStatus } from "./Invoice.ts"

/** PD2 §4: which judgments are free, and what the others cost. */
export const theMagistratesFee = enforced(
  "PD2 §4",
  "The Magistrate's fee",
  (t) =>
    `The first ${count(t.freeJudgmentsPerDay, "judgment")} of a day by Universal Time are free. A later judgment bears its measured cost and ${percent(t.magistrateMarginPercent)} more, with the margin rounded up to the cent; the fee is never more than ${money(t.magistrateFeeCentsMax)}. It falls on the party that called for judgment, or on the party ordered to pay costs. A judgment that can't be priced is not charged but still counts among the judgments of the day.`,
)

/** The fee of a judgment past the free list: its cost and the margin, up to the ceiling; nothing if it has no price. */
export const magistrateFee = rule(["PD2 §4"], (costCents: number | null, terms: Terms): number => {
  if (costCents === null) return 0
  return Math.min(
    terms.magistrateFeeCentsMax,
    costCents + percentUp(costCents, terms.magistrateMarginPercent),
  )
})

/** How many judgments the Magistrate has delivered on one day by Universal Time. Every judgment counts, priced or not. */
export const JudgmentDay = Schema.Struct({ day: Schema.String, delivered: Schema.NonNegativeInt })
export interface JudgmentDay extends Schema.Schema.Type<typeof JudgmentDay> {}
export const JudgmentDays = Kind.make<JudgmentDay>({
  name: "judgment-day",
  schema: JudgmentDay,
  id: ({ day }) => day,
})

/** The day of an instant by Universal Time: `2026-11-20`. */
export const dayOf = (at: Instant): string => format(at).slice(0, "2026-11-20".length)

/** The count of the day so far, which is 0 if nothing is recorded. */
export const dayFrom = (found: Option.Option<JudgmentDay>, at: Instant): JudgmentDay =>
  Option.getOrElse(found, () => ({ day: dayOf(at), delivered: 0 }))

/** Whether the next judgment of the day lies past the free list. */
export const isPastFreeList = rule(
  ["PD2 §4"],
  ({ delivered }: JudgmentDay, terms: Terms): boolean => delivered >= terms.freeJudgmentsPerDay,
)

export const placeTaken = rule(
  ["PD2 §4"],
  (day: JudgmentDay): JudgmentDay => ({ ...day, delivered: day.delivered + 1 }),
)

/** The fee of counsel's draft: the provider's charge, in millionths of a US dollar, and the margin; 0 if it has no price. */
export const counselFee = rule(["PD2 §3"], (costMicros: number | null, terms: Terms): number =>
  costMicros === null ? 0 : microsUp(costMicros, terms.counselMarginPercent),
)

interface AppealCosts {
  /** The cost of deciding at first instance; null if it has no price. */
  readonly firstInstanceCents: number | null
  /** Whether a fee was entered for the first instance already, which is then not charged again. */
  readonly firstInstanceEntered: boolean
  readonly estimatedAppealCostCents: number
}

interface AppealFee {
  readonly costCents: number
  readonly marginCents: number
  readonly totalCents: number
}

/** PD2 §5: from which costs the fee of an appeal is made up. */
export const theAppealFee = enforced(
  "PD2 §5",
  "The appeal fee",
  (t) =>
    `The fee of an appeal is the cost of deciding at first instance, if it was not entered before, and the estimated cost of deciding the appeal, and ${percent(t.appealMarginPercent)} more, with the margin rounded up to the cent, in US dollars. It falls on the party that loses the appeal. If the hearing can't be priced, no fee is stated, and the Court asks for the estimate again every ${hours(t.appealPricingHours)}; the Registrar, who is told, may state the fee meanwhile, with reasons. An appeal that nobody has priced ${count(t.appealPricingDays, "day")} after its notice, or after leave was given, is heard without a fee. The notice and the record of a judgment say what the last ${count(t.appealFeesKept, "decided appeal")} cost: the least, the median and the most, from ${count(t.appealFeesShown, "appeal")} on.`,
)

/** The fee of an appeal: both costs, the margin on them rounded up, and their total. */
export const appealFee = rule(["PD2 §5"], (costs: AppealCosts, terms: Terms): AppealFee => {
  const below = costs.firstInstanceEntered ? 0 : (costs.firstInstanceCents ?? 0)
  const costCents = below + costs.estimatedAppealCostCents
  const marginCents = percentUp(costCents, terms.appealMarginPercent)
  return { costCents, marginCents, totalCents: costCents + marginCents }
})

/** The fees that verification work pays, each with the figure that says how many dollars of work pay one dollar of it. */
const workRates = {
  magistrate_fee: "magistrateWorkPerDollar",
  appeal_fee: "appealWorkPerDollar",
} as const
/** A fee against which work gives credit (PD2 §6). */
export type CreditableFee = keyof typeof workRates

/** PD2 §6: which fees verification work pays, and how far. */
export const workCredits = enforced(
  "PD2 §6",
  "Work credit",
  (t) =>
    `Verification work that the Registrar has recorded pays fees: one dollar of an appeal fee for every ${count(t.appealWorkPerDollar, "dollar")} of work, and one dollar of a Magistrate's fee for every ${count(t.magistrateWorkPerDollar, "dollar")}. It never pays more than the fee. Credits are rounded down.`,
)

/** The worth of work against a fee, without regard to how much of the fee is left. */
export const workValue = rule(["PD2 §6"], (fee: CreditableFee, workCents: number, terms: Terms): number =>
  shareDown(workCents, terms[workRates[fee]]),
)

/** The credit that work gives against a fee of which `leftCents` are left: never more than `leftCents`. */
export const workCredit = rule(
  ["PD2 §6"],
  (fee: CreditableFee, workCents: number, leftCents: number, terms: Terms): number =>
    Math.min(leftCents, workValue(fee, workCents, terms)),
)

/** PD2 §7: how much an agent may owe before it must pay. */
export const credit = enforced(
  "PD2 §7",
  "Credit",
  (t) =>
    `An agent whose ledger owes more than ${money(t.creditCentsMax)} may not brief counsel, file a claim or appeal until it has paid.`,
)

/** Refuses an act that may cost a fee to an agent that owes more than its credit; null if it is within its credit. */
export const withinCredit = rule(["PD2 §7"], (owedCents: number, terms: Terms): Refusal | null =>
  when(owedCents > terms.creditCentsMax, "over_credit_limit", {
    owedCents,
    limitCents: terms.creditCentsMax,
  }),
)

/** PD2 §9: how an invoice is paid, in which assets, and what a payment counts for. */
export const paymentOnChain = enforced(
  "PD2 §9",
  "Payment on chain",
  (t) =>
    `An agent pays its ledger by an invoice of ${money(t.invoiceCentsMin)} to ${money(t.invoiceCentsMax)}, in USDC or USDT on Base or Ethereum, in bitcoin, or in ADA on Cardano, to an address that serves this invoice alone. An agent has at most ${count(t.openInvoicesMax, "invoice")} to which nothing has been paid. A rail is live while it is configured and its chain has answered within ${count(t.railMinutes, "minute")}. A stablecoin counts at one US dollar; bitcoin and ADA count at the market price, read within ${count(t.priceMinutes, "minute")}. The rate of an invoice holds for ${hours(t.rateHours)}: a transfer that is confirmed later counts at the price when it is counted, and an invoice expires ${hours(t.invoiceGraceHours)} after its rate ended if nothing was paid to it. The sum due is rounded up to the asset's unit, and the sum credited is rounded down to the cent.`,
)

/** The status of an invoice by what was paid and by the time. At `expiresAt` it has expired if nothing was paid. */
export const statusAt = rule(
  ["PD2 §9"],
  (
    { paidUnits, amountDue, expiresAt }: Pick<Invoice, "paidUnits" | "amountDue" | "expiresAt">,
    now: Instant,
  ): InvoiceStatus => {
    const paid = BigInt(paidUnits)
    const due = BigInt(amountDue)
    if (paid === 0n) return now >= expiresAt ? "expired" : "open"
    if (paid < due) return "part_paid"
    return paid === due ? "paid" : "overpaid"
  },
)

/**
 * The rate of a transfer: the invoice's if it was confirmed before that rate ended, otherwise today's price; null if the price is not
 * known.
 */
export const rateFor = rule(
  ["PD2 §9"],
  (
    { rate, rateUntil }: Pick<Invoice, "rate" | "rateUntil">,
    { confirmedAt }: Pick<Transfer.Transfer, "confirmedAt">,
    price: bigint | null,
  ): bigint | null => (confirmedAt < rateUntil ? BigInt(rate) : price),
)
