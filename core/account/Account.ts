/** The account of a deal: its lines as a table, and the balance that they come to. */
import { defaultCurrency, millionthsDown } from "../kernel/Money.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Deal, DebtDeal, QuoteDeal, Side } from "./Deal.ts"
import { conformingOf, decideDelivered, type Found, lateOf, reductionsOf } from "./Delivery.ts"
import { type LineFinding, openLines } from "./Findings.ts"
import { beyondIn, decideKept, isMandate, type MandateDeal } from "./Mandate.ts"
import { priceOf } from "./Measure.ts"
import { isMetered, type MeteredDeal, meteredOf } from "./Meter.ts"
import { type Counted, countPayments, countRefunds } from "./Payments.ts"
import { isPurchase, metBy, type PurchaseDeal, serviceOf } from "./Purchase.ts"
import { type Facts, receivedBy } from "./Received.ts"
import type { Account, Burden, Line, LineName, RecordRef, Sum } from "./View.ts"

/** PD15 §3: what is added and subtracted, and what becomes of a balance that is negative. */
export const theBalance = enforced(
  "PD15 §3",
  "The account and its balance",
  () =>
    "The account of a deal is drawn from records that neither side could write alone, as the Court had received them by the call, whoever brings them. The sum owed is the price less the reductions if the delivery is found, and nothing if it is not found. If delivery or conformity is undetermined, the share of the price is owed that the quote states for this case; without such a share it lies between nothing and the price less the reductions. The balance is what is owed less what was paid and not refunded. Above zero the buyer owes it, below zero the supplier. If it lies between two sums, the part is ordered that stands whichever way it is decided.",
)

export const doubt = enforced(
  "PD15 §3A",
  "Admissions and doubt",
  () =>
    "A sum that a side admits to owe on a quote is a record of the account: the balance, its way, is at least that; if both admit, it is at least the difference. Delivery in words or elsewhere, conformity of a quote without criteria, the units of a meter, and the service of a purchase or beyond a mandate can be undetermined. So can a transaction on a chain of the rail that is not read, and a currency other than US dollars. All other doubt is not found, against the side that bears the line. While no claim is filed, silence is read as if one were filed now.",
)

interface Bounds {
  readonly min: number
  readonly max: number
}
const sumOf = ({ min, max }: Bounds): Sum => (min === max ? min : { min, max })
const exactly = (cents: number): Bounds => ({ min: cents, max: cents })

type Row = Found & Pick<Line, "cents" | "millionths">
const quietly = (by: ReadonlyArray<RecordRef>, rest: Pick<Line, "cents" | "millionths">): Row => ({
  finding: "found",
  by,
  wanted: null,
  ...rest,
})
const recordOf = (deal: Deal): RecordRef =>
  deal.kind === "quote" ? { record: "quote", id: deal.id } : { record: "dealing", id: deal.id }
const rowOf = ({ min, max, by, wanted }: Counted): Row => {
  const finding = min !== max ? "undetermined" : max > 0 ? "found" : "not_found"
  return { finding, cents: sumOf({ min, max }), by, wanted }
}

/** The sum that a side admits that it owes on a quote: the greatest of its admissions. */
const admissionOf = ({ matter }: Deal, side: Side): number =>
  Math.max(0, ...(matter?.admits ?? []).flatMap(({ by, cents }) => (by === side ? [cents] : [])))

const ofQuote =
  (find: (facts: Facts<QuoteDeal>) => Row | null) =>
  (facts: Facts): Row | null => {
    const { deal } = facts
    return deal.kind === "quote" ? find({ ...facts, deal }) : null
  }

/** A line of what was delivered. A quote whose meter decides has no such line. */
const ofDelivery = (find: (facts: Facts<QuoteDeal>) => Row | null) =>
  ofQuote((facts) => (isMetered(facts.deal) ? null : find(facts)))

/** The facts of a quote whose meter decides; null for any other deal. */
const asMetered = (facts: Facts): Facts<MeteredDeal> | null => {
  const { deal } = facts
  return isMetered(deal) ? { ...facts, deal } : null
}

/** The price of a purchase: the offer and the transfer that met it. Without them it is not found, against the agent that paid. */
const purchasePrice = (deal: PurchaseDeal): Row => {
  const met = metBy(deal)
  const by = [recordOf(deal)]
  if (met === null) {
    const act = "file an offer that the seller signed, and state on the entry the transfer that met it"
    return { finding: "not_found", cents: 0, by, wanted: { who: "supplier", act, dueBy: null } }
  }
  const { offer, payment, transfer, cents } = met
  return quietly(
    [
      ...by,
      { record: "artifact", id: offer.id },
      { record: "dealing", id: payment.id },
      { record: "transfer", id: transfer.txid },
    ],
    { cents },
  )
}

