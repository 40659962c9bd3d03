/** The constraints of open mandates (AP2 v0.2), each with what the closed mandate says of it. A constraint that is not known here fails. */
import { isMembers, listOf, type Members, membersOf, numberOf, textOf } from "../Read.ts"
import { type Check, fails, holds } from "../Verifier.ts"
import { decimalsOf, nameOrQuote } from "../Words.ts"

/** The contents of the mandates against which constraints are held. */
interface Contents {
  readonly checkout: Members | null
  readonly payment: Members | null
  /** The hash of the open checkout mandate; null without such a mandate. */
  readonly openCheckout: string | null
}

/** Why a constraint is not met; null if it is. */
type Constraint = (constraint: Members, contents: Contents) => string | null

const same = (a: Members, b: Members, names: ReadonlyArray<string>): boolean =>
  names.every((name) => textOf(a, name) === textOf(b, name))

/** Merchants are one by their id, or else by name and website. */
const isMerchant = (allowed: Members, merchant: Members): boolean => {
  const [a, b] = [textOf(allowed, "id"), textOf(merchant, "id")]
  if (a !== undefined && b !== undefined) return a === b
  return textOf(allowed, "name") !== undefined && textOf(allowed, "website") !== undefined
    ? same(allowed, merchant, ["name", "website"])
    : false
}

/** Whether two merchants are told apart by what both state. Merchants that can't be compared are neither one nor two. */
export const isAnotherMerchant = (allowed: Members, merchant: Members): boolean => {
  const isStated = (name: string) => [allowed, merchant].every((one) => textOf(one, name) !== undefined)
  return (isStated("id") || (isStated("name") && isStated("website"))) && !isMerchant(allowed, merchant)
}

const memberIn = (part: Members | null, name: string): Members | undefined =>
  part === null ? undefined : membersOf(part, name)

/** The constraint that a member of the checkout or of the payment is among the allowed values. */
const among =
  (
    part: "checkout" | "payment",
    name: string,
    what: string,
    is: (allowed: Members, it: Members) => boolean,
  ): Constraint =>
  (constraint, contents) => {
    const it = memberIn(contents[part], name)
    if (it === undefined) return `The mandate states no ${what}.`
    const allowed = listOf(constraint, "allowed").filter(isMembers)
    return allowed.some((one) => is(one, it))
      ? null
      : `The ${what} is not among the values that are allowed and disclosed.`
  }

/** The amount that a payment mandate states, if it is in the currency of a constraint; otherwise why it can't be compared. */
const amountIn = (constraint: Members, { payment }: Contents): number | string => {
  const paid = memberIn(payment, "payment_amount")
  const amount = paid === undefined ? undefined : numberOf(paid, "amount")
  if (paid === undefined || amount === undefined) return "The mandate states no amount."
  return textOf(paid, "currency") === textOf(constraint, "currency") ? amount : "The currency is another one."
}

const amountRange: Constraint = (constraint, contents) => {
  const amount = amountIn(constraint, contents)
  if (typeof amount === "string") return amount
  // A bound of another form bounds nothing that can be told, so that nothing is within it.
  const min = constraint.min === undefined ? 0 : numberOf(constraint, "min")
  const max = numberOf(constraint, "max")
  return min !== undefined && max !== undefined && amount >= min && amount <= max
    ? null
    : "The amount is out of the range."
}

/** A date, or a time with its zone (ISO 8601). A time without a zone is another instant at each reader. */
const dated = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

const dateIn = (members: Members, name: string): number => {
  const text = textOf(members, name) ?? ""
  return dated.test(text) ? Date.parse(text) : Number.NaN
}

const executionDate: Constraint = (constraint, { payment }) => {
  if (payment?.execution_date === undefined) return "The mandate states no date of payment."
  const bounds = ["not_before", "not_after"].filter((name) => constraint[name] !== undefined)
  if (bounds.length === 0) return "The window names no date."
  const at = dateIn(payment, "execution_date")
  if (Number.isNaN(at) || bounds.some((name) => Number.isNaN(dateIn(constraint, name))))
    return "A date of the payment or of the window is not a date, or has a time without a zone."
  const isIn = (name: string) =>
    name === "not_before" ? dateIn(constraint, name) <= at : at <= dateIn(constraint, name)
  return bounds.every(isIn) ? null : "The date of payment is out of the window."
}

interface Wanted {
  readonly quantity: number
  readonly ids: ReadonlySet<string>
}

