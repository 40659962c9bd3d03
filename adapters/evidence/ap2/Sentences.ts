/** The sentences of a bundle of AP2: what each of its tokens says. */
import { toJson } from "../Digits.ts"
import { isMembers, listOf, type Members, membersOf, textOf } from "../Read.ts"
import { moneyOf, quote, show, timeOf } from "../Words.ts"
import type { Mandate, Purpose } from "./Mandate.ts"

interface Signed {
  readonly what: string
  readonly says: Members
}

const merchantOf = (merchant: Members | undefined): string =>
  merchant === undefined ? "nobody who is named" : show(merchant.name ?? merchant.id ?? null)

const itemsOf = (says: Members): ReadonlyArray<string> =>
  listOf(says, "line_items")
    .filter(isMembers)
    .map((line) => {
      const item = membersOf(line, "item") ?? {}
      return `Checkout: ${show(line.quantity ?? null)} of ${quote(textOf(item, "title") ?? textOf(item, "id") ?? "")}.`
    })

const totalOf = (says: Members): string => {
  const total = listOf(says, "totals")
    .filter(isMembers)
    .find(({ type }) => type === "total")
  return total === undefined ? "no total" : moneyOf(total.amount, says.currency)
}

export const orderSays = ({ says }: Signed): ReadonlyArray<string> => [
  `Checkout: ${show(says.id ?? says.order_id ?? null)} at ${merchantOf(membersOf(says, "merchant"))}, for ${totalOf(says)}.`,
  ...itemsOf(says),
]

/** The checkout that a closed mandate accepts, or the payment that it makes. */
export const mandateSays = ({ purpose, closed }: Mandate): string => {
  if (purpose === "checkout")
    return `Checkout mandate: it accepts the checkout ${show(closed.checkout_hash ?? null)}.`
  const { amount, currency } = membersOf(closed, "payment_amount") ?? {}
  const by = membersOf(closed, "payment_instrument")?.type ?? null
  return `Payment mandate: ${moneyOf(amount, currency)} to ${merchantOf(membersOf(closed, "payee"))} by ${show(by)}, for the checkout ${show(closed.transaction_id ?? null)}.`
}

export const openSays = (purpose: Purpose, open: Members): ReadonlyArray<string> =>
  listOf(open, "constraints").map((it) => `Open ${purpose} mandate: the constraint is ${quote(toJson(it))}.`)

export const receiptSays = ({ what, says }: Signed): string => {
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  const about = ["order_id", "payment_id", "error", "error_description"]
    .filter((name) => says[name] !== undefined)
    .map((name) => `, ${name} ${show(says[name])}`)
  return `${title}: status ${show(says.status ?? null)}${about.join("")}, by ${show(says.iss ?? null)} at ${timeOf(says.iat)}.`
}
