/** The payments and the refunds that count on a deal. */
import { enforced, hours as hoursText, rule } from "../kernel/Section.ts"
import { hours } from "../kernel/Time.ts"
import type { Deal, Stated } from "./Deal.ts"
import { findingOn } from "./Findings.ts"
import { priceOf } from "./Measure.ts"
import type { Facts } from "./Received.ts"
import {
  type Ends,
  endsOf,
  isUnreadAlone,
  type Kind,
  noEnds,
  onUnreadRail,
  payeeOf,
  payerOf,
  restOf,
} from "./Transfers.ts"
import type { RecordRef, Wanted } from "./View.ts"

/** PD15 §7: which lodgements are payments and refunds, and how each is shown. */
export const payments = enforced(
  "PD15 §7",
  "Payments",
  (t) =>
    `The buyer bears its payments. A payment stands in the Register of Dealings as an entry of this kind that names the deal, from the buyer to the supplier, whoever lodges it. It is found if the supplier lodged or confirmed it. It is found if the chain is read and the transaction shows a transfer from an address that the buyer has proven, mined not before the second of the acceptance, to a rail of the quote that stood within ${hoursText(t.railAfterHours)} before. It is found by silence if the buyer stated it at least ${hoursText(t.paymentSilenceHours)} before the filing, and the supplier neither contested it nor pleads; silence finds no transaction on a chain that is read. A transaction on the chain of the quote's rail is undetermined if the acceptance said that this chain is not read, and as far as the supplier has not acknowledged it.`,
)

export const refundsAndDebts = enforced(
  "PD15 §7A",
  "Refunds, payments of debts, and holds",
  () =>
    "Refunds are the same the other way round, from a proven address of the supplier, or a rail that the quote was paid to, to a proven address of the buyer or to an address from which the quote was paid. A payment of a debt goes to a proven address of the agent to which it is owed. Money in a hold is not paid; what left the hold for its payee is a payment by its payer.",
)

/** PD15 §8: how far one transaction counts, so that it pays for no second deal. */
export const countingOfPayments = enforced(
  "PD15 §8",
  "Counting of payments",
  () =>
    "A transaction counts once, for the lesser of what was stated and what is left of it over all deals and all entries of the Register of Compliance. It belongs to the agent that has proven the address that it came from, and counts first for the deal on which this agent first stated it, for as much as it stated there; each later statement takes what is left. A statement of anybody else uses nothing of it.",
)

export const sumsOfPayments = enforced(
  "PD15 §8A",
  "The sum of the payments",
  () =>
    "Payments with a transaction add up by transaction. Payments that silence finds are added to them only up to the price. Payments without a transaction add up by the side that lodged them; the greater of the two sums counts, and never more than the price. Of the sum with and the sum without transactions the greater is paid, so one payment that is proven twice is one. To confirm what silence finds never lowers what is paid. The payee may show that a transfer met something else, by what the payer signed or by another deal of record.",
)

/** The sum that was paid or refunded: the bounds between which it lies, the records that count, and the act that is lacking. */
export interface Counted {
  readonly min: number
  readonly max: number
  readonly by: ReadonlyArray<RecordRef>
  readonly wanted: Wanted | null
}

const sum = (of: ReadonlyArray<{ readonly cents: number }>): number =>
  of.reduce((total, { cents }) => total + cents, 0)
const greatest = (of: ReadonlyArray<{ readonly cents: number }>): number =>
  Math.max(0, ...of.map(({ cents }) => cents))

/** Whether the payee lodged or confirmed what is stated. */
const isAcknowledged = ({ kind, lodger, review }: Stated): boolean =>
  lodger === payeeOf(kind) || review?.outcome === "confirmed"

/** Whether the payee's silence speaks for what is stated. A contest or a pleading ends the silence. */
const bySilence = ({ deal, asOf, terms }: Facts, one: Stated): boolean => {
  const payee = payeeOf(one.kind)
  const filedAt = deal.matter?.filedAt ?? asOf
  return (
    one.review === null &&
    one.at <= filedAt - hours(terms.paymentSilenceHours) &&
    (deal.matter === null || deal.matter.pleads[payee] === null) &&
    (one.txid === null || isUnreadAlone(deal, one.txid))
  )
}

/** The sums that left the holds of this payer, by the payout's transaction or else by the hold. */
const payoutsOf = (deal: Deal, kind: Kind): ReadonlyMap<string, { cents: number; hold: string }> => {
  const found = new Map<string, { cents: number; hold: string }>()
  if (deal.kind === "debt") return found
  for (const { id, payer, left } of deal.holds)
    for (const [i, { cents, txid }] of left.entries())
      if (payer === payerOf(kind)) {
        const key = txid ?? `${id}/${i}`
        found.set(key, { cents: (found.get(key)?.cents ?? 0) + cents, hold: id })
      }
  return found
}

/** How a statement counts: the payee's word, the chain, silence, not yet, as a judge found it, or not at all. */
type Way = "acknowledged" | "chain" | "silence" | "open" | "held" | "not_held" | null

