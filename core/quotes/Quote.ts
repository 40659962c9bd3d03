/** A quote: what a supplier offers to a buyer, and how each of them closed it. */

import { Effect, Option, Schema } from "effect"
import { Bound } from "../agents/Agent.ts"
import { present } from "../Defect.ts"
import * as Kind from "../Kind.ts"
import { Cents } from "../Money.ts"
import type { Reader } from "../Reader.ts"
import { type Instant, Stamp } from "../Time.ts"

export const QuoteStatus = Schema.Literal(
  "offered",
  "accepted",
  "declined",
  "lapsed",
  "withdrawn",
  "replaced",
  "closed_by_supplier",
  "settled",
  "disputed",
)
export type QuoteStatus = typeof QuoteStatus.Type

/** `agent`: somebody enrolled. `operator`: the supplier's own. `invite`: invited to enrol; an agent once it has answered. */
export const BuyerKind = Schema.Literal("agent", "person", "operator", "invite")
export type BuyerKind = typeof BuyerKind.Type

/** Whom a quote is offered to. An e-mail address is kept as a keyed hash only. */
export const Buyer = Schema.Struct({
  kind: BuyerKind,
  /** The agent that buys; null for a person, an operator, and somebody who has not answered the invitation. */
  party: Schema.NullOr(Bound),
  emailHash: Schema.NullOr(Schema.String),
})
export type Buyer = typeof Buyer.Type

/** One side's account of what was delivered and charged. */
export const Account = Schema.Struct({
  priceChargedCents: Cents,
  delivered: Schema.String,
  deliveredAt: Schema.NullOr(Stamp),
  /** What differs, in the buyer's words. */
  dispute: Schema.NullOr(Schema.String),
  at: Stamp,
})
export type Account = typeof Account.Type

/** Where the buyer pays and where a refund goes: CAIP-2 network, CAIP-19 asset, the address in its usual writing. */
export const Rail = Schema.Struct({
  network: Schema.String,
  asset: Schema.String,
  address: Schema.String,
  at: Stamp,
})
export type Rail = typeof Rail.Type

/** What is offered. The record and every answer have it in common: instants are numbers inside, RFC 3339 outside. */
export const particulars = {
  priceCents: Cents,
  currency: Schema.String,
  deliverable: Schema.String,
  dueBy: Stamp,
  form: Schema.NullOr(Schema.String),
  ref: Schema.NullOr(Schema.String),
  inspectionHours: Schema.Int,
  /** The quote that this one replaces once it is accepted, and the one that has replaced it. */
  replaces: Schema.NullOr(Schema.String),
  replacedBy: Schema.NullOr(Schema.String),
  /** The supplier's standard terms; the text is a blob under its hash. */
  terms: Schema.NullOr(Schema.Struct({ url: Schema.String, sha256: Schema.String })),
  rail: Schema.NullOr(Rail),
} as const

/** An invitation as the quote keeps it. */
export const Invited = Schema.Struct({
  name: Schema.String,
  /** Whether an e-mail was put on its way. */
  sent: Schema.Boolean,
  expiresAt: Stamp,
  answeredAt: Schema.NullOr(Stamp),
})

/** What has become of the offer; in common as well. */
export const course = {
  status: QuoteStatus,
  offeredAt: Stamp,
  acceptedAt: Schema.NullOr(Stamp),
  /** The entry of the Register of Dealings that shows the acceptance, where one does. */
  acceptance: Schema.NullOr(Schema.String),
  /** The buyer's time to inspect. It closes at its instant: an act at `closesAt` is late. */
  inspection: Schema.NullOr(Schema.Struct({ opensAt: Stamp, closesAt: Stamp })),
  /** The supplier's close, and the buyer's countersignature or dispute. */
  close: Schema.NullOr(Account),
  countersign: Schema.NullOr(Account),
  endedAt: Schema.NullOr(Stamp),
} as const

/** A supplier's quote (PD14). Its parties and the Registrar read it; the journal tells of its moves and never of its content. */
export const Quote = Schema.typeSchema(
  Schema.Struct({
    id: Schema.String,
    supplier: Bound,
    buyer: Buyer,
    ...particulars,
    /** How many offers in a row, this one included, replace one another without having been accepted. */
    revision: Schema.Int,
    invitation: Schema.NullOr(Invited),
    ...course,
  }),
)
export type Quote = typeof Quote.Type

/** All quotes in the order of lodgement, and those of each party in the order in which they became its own. */
export const registerIndex = "quotes.register"

export const partyIndex = "quotes.party"
export const Quotes = Kind.make<Quote>({
  name: "quote",
  schema: Quote,
  id: (quote) => quote.id,
  index: (quote) => {
    const parties = [quote.supplier, ...(quote.buyer.party === null ? [] : [quote.buyer.party])]
    return [
      { index: registerIndex, list: "", rest: quote.id },
      ...parties.map(({ id }) => ({ index: partyIndex, list: `${id}/`, rest: quote.id })),
    ]
  },
})

/** Journal subject of a quote. */
export const subjectOf = (id: string): string => `quote/${id}`

/** The one running deadline of a quote: `dueBy` while on offer, the end of the inspection once closed. */
export const deadlineTask = (id: string): string => `quote-deadline/${id}`

export const deadlineKind = "quote-deadline"

/** The unique name under which an entry of the Register of Dealings is used up as the acceptance of a quote. */
export const acceptanceClaim = (dealingId: string): string => `quote-acceptance/${dealingId}`

/** What the supplier's close put into a quote. A closed quote without it is a defect. */
export const closeOf = ({ id, close, inspection }: Quote) => ({
  close: present(close, `the close of quote ${id}`),
  inspection: present(inspection, `the inspection of quote ${id}`),
})

/** The instant at which time alone moves a quote; null where it never does. */
export const deadlineOf = (quote: Quote): Instant | null => {
  if (quote.status === "offered") return quote.dueBy
  return quote.status === "closed_by_supplier" ? closeOf(quote).inspection.closesAt : null
}

/** True where both sides closed the quote and agree (decisions of fact may rest on it); a deemed settlement is not one. */
export const isClosedByBoth = (quote: Quote): boolean =>
  quote.status === "settled" && quote.close !== null && quote.countersign !== null

/**
 * What the acceptance of a quote puts out of force, nearest first: the quote that it replaces and, as long as those were
 * offers only, what they would have replaced. A revised offer so stands in for the whole row.
 */
export const chainOf = (reader: Reader, replaces: string | null, max: number) =>
  Effect.gen(function* () {
    const chain: Array<Quote> = []
    for (let id = replaces; id !== null && chain.length < max; ) {
      const quote: Quote | null = Option.getOrNull(yield* reader.find(Quotes, id))
      if (quote === null) break
      chain.push(quote)
      id = quote.acceptedAt === null ? quote.replaces : null
    }
    return chain
  })
