/** The text of an order: the court writes that of an order to pay, of costs and of dismissal from its fields (Rule 5.3D). */
import { needPresent } from "../kernel/Defect.ts"
import { format } from "../kernel/Money.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { enforced, rule } from "../kernel/Section.ts"
import type { Order, OrderKind } from "./Judgment.ts"
import { statesSum } from "./SumInWords.ts"

/** The object that a dismissal ends: the claim, the rest of it beside other orders, or an appeal. */
type Dismissed = "claim" | "rest" | "appeal"

const dismissals: { readonly [D in Dismissed]: string } = {
  claim: "The claim is dismissed.",
  rest: "The claim is otherwise dismissed.",
  appeal: "The appeal is dismissed.",
}

const undecided: { readonly [D in Dismissed]: string } = {
  claim: "The claim is not decided, and is dismissed without a decision.",
  rest: "The rest of the claim is not decided, and is dismissed without a decision.",
  appeal: "The appeal is not decided, and is dismissed without a decision.",
}

type Fields = Pick<Order, "text" | "amountCents" | "decided"> & {
  readonly against: { readonly handle: string } | null
  readonly inFavourOf: { readonly handle: string } | null
}

/** The facts about an order's place beside its fields. */
interface Place {
  readonly currency: string
  readonly dismissed: Dismissed
}

/** Who pays whom: an order to pay or of costs names both parties. */
const ends = ({ against, inFavourOf }: Fields, verb: string): string => {
  const payer = needPresent(against, "the party that an order is against")
  const payee = needPresent(inFavourOf, "the party that an order favours")
  return `${payer.handle} ${verb} ${payee.handle}`
}

/** The sum of an order to pay, which always has one, or of costs that have one. */
const sumOf = ({ amountCents }: Fields, currency: string): string =>
  ` ${format(needPresent(amountCents, "the sum of an order"), currency)}`

const rendered: { readonly [K in OrderKind]?: (order: Fields, place: Place) => string } = {
  pay: (order, { currency }) => `${ends(order, "pays")}${sumOf(order, currency)}.`,
  costs: (order, { currency }) =>
    order.amountCents === null
      ? `${ends(order, "pays")} its costs.`
      : `${ends(order, "pays")}${sumOf(order, currency)} of costs.`,
  dismiss: ({ decided }, { dismissed }) => (decided === false ? undecided : dismissals)[dismissed],
}

export const textsOfOrders = enforced(
  "Rule 5.3D",
  "The texts of orders",
  () =>
    "The Court writes the text of an order to pay, of costs and of dismissal from its sum and its parties, whatever words a draft, a claim or an offer of consent has for it. The words of any other order state no sum of money: no number stands beside the code, the sign or the name of a currency. The name of a party, an id, a hash and an address are not read for one.",
)

/** The text of an order as the court writes it; the words given, if it is of another kind. */
export const textOfOrder = rule(
  ["Rule 5.3D"],
  (order: Fields & { readonly kind: OrderKind }, place: Place): string =>
    rendered[order.kind]?.(order, place) ?? order.text,
)

/** The text of a payment that is declared and not ordered; null if the order is of another kind. */
export const textOfDebt = rule(
  ["Rule 5.3D"],
  (order: Fields & { readonly kind: OrderKind }, currency: string): string | null => {
    if (order.kind === "pay") return `that ${ends(order, "owes")}${sumOf(order, currency)}.`
    if (order.kind !== "costs") return null
    const sum = order.amountCents === null ? " its costs" : `${sumOf(order, currency)} of costs`
    return `that ${ends(order, "owes")}${sum}.`
  },
)

/**
 * Refuses words of orders that state a sum of money, with the path of each. Words that the Court writes anew may say anything, and the
 * handle of a party states nothing.
 */
export const refuseSums = rule(
  ["Rule 5.3D"],
  (
    orders: ReadonlyArray<{ readonly kind: OrderKind; readonly text: string }>,
    parties: ReadonlyArray<string>,
    at: string,
  ): Refusal | null => {
    const found = orders.flatMap(({ kind, text }, i) =>
      rendered[kind] === undefined && statesSum(text, parties)
        ? [{ path: `${at}orders[${i}].text`, message: "states a sum of money" }]
        : [],
    )
    return found.length === 0 ? null : refusal("sum_in_words", {}, found)
  },
)
