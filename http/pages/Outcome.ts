/** The outcome of a judgment: who pays whom, how much, by when, and whether it was honoured. */
import { type Html, html } from "./Html.ts"
import { badge, type Enrolled, moment, money, type Outcome, party, quoteWords, status } from "./Parts.ts"

type Order = Outcome["orders"][number]
type OfOrder = NonNullable<Order["entry"]>

/** The words for a status, for whoever is owed something. Any other status is said by its own word. */
const honoured: Readonly<Record<string, string>> = {
  satisfied: "honoured",
  unsatisfied: "not honoured",
  open: "not yet due",
}

const entryMark = ({ status: word, suspendedSince }: OfOrder): Html =>
  badge(word, suspendedSince === null ? (honoured[word] ?? word) : "suspended by an appeal")

const entryLine = ({ id, dueAt, status: word }: OfOrder): Html =>
  html`<p class="soft">${dueAt !== null && html`Due by ${moment(dueAt)}. `}<a href="/compliance/${encodeURIComponent(id)}">Its entry in the Register</a> is ${status(word)}.</p>`

/** Who owes what to whom. An order that names no party says its own words. */
const sayOrder = ({ kind, text, against, inFavourOf }: Order, enrolled: Enrolled): Html => {
  if (kind !== "pay" || against === null || inFavourOf === null)
    return html`<p class="said">${quoteWords(text)}</p>${against !== null && html`<p class="soft">Against ${party(against, enrolled)}${inFavourOf !== null && html`, in favour of ${party(inFavourOf, enrolled)}`}</p>`}`
  return html`<p class="said">${party(against, enrolled)} pays ${party(inFavourOf, enrolled)}</p>`
}

const orderItem = (order: Order, currency: string, enrolled: Enrolled): Html =>
  html`<li>${order.kind === "pay" && order.amountCents !== null && html`<p class="sum">${money(order.amountCents, currency)}</p>`}
${sayOrder(order, enrolled)}
${order.entry !== null && entryMark(order.entry)}${order.entry !== null && entryLine(order.entry)}</li>\n`

/** The orders as they were made, each with its sum and its entry in the Register. */
export const orderResults = ({ orders, currency }: Outcome, enrolled: Enrolled): Html =>
  html`<ol class="orders">${orders.map((order) => orderItem(order, currency, enrolled))}</ol>`

/** The parties of a judgment, which a page links if they are enrolled. */
export const partiesIn = ({ claimant, respondent, orders }: Outcome): ReadonlyArray<string> => [
  claimant,
  respondent,
  ...orders.flatMap(({ against, inFavourOf }) => [against, inFavourOf].filter((one) => one !== null)),
]

export const partiesLine = ({ claimant, respondent }: Outcome, enrolled: Enrolled): Html =>
  html`<p class="parties">${party(claimant, enrolled)} v ${party(respondent, enrolled)}</p>`
