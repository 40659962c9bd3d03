/** The facts of a deal that count at an instant, because the court had received them by then. */
import type { Terms } from "../kernel/Schedule.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Close, Deal, DebtDeal, Matter, QuoteDeal, Stated, Transaction } from "./Deal.ts"
import type { LineFinding } from "./Findings.ts"

/**
 * The facts on which the rules of an account decide: the facts of the deal that count, the instant, the figures in force, and what a judge
 * found of lines that these facts leave undetermined (PD15 §11B).
 */
export interface Facts<D extends Deal = Deal> {
  readonly deal: D
  readonly asOf: Instant
  readonly terms: Terms
  readonly findings?: ReadonlyArray<LineFinding>
}

/**
 * Whether the buyer's close countersigns the supplier's: at the quote's price or the supplier's, nothing differs, and it does not deny
 * receipt. The terms that both signed are the measure.
 */
export const isCountersigned = ({ cents, closes: { supplier, buyer } }: QuoteDeal): boolean =>
  supplier !== null &&
  buyer !== null &&
  (buyer.cents === supplier.cents || buyer.cents === cents) &&
  !buyer.dispute &&
  buyer.received !== false

const by =
  (asOf: Instant) =>
  <A extends { readonly at: Instant }>(one: A | null): A | null =>
    one !== null && one.at <= asOf ? one : null

const statementsBy = (asOf: Instant, stated: ReadonlyArray<Stated>): ReadonlyArray<Stated> =>
  stated.filter(({ at }) => at <= asOf).map((one) => ({ ...one, review: by(asOf)(one.review) }))

const readBy = (asOf: Instant, transactions: ReadonlyArray<Transaction>): ReadonlyArray<Transaction> =>
  transactions.map((one) => ({
    ...one,
    reading:
      one.reading.status === "found" && one.reading.at > asOf ? { status: "pending" as const } : one.reading,
    elsewhere: one.elsewhere.filter(({ at }) => at <= asOf),
  }))

const sinceThen = (asOf: Instant, at: Instant | null): Instant | null =>
  at !== null && at <= asOf ? at : null

const matterBy = (asOf: Instant, matter: Matter | null): Matter | null =>
  matter === null || matter.filedAt > asOf
    ? null
    : {
        ...matter,
        pleads: {
          supplier: sinceThen(asOf, matter.pleads.supplier),
          buyer: sinceThen(asOf, matter.pleads.buyer),
        },
        deniedAt: sinceThen(asOf, matter.deniedAt),
        admits: matter.admits.filter(({ at }) => at <= asOf),
      }

/** The closes that count: the buyer's answers the supplier's, and one made after the claim was filed counts only if the buyer countersigns (PD15 §4). */
const closesBy = (quote: QuoteDeal, asOf: Instant, filedAt: Instant | null): QuoteDeal["closes"] => {
  const supplier = by(asOf)(quote.closes.supplier)
  const answer = by(asOf)(quote.closes.buyer)
  const buyer = supplier === null || answer === null || answer.at < supplier.at ? null : answer
  const signed = isCountersigned({ ...quote, closes: { supplier, buyer } })
  const counts = (close: Close | null): Close | null =>
    close === null || signed || filedAt === null || close.at <= filedAt ? close : null
  const counting = counts(supplier)
  return { supplier: counting, buyer: counting === null ? null : counts(buyer) }
}

/** The papers and the transfers of a purchase that had been received; nothing for another debt. */
const purchaseBy = ({ purchase }: DebtDeal, asOf: Instant): Pick<DebtDeal, "purchase"> => {
  if (purchase === undefined) return {}
  const filterReceived = <A extends { readonly at: Instant }>(all: ReadonlyArray<A>) =>
    all.filter(({ at }) => at <= asOf)
  const { offers, responses, payments, transfers, taken } = purchase
  return {
    purchase: {
      offers: filterReceived(offers),
      responses: filterReceived(responses),
      payments: filterReceived(payments),
      transfers: filterReceived(transfers),
      ...(taken === undefined ? {} : { taken: filterReceived(taken) }),
    },
  }
}

/** The papers and the payments under a mandate that had been received; nothing for another debt. */
const mandateBy = ({ mandate }: DebtDeal, asOf: Instant): Pick<DebtDeal, "mandate"> => {
  if (mandate === undefined) return {}
  const filterReceived = <A extends { readonly at: Instant }>(all: ReadonlyArray<A>) =>
    all.filter(({ at }) => at <= asOf)
  const { named, payments, transfers, responses } = mandate
  return {
    mandate: {
      named: filterReceived(named),
      payments: filterReceived(payments).map((one) => ({
        ...one,
        confirmedAt: sinceThen(asOf, one.confirmedAt),
      })),
      transfers: filterReceived(transfers),
      responses: filterReceived(responses),
    },
  }
}

/** The facts of a deal as the court had received them at an instant. */
export const receivedBy = (deal: Deal, asOf: Instant): Deal => {
  const matter = matterBy(asOf, deal.matter)
  const common = {
    stated: statementsBy(asOf, deal.stated),
    transactions: readBy(asOf, deal.transactions),
    proven: deal.proven.filter(({ provenAt }) => provenAt <= asOf),
    matter,
  }
  if (deal.kind === "debt") return { ...deal, ...common, ...purchaseBy(deal, asOf), ...mandateBy(deal, asOf) }
  return {
    ...deal,
    ...common,
    closes: closesBy(deal, asOf, matter?.filedAt ?? null),
    ...(deal.meter === undefined
      ? {}
      : {
          meter: {
            ...deal.meter,
            readings: deal.meter.readings
              .filter(({ at }) => at <= asOf)
              .map((one) => ({ ...one, confirmedAt: sinceThen(asOf, one.confirmedAt) })),
          },
        }),
    disclosures: deal.disclosures.filter(({ at }) => at <= asOf),
    rails: deal.rails.filter(({ from }) => from <= asOf),
    holds: deal.holds
      .filter(({ confirmedAt }) => confirmedAt <= asOf)
      .map((hold) => ({
        ...hold,
        endedAt: sinceThen(asOf, hold.endedAt),
        left: hold.left.filter(({ at }) => at <= asOf),
      })),
    ...(deal.signed === undefined ? {} : { signed: deal.signed.filter(({ at }) => at <= asOf) }),
    criteria:
      deal.criteria === null
        ? null
        : {
            ...deal.criteria,
            attested: deal.criteria.attested.map((check) => ({
              ...check,
              answered: by(asOf)(check.answered),
            })),
          },
  }
}
