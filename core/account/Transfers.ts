/** Which transfers of a transaction are payments or refunds of a deal, and how much of them is left for it. */
import type { Terms } from "../kernel/Schedule.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import {
  type Deal,
  otherSide,
  ownerAt,
  type Side,
  type Stated,
  type Transaction,
  type Transfer,
} from "./Deal.ts"

export type Kind = Stated["kind"]
/** Who pays: the buyer a payment, the supplier a refund. */
export const payerOf = (kind: Kind): Side => (kind === "payment" ? "buyer" : "supplier")
export const payeeOf = (kind: Kind): Side => otherSide(payerOf(kind))

/** The readings of a transaction of the deal, one for each network on which it may be. */
export const readingsOf = (deal: Deal, txid: string): ReadonlyArray<Transaction> =>
  deal.transactions.filter((one) => one.txid === txid)

/** From when on a transfer can be one of this deal: the second of the first acceptance, or of the debt's lodgement. */
const since = (deal: Deal): Instant => {
  const from = deal.kind === "quote" ? deal.firstAcceptedAt : deal.lodgedAt
  return from - (from % 1_000)
}

/** Whether an address was a rail of the quote on this network, at the instant or within the hours before it. */
const hasStoodAsRail = (deal: Deal, network: string, { to, minedAt }: Transfer, terms: Terms): boolean =>
  deal.kind === "quote" &&
  deal.rails.some((rail, i) => {
    const until = deal.rails[i + 1]?.from ?? null
    return (
      rail.network === network &&
      rail.address === to &&
      rail.from <= minedAt &&
      (until === null || until > minedAt - hours(terms.railAfterHours))
    )
  })

/** The transfers of a confirmed reading that are mined late enough for this deal. */
const confirmedTransfers = (deal: Deal, { reading }: Transaction): ReadonlyArray<Transfer> =>
  reading.status === "found" ? reading.transfers.filter(({ minedAt }) => minedAt >= since(deal)) : []

/** The ends of the transfers by which a quote was paid: refunds come from the one and go to the other. */
export interface Ends {
  readonly from: ReadonlySet<string>
  readonly to: ReadonlySet<string>
}
export const noEnds: Ends = { from: new Set(), to: new Set() }

/** The transfers of these transactions that reached a rail of the quote, whoever has proven where they came from. */
export const endsOf = (deal: Deal, txids: ReadonlySet<string>, terms: Terms): Ends => {
  const reached = deal.transactions.flatMap((one) =>
    txids.has(one.txid)
      ? confirmedTransfers(deal, one).filter((transfer) => hasStoodAsRail(deal, one.network, transfer, terms))
      : [],
  )
  return { from: new Set(reached.map(({ from }) => from)), to: new Set(reached.map(({ to }) => to)) }
}

/**
 * The transfers that the chain shows to be of this deal. A rail alone is not a source of refunds: a supplier could name the address of
 * a stranger that pays the buyer. A rail that the quote was paid to is a source.
 */
const transfersOf = (
  deal: Deal,
  kind: Kind,
  one: Transaction,
  terms: Terms,
  paid: Ends,
): ReadonlyArray<Transfer> => {
  const owns = (side: Side, address: string, at: Instant) => ownerAt(deal, address, at) === deal.parties[side]
  return confirmedTransfers(deal, one).filter((transfer) => {
    const { from, to, minedAt } = transfer
    if (kind === "refund")
      return (
        (owns("supplier", from, minedAt) || paid.to.has(from)) &&
        (owns("buyer", to, minedAt) || paid.from.has(to))
      )
    if (!owns("buyer", from, minedAt)) return false
    return deal.kind === "debt"
      ? owns("supplier", to, minedAt)
      : hasStoodAsRail(deal, one.network, transfer, terms)
  })
}

/** A statement of a transaction by who paid with it, and on which deal it is. */
interface Claimed {
  readonly on: string
  readonly at: Instant
  readonly cents: number
}

/** Earlier statements go first; of two at one instant, the one on the deal with the lesser id. */
const inTurn = (one: Claimed, other: Claimed): number => one.at - other.at || (one.on < other.on ? -1 : 1)

/** The part of a sum that statements on other deals take, in turn. Each takes what it states beyond the earlier statements on its deal. */
const takeInTurn = (claimed: ReadonlyArray<Claimed>, own: string, total: number): number => {
  const stated = new Map<string, number>()
  let left = total
  let taken = 0
  for (const { on, cents } of [...claimed].sort(inTurn)) {
    const before = stated.get(on) ?? 0
    const takes = Math.min(left, Math.max(0, cents - before))
    stated.set(on, Math.max(before, cents))
    left -= takes
    if (on !== own) taken += takes
  }
  return taken
}

/** The part that is left for this deal of a sum that a transaction carried. */
const restIn = (deal: Deal, kind: Kind, { txid, elsewhere }: Transaction, sum: number): number => {
  const payer = payerOf(kind)
  const others = elsewhere.flatMap((one) =>
    one.how === "stated" ? (one.by === deal.parties[payer] ? [one] : []) : [],
  )
  const own = deal.stated.flatMap((said) =>
    said.kind === kind && said.txid === txid && said.lodger === payer
      ? [{ on: deal.id, at: said.at, cents: said.cents }]
      : [],
  )
  const used = elsewhere.reduce((total, one) => total + (one.how === "stated" ? 0 : one.cents), 0)
  const free = Math.max(0, sum - used)
  return free - takeInTurn([...own, ...others], deal.id, free)
}

/** The cents of a transaction that the chain shows for this deal; null if it shows no transfer for it, and 0 if nothing is left. */
export const restOf = (deal: Deal, kind: Kind, txid: string, terms: Terms, paid: Ends): number | null => {
  let left: number | null = null
  for (const one of readingsOf(deal, txid)) {
    const shown = transfersOf(deal, kind, one, terms, paid)
    if (shown.length > 0) {
      const sum = shown.reduce((total, { cents }) => total + cents, 0)
      left = (left ?? 0) + restIn(deal, kind, one, sum)
    }
  }
  return left
}

/** Whether a transaction may be on a chain of the quote's rail that isn't read, as was said at acceptance. */
export const onUnreadRail = (deal: Deal, txid: string): boolean =>
  deal.kind === "quote" &&
  readingsOf(deal, txid).some(
    ({ network, reading }) =>
      reading.status === "unread" && deal.rails.some((rail) => rail.network === network && rail.saidUnread),
  )

/** Whether silence may speak for a transaction: no chain on which it would be is read. */
export const isUnreadAlone = (deal: Deal, txid: string): boolean => {
  const readings = readingsOf(deal, txid)
  return readings.length > 0 && readings.every(({ reading }) => reading.status === "unread")
}
