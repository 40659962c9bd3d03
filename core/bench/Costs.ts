/** How much costs may come to: what the proceedings cost the party that they favour (Rule 5.3). */

import type { Order } from "../judgments/index.ts"
import type { Party } from "../kernel/Actor.ts"
import { format } from "../kernel/Money.ts"
import { rule } from "../kernel/Section.ts"

/** The bound of costs, as Rule 5.3 states it. */
export const boundOfCosts =
  "Costs, unless they are ordered by consent, never exceed what the ledger shows as charged in the matter, before delivery, to the party that they favour, with the fee of the judgment itself; a brief to counsel counts if it names the matter. The excess is cut, and the order says what was sought. Costs without a sum are ordered in the sum that the ledger shows."

/** The order within what is left, and how much it takes. */
const within = (order: Order, party: string, left: number, currency: string) => {
  const { amountCents, text } = order
  if (amountCents !== null && amountCents <= left) return { order, cents: amountCents }
  const ledger = `the ledger shows ${amountCents === null ? "this" : "no more"} as charged to ${party} in this matter, with the fee of this judgment (Rule 5.3)`
  const [sum, sought] = [format(left, currency), amountCents === null ? null : format(amountCents, currency)]
  const note =
    sought === null ? `The sum is ${sum}: ${ledger}.` : `Of ${sought}, ${sum} is ordered: ${ledger}.`
  return { order: { ...order, amountCents: left, text: `${text} ${note}` }, cents: left }
}

/**
 * The orders with costs within what was charged to the party that each favours, in the order listed. `chargedTo` gives the cents; a
 * party that is not enrolled has no account. Bounding bounded orders again changes nothing.
 */
export const boundCosts = rule(
  ["Rule 5.3"],
  (
    orders: ReadonlyArray<Order>,
    chargedTo: (party: Party) => number,
    currency: string,
  ): ReadonlyArray<Order> => {
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
