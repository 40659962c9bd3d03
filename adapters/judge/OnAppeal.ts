/** The papers judge on appeal: it decides the same record again and compares its orders with those of the judgment below. */

import { endSentence, type Judge, Orders, quotation } from "../../core/bench/index.ts"
import type { Judgment } from "../../core/judgments/index.ts"
import { otherSide, type Party, type Side } from "../../core/kernel/Actor.ts"
import type { Bundle } from "../../core/matters/index.ts"

/** How much of each ground is quoted, in characters. */
const quoteChars = 240

/** The effect of an order as a text to compare, with its time in hours if there is one. */
const effectOf = (
  { kind, amountCents, against, inFavourOf, text }: Judgment.Order,
  hours: number | undefined,
) => JSON.stringify([kind, amountCents, against?.handle, inFavourOf?.handle, text, hours])

/** The costs that the judgment below ordered in favour of a party, in cents. */
const costsOf = ({ orders }: Bundle.Below, { handle }: Party): number =>
  orders
    .filter(({ kind, inFavourOf }) => kind === "costs" && inFavourOf?.handle === handle)
    .reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)

/**
 * Whether the orders of a draft, with the court's caps on payments, equal those of the judgment below. Costs are bounded by what that
 * judgment ordered: what the ledger shows may have grown since.
 */
const isSame = (
  draft: Judge.Draft,
  { matter }: Bundle.Bundle,
  { below: [first], stakes }: Bundle.Appeal,
): boolean => {
  const restOf = (id: string) => stakes.get(id) ?? 0
  const capped = Orders.make(draft.orders, { matter, defaultHours: 0, leftOf: restOf, basis: "contested" })
  const made = Orders.boundCosts(capped, (party) => costsOf(first, party), matter.currency)
  return (
    made.length === first.orders.length &&
    made.every((order, i) => {
      const stands = first.orders[i]
      // If the draft names no time, the time that the court below fixed is not compared.
      const hours = draft.orders[i]?.hours
      const fixed = hours === undefined ? undefined : stands?.hours
      return stands !== undefined && effectOf(order, hours) === effectOf(stands, fixed)
    })
  )
}

const groundsOf = ({ appellants }: Bundle.Appeal): string =>
  appellants
    .map(
      ({ handle, grounds }) =>
        `The appellant, ${handle}, says: ${grounds.map((text) => endSentence(quotation(text, quoteChars))).join(" ")}`,
    )
    .join(" ")

const ratio =
  "An appeal on the papers is decided on the record of the court below, by the accounts as of the call. A judgment is affirmed if they carry the orders that it made. Otherwise the orders that they carry replace them."

const issue = (appeal: Bundle.Appeal, stands: boolean, winner: Side): Judge.Draft["issues"][number] => {
  const [first] = appeal.below
  return {
    question: `Does the record carry the orders of ${first.citation}?`,
    losingAnswer: stands
      ? groundsOf(appeal)
      : `The judgment ${first.citation} gives reasons for the orders that it made.`,
    reasoning: stands
      ? "The record was decided again, by the accounts as of the call, and carries the same orders. The grounds name nothing in the record that changes one of them."
      : `The record was decided again, by the accounts as of the call, and carries other orders than those made. ${groundsOf(appeal)}`,
    answer: stands ? `Yes. ${first.citation} is affirmed.` : "No. The orders of this judgment replace them.",
    for: winner,
  }
}

/** The ruling on an appeal. `again` is the draft that the record gives when it is decided again. */
export const rulingOf = (
  bundle: Bundle.Bundle,
  appeal: Bundle.Appeal,
  again: Judge.Draft,
): Judge.AppealDraft => {
  const [first] = appeal.below
  const lead = appeal.appellants[0]?.side ?? "claimant"
  const { circumstances, areas, costCents, determinations } = again
  const stated = determinations === undefined ? {} : { determinations }
  const common = { ratio, circumstances, areas, costCents, ...stated }
  if (isSame(again, bundle, appeal)) {
    return {
      ...common,
      outcome: "affirmed",
      catchwords: ["Appeal", "Account as of the call", "Judgment affirmed"],
      issues: [issue(appeal, true, otherSide(lead))],
      authorities: [{ citation: first.citation, treatment: "followed" }],
      orders: [{ kind: "dismiss", text: `The appeal is dismissed. ${first.citation} stands.` }],
    }
  }
  const dismissed = again.orders.every(({ kind }) => kind === "dismiss")
  return {
    ...common,
    outcome: dismissed ? "set_aside" : "varied",
    catchwords: ["Appeal", "Account as of the call", dismissed ? "Judgment set aside" : "Judgment varied"],
    issues: [issue(appeal, false, lead), ...again.issues],
    ...(again.beyondPrayer === undefined ? {} : { beyondPrayer: again.beyondPrayer }),
    authorities: [{ citation: first.citation, treatment: "not followed" }, ...again.authorities],
    orders: again.orders,
  }
}
