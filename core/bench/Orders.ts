/**
 * The orders of a draft, made into orders of the court: between the parties, with their time, within the stake and within what was
 * sought, and with no more costs than the proceedings cost the party that they favour (Rule 5.3C).
 */

import type { Either } from "effect"
import { type Judgment, refuseSums, textOfDebt, textOfOrder } from "../judgments/index.ts"
import type { Party } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import { format } from "../kernel/Money.ts"
import { firstOf, type Refusal, refusal, when } from "../kernel/Refusal.ts"
import { chars, count, enforced, hours as hoursOf, rule } from "../kernel/Section.ts"
import type { Pleading } from "../matters/index.ts"
import type { Draft, DraftOrder } from "./Judge.ts"
import { oneLine } from "./Markdown.ts"

/** The bound of costs, as Rule 5.3 states it. */
export const boundOfCosts =
  "Costs, unless they are ordered by consent, never exceed what the ledger shows as charged in the matter, before delivery, to the party that they favour, with the fee of the judgment itself; a brief to counsel counts if it names the matter. The excess is cut, and the order says what was sought. Costs without a sum are ordered in the sum that the ledger shows."

/** The order with another sum, its text written anew, and why. */
const withSum = (
  order: Judgment.Order,
  amountCents: number,
  currency: string,
  why: string,
): Judgment.Order => {
  const made = { ...order, amountCents }
  return { ...made, text: `${textOfOrder(made, { currency, dismissed: "claim" })} ${why}` }
}

/** The order within what is left, and how much it takes. */
const within = (order: Judgment.Order, party: string, left: number, currency: string) => {
  const { amountCents } = order
  if (amountCents !== null && amountCents <= left) return { order, cents: amountCents }
  const ledger = `the ledger shows ${amountCents === null ? "this" : "no more"} as charged to ${party} in this matter, with the fee of this judgment (Rule 5.3C)`
  const [sum, sought] = [format(left, currency), amountCents === null ? null : format(amountCents, currency)]
  const note =
    sought === null ? `The sum is ${sum}: ${ledger}.` : `Of ${sought}, ${sum} is ordered: ${ledger}.`
  return { order: withSum(order, left, currency, note), cents: left }
}

/**
 * The orders with costs within what was charged to the party that each favours, in the order listed. `chargedTo` gives the cents; a
 * party that is not enrolled has no account. Bounding bounded orders again changes nothing.
 */
export const boundCosts = rule(
  ["Rule 5.3C"],
  (
    orders: ReadonlyArray<Judgment.Order>,
    chargedTo: (party: Party) => number,
    currency: string,
  ): ReadonlyArray<Judgment.Order> => {
    const left = new Map<string, number>()
    return orders.map((order) => {
      const party = order.inFavourOf
      if (order.kind !== "costs" || party === null) return order
      const before = left.get(party.handle) ?? (party.id === null ? 0 : chargedTo(party))
      const made = within(order, party.handle, before, currency)
      left.set(party.handle, before - made.cents)
      return made.order
    })
  },
)

/** The rules of one kind of order: whether it binds a party, states a sum, and counts against the stake. */
export interface KindOfOrder {
  /** It tells one party to do something for the other, so it names both. */
  readonly binds: boolean
  /** It may state a sum. An order to perform or refrain orders no payment, whatever a draft says beside it. */
  readonly sum: boolean
  /** Its sum is a payment ordered, and counts against the stake (Rule 5.3A). */
  readonly capped: boolean
}

/** The kinds of orders that a judgment may make, with the rules of each (Rule 5.3). */
export const kinds: { readonly [K in Judgment.OrderKind]: KindOfOrder } = {
  pay: { binds: true, sum: true, capped: true },
  perform: { binds: true, sum: false, capped: false },
  refrain: { binds: true, sum: false, capped: false },
  costs: { binds: true, sum: true, capped: false },
  other: { binds: false, sum: true, capped: true },
  declaration: { binds: false, sum: true, capped: false },
  dismiss: { binds: false, sum: false, capped: false },
  remit: { binds: false, sum: false, capped: false },
}

/** Whether the sum of an order counts against the stake: that of a payment and, by consent, that of costs too (Rules 4.7, 5.3). */
export const isCapped = rule(
  ["Rule 4.7", "Rule 5.3A"],
  (kind: Judgment.OrderKind, basis: Judgment.Judgment["basis"]): boolean =>
    kinds[kind].capped || (kind === "costs" && basis === "consent"),
)

const findParty = (handle: string | undefined, { claimant, respondent }: Judgment.Parties): Party | null =>
  [claimant, respondent].find((party) => party.handle === handle) ?? null

export const operatorsNotBound = enforced(
  "Rule 2.3",
  "Operators are not bound",
  () =>
    "Enrolment submits the agent, not its operator. Orders run between the parties of a matter only; no order is made against an operator for a dealing of its agent, and nothing of an operator is published.",
)

