/**
 * A purchase by x402 without a quote: an offer that the seller signed, and a transfer that met it. It is a debt of the seller as far as it
 * was paid for and not served. As in other debts, the supplier is the agent that is owed, here who paid, and the buyer the agent that owes.
 */
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { days as daysText, enforced, hours as hoursText, rule } from "../kernel/Section.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import { type DebtDeal, isTaken, ownerAt, type Side } from "./Deal.ts"
import type { Finding, RecordRef } from "./View.ts"

/** An offer of x402 that the seller signed, as a paper of the matter has it; `id` is the SHA-256 of its artifact. */
export interface Offer {
  readonly id: string
  /** The side that filed it, and when the court received it. */
  readonly by: Side
  readonly at: Instant
  /** Whether the agent that paid has lodged its hash itself. */
  readonly lodged: boolean
  readonly resource: string
  readonly network: string
  readonly asset: string
  readonly payTo: string
  /** Base units of the token in decimal, and what they come to in cents. */
  readonly units: string
  readonly cents: number
  readonly until: Instant
}

/** A response to a paid request that the seller signed, as a paper of the matter has it; `id` is the SHA-256 of its artifact. */
export interface Response {
  readonly id: string
  readonly by: Side
  readonly at: Instant
  readonly resource: string
  readonly status: number
  /** The SHA-256 of the header by which the request paid, and the transaction that the response names; null if it names no transaction. */
  readonly payment: string
  readonly transaction: string | null
}

/** A transfer of a transaction that the agent that paid has stated, with its token; `at` is when the court recorded it. */
export interface Transfer {
  readonly txid: string
  readonly at: Instant
  readonly network: string
  readonly asset: string
  readonly from: string
  readonly to: string
  readonly units: string
  readonly cents: number
  readonly minedAt: Instant
}

/** The facts of a purchase by x402 beside those of a debt. */
export interface Purchase {
  readonly offers: ReadonlyArray<Offer>
  readonly responses: ReadonlyArray<Response>
  /** The payments that the agent that paid has stated on the entry, in the order of lodgement. */
  readonly payments: ReadonlyArray<{
    readonly id: string
    readonly at: Instant
    readonly txid: string
    readonly cents: number
  }>
  readonly transfers: ReadonlyArray<Transfer>
  /** By which artifacts the agent that paid signed that a transaction was served. Absent if the papers have no such artifact. */
  readonly taken?: ReadonlyArray<{
    readonly id: string
    readonly at: Instant
    readonly transaction: string
  }>
}

export const purchases = enforced(
  "PD15 §1B",
  "Purchases by x402",
  (t) =>
    `A purchase by x402 is a deal without a quote. The agent that paid lodges an entry of kind offer that names the seller, and states its payment on that entry with the transaction. The purchase is a debt of the seller if a paper of the matter has an offer that a key of the seller's signed, and the chain shows a transfer of at least its amount to its address in its token. The transfer comes from an address that the agent proved, within the term of the offer, or within ${hoursText(t.offerHours)} from when an offer without a term was first lodged, or else filed. A transaction that was stated on another deal before, or that satisfied an entry, counts for no purchase. A receipt of x402 proves no payment and ties to no offer, and counts for nobody.`,
)

export const priceOfAPurchase = enforced(
  "PD15 §1C",
  "The price of a purchase",
  () =>
    "The price of a purchase is the lowest that the offers for its resource name which stood at the transfer, and at most the transfer and the sum that was stated of it. Offers count that the agent that paid filed. An offer that the seller filed counts if the agent that paid has lodged its SHA-256: a seller can sign a cheaper offer at any time. A sum under a cent is not owed. Refunds that name the entry come off, as payments come off other debts.",
)

export const notServed = enforced(
  "PD15 §1D",
  "Purchases that were not served",
  (t) =>
    `The seller bears that it served the purchase. It is served if the agent that paid signed that the delivery for its transaction is accepted. Otherwise it is not served if a response that the seller signed has a status of ${t.failureStatusMin} or more, and covers the request for that resource, the header by which this paid, and the header that names the transaction. It is not served either if the seller does not plead. It is undetermined if the papers have a response of the seller's under that status to the same payment, or if the seller pleads and no such failure is shown. Only papers of the claim and the defence are read for it. The account of a purchase lies for ${daysText(t.purchaseDays)} from the transfer.`,
)

