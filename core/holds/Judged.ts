/** What a judgment says about the money of a hold: read once, for the instruction and for what a payment met. */
import { Effect, Option } from "effect"
import { Entries, type Entry } from "../compliance/Entry.ts"
import type { Standing } from "../compliance/Standing.ts"
import { standingsOf } from "../compliance/Standing.ts"
import { statusAt } from "../compliance/Windows.ts"
import { type Judgment, Judgments, type Order } from "../judgments/Judgment.ts"
import { Matters } from "../matters/Matter.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import type { Instant } from "../Time.ts"
import { costsClaim, type Hold, type Side } from "./Hold.ts"
import type { Bearing, MoneyOrder } from "./Sums.ts"

export interface Judged {
  readonly judgment: Judgment
  /** The quote on which its matter rests. */
  readonly quoteId: string | null
  /** Its entries between the two sides of the hold. */
  readonly entries: ReadonlyArray<Entry>
  readonly standings: ReadonlyArray<Standing>
  /** Orders as to costs that a hold has met already. */
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

/** The judgment of a citation with all that a hold asks of it. Refused `unknown_judgment`. */
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

/** The orders of a judgment that bear on a hold, in its order, and whether it only dismisses. */
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