/** The sum beyond a mandate, with the receipts and payments that show it. Without them it is not found, against the agent that paid. */
const mandatePrice = (deal: MandateDeal): Row => {
  const found = beyondIn(deal)
  const by: ReadonlyArray<RecordRef> = [
    recordOf(deal),
    ...found.flatMap(
      ({ named, payment, transfer }): ReadonlyArray<RecordRef> => [
        { record: "artifact", id: named.id },
        { record: "dealing", id: payment.id },
        ...(transfer === null ? [] : [{ record: "transfer" as const, id: transfer.txid }]),
      ],
    ),
  ]
  if (found.length > 0) return quietly(by, { cents: priceOf(deal) })
  const act = "file a receipt that the other signed for the payment, with the mandate that it names"
  return { finding: "not_found", cents: 0, by, wanted: { who: "supplier", act, dueBy: null } }
}

/** The service of a purchase, or of what was paid for beyond a mandate. Only another judge can find it, so the pleading alone is wanted. */
const serviceRow = (deal: DebtDeal): Row | null => {
  const service = isMandate(deal) ? decideKept(deal) : isPurchase(deal) ? serviceOf(deal) : null
  if (service === null) return null
  const { finding, by } = service
  const silent = deal.matter === null || deal.matter.pleads.buyer === null
  const wanted = { who: "buyer", act: "plead, and show that it served", dueBy: null } as const
  return { finding, by, wanted: finding === "not_found" && silent ? wanted : null }
}

/** The price of a debt: of a purchase, of payments beyond a mandate, or the sum of the entry. */
const debtPrice = (deal: DebtDeal): Row => {
  if (isMandate(deal)) return mandatePrice(deal)
  return isPurchase(deal) ? purchasePrice(deal) : quietly([recordOf(deal)], { cents: priceOf(deal) })
}

/** A line of an account: what it says, who bears it, and its rule. */
export interface LineRule {
  readonly says: string
  readonly burden: Burden
  readonly find: (facts: Facts) => Row | null
}

/** The lines of an account, in their order: what each says, who bears it, and its rule. A rule gives null if the deal has no such line. */
export const lines: { readonly [N in LineName]: LineRule } = {
  price: {
    says: "The price that both closes state, or the lower of the quote's price and the supplier's charge; the sum of a debt.",
    burden: "computed",
    find: ({ deal }) =>
      deal.kind === "debt" ? debtPrice(deal) : quietly([recordOf(deal)], { cents: priceOf(deal) }),
  },
  due: {
    says: "The instant at which the deal is due.",
    burden: "computed",
    find: ({ deal }) => quietly([recordOf(deal)], {}),
  },
  metered: {
    says: "The sum for the units that the meter of the quote counted, by the readings of both sides.",
    burden: "supplier",
    find: (facts) => {
      const metered = asMetered(facts)
      if (metered === null) return null
      const { finding, by, wanted, ...bounds } = meteredOf(metered)
      return { finding, by, wanted, cents: sumOf(bounds) }
    },
  },
  delivered: {
    says: "Whether the supplier delivered.",
    burden: "supplier",
    find: ofDelivery(decideDelivered),
  },
  conforming: {
    says: "The reduction of the price by the criteria of the quote.",
    burden: "computed",
    find: ofDelivery((facts) => ({ ...conformingOf(facts), cents: reductionsOf(facts).conforming })),
  },
  late: {
    says: "The reduction of the price for whole hours past the due time.",
    burden: "computed",
    find: ofDelivery((facts) => quietly([], { millionths: lateOf(facts), cents: reductionsOf(facts).late })),
  },
  otherwise: {
    says: "The share of the price that is owed if delivery or conformity is undetermined.",
    burden: "computed",
    find: ofDelivery(({ deal }) => {
      const { otherwiseMillionths: millionths } = deal.remedies
      if (millionths === null) return null
      return quietly([recordOf(deal)], { millionths, cents: millionthsDown(priceOf(deal), millionths) })
    }),
  },
  paid: { says: "The payments of the buyer.", burden: "buyer", find: (facts) => rowOf(countPayments(facts)) },
  refunded: {
    says: "The refunds of the supplier.",
    burden: "supplier",
    find: ofQuote((facts) => rowOf(countRefunds(facts))),
  },
  held: {
    says: "The money in holds. It is not paid.",
    burden: "computed",
    find: ofQuote(({ deal }) => {
      const standing = deal.holds.filter(({ endedAt }) => endedAt === null)
      if (standing.length === 0) return null
      const left = standing.map((hold) => hold.cents - hold.left.reduce((all, { cents }) => all + cents, 0))
      const cents = left.reduce((all, one) => all + Math.max(0, one), 0)
      return quietly(
        standing.map(({ id }) => ({ record: "hold", id })),
        { cents },
      )
    }),
  },
  admitted: {
    says: "The sum that the sides admit that they owe; above zero the buyer, below zero the supplier.",
    burden: "computed",
    find: ofQuote(({ deal }) => {
      const cents = admissionOf(deal, "buyer") - admissionOf(deal, "supplier")
      const none = admissionOf(deal, "buyer") === 0 && admissionOf(deal, "supplier") === 0
      return none ? null : quietly([], { cents })
    }),
  },
  served: {
    says: "Whether a purchase by x402, or a payment beyond a mandate, was served: the buyer of a debt is the agent that owes it, here the seller.",
    burden: "buyer",
    find: ({ deal }) => (deal.kind === "debt" ? serviceRow(deal) : null),
  },
}
// `Object.keys` gives strings; these are the keys of `lines`, in their order.
const names = Object.keys(lines) as ReadonlyArray<LineName>

