/** What a judgment may order: what the claim sought, or more where the judge gives reasons for it (Rule 5.3). */
import type { Either } from "effect"
import type { OrderKind, OrderSought } from "../matters/Pleading.ts"
import { firstOf, type Refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Draft, DraftOrder } from "./Judge.ts"
import { kinds } from "./Orders.ts"

/** Orders that grant nothing, so that nobody has to seek them. */
const grantsNothing: ReadonlySet<OrderKind> = new Set(["dismiss", "remit"])

const isSame = (made: string | undefined, sought: string): boolean => made === undefined || made === sought

/** What was sought that carries an order: the same kind between the same parties. A declaration is less than any order. */
const carriers = (order: DraftOrder, sought: ReadonlyArray<OrderSought>): ReadonlyArray<OrderSought> =>
  sought.filter(
    ({ kind, against, inFavourOf }) =>
      (kind === order.kind || order.kind === "declaration") &&
      isSame(order.against, against) &&
      isSame(order.inFavourOf, inFavourOf),
  )

/** The most that was sought in one sum; no bound where a sum was left to the judge. */
const soughtCents = (orders: ReadonlyArray<OrderSought>): number =>
  orders.reduce((sum, { amountCents }) => sum + (amountCents ?? Number.POSITIVE_INFINITY), 0)

/**
 * The numbers, from 1, of the orders of a draft that go beyond what was sought: in their kind, in a party, or in their sum. Sums
 * of one kind between the same parties count together, in the order listed.
 */
export const beyondPrayer = rule(
  ["Rule 5.3"],
  (orders: ReadonlyArray<DraftOrder>, sought: ReadonlyArray<OrderSought>): ReadonlyArray<number> => {
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

/** Refuses `beyond_prayer` a draft that goes beyond what was sought and says nothing of why. */
export const checkPrayer = rule(
  ["Rule 5.3"],
  (
    { orders, beyondPrayer: reasons }: Pick<Draft, "orders" | "beyondPrayer">,
    sought: ReadonlyArray<OrderSought>,
  ): Either.Either<void, Refusal> => {
    const beyond = beyondPrayer(orders, sought)
    return firstOf([
      when(reasons === undefined && beyond.length > 0, "beyond_prayer", { orders: beyond.join(", ") }),
    ])
  },
)
