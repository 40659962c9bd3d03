/** The facts of a deal, as the records of a court have them after its acts. */
import type { Deal } from "../../../core/account/index.ts"
import { hours, type Instant } from "../../../core/kernel/Time.ts"
import { type Act, all, type Form, first, type Of } from "./Acts.ts"
import { type Condition, payments } from "./Conditions.ts"
import { evaluationOf, figures, hashOf } from "./Goods.ts"

/** The acceptance, on a whole second. */
export const accepted: Instant = Date.UTC(2026, 10, 2, 9)
const at = (count: number): Instant => accepted + hours(count)

const network = "eip155:8453"
export const wallet = "0xbuyer"
export const rail = "0xrail"
/** The hours that a transfer takes until its reading is recorded, with its confirmations. */
export const readingHours = 1

const txids: { readonly [F in Form]: string } = { made: "t-made", invented: "t-invented", reused: "t-reused" }

const closeOf = (close: Of<"close"> | null): Deal.Close | null =>
  close && {
    id: `close-${close.by}`,
    at: at(close.hours),
    cents: close.cents,
    delivered: close.delivered,
    deliveredAt: close.deliveredHours === null ? null : at(close.deliveredHours),
    dispute: close.dispute,
    received: close.received,
  }

const statementsIn = (acts: ReadonlyArray<Act>, outside: boolean): ReadonlyArray<Deal.Stated> =>
  all(acts, "state").map(({ form, cents, hours, by }) => {
    const review = all(acts, "review").find((one) => one.form === form)
    return {
      id: `payment-${form}`,
      kind: "payment",
      lodger: by,
      at: at(hours),
      cents,
      txid: outside ? null : txids[form],
      review: review === undefined ? null : { outcome: review.outcome, at: at(review.hours) },
    }
  })

/** The facts that the chain shows of a stated payment. A reused one was stated on its own deal first. */
const transactionOf = ({ form, cents, hours: stated }: Of<"state">, read: boolean): Deal.Transaction => {
  const shown = [{ from: wallet, to: rail, cents, minedAt: at(stated) }]
  const found = { status: "found", at: at(stated + readingHours), transfers: shown } as const
  return {
    txid: txids[form],
    network,
    reading: read ? (form === "invented" ? { status: "none" } : found) : { status: "unread" },
    elsewhere:
      form === "reused"
        ? [{ how: "stated", on: "an earlier deal", by: "buyer", at: at(stated) - 1, cents }]
        : [],
  }
}

const matterOf = (acts: ReadonlyArray<Act>): Deal.Matter | null => {
  const filed = first(acts, "file")
  if (filed === null) return null
  const pleaded = first(acts, "plead")
  const denied = [filed, pleaded].find((one) => one?.denies === true) ?? null
  const admitted = pleaded === null || pleaded.admitsCents === 0 ? null : pleaded
  return {
    id: "matter",
    filedAt: at(filed.hours),
    claimant: filed.by,
    pleads: {
      supplier: null,
      buyer: null,
      [filed.by]: at(filed.hours),
      ...(pleaded === null ? {} : { [pleaded.by]: at(pleaded.hours) }),
    },
    deniedAt: denied === null ? null : at(denied.hours),
    admits:
      admitted === null ? [] : [{ by: admitted.by, at: at(admitted.hours), cents: admitted.admitsCents }],
  }
}

/** The hold with the price, if there is one. A release pays all of it to the seller. */
const holdsIn = (acts: ReadonlyArray<Act>): Deal.QuoteDeal["holds"] => {
  const funded = first(acts, "fund")
  if (funded === null) return []
  const released = first(acts, "release")
  const cents = figures.priceCents
  return [
    {
      id: "hold",
      payer: "buyer",
      cents,
      confirmedAt: at(funded.hours),
      endedAt: released === null ? null : at(released.hours),
      left: released === null ? [] : [{ at: at(released.hours), cents, txid: "t-release" }],
    },
  ]
}

/** The deal of a quote under a condition, after some acts. */
export const dealOf = (
  acts: ReadonlyArray<Act>,
  { measure, payment, otherwiseMillionths }: Condition,
  inspectionHours: number,
): Deal.QuoteDeal => {
  const { by } = payments[payment]
  const outside = by === "outside"
  const read = by === "read chain" || by === "hold"
  const closes = {
    supplier: closeOf(first(acts, "close", "supplier")),
    buyer: closeOf(first(acts, "close", "buyer")),
  }
  const disclosures = all(acts, "disclose").map((one, i) => ({
    id: `disclosure-${i}`,
    by: one.by,
    at: at(one.hours),
    sha256: hashOf(one.content),
  }))
  // Other bytes than those of the close are refused, so that nothing is evaluated by them.
  const shown = all(acts, "disclose").find(({ content }) => hashOf(content) === closes.supplier?.delivered)
  return {
    kind: "quote",
    id: "quote",
    parties: { supplier: "supplier", buyer: "buyer" },
    currency: "USD",
    cents: figures.priceCents,
    offeredAt: accepted,
    acceptedAt: accepted,
    firstAcceptedAt: accepted,
    replacedBy: null,
    dueBy: at(figures.dueHours),
    inspection: hours(inspectionHours),
    elsewhere: false,
    criteria:
      measure === "criteria"
        ? {
            sha256: "criteria",
            evaluation: shown === undefined ? null : evaluationOf(shown.content),
            attested: [],
          }
        : null,
    remedies: {
      lateMillionthsPerHour: figures.lateMillionthsPerHour,
      lateMillionthsMax: null,
      otherwiseMillionths,
    },
    rails: outside ? [] : [{ from: accepted, network, address: rail, saidUnread: !read }],
    closes,
    disclosures: disclosures.filter(({ sha256 }) => sha256 === closes.supplier?.delivered),
    holds: holdsIn(acts),
    stated: statementsIn(acts, outside),
    transactions: outside ? [] : all(acts, "state").map((one) => transactionOf(one, read)),
    proven: [{ agent: "buyer", address: wallet, provenAt: accepted - hours(1), endedAt: null }],
    matter: matterOf(acts),
    ordered: [],
    pending: [],
  }
}
