/** The measure of a deal: its price and its due time. */
import { enforced, rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Deal, DebtDeal, QuoteDeal } from "./Deal.ts"
import { isMandate, sumBeyond } from "./Mandate.ts"
import { isPurchase, metBy } from "./Purchase.ts"
import { isCountersigned } from "./Received.ts"

/** PD15 §4: the price, and by when the delivery is due, if the two closes and the quote differ. */
export const theMeasure = enforced(
  "PD15 §4",
  "Price and due time",
  () =>
    "The price is what both closes state, if the buyer countersigns; otherwise it is the lower of the quote's price and the supplier's charge. The buyer countersigns by a close at the quote's price or at the supplier's, which disputes nothing and does not deny receipt. The price that both signed is the measure, and nothing is off. A close made after the claim was filed counts only if the buyer countersigns. A delivery is due at the later of the quote's due time and the acceptance plus the time between the offer and the due time, since nobody is due sooner than was offered. A debt is due at the time that its entry states, or at the instant that made it a debt if that is later.",
)

const priceOfDebt = (deal: DebtDeal): number => {
  if (isMandate(deal)) return sumBeyond(deal)
  return isPurchase(deal) ? (metBy(deal)?.cents ?? 0) : deal.cents
}

/** The price of a deal, in cents: what both closes state, else the lower of the quote and the charge. */
export const priceOf = rule(["PD15 §4"], (deal: Deal): number => {
  if (deal.kind === "debt") return priceOfDebt(deal)
  const { supplier, buyer } = deal.closes
  if (supplier === null) return deal.cents
  return isCountersigned(deal) && buyer?.cents === supplier.cents
    ? supplier.cents
    : Math.min(deal.cents, supplier.cents)
})

const dueOfQuote = ({ dueBy, acceptedAt, offeredAt }: QuoteDeal): Instant =>
  Math.max(dueBy, acceptedAt + (dueBy - offeredAt))
const dueOfDebt = ({ dealingAt, madeAt }: DebtDeal): Instant => Math.max(dealingAt, madeAt)

/** The instant at which the delivery of a quote or the payment of a debt is due. */
export const dueOf = rule(
  ["PD15 §4"],
  (deal: Deal): Instant => (deal.kind === "debt" ? dueOfDebt(deal) : dueOfQuote(deal)),
)
