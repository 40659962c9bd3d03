/** Sentences about an account for the parties: what it comes to, what is lacking, and what a dispute could give at most. */
import { Schema } from "effect"
import { listOf } from "../kernel/Json.ts"
import { defaultCurrency, format, groupThousands } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { type Instant, format as instantText } from "../kernel/Time.ts"
import { type Standing, standingOf } from "./Causes.ts"
import { type Deal, otherSide, type Side } from "./Deal.ts"
import { priceOf } from "./Measure.ts"
import { Account, type Burden, type Line } from "./View.ts"

const usd = (cents: number): string => format(cents, defaultCurrency)

/** How long the escrow behind a hold lasts, beside the longest way from a claim to a payout; null if nothing shows it (PD2 §6J). */
const EscrowEnd = Schema.Struct({
  hold: Schema.String,
  escrowDays: Schema.NullOr(Schema.Int),
  longestWayDays: Schema.Int,
})

/** The sum that stands in holds for the order that a side would get, and how long their escrows last. */
export interface InHolds {
  readonly heldCents: number
  readonly escrows: ReadonlyArray<typeof EscrowEnd.Type>
}

/** The security of a deal: the stake of the agent that would be ordered to pay, and the sum that stands in holds. */
export interface Security extends Pick<InHolds, "heldCents">, Partial<Pick<InHolds, "escrows">> {
  readonly stakeCents: number
}

/** Whether the escrows behind the holds last for the longest way. Whoever relies on an escrow that ends before may get nothing. */
const lastingText = ({ escrows = [] }: Security): ReadonlyArray<string> => {
  const [first] = escrows
  if (first === undefined) return []
  const way = `the longest way from a claim to a payout, ${first.longestWayDays} days (PD2 §6J)`
  const short = escrows.filter(
    ({ escrowDays, longestWayDays }) => escrowDays === null || escrowDays < longestWayDays,
  ).length
  const { length } = escrows
  if (length === 1)
    return [
      short === 0
        ? `The escrow of the hold outlasts ${way}.`
        : `The escrow of the hold is not known to outlast ${way}.`,
    ]
  if (short === 0) return [`The escrows of all ${length} holds outlast ${way}.`]
  return [
    `Of the escrows of ${length} holds, ${short} ${short === 1 ? "is" : "are"} not known to outlast ${way}.`,
  ]
}

/** Says how much of a sum an order against an agent could be for. */
const securedText = (cents: number, { stakeCents, heldCents }: Security): string => {
  const most = Math.min(cents, stakeCents + heldCents)
  if (most === 0) return "you would get a declaration"
  return most === cents
    ? `an order could be for ${usd(cents)}`
    : `an order could be for at most ${usd(most)} of ${usd(cents)}`
}

/** The sentences of a quote, before its acceptance, about a dispute on it. */
export const prospectOf = (
  quote: {
    readonly cents: number
    readonly inWords: boolean
    readonly otherwiseMillionths: number | null
    readonly isMetered?: boolean
  },
  security: Security,
): ReadonlyArray<string> => {
  const { stakeCents, heldCents } = security
  const hold = heldCents === 0 ? "no hold" : `${usd(heldCents)} in holds`
  const first = `This seller has a stake of ${usd(stakeCents)} and ${hold}: ${securedText(quote.cents, security)}.`
  if (quote.isMetered === true)
    return [
      first,
      "The price is metered: without a reading of the seller's nothing is owed, and a reading that the other side does not answer in time binds it.",
    ]
  if (!quote.inWords) return [first]
  return quote.otherwiseMillionths === null
    ? [first, "A disputed delivery can't be decided on this quote, since it doesn't say what is owed then."]
    : [
        first,
        `If the delivery is disputed, ${groupThousands(quote.otherwiseMillionths)} millionths of the price are owed.`,
      ]
}

const quoteNames: Readonly<Record<"supplier" | "buyer" | "attester", string>> = {
  supplier: "the supplier",
  buyer: "the buyer",
  attester: "the attester",
}
/** The sides of a purchase by x402, which is a debt of the seller. */
const purchaseNames: typeof quoteNames = {
  ...quoteNames,
  supplier: "the agent that paid",
  buyer: "the seller",
}
const namesIn = ({ account: { lines } }: Standing) =>
  lines.some(({ line }) => line === "served") ? purchaseNames : quoteNames

/** The case of one side on a deal, before it files and as long as its matter is undecided. */
export interface Case extends Standing {
  readonly side: Side
  readonly priceCents: number
  /** How the deal would stand if the other side pleaded now; null if it has pleaded, or if nothing was filed. */
  readonly answered: Standing | null
  /** The sum that the side asks on the deal in all; null if it has not named a sum. */
  readonly askedCents: number | null
  /** Whether the matter was called for judgment, so that nothing more counts. */
  readonly isCalled: boolean
}

