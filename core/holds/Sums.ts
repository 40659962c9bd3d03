/** How a judgment divides the money of a hold, and which orders a payment met (PD2 §§6F and 6H). All sums are whole cents. */

import { Effect, Option } from "effect"
import { type Standing, standingsOf } from "../agents/Standing.ts"
import { Entries, type Entry } from "../compliance/Entry.ts"
import { statusAt } from "../compliance/Windows.ts"
import { type Judgment, Judgments, type Order } from "../judgments/Judgment.ts"
import { Matters } from "../matters/Matter.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { enforced, rule } from "../rulebook/Section.ts"
import type { Instant } from "../Time.ts"
import { costsClaim, type Hold, type Side } from "./Hold.ts"

export const sums = enforced(
  "PD2 §6F",
  "What is paid",
  () =>
    "The payee is paid what the judgment orders the payer to pay it, costs included, less what it orders the payee to pay the payer, and never less than nothing or more than the hold; the rest goes back to the payer. Where the judgment only dismisses, the whole hold goes to the party claimed against, and costs are then moved. An order already satisfied or superseded counts nothing. The two sums are the hold. What an escrow's kind can't express is not signed.",
)

/** An order to pay, or as to costs, between the two sides of a hold. It is live while it is neither satisfied nor superseded. */
export interface MoneyOrder {
  readonly n: number
  readonly kind: "pay" | "costs"
  readonly by: Side
  readonly amountCents: number
  readonly live: boolean
}

/** The part of a judgment that concerns a hold. */
export interface Bearing {
  readonly orders: ReadonlyArray<MoneyOrder>
  /** The side claimed against, where the judgment dismisses and orders nothing but costs; null otherwise. */
  readonly dismissedFor: Side | null
}

export interface Shares {
  readonly toPayeeCents: number
  readonly toPayerCents: number
}

const total = (orders: ReadonlyArray<MoneyOrder>, side: Side): number =>
  orders.reduce((sum, { by, amountCents, live }) => sum + (live && by === side ? amountCents : 0), 0)

const clamp = (cents: number, most: number): number => Math.min(Math.max(cents, 0), most)

/** The payee's share before any order counts: the whole hold if a claim against the payee was dismissed, otherwise nothing. */
const baseOf = ({ dismissedFor }: Bearing, holdCents: number): number =>
  dismissedFor === "payee" ? holdCents : 0

/** How a judgment divides a hold. The two shares add up to the hold. */
export const sharesOf = rule(["PD2 §6F"], (bearing: Bearing, holdCents: number): Shares => {
  const net = total(bearing.orders, "payer") - total(bearing.orders, "payee")
  const toPayeeCents = clamp(baseOf(bearing, holdCents) + net, holdCents)
  return { toPayeeCents, toPayerCents: holdCents - toPayeeCents }
})

export const paidOut = enforced(
  "PD2 §6H",
  "Paid out",
  () =>
    "That an escrow has paid out is read on its chain, in one transaction that pays both sides and carries an event of the escrow for the reference; where the service does not read the chain, the party that receives says so. Each order that the payment meets in full, in the judgment's order, is then satisfied from the hold; what both sides owe each other is set off first. Nothing is credited for timeliness. Before the instruction takes effect only the chain can show a payment.",
)

export interface Met {
  /** The numbers of the orders met in full. */
  readonly met: ReadonlyArray<number>
  readonly short: ReadonlyArray<{ readonly n: number; readonly shortCents: number }>
}

/** Which live orders of one side a sum meets, in the judgment's order, and by how much it falls short of the others. */
const metBy = (orders: ReadonlyArray<MoneyOrder>, side: Side, cents: number): Met => {
  const met: Array<number> = []
  const short: Array<{ readonly n: number; readonly shortCents: number }> = []
  let left = cents
  for (const { n, by, amountCents, live } of orders) {
    if (by !== side || !live) continue
    const paid = Math.min(left, amountCents)
    left -= paid
    if (paid === amountCents) met.push(n)
    else short.push({ n, shortCents: amountCents - paid })
  }
  return { met, short }
}

/**
 * The orders that a payment out of a hold met: those that bind the payer, and those that bind the payee (met by what goes back to
 * the payer). The sum that both sides owe each other is set off and counts for both. Where a claim was dismissed, the part of the
 * hold that only returns to the party claimed against meets no order; what was moved for costs does.
 */
