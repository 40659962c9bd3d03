/** For tests: accounts with a planted fault, each with the lie that it would make pay. */
import { type Deal, drawUp } from "../../../../core/account/index.ts"
import type { BuyerName } from "../Buyers.ts"
import type { DrawsUp } from "../Outcome.ts"
import type { SellerName } from "../Sellers.ts"

type Fault = (deal: Deal.QuoteDeal) => Deal.QuoteDeal

const heldAsPaid: Fault = (deal) => ({
  ...deal,
  stated: [
    ...deal.stated,
    ...deal.holds.map(
      ({ id, cents, confirmedAt: at }): Deal.Stated => ({
        id: `held-${id}`,
        kind: "payment",
        lodger: "supplier",
        at,
        cents,
        txid: null,
        review: null,
      }),
    ),
  ],
})

const believesClose: Fault = (deal) => {
  const { supplier } = deal.closes
  const closes = { supplier: supplier && { ...supplier, delivered: "as agreed" }, buyer: null }
  return { ...deal, closes, criteria: null, matter: deal.matter && { ...deal.matter, deniedAt: null } }
}

const believesDenial: Fault = (deal) =>
  deal.closes.buyer?.received === false ? { ...deal, closes: { ...deal.closes, supplier: null } } : deal

const believesDispute: Fault = (deal) => (deal.closes.buyer?.dispute ? { ...deal, criteria: null } : deal)

const believesPayer: Fault = (deal) => ({
  ...deal,
  transactions: [],
  stated: deal.stated.map((one) => ({ ...one, lodger: "supplier", txid: null })),
})

const believesPayee: Fault = (deal) => ({
  ...deal,
  stated: deal.stated.filter(({ review }) => review?.outcome === "confirmed"),
})

const forgetsDelay: Fault = (deal) => ({
  ...deal,
  remedies: { ...deal.remedies, lateMillionthsPerHour: null },
})

const forgetsCriteria: Fault = (deal) => ({
  ...deal,
  criteria: null,
  closes: { ...deal.closes, buyer: null },
})

const takesTheCharge: Fault = (deal) => ({
  ...deal,
  cents: deal.closes.supplier?.cents ?? deal.cents,
  closes: { ...deal.closes, buyer: null },
})

const countsTwice: Fault = (deal) => ({
  ...deal,
  transactions: deal.transactions.map((one) => ({ ...one, elsewhere: [] })),
})

/** Each fault, and a lie that gains nothing by the account as it is. */
const faults: ReadonlyArray<readonly [says: string, fault: Fault, lie: SellerName | BuyerName]> = [
  ["counts a hold as paid", heldAsPaid, "keeps the hold"],
  ["believes a close", believesClose, "empty close"],
  ["believes a denial of receipt", believesDenial, "denies receipt"],
  ["believes a dispute more than criteria", believesDispute, "clicks dispute"],
  ["believes the payer", believesPayer, "paid outside"],
  ["believes the payee", believesPayee, "denies payment"],
  ["forgets delay", forgetsDelay, "late"],
  ["forgets criteria", forgetsCriteria, "garbage"],
  ["takes what the seller charges", takesTheCharge, "overcharger"],
  ["counts a transaction on two deals", countsTwice, "reuses a payment"],
]

export const planted: ReadonlyArray<readonly [says: string, draw: DrawsUp, lie: SellerName | BuyerName]> =
  faults.map(([says, fault, lie]) => [says, (deal, asOf, terms) => drawUp(fault(deal), asOf, terms), lie])