/** Whether the quantities can be shared out so that each requirement is met exactly (a maximal flow, by augmenting paths). */
const isShared = (wanted: ReadonlyArray<Wanted>, items: ReadonlyMap<string, number>): boolean => {
  const flow = wanted.map(() => new Map<string, number>())
  const taken = new Map<string, number>()
  const extend = (at: number, seen: Set<string>): boolean => {
    for (const id of wanted[at]?.ids ?? []) {
      if (seen.has(id) || !items.has(id)) continue
      seen.add(id)
      const free = (taken.get(id) ?? 0) < (items.get(id) ?? 0)
      const giver = free
        ? at
        : flow.findIndex((given, i) => i !== at && (given.get(id) ?? 0) > 0 && extend(i, seen))
      if (giver < 0) continue
      if (free) taken.set(id, (taken.get(id) ?? 0) + 1)
      else flow[giver]?.set(id, (flow[giver]?.get(id) ?? 1) - 1)
      flow[at]?.set(id, (flow[at]?.get(id) ?? 0) + 1)
      return true
    }
    return false
  }
  return wanted.every(({ quantity }, at) =>
    Array.from({ length: quantity }).every(() => extend(at, new Set())),
  )
}

/** The most pieces and requirements whose assignment is worked out. */
const piecesMax = 200
const requirementsMax = 50

const lineItems: Constraint = (constraint, { checkout }) => {
  const bought = checkout === null ? [] : listOf(checkout, "line_items").filter(isMembers)
  if (bought.length === 0) return "The checkout has no items."
  const items = new Map<string, number>()
  for (const line of bought) {
    const id = textOf(membersOf(line, "item") ?? {}, "id") ?? ""
    items.set(id, (items.get(id) ?? 0) + (numberOf(line, "quantity") ?? 0))
  }
  const wanted = listOf(constraint, "items")
    .filter(isMembers)
    .map((it) => ({
      quantity: numberOf(it, "quantity") ?? 0,
      ids: new Set(
        listOf(it, "acceptable_items")
          .filter(isMembers)
          .flatMap((item) => textOf(item, "id") ?? []),
      ),
    }))
  const asked = wanted.reduce((sum, { quantity }) => sum + quantity, 0)
  const got = [...items.values()].reduce((sum, quantity) => sum + quantity, 0)
  const whole = [...items.values(), ...wanted.map(({ quantity }) => quantity)].every(
    (it) => Number.isInteger(it) && it > 0,
  )
  if (!whole || got > piecesMax || wanted.length > requirementsMax)
    return "The quantities are not whole numbers, or are too large to work out."
  return asked === got && isShared(wanted, items) ? null : "The items are not exactly the acceptable items."
}

const reference: Constraint = (constraint, { openCheckout }) =>
  openCheckout !== null && textOf(constraint, "conditional_transaction_id") === openCheckout
    ? null
    : "It names another open checkout mandate than the one presented."

/** Whether earlier payments leave room for this one can't be told from this one: its signer would show only what suits it. */
const untold = "It depends on earlier payments, which the artifact does not show."

/** One payment can show that it breaks a budget by itself, and never that it keeps to it. A budget is in whole units of its currency. */
const budget: Constraint = (constraint, contents) => {
  const amount = amountIn(constraint, contents)
  if (typeof amount === "string") return amount
  const max = (numberOf(constraint, "max") ?? 0) * 10 ** decimalsOf(textOf(constraint, "currency") ?? "")
  return amount > Math.round(max) ? "The amount of this payment alone is over the budget." : untold
}

const recurrence: Constraint = (constraint) =>
  (numberOf(constraint, "max_occurrences") ?? 1) < 1 ? "It allows not even one payment." : untold

const sameCard = (a: Members, b: Members): boolean => textOf(a, "id") !== undefined && same(a, b, ["id"])
const sameService = (a: Members, b: Members): boolean =>
  same(a, b, ["legal_name", "brand_name", "domain_name"])

const known: ReadonlyMap<string, Constraint> = new Map<string, Constraint>([
  ["checkout.allowed_merchants", among("checkout", "merchant", "merchant", isMerchant)],
  ["checkout.line_items", lineItems],
  ["payment.allowed_payees", among("payment", "payee", "payee", isMerchant)],
  [
    "payment.allowed_payment_instruments",
    among("payment", "payment_instrument", "payment instrument", sameCard),
  ],
  ["payment.allowed_pisps", among("payment", "pisp", "payment service provider", sameService)],
  ["payment.amount_range", amountRange],
  ["payment.execution_date", executionDate],
  ["payment.reference", reference],
  ["payment.budget", budget],
  ["payment.agent_recurrence", recurrence],
])

const constraintsMax = 20

/** Each constraint of an open mandate as a check of its own. */
export const evaluate = (open: Members, contents: Contents): ReadonlyArray<Check> => {
  const all = listOf(open, "constraints")
  const evaluated = all.slice(0, constraintsMax).map((it): Check => {
    const type = isMembers(it) ? (textOf(it, "type") ?? "") : ""
    const check = `constraint ${nameOrQuote(type)}`
    const constraint = known.get(type)
    if (!isMembers(it) || constraint === undefined) return fails(check, "This constraint is not known here.")
    const why = constraint(it, contents)
    return why === null ? holds(check, "The closed mandate meets it.") : fails(check, why)
  })
  return all.length <= constraintsMax
    ? evaluated
    : [...evaluated, fails("constraints", `There are more than ${constraintsMax} constraints.`)]
}