/** The last instant at which an offer may be paid: the end of its term, or some hours after the court could first see it. */
export const offerUntil = rule(
  ["PD15 §1B"],
  (validUntil: Instant | null, seenAt: Instant, terms: Terms): Instant =>
    validUntil ?? seenAt + hours(terms.offerHours),
)

/** A debt that is a purchase by x402: the offer of the seller and the payments for it are in its facts (PD15 §1A). */
export type PurchaseDeal = DebtDeal & { readonly purchase: Purchase }

/** Whether a debt is a purchase by x402, whose account has other lines than that of a debt (PD15 §1A). */
export const isPurchase = (deal: DebtDeal): deal is PurchaseDeal => deal.purchase !== undefined

type Payment = Purchase["payments"][number]

const meets = (deal: PurchaseDeal, offer: Offer, transfer: Transfer): boolean =>
  transfer.network === offer.network &&
  transfer.asset === offer.asset &&
  transfer.to === offer.payTo &&
  BigInt(transfer.units) >= BigInt(offer.units) &&
  transfer.minedAt <= offer.until &&
  ownerAt(deal, transfer.from, transfer.minedAt) === deal.parties.supplier

/** An offer and the transfer that met it, with the payment that states it. */
export interface Met {
  readonly offer: Offer
  readonly transfer: Transfer
  readonly payment: Payment
  readonly cents: number
}

/** The offers that count for a price: the agent that paid filed them, or has lodged them itself. */
const counting = ({ purchase }: PurchaseDeal): ReadonlyArray<Offer> =>
  purchase.offers
    .filter(({ by, lodged }) => by === "supplier" || lodged)
    .toSorted((a, b) => a.cents - b.cents || (a.id < b.id ? -1 : 1))

/** The first payment that met an offer, and the price; null if no payment met one. */
export const metBy = rule(["PD15 §1B", "PD15 §1C"], (deal: PurchaseDeal): Met | null => {
  const offers = counting(deal)
  for (const payment of deal.purchase.payments) {
    if (isTaken(deal, payment)) continue
    const transfers = deal.purchase.transfers.filter(({ txid }) => txid === payment.txid)
    for (const offer of offers) {
      const transfer = transfers.find((one) => meets(deal, offer, one))
      if (transfer === undefined) continue
      const stood = offers.filter((one) => one.resource === offer.resource && transfer.minedAt <= one.until)
      // A later statement on another deal takes the rest of the transaction (PD15 §8).
      const cents = Math.min(transfer.cents, payment.cents, ...stood.map((one) => one.cents))
      return { offer, transfer, payment, cents }
    }
  }
  return null
})

/** The finding on the service of a purchase, and the responses that it rests on. */
export interface Service {
  readonly finding: Finding
  readonly by: ReadonlyArray<RecordRef>
}

/** Whether a purchase was served: found by the word of the agent that paid alone, since a seller can sign at any time that it served. */
export const serviceOf = rule(["PD15 §1D"], (deal: PurchaseDeal): Service => {
  const met = metBy(deal)
  const { responses } = deal.purchase
  const failed = responses.filter(
    ({ status, resource, transaction }) =>
      met !== null &&
      status >= bounds.failureStatusMin &&
      resource === met.offer.resource &&
      transaction === met.transfer.txid.toLowerCase(),
  )
  const taken = (deal.purchase.taken ?? []).filter(
    ({ transaction }) => met !== null && transaction === met.transfer.txid.toLowerCase(),
  )
  if (taken.length > 0)
    return { finding: "found", by: taken.map(({ id }): RecordRef => ({ record: "artifact", id })) }
  const payments = new Set(failed.map(({ payment }) => payment))
  const served = responses.filter(
    ({ status, payment, transaction }) =>
      status < bounds.failureStatusMin &&
      met !== null &&
      (transaction === met.transfer.txid.toLowerCase() || payments.has(payment)),
  )
  const by = [...failed, ...served].map(({ id }): RecordRef => ({ record: "artifact", id }))
  if (served.length > 0) return { finding: "undetermined", by }
  const pleads = deal.matter !== null && deal.matter.pleads.buyer !== null
  return { finding: failed.length > 0 || !pleads ? "not_found" : "undetermined", by }
})
