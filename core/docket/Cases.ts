/** The case of a party in its own matter: the accounts as its judge would read them now, and what is still awaited for them. */
import { Effect } from "effect"
import { awaitedOn, Causes, type Deal, Prospect } from "../account/index.ts"
import { type Determined, dealsOf } from "../bench/index.ts"
import { askedIn, heldFor, nothingHeld } from "../deals/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Next } from "../kernel/Moves.ts"
import type { QueryContext } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import {
  capAtFiling,
  type Matter,
  type MatterDetail,
  Parties,
  type Pleading,
  readPleading,
  Suits,
  stakesAt,
} from "../matters/index.ts"
import { quotes } from "../quotes/index.ts"

interface Cases {
  readonly accounts: MatterDetail["accounts"]
  readonly awaited: ReadonlyArray<Next>
}
const noCases: Cases = { accounts: [], awaited: [] }

/** Acts of the deal that stand in `next` of its matter by another name, or not at all once there is one. */
const ofDeal = ({ act }: Next): boolean => act !== "matters"

/** The deals of a matter, each once, with the orders that rest on it. */
const eachOnce = (
  { quote, debts }: Determined.Deals,
  orders: ReadonlyArray<Pleading.OrderSought>,
): ReadonlyArray<readonly [Determined.JudgedDeal, ReadonlyArray<Pleading.OrderSought>]> => [
  ...(quote === null ? [] : [[quote, orders.filter(({ cause }) => Causes.isOfQuote(cause))] as const]),
  ...[...new Set(debts.values())].map(
    (deal) => [deal, orders.filter(({ on }) => on !== undefined && debts.get(on) === deal)] as const,
  ),
]

/** The accounts of an undecided matter as the party that reads it is told of them; everybody else gets no account. */
export const casesOn = Effect.fnUntraced(function* (
  reader: Reader,
  matter: Matter.Matter,
  context: QueryContext,
) {
  const own = Parties.sideOf(matter, context.actor)
  if (own === null || matter.endedAt !== null) return noCases
  const terms = context.schedule.at(matter.filedAt)
  const claim = yield* readPleading(reader, matter.claim)
  const at = { now: matter.call?.at ?? context.now, terms }
  const deals = yield* dealsOf(reader, { matter, claim }, at.now, { ...context, terms })
  if (deals === null) return noCases
  const other = matter[own === "claimant" ? "respondent" : "claimant"]
  const stakes = yield* stakesAt(reader, other.id === null ? [] : [other.id], matter.stakeAt)
  const stakeCents = capAtFiling(matter.id, stakes, yield* Suits.of(reader, matter)) ?? 0
  const accounts: Array<MatterDetail["accounts"][number]> = []
  const awaited: Array<Next> = []
  for (const [{ facts, sides, ...standing }, orders] of eachOnce(
    deals,
    needPresent(claim.orders, "the orders that a claim seeks"),
  )) {
    const side: Deal.Side = sides.supplier === matter[own].handle ? "supplier" : "buyer"
    const askedCents = own === "claimant" ? askedIn(orders) : null
    const told = Prospect.caseOf(facts, side, at, { askedCents, isCalled: matter.call !== null })
    const quote = facts.kind === "quote" ? yield* quotes.need(reader, facts.id) : null
    const held = quote === null ? nothingHeld : yield* heldFor(reader, quote, facts, side, context)
    accounts.push(Prospect.showCase(told, { stakeCents, ...held }))
    const seen = { deal: facts, asOf: at.now, ...standing, terms }
    awaited.push(...(told.isCalled ? [] : awaitedOn(seen, sides).filter(ofDeal)))
  }
  return { accounts, awaited }
})