/** A debt is owed as it stands; of a purchase or a payment beyond a mandate nothing or the price, unless it was not served. */
const sumOwedOfDebt = (deal: DebtDeal): Bounds => {
  const price = priceOf(deal)
  if (isMandate(deal)) return { min: decideKept(deal).dueCents, max: price }
  const service = isPurchase(deal) ? serviceOf(deal).finding : "not_found"
  if (service === "found") return exactly(0)
  return service === "undetermined" ? { min: 0, max: price } : exactly(price)
}

/** The sum that is owed on the deal: the price of a debt; for a quote, the sum that its meter or the delivery comes to. */
const sumOwed = (facts: Facts): Bounds => {
  const { deal } = facts
  if (deal.kind === "debt") return sumOwedOfDebt(deal)
  const metered = asMetered(facts)
  if (metered !== null) return meteredOf(metered)
  const quote = { ...facts, deal }
  const delivered = decideDelivered(quote).finding
  if (delivered === "not_found") return exactly(0)
  const price = priceOf(deal)
  const { conforming, late } = reductionsOf(quote)
  const most = price - conforming - late
  if (delivered === "found" && conformingOf(quote).finding !== "undetermined") return exactly(most)
  const { otherwiseMillionths } = deal.remedies
  return otherwiseMillionths === null
    ? { min: 0, max: most }
    : exactly(millionthsDown(price, otherwiseMillionths))
}

/** A balance of a quote, with what the sides admit: it is at least that, their way. */
const withAdmissions = (deal: Deal, balance: number): number => {
  const buyer = admissionOf(deal, "buyer")
  const supplier = admissionOf(deal, "supplier")
  if (buyer > 0 && supplier > 0) return buyer - supplier
  if (buyer > 0) return Math.max(balance, buyer)
  return supplier > 0 ? Math.min(balance, -supplier) : balance
}

/** The balance: what is owed, less what was paid and not refunded. A debt is at most paid: it never turns. */
const balanceOf = (deal: Deal, owed: Bounds, paid: Counted, refunded: Counted): Bounds => {
  const least = Math.max(0, paid.min - refunded.max)
  const most = Math.max(0, paid.max - refunded.min)
  if (deal.kind === "debt") return { min: Math.max(0, owed.min - most), max: Math.max(0, owed.max - least) }
  return { min: withAdmissions(deal, owed.min - most), max: withAdmissions(deal, owed.max - least) }
}

/** The findings that count: those on lines on which the balance without them is open (PD15 §11B). */
export const counting = (
  deal: Deal,
  asOf: Instant,
  terms: Terms,
  findings: ReadonlyArray<LineFinding>,
): ReadonlyArray<LineFinding> => {
  if (findings.length === 0) return []
  const open: ReadonlyArray<LineName> = openLines(drawUp(deal, asOf, terms))
  return findings.filter(({ line }) => open.includes(line))
}

/** Draws up the account of a deal as of an instant: whoever asks, it is the same. A judge's findings decide lines that it leaves open. */
export const drawUp = rule(
  ["PD15 §3", "PD15 §3A", "PD15 §11B"],
  (deal: Deal, asOf: Instant, terms: Terms, findings: ReadonlyArray<LineFinding> = []): Account => {
    const facts: Facts = {
      deal: receivedBy(deal, asOf),
      asOf,
      terms,
      findings: counting(deal, asOf, terms, findings),
    }
    const head = { deal: { kind: deal.kind, id: deal.id }, asOf }
    const drawn = names.flatMap((line): ReadonlyArray<Line> => {
      const { burden, find } = lines[line]
      const row = find(facts)
      return row === null ? [] : [{ line, burden, ...row }]
    })
    if (deal.currency !== defaultCurrency) {
      const blank = { price: null, owed: null, paid: null, refunded: null, balance: null }
      const open = drawn.map(({ cents, ...line }): Line => ({ ...line, finding: "undetermined" }))
      return { ...head, ...blank, undecided: "all", lines: open }
    }
    const paid = countPayments(facts)
    const refunded = countRefunds(facts)
    const owed = sumOwed(facts)
    const balance = balanceOf(facts.deal, owed, paid, refunded)
    return {
      ...head,
      price: priceOf(facts.deal),
      owed: sumOf(owed),
      paid: sumOf(paid),
      refunded: sumOf(refunded),
      balance: sumOf(balance),
      undecided: balance.max === balance.min ? null : balance.max - balance.min,
      lines: drawn,
    }
  },
)

/** The part of a balance that stands whichever way the rest is decided: who owes it, and how much; null if no part stands. */
export const standingPart = rule(
  ["PD15 §3"],
  ({ balance }: Pick<Account, "balance">): { readonly against: Side; readonly cents: number } | null => {
    if (balance === null) return null
    const { min, max } = typeof balance === "number" ? exactly(balance) : balance
    if (min > 0) return { against: "buyer", cents: min }
    return max < 0 ? { against: "supplier", cents: -max } : null
  },
)
