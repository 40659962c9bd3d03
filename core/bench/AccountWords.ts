/** The sentences of a draft by the accounts: the lines of accounts, and its answers. The parties' words appear only as quotations. */
import type { Line, Sum } from "../account/index.ts"
import { defaultCurrency, groupThousands, format as money } from "../kernel/Money.ts"
import { format, type Instant } from "../kernel/Time.ts"
import type { Pleading } from "../matters/index.ts"
import { type Deals, type DecidedOrder, dealOf, type JudgedDeal } from "./Determined.ts"
import type { DraftOrder } from "./Judge.ts"
import type { JudgedBundle } from "./Judged.ts"
import { quotation } from "./Markdown.ts"
import { dateOf } from "./Reasons.ts"

/** How much of what a party wrote is quoted at a time, in characters. */
const quoteChars = 240
const recordsNamed = 5

/** The sentence with a full stop, unless it ends with a quotation that has its own. */
export const endSentence = (sentence: string): string =>
  /[.!?…]”$/u.test(sentence) ? sentence : `${sentence}.`

export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`

export const moment = (at: Instant): string => `${dateOf(at)}, ${format(at).slice(11, 16)} UTC`

const usd = (cents: number): string => money(cents, defaultCurrency)

/** `USD 5.00`, `-USD 5.00`, `between USD 0.00 and USD 5.00`, `not reckoned`. */
export const sum = (value: Sum | null): string => {
  if (value === null) return "not reckoned"
  if (typeof value !== "number") return `between ${sum(value.min)} and ${sum(value.max)}`
  return value < 0 ? `-${usd(-value)}` : usd(value)
}

const findings: { readonly [F in Line["finding"]]: string } = {
  found: "found",
  not_found: "not found",
  undetermined: "undetermined",
}

const namedRecords = (by: Line["by"]): string => {
  const named = by.slice(0, recordsNamed).map(({ record, id }) => `${record} ${id}`)
  const rest = by.length - named.length
  return `${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`
}

/** The sides of a deal as its lines name them. In a purchase by x402 and beyond a mandate the sides of the debt are not those of the sale: handles name them. */
const sideNames = ({ facts, sides }: JudgedDeal) =>
  facts.kind === "debt" && (facts.purchase !== undefined || facts.mandate !== undefined)
    ? { ...sides, attester: "the attester" }
    : { supplier: "the supplier", buyer: "the buyer", attester: "the attester" }
type SideNames = ReturnType<typeof sideNames>

/** A line of an account as an item of a list: what is found, by which records, who bears it, and what was wanted. */
const lineItem = (
  names: SideNames,
  { line, finding, cents, millionths, burden, by, wanted }: Line,
): string => {
  const figures = [
    ...(cents === undefined ? [] : [sum(cents)]),
    ...(millionths === undefined ? [] : [`${groupThousands(millionths)} millionths`]),
  ]
  return [
    `- ${line}: ${findings[finding]}`,
    figures.length === 0 ? "" : ` (${figures.join(", ")})`,
    by.length === 0 ? "" : `, by ${namedRecords(by)}`,
    burden === "computed" ? "" : `; ${names[burden]} bears it`,
    wanted === null ? "" : `; ${names[wanted.who]} could ${wanted.act}`,
    ".",
  ].join("")
}

const accountText = (judged: JudgedDeal): string => {
  const { account, sides } = judged
  const names = sideNames(judged)
  const { deal, asOf, lines, owed, paid, refunded, balance } = account
  const ends =
    deal.kind === "quote"
      ? `between ${sides.supplier} as supplier and ${sides.buyer} as buyer`
      : `which ${sides.buyer} owes ${sides.supplier}`
  return [
    `The account of ${deal.kind} ${deal.id}, ${ends}, as of ${moment(asOf)}:`,
    lines.map((line) => lineItem(names, line)).join("\n"),
    `Owed: ${sum(owed)}. Paid: ${sum(paid)}. Refunded: ${sum(refunded)}. Balance: ${sum(balance)}; above zero ${sides.buyer} owes it, below zero ${sides.supplier}.`,
  ].join("\n\n")
}

const carried: { readonly [G in NonNullable<DecidedOrder["ground"]>]: string } = {
  account: "The account carries it.",
  metered_price: "The account carries it, by the meter of the quote.",
  debt: "The debt carries it.",
  mandate: "The payment beyond the mandate carries it.",
  admitted: "The respondent admits it.",
  event: "Costs follow the event.",
}

export const reasoningOf = (decided: DecidedOrder, deals: Deals): string => {
  const deal = dealOf(decided.order, deals)
  if (deal !== null) return accountText(deal)
  if (decided.ground !== null) return carried[decided.ground]
  return decided.order.cause === undefined
    ? "The order names no cause, and the respondent does not admit it. A judge on the papers makes no such order (Rule 5.1)."
    : "The Court has no record of the deal that the order names."
}

/** The answer to the question whether an order is made. */
export const answerOf = ({ outcome, ground, cents, leavesRest }: DecidedOrder): string => {
  const much = cents === null ? "" : `, ${usd(cents)}`
  const why = ground === null ? "" : ` ${carried[ground]}`
  switch (outcome) {
    case "made":
      return `Yes${much}.${why}`
    case "made in part":
      return `In part${much}.${why} ${leavesRest ? "The rest is not decided on the papers." : "Nothing carries the rest."}`
    case "dismissed":
      return ground === "event"
        ? "No. Costs follow the event, and no other order is made."
        : "No. Nothing is due on it."
    case "undecided":
      return "It is not decided on the papers."
  }
}

/** `pay USD 200.00`, `costs of USD 20.00`, `declaration`. */
export const summary = ({ kind, amountCents }: Pleading.OrderSought, currency: string): string =>
  amountCents === undefined ? kind : `${kind} ${kind === "pay" ? "" : "of "}${money(amountCents, currency)}`

export const argues = (argument: string | undefined): string =>
  argument === undefined || argument.trim() === ""
    ? "It states no argument."
    : endSentence(`It argues ${quotation(argument, quoteChars)}`)

/** The respondent's words against an order that is made. */
export const respondentSays = ({ defence }: JudgedBundle): string =>
  defence === null ? "It filed no defence." : argues(defence.argument)

/** The claimant's words for an order that is not made. */
export const claimantSays = ({ claim }: JudgedBundle, { order }: DecidedOrder): string =>
  `${endSentence(`It asks for ${quotation(order.text, quoteChars)}`)} ${argues(claim.argument)}`

/** The balance of an account as a declaration: who owes it to whom, and how much. */
export const balanceOwed = ({ account, due, sides }: JudgedDeal): Omit<DraftOrder, "kind"> => {
  const { deal, asOf } = account
  const of = `the account of quote ${deal.id} as of ${moment(asOf)}`
  if (due === null) return { text: `Nothing is owed on ${of}.`, amountCents: 0 }
  const [against, inFavourOf] =
    due.against === "buyer" ? [sides.buyer, sides.supplier] : [sides.supplier, sides.buyer]
  return {
    text: `${against} owes ${inFavourOf} the balance of ${of}.`,
    amountCents: due.cents,
    against,
    inFavourOf,
  }
}
