/** When the account of a deal lies, and when it may be called. */

import type { Either } from "effect"
import { firstOf, type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { days as daysText, enforced, hours as hoursText, rule } from "../kernel/Section.ts"
import { days, format, hours, type Instant } from "../kernel/Time.ts"
import type { Deal, QuoteDeal, Side } from "./Deal.ts"
import { denialTimeOf } from "./Delivery.ts"
import { isMandate } from "./Mandate.ts"
import { dueOf } from "./Measure.ts"
import { isMetered, readingUntil } from "./Meter.ts"
import { isPurchase } from "./Purchase.ts"
import { receivedBy } from "./Received.ts"

const inForceText = (inForce: number): string =>
  inForce > 0
    ? ""
    : "Until a later version of this Direction is in force, no claim and no call is held to these times. "

/** PD15 §2: from when there is an account of a deal; before that the deal has no balance. */
export const whenItLies = enforced(
  "PD15 §2",
  "When an account lies",
  (t) =>
    `${inForceText(t.accountsInForce)}The account of a quote lies once the quote is settled or disputed, or ${hoursText(t.accountWaitHours)} after it was due without a close. A debt lies once it is due. A quote lies for ${daysText(t.accountDays)} from the instant at which it first lay, and a debt for ${daysText(t.debtDays)}. Time before the Court is not counted, and at least ${daysText(t.accountAfterMatterDays)} remain after the end of a matter that did not decide it. Later only orders by consent remain. A quote that was replaced has no account: what was paid and held on it, and its rails, count on the quote that replaced it, from the first acceptance. Whoever claims, the whole account is decided once and binds both. A claimant that discontinues before a defence does not claim on the deal again for ${daysText(t.discontinuedDays)}.`,
)

/** PD15 §9: how a buyer denies receipt, and how long the supplier then has to show the delivery. */
export const denial = enforced(
  "PD15 §9",
  "Denial of receipt",
  (t) =>
    `A buyer denies receipt in its close, or denies the delivery in its claim or defence. The denial is served on the supplier at once. A matter is not called for judgment within ${hoursText(t.denialHours)} of the first denial, nor while the time of an attester or the time to read a meter (PD15 §4C) runs.`,
)

/** When a close came to rest: at the buyer's close, or with the inspection. */
const settlementTime = ({ closes: { supplier, buyer }, inspection }: QuoteDeal): Instant | null => {
  if (supplier === null) return null
  return buyer === null ? supplier.at + inspection : Math.min(buyer.at, supplier.at + inspection)
}

/** The instant from which the account lies, as the facts stand. */
export const opensAt = rule(["PD15 §2"], (deal: Deal, terms: Terms): Instant => {
  const due = dueOf(deal)
  return deal.kind === "debt" ? due : (settlementTime(deal) ?? due + hours(terms.accountWaitHours))
})

/** The instant at which the account first lay. A close that comes after the wait does not begin the time anew. */
const firstLay = (deal: Deal, terms: Terms): Instant =>
  deal.kind === "debt"
    ? opensAt(deal, terms)
    : deal.closes.supplier !== null && deal.closes.supplier.at < dueOf(deal) + hours(terms.accountWaitHours)
      ? opensAt(deal, terms)
      : dueOf(deal) + hours(terms.accountWaitHours)

const daysOf = (deal: Deal, terms: Terms): number => {
  if (deal.kind === "quote") return terms.accountDays
  return isPurchase(deal) || isMandate(deal) ? terms.purchaseDays : terms.debtDays
}

/** The instant from which the account lies no longer. */
export const closesAt = rule(["PD15 §2", "PD15 §1D", "PD15 §16C"], (deal: Deal, terms: Terms): Instant => {
  const lies = days(daysOf(deal, terms))
  const before = deal.pending.reduce((sum, { from, to }) => sum + (to - from), 0)
  const remaining = deal.pending.map(({ to }) => to + days(terms.accountAfterMatterDays))
  return Math.max(firstLay(deal, terms) + lies + before, ...remaining)
})

/** Until when a side that discontinued may not claim on the deal again; null if it may. */
const barEnd = (deal: Deal, claimant: Side, now: Instant, terms: Terms): Instant | null => {
  const until = Math.max(
    0,
    ...deal.pending
      .filter((one) => one.discontinuedUndefended && one.claimant === claimant)
      .map(({ to }) => to + days(terms.discontinuedDays)),
  )
  return until > now ? until : null
}

/** Refuses a claim on a deal whose account does not lie now, or not for this claimant. */
export const check = rule(
  ["PD15 §2"],
  (stated: Deal, claimant: Side, now: Instant, terms: Terms): Either.Either<void, Refusal> => {
    const deal = receivedBy(stated, now)
    const replacedBy = deal.kind === "quote" ? deal.replacedBy : null
    const barred = barEnd(deal, claimant, now, terms)
    const opens = opensAt(deal, terms)
    const closes = closesAt(deal, terms)
    return firstOf([
      replacedBy === null ? null : refusal("quote_replaced", { by: replacedBy }),
      barred === null ? null : refusal("account_barred", { until: format(barred) }),
      when(now < opens, "account_not_ripe", { opensAt: format(opens) }),
      when(now >= closes, "account_closed", { closedAt: format(closes) }),
    ])
  },
)

/** Why a call has to wait: the refusal of the time that runs first, and the instant at which no time runs any more. */
export interface CallWaits {
  readonly refusal: Refusal
  readonly opensAt: Instant
}

/** The times that keep a deal from being called, with the refusal of each. */
const timesRunning = (
  deal: QuoteDeal,
  now: Instant,
  terms: Terms,
): ReadonlyArray<readonly ["denial_running" | "attestation_running" | "reading_running", Instant]> => {
  const denied = denialTimeOf(deal)
  const heard = denied === null ? now : denied + hours(terms.denialHours)
  const attested = (deal.criteria?.attested ?? []).flatMap(({ answered, dueAt }) =>
    answered === null && dueAt !== null ? [dueAt] : [],
  )
  const last = Math.max(now, ...attested)
  const read = isMetered(deal) ? (readingUntil({ deal, asOf: now, terms }) ?? now) : now
  return [
    ["denial_running", heard] as const,
    ["attestation_running", last] as const,
    ["reading_running", read] as const,
  ].filter(([, until]) => until > now)
}

/** Until when a call on the deal has to wait, and for what; null if it may be made. */
export const callWaits = rule(
  ["PD15 §9", "PD15 §4C"],
  (stated: Deal, now: Instant, terms: Terms): CallWaits | null => {
    const deal = receivedBy(stated, now)
    const times = deal.kind === "debt" ? [] : timesRunning(deal, now, terms)
    const [first] = times
    if (first === undefined) return null
    const [code, until] = first
    return {
      refusal: refusal(code, { until: format(until) }),
      opensAt: Math.max(...times.map(([, at]) => at)),
    }
  },
)