/** The case of a side as the facts of the deal stand at an instant. */
export const caseOf = (
  deal: Deal,
  side: Side,
  { now, terms }: { readonly now: Instant; readonly terms: Terms },
  { askedCents = null, isCalled = false }: Partial<Pick<Case, "askedCents" | "isCalled">> = {},
): Case => {
  const { matter } = deal
  const other = otherSide(side)
  const silent = matter !== null && matter.pleads[other] === null && !isCalled
  const pleaded = { ...deal, matter: matter && { ...matter, pleads: { ...matter.pleads, [other]: now } } }
  return {
    ...standingOf(deal, now, terms),
    side,
    priceCents: priceOf(deal),
    answered: silent ? standingOf(pleaded, now, terms) : null,
    askedCents,
    isCalled,
  }
}

/** How much of an order for a sum its security covers. */
const coverText = (cents: number, { stakeCents, heldCents }: Security): string => {
  const most = Math.min(cents, stakeCents + heldCents)
  if (most === 0) return ", as a declaration, since neither a stake nor a hold covers it"
  const staked = heldCents === 0 ? "the stake covers" : "the stake and the holds cover"
  const what = stakeCents === 0 ? "the holds cover" : staked
  return most === cents ? `, which ${what}` : `, of which ${what} ${usd(most)}`
}

/** The order on an account that stands so, as a clause that begins with `you`, or says that nothing is ordered. */
const orderText = (
  { due }: Standing,
  { side, priceCents, askedCents }: Pick<Case, "side" | "priceCents" | "askedCents">,
  security: Security,
): string => {
  if (due === null) return "the account orders nothing"
  if (due.against === side) return `you would be ordered to pay ${usd(due.cents)}`
  const cents = Math.min(due.cents, askedCents ?? due.cents)
  return `you would get ${usd(cents)} of ${usd(priceCents)}${coverText(cents, security)}`
}

const openText = ({ account: { undecided } }: Standing): string | null => {
  if (undecided === null) return null
  return undecided === "all" ? "its currency leaves all of it open" : `${usd(undecided)} are open`
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const isSame = (one: Standing, other: Standing): boolean =>
  one.account.undecided === other.account.undecided &&
  one.due?.cents === other.due?.cents &&
  one.due?.against === other.due?.against

/** The sentence that says what changes if the other side pleads; empty if nothing changes. */
const answeredText = ({ answered, ...told }: Case, security: Security): ReadonlyArray<string> => {
  if (answered === null || isSame(answered, told)) return []
  const open = openText(answered)
  const rest = open === null ? "" : `, and ${open}`
  const other = namesIn(told)[otherSide(told.side)]
  return [`If ${other} pleads, ${orderText(answered, told, security)}${rest}.`]
}

const bearerText = (burden: Burden, names: typeof quoteNames): string =>
  burden === "computed" ? "" : `, which ${names[burden]} bears`

const lackingText = ({ line, burden, wanted }: Line, names: typeof quoteNames): ReadonlyArray<string> => {
  if (wanted === null) return []
  const until = wanted.dueBy === null ? "the call" : instantText(wanted.dueBy)
  return [
    `Missing for the line ${line}${bearerText(burden, names)}: ${names[wanted.who]} can still ${wanted.act} until ${until}.`,
  ]
}

/** The sum that a side does not ask for, though the account gives it. */
const unaskedText = ({ due, side, askedCents }: Case): ReadonlyArray<string> => {
  const more = askedCents === null || due === null || due.against === side ? 0 : due.cents - askedCents
  return more > 0 ? [`The account would give you ${usd(more)} more than you ask.`] : []
}

/** The sentences that say what the account comes to for one side as it stands, and what could still change it. */
export const outlookOf = (told: Case, security: Security): ReadonlyArray<string> => {
  const open = openText(told)
  return [
    sentence(orderText(told, told, security)),
    ...unaskedText(told),
    ...(open === null ? [] : [sentence(open)]),
    ...answeredText(told, security),
    ...(told.isCalled ? [] : told.account.lines.flatMap((line) => lackingText(line, namesIn(told)))),
    ...lastingText(security),
  ]
}

/** How many sentences an outlook has at most: three of the result, one of the other side's pleading, one of each line, one of the escrows. */
export const outlookMax = 20

const accountOutlookSchema = Schema.Struct({
  account: Schema.encodedBoundSchema(Account),
  outlook: listOf(Schema.String, outlookMax).annotations({
    description: "The sums that the account would give you as things stand, and what could still change them",
  }),
  escrows: listOf(EscrowEnd, bounds.holdsMax).annotations({
    description:
      "In how many days the escrow behind each hold that would pay you ends (null if nothing shows it), beside the longest way from a claim to a payout (PD2 §6J)",
  }),
}).annotations({ identifier: "AccountOutlook" })

export type AccountOutlook = Named<typeof accountOutlookSchema.Type>

/** An account with what it comes to for the side that reads it. */
export const AccountOutlook: Schema.Schema<AccountOutlook> = accountOutlookSchema

const encode = Schema.encodeSync(Account)

/** The account, the outlook and the escrows of a case, as the interface answers them. */
export const showCase = (told: Case, security: Security): typeof AccountOutlook.Type => ({
  account: encode(told.account),
  outlook: outlookOf(told, security),
  escrows: security.escrows ?? [],
})