/** How a statement of a transaction on an unread chain counts: as a judge found it, and open before (PD15 §11B). */
const wayFound = (facts: Facts, { kind, id }: Stated): Way => {
  const judged = findingOn(facts, kind === "payment" ? "paid" : "refunded")
  if (judged === null) return "open"
  return judged.held && judged.by.some((one) => one.record === "dealing" && one.id === id)
    ? "held"
    : "not_held"
}

const wayOf = (facts: Facts, one: Stated, left: number | null): Way => {
  if (left !== null) return "chain"
  if (isAcknowledged(one)) return "acknowledged"
  if (bySilence(facts, one)) return "silence"
  return one.txid !== null && onUnreadRail(facts.deal, one.txid) ? wayFound(facts, one) : null
}

/** The act by which the buyer or the supplier could make a payment or refund count that doesn't count yet. */
const wantedOf = (ways: ReadonlyArray<readonly [Stated, Way]>): Wanted | null => {
  const unheard = ways.find(([, way]) => way === null || way === "open")?.[0]
  if (unheard === undefined) return null
  const { kind, review } = unheard
  return review === null
    ? { who: payeeOf(kind), act: `review the ${kind} ${unheard.id}`, dueBy: null }
    : {
        who: payerOf(kind),
        act: `state the transaction of the ${kind} and prove the address that it came from`,
        dueBy: null,
      }
}

/** The two sums of the transactions: the sum that the chain or a word shows, and the sum that silence alone finds beside it. */
interface Sums {
  sure: number
  quiet: number
}

/** Both sums, but silence never brings them over the price. */
const upTo = (price: number, { sure, quiet }: Sums): number => Math.max(sure, Math.min(price, sure + quiet))

const countKind = (facts: Facts, kind: Kind, paid: Ends): Counted => {
  const { deal, terms } = facts
  const stated = deal.stated.filter((one) => one.kind === kind)
  const payouts = payoutsOf(deal, kind)
  const lefts = new Map(
    stated.flatMap(({ txid }) =>
      txid === null ? [] : [[txid, restOf(deal, kind, txid, terms, paid)] as const],
    ),
  )
  const ways = stated.map(
    (one) => [one, wayOf(facts, one, one.txid === null ? null : (lefts.get(one.txid) ?? null))] as const,
  )
  const shown: Sums = { sure: 0, quiet: 0 }
  const possible: Sums = { sure: 0, quiet: 0 }
  for (const txid of new Set([...lefts.keys(), ...payouts.keys()])) {
    const named = ways.filter(([one]) => one.txid === txid)
    const cents = (way: Way) => greatest(named.flatMap(([one, its]) => (its === way ? [one] : [])))
    const payout = payouts.get(txid)?.cents
    const left = lefts.get(txid) ?? null
    const fixed = payout ?? (left === null ? null : Math.min(cents("chain"), left))
    // Whoever acknowledges a cent of it has not acknowledged the rest: that stays open for a finding.
    const worded = Math.max(cents("acknowledged"), cents("held"))
    const sure = fixed ?? worded
    const open = fixed ?? Math.max(worded, cents("open"))
    const quiet = fixed === null ? cents("silence") : 0
    shown.sure += sure
    shown.quiet += Math.max(0, quiet - sure)
    possible.sure += open
    possible.quiet += Math.max(0, quiet - open)
  }
  const price = priceOf(deal)
  const loose = (lodger: Stated["lodger"]) =>
    sum(
      ways.flatMap(([one, way]) =>
        one.lodger === lodger && one.txid === null && (way === "silence" || way === "acknowledged")
          ? [one]
          : [],
      ),
    )
  const without = Math.min(price, Math.max(loose("buyer"), loose("supplier")))
  const by: ReadonlyArray<RecordRef> = [
    ...ways.flatMap(([one, way]) => (way === null ? [] : [{ record: "dealing" as const, id: one.id }])),
    ...[...lefts].flatMap(([txid, left]) =>
      left === null ? [] : [{ record: "transfer" as const, id: txid }],
    ),
    ...[...new Set([...payouts.values()].map(({ hold }) => hold))].map((id) => ({
      record: "hold" as const,
      id,
    })),
  ]
  return {
    min: Math.max(upTo(price, shown), without),
    max: Math.max(upTo(price, possible), without),
    by,
    wanted: wantedOf(ways),
  }
}

const paymentEnds = (facts: Facts): Ends => {
  const { deal, terms } = facts
  const counting = deal.stated.flatMap((one) => {
    if (one.kind !== "payment" || one.txid === null) return []
    const onChain = restOf(deal, "payment", one.txid, terms, noEnds) !== null
    return onChain || isAcknowledged(one) ? [one.txid] : []
  })
  return endsOf(deal, new Set(counting), terms)
}

export const countPayments = rule(
  ["PD15 §7", "PD15 §8", "PD15 §8A"],
  (facts: Facts): Counted => countKind(facts, "payment", noEnds),
)

/** The sum that the supplier refunded on a quote. A debt has no refunds. */
export const countRefunds = rule(
  ["PD15 §7A", "PD15 §8", "PD15 §8A"],
  (facts: Facts): Counted =>
    facts.deal.kind === "debt"
      ? { min: 0, max: 0, by: [], wanted: null }
      : countKind(facts, "refund", paymentEnds(facts)),
)