export const correctiveOrders = enforced(
  "Rule 5.3",
  "Corrective orders",
  (t) =>
    `Orders are corrective only. An order that goes beyond what the claim sought, in its sum, its kind or its parties, needs reasons of its own. A declaration is less than any order, and nobody needs to seek a dismissal or a remittal. There are no punitive orders, no summary judgment and no interim relief. The time fixed for an order is ${hoursOf(t.orderHoursDefault)} from delivery unless the judge fixes another, of at most ${hoursOf(t.orderHoursMax)}. A judgment makes at most ${count(t.ordersMax, "order")}, each in at most ${chars(t.orderTextCharsMax)}.`,
)

export const capOfTheStake = enforced(
  "Rule 5.3A",
  "The cap of the stake",
  () =>
    "The payments that are ordered on one dealing against one agent, in all matters between the parties, do not together exceed the stake that the agent had published at the instant of the dealing. A dealing is a quote, or an entry of the Register of Dealings that names both parties and that the agent itself lodged or confirmed. All else that is claimed from the agent in these matters is one dealing, whatever entries or instants its claimant names and however many matters it files. The cap is applied in the order in which the payments are delivered and listed; a judgment that falls gives back its part of the cap. If the cap leaves nothing, the order becomes a declaration of the sum.",
)

export const costs = enforced(
  "Rule 5.3C",
  "Costs",
  () => `Costs stand outside the cap, except costs that are ordered by consent. ${boundOfCosts}`,
)

/** Whether the orders of a draft run between the parties only and say what they need to (Rules 2.3, 5.3). */
export const check = rule(
  ["Rule 2.3", "Rule 5.3"],
  (orders: ReadonlyArray<DraftOrder>, parties: Judgment.Parties): Either.Either<void, Refusal> =>
    firstOf([
      ...orders.flatMap(({ kind, against, inFavourOf, amountCents, text }, i) => {
        const n = i + 1
        const stranger = [against, inFavourOf].find(
          (handle) => handle !== undefined && findParty(handle, parties) === null,
        )
        const lacksParty = kinds[kind].binds && (against === undefined || inFavourOf === undefined)
        return [
          stranger === undefined ? null : refusal("not_a_party_named", { handle: stranger }),
          when(kind === "pay" && !(amountCents !== undefined && amountCents > 0), "amount_wanted", { n }),
          when(lacksParty || (against !== undefined && against === inFavourOf), "not_corrective", { n }),
          when(oneLine(text) === "", "draft_incomplete", { what: `the text of order ${n}` }),
        ]
      }),
      refuseSums(orders, [parties.claimant.handle, parties.respondent.handle], ""),
    ]),
)

/** The orders with their parties, their places, the time fixed (as stated, else the default) and their text (Rule 5.3). */
export const resolve = (
  orders: ReadonlyArray<DraftOrder>,
  matter: Judgment.Parties & { readonly currency: string },
  defaultHours: number,
  onAppeal = false,
): ReadonlyArray<Judgment.Order> => {
  const only = orders.every(({ kind }) => kind === "dismiss") ? "claim" : "rest"
  const place = { currency: matter.currency, dismissed: onAppeal ? "appeal" : only } as const
  return orders.map(({ kind, text, amountCents, against, inFavourOf, hours, decided }, i) => {
    const order = {
      n: i + 1,
      kind,
      text: oneLine(text),
      amountCents: kinds[kind].sum ? (amountCents ?? null) : null,
      against: findParty(against, matter),
      inFavourOf: findParty(inFavourOf, matter),
      hours: hours ?? defaultHours,
      ...(kind === "dismiss" && decided === false ? { decided } : {}),
    }
    return { ...order, text: textOfOrder(order, place) }
  })
}

/** The order as a declaration: what is owed, or the same words with the sum beside them; nothing to perform. */
const declareOrder = (order: Judgment.Order, currency: string, why: string): Judgment.Order => {
  const sum = order.amountCents === null ? "" : ` The sum is ${format(order.amountCents, currency)}.`
  const debt = textOfDebt(order, currency)
  const said = debt === null ? `: ${order.text}${sum}` : `, ${debt}`
  return {
    ...order,
    kind: "declaration",
    amountCents: null,
    text: `It is declared, and not ordered${said} ${why}`,
  }
}

/** Orders against a party that was not enrolled when served and did not appear become declarations (Rule 2.4). */
export const declareUnbound = rule(
  ["Rule 2.4"],
  (orders: ReadonlyArray<Judgment.Order>, currency: string): ReadonlyArray<Judgment.Order> =>
    orders.map((order) =>
      order.against === null ||
      order.against.id !== null ||
      !(kinds[order.kind].binds || kinds[order.kind].capped)
        ? order
        : declareOrder(order, currency, `${order.against.handle} is not bound (Rule 2.4).`),
    ),
)

/** How much of a sum may be ordered if `left` cents of the stake are left: all of it, what is left, or 0 (Rule 5.3A). */
export const orderable = rule(["Rule 5.3A"], (amountCents: number, left: number): number =>
  amountCents <= left ? amountCents : Math.max(left, 0),
)