export const metFrom = rule(
  ["PD2 §6H"],
  (bearing: Bearing, shares: Shares): { readonly byPayer: Met; readonly byPayee: Met } => {
    const { orders, dismissedFor } = bearing
    const setOff = Math.min(total(orders, "payer"), total(orders, "payee"))
    const hold = shares.toPayeeCents + shares.toPayerCents
    const base = baseOf(bearing, hold)
    const toPayee = Math.max(shares.toPayeeCents - base, 0)
    const toPayer =
      dismissedFor === null ? shares.toPayerCents : Math.max(shares.toPayerCents - (hold - base), 0)
    return {
      byPayer: metBy(orders, "payer", toPayee + setOff),
      byPayee: metBy(orders, "payee", toPayer + setOff),
    }
  },
)

export interface Judged {
  readonly judgment: Judgment
  /** The quote of its matter; null where there is none. */
  readonly quoteId: string | null
  /** The entries of the judgment between the two sides of the hold. */
  readonly entries: ReadonlyArray<Entry>
  readonly standings: ReadonlyArray<Standing>
  /** The numbers of the orders as to costs that a hold has already met. */
  readonly costsMet: ReadonlyArray<number>
}

/** The side of a hold that an agent has. */
const sideOf = ({ payer, payee }: Hold, id: string | null): Side | null => {
  if (id === null) return null
  if (id === payer.id) return "payer"
  return id === payee.id ? "payee" : null
}

/** Whether an order lies between the two sides of a hold. */
const isBetween = (hold: Hold, { against, inFavourOf }: Order): boolean => {
  const [by, to] = [sideOf(hold, against?.id ?? null), sideOf(hold, inFavourOf?.id ?? null)]
  return by !== null && to !== null && by !== to
}

/** The judgment of a citation with all facts that a hold needs. Refused `unknown_judgment`. */
export const gatherJudged = Effect.fnUntraced(function* (reader: Reader, hold: Hold, citation: string) {
  const judgment = yield* reader.need(Judgments, citation, () => refusal("unknown_judgment", { citation }))
  const matter = yield* reader.find(Matters, judgment.matterId)
  const found = yield* reader.findAll(Entries, judgment.entries)
  const between = new Set(judgment.orders.filter((order) => isBetween(hold, order)).map(({ n }) => n))
  const entries = found.flatMap(Option.toArray).filter(({ n }) => between.has(n))
  const bound = [...new Map(entries.map((entry) => [entry.bound.id, entry.bound])).values()]
  const costs = judgment.orders.filter(({ kind, n }) => kind === "costs" && between.has(n))
  const holders = yield* Effect.forEach(costs, ({ n }) => reader.holder(costsClaim(citation, n)))
  const judged: Judged = {
    judgment,
    quoteId: Option.match(matter, { onNone: () => null, onSome: ({ quoteId }) => quoteId }),
    entries,
    standings: yield* standingsOf(reader, bound),
    costsMet: costs.flatMap(({ n }, i) => (holders[i] === null ? [] : [n])),
  }
  return judged
})

/** The part of a judgment that concerns a hold: its orders, in the judgment's order, and whether it only dismisses. */
export const bearingOf = (hold: Hold, { judgment, entries, costsMet }: Judged, now: Instant): Bearing => {
  const status = new Map(entries.map((entry) => [entry.n, statusAt(entry, now)]))
  const isLive = ({ n, kind }: Order): boolean => {
    if (kind === "costs") return !costsMet.includes(n)
    const found = status.get(n)
    return found !== undefined && found !== "satisfied" && found !== "superseded"
  }
  const orders = judgment.orders.flatMap((order): ReadonlyArray<MoneyOrder> => {
    const { n, kind, amountCents, against } = order
    const by = sideOf(hold, against?.id ?? null)
    if ((kind !== "pay" && kind !== "costs") || amountCents === null || by === null) return []
    return isBetween(hold, order) ? [{ n, kind, by, amountCents, live: isLive(order) }] : []
  })
  const kinds = new Set(judgment.orders.map(({ kind }) => kind))
  const dismisses = kinds.has("dismiss") && [...kinds].every((kind) => kind === "dismiss" || kind === "costs")
  return { orders, dismissedFor: dismisses ? sideOf(hold, judgment.respondent.id) : null }
}

/** Whether a judgment lies between the two sides of a hold, on the same quote or in the same matter. */
export const concerns = (hold: Hold, { judgment, quoteId }: Judged): boolean => {
  const parties = [judgment.claimant.id, judgment.respondent.id]
  const same = hold.quoteId === null ? judgment.matterId === hold.matterId : quoteId === hold.quoteId
  return same && parties.includes(hold.payer.id) && parties.includes(hold.payee.id)
}