const withinCap = (order: Judgment.Order, left: number, currency: string): Judgment.Order => {
  const amountCents = needPresent(order.amountCents, `the sum of order ${order.n}`)
  const allowed = orderable(amountCents, left)
  if (allowed === amountCents) return order
  if (allowed === 0)
    return declareOrder(order, currency, "The stake in force at the dealing leaves nothing (Rule 5.3A).")
  const note = `Of ${format(amountCents, currency)}, ${format(allowed, currency)} is ordered: the stake in force at the dealing leaves no more (Rule 5.3A).`
  return withSum(order, allowed, currency, note)
}

/**
 * Payments ordered against one agent, capped together in the order listed at what is left of the agent's stake for this judgment
 * (Rule 5.3). Costs are capped by consent only. Capping capped orders again changes nothing.
 */
export const capPayments = rule(
  ["Rule 5.3A"],
  (
    orders: ReadonlyArray<Judgment.Order>,
    leftOf: (agentId: string) => number,
    currency: string,
    basis: Judgment.Judgment["basis"] = "contested",
  ): ReadonlyArray<Judgment.Order> => {
    const left = new Map<string, number>()
    return orders.map((order) => {
      const agentId = order.against?.id
      if (agentId == null || order.amountCents === null || !isCapped(order.kind, basis)) return order
      const before = left.get(agentId) ?? leftOf(agentId)
      const made = withinCap(order, before, currency)
      left.set(agentId, before - (made.amountCents ?? 0))
      return made
    })
  },
)

/**
 * The facts on which the orders of a draft rest: the matter's parties and currency, the time if an order states no time, and the part of
 * each stake that is left.
 */
interface Footing {
  readonly matter: Judgment.Parties & { readonly currency: string }
  readonly defaultHours: number
  readonly leftOf: (agentId: string) => number
  readonly basis: Judgment.Judgment["basis"]
  readonly onAppeal?: boolean
}

/** The orders of a draft as they are made: between the parties, declared if one is not bound, within the stakes (Rules 2.4, 5.3). */
export const make = (
  orders: ReadonlyArray<DraftOrder>,
  { matter, defaultHours, leftOf, basis, onAppeal = false }: Footing,
): ReadonlyArray<Judgment.Order> => {
  const { currency } = matter
  const resolved = resolve(orders, matter, defaultHours, onAppeal)
  return capPayments(declareUnbound(resolved, currency), leftOf, currency, basis)
}

/** Orders that grant nothing, so that nobody has to seek them. */
const grantsNothing: ReadonlySet<Judgment.OrderKind> = new Set(["dismiss", "remit"])

const isSame = (made: string | undefined, sought: string): boolean => made === undefined || made === sought

/** The orders sought within which an order falls: of its kind and between its parties. A declaration falls within any kind. */
const carriers = (
  order: DraftOrder,
  sought: ReadonlyArray<Pleading.OrderSought>,
): ReadonlyArray<Pleading.OrderSought> =>
  sought.filter(
    ({ kind, against, inFavourOf }) =>
      (kind === order.kind || order.kind === "declaration") &&
      isSame(order.against, against) &&
      isSame(order.inFavourOf, inFavourOf),
  )

/** The sum of the orders sought, in cents; infinite if one of them left its sum to the judge. */
const soughtCents = (orders: ReadonlyArray<Pleading.OrderSought>): number =>
  orders.reduce((sum, { amountCents }) => sum + (amountCents ?? Number.POSITIVE_INFINITY), 0)

/**
 * The numbers, from 1, of the orders of a draft that go beyond what was sought: in their kind, in a party, or in their sum. Sums
 * of one kind between the same parties count together, in the order listed.
 */
export const beyondPrayer = rule(
  ["Rule 5.3"],
  (orders: ReadonlyArray<DraftOrder>, sought: ReadonlyArray<Pleading.OrderSought>): ReadonlyArray<number> => {
    const made = new Map<string, number>()
    return orders.flatMap((order, i) => {
      if (grantsNothing.has(order.kind)) return []
      const carried = carriers(order, sought)
      if (carried.length === 0) return [i + 1]
      const cents = kinds[order.kind].sum ? (order.amountCents ?? 0) : 0
      const key = JSON.stringify([order.kind, order.against, order.inFavourOf])
      const sum = (made.get(key) ?? 0) + cents
      made.set(key, sum)
      return cents > 0 && sum > soughtCents(carried) ? [i + 1] : []
    })
  },
)

/** Refuses `beyond_prayer` a draft that goes beyond what was sought and gives no reasons for that. */
export const checkPrayer = rule(
  ["Rule 5.3"],
  (
    { orders, beyondPrayer: reasons }: Pick<Draft, "orders" | "beyondPrayer">,
    sought: ReadonlyArray<Pleading.OrderSought>,
  ): Either.Either<void, Refusal> => {
    const beyond = beyondPrayer(orders, sought)
    return firstOf([
      when(reasons === undefined && beyond.length > 0, "beyond_prayer", { orders: beyond.join(", ") }),
    ])
  },
)
