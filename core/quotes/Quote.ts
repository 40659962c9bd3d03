/** A quote: what a supplier offers to a buyer, and how each of them closed it; and the logs that limit how many invitations go out. */

import { Effect, Option, Schema } from "effect"
import { Agent } from "../agents/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import * as Kind from "../kernel/Kind.ts"
import { Cents } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import type { Reader } from "../kernel/Reader.ts"
import { Instant, latestFirst, Stamp, sortable } from "../kernel/Time.ts"

/** The states of a quote, from the offer to the close (PD14). */
export const Status = Schema.Literal(
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
export type Status = typeof Status.Type

/** `agent`: an enrolled agent. `operator`: the supplier's own operator. `invite`: somebody invited to enrol. */
export const BuyerKind = Schema.Literal("agent", "person", "operator", "invite")
export type BuyerKind = typeof BuyerKind.Type

/** The buyer of a quote. Only a keyed hash of its e-mail address is kept. */
export const Buyer = Schema.Struct({
  kind: BuyerKind,
  /** The agent that buys; null for a person, an operator, and an invitation that is not answered. */
  party: Schema.NullOr(Agent.Bound),
  emailHash: Schema.NullOr(Schema.String),
})
export type Buyer = typeof Buyer.Type

const accountSchema = Schema.Struct({
  priceChargedCents: Cents,
  delivered: Schema.String,
  deliveredAt: Schema.NullOr(Stamp),
  /** The difference from the quote, in the words of the buyer; null if nothing differs. */
  dispute: Schema.NullOr(Schema.String),
  /** False if the buyer says that it has received nothing. Absent if it says nothing of it, and from the supplier. */
  received: Schema.optionalWith(Schema.Boolean, { exact: true }),
  at: Stamp,
})

export type StatedClose = Named<typeof accountSchema.Type>
/** The account of a close as JSON: instants are texts of RFC 3339. */
export type StatedCloseJson = Named<typeof accountSchema.Encoded>

/** The account that a side states when it closes a quote (PD14 §6). */
export const StatedClose: Schema.Schema<StatedClose, StatedCloseJson> = accountSchema

/** Whether what is delivered can be disclosed to the Court, or is delivered where the Court does not see it. */
export const Delivery = Schema.Literal("court", "elsewhere")

const Millionths = Schema.NullOr(Schema.Int)
/** The parts of the price that come off it or are owed, in millionths of the price; null if the quote says nothing. */
export const Remedies = Schema.Struct({
  /** Off the price for each whole hour after the delivery was due. */
  lateMillionthsPerHour: Millionths,
  lateMillionthsMax: Millionths,
  /** The share of the price that is owed if nobody can tell whether the delivery is as agreed. */
  otherwiseMillionths: Millionths,
})
export type Remedies = typeof Remedies.Type

/** The meter of a quote (PD15 §4A): so many cents for each `per` units, of a unit by its name, such as `token`. */
export const Meter = Schema.Struct({
  unit: Schema.String,
  cents: Schema.Int,
  per: Schema.Int,
  /** The difference of the two readings that both bear, in millionths of the supplier's. */
  toleranceMillionths: Schema.Int,
  /** The handle of the agent whose reading decides beyond the tolerance; null if the quote names nobody. */
  attester: Schema.NullOr(Schema.String),
}).annotations({ identifier: "Meter" })
export type Meter = typeof Meter.Type

/** The criteria, delivery, remedies and meter of an offer: what its supplier owes beside the price. */
export const Owed = Schema.Struct({
  /** The SHA-256 of the criteria, in hexadecimal. The document is a blob under it. */
  criteriaSha256: Schema.NullOr(Schema.String),
  delivery: Delivery,
  remedies: Schema.NullOr(Remedies),
  /** Absent if the price is fixed. */
  metered: Schema.optionalWith(Meter, { exact: true }),
})
export type Owed = typeof Owed.Type

/** The place to which the buyer pays, or to which a refund goes: a CAIP-2 network, a CAIP-19 asset, and an address in its usual form. */
export const Rail = Schema.Struct({
  network: Schema.String,
  asset: Schema.String,
  address: Schema.String,
  at: Stamp,
})
export type Rail = typeof Rail.Type

/** The particulars of an offer: members of both the record and the view. Instants are numbers in the record and RFC 3339 in answers. */
export const particulars = {
  priceCents: Cents,
  currency: Schema.String,
  deliverable: Schema.String,
  dueBy: Stamp,
  form: Schema.NullOr(Schema.String),
  ref: Schema.NullOr(Schema.String),
  inspectionHours: Schema.Int,
  /** The quote that this one replaces once it is accepted, and the quote that has replaced it. */
  replaces: Schema.NullOr(Schema.String),
  replacedBy: Schema.NullOr(Schema.String),
  /** The supplier's standard terms; the text is a blob under its hash. */
  terms: Schema.NullOr(Schema.Struct({ url: Schema.String, sha256: Schema.String })),
  rail: Schema.NullOr(Rail),
} as const

/** An invitation of a buyer that is not an agent: its name, whether the mail went out, when it expires, and when it was answered. */
export const Invited = Schema.Struct({
  name: Schema.String,
  sent: Schema.Boolean,
  expiresAt: Stamp,
  answeredAt: Schema.NullOr(Stamp),
})

/** The course of the offer so far: members of both the record and the view. */
export const course = {
  status: Status,
  offeredAt: Stamp,
  acceptedAt: Schema.NullOr(Stamp),
  /** The id of the dealing that shows the acceptance; null if no dealing shows it. */
  acceptance: Schema.NullOr(Schema.String),
  /** The buyer's time to inspect. An act at `closesAt` is late. */
  inspection: Schema.NullOr(Schema.Struct({ opensAt: Stamp, closesAt: Stamp })),
  /** The supplier's close, and the buyer's countersignature or dispute. */
  close: Schema.NullOr(StatedClose),
  countersign: Schema.NullOr(StatedClose),
  endedAt: Schema.NullOr(Stamp),
} as const

const quoteSchema = Schema.typeSchema(
  Schema.Struct({
    id: Schema.String,
    supplier: Agent.Bound,
    buyer: Buyer,
    ...particulars,
    /** Absent in quotes that were lodged before quotes said it, and in later quotes that say nothing of it. */
    owed: Schema.optionalWith(Owed, { exact: true }),
    /** The rails before the present one, oldest first; absent if there was no other. A payment counts at the rail of its time. */
    pastRails: Schema.optionalWith(Schema.Array(Rail), { exact: true }),
    /** When bytes that hash to the close were first disclosed; absent if they were not. */
    disclosedAt: Schema.optionalWith(Instant, { exact: true }),
    /** The number of offers in a row, this one included, that replace one another and were not accepted. */
    revision: Schema.Int,
    invitation: Schema.NullOr(Invited),
    ...course,
  }),
)

export interface Quote extends Schema.Schema.Type<typeof quoteSchema> {}

/** A supplier's quote (PD14). Its parties and the Registrar read it; the journal tells of its moves and never of its content. */
export const Quote: Schema.Schema<Quote> = quoteSchema

/** Every rail that the supplier has stated, oldest first. */
export const railsOf = ({ pastRails = [], rail }: Quote): ReadonlyArray<Rail> =>
  rail === null ? pastRails : [...pastRails, rail]

/** The delivery that a quote says is owed. By default it goes through the Court to the buyer's inspection, by words alone. */
export const owedOf = ({ owed }: Quote): Owed =>
  owed ?? { criteriaSha256: null, delivery: "court", remedies: null }

/** The index of all quotes, in the order in which they were recorded. */
export const registerIndex = "quotes.register"
/** The quotes of each party, in the order in which it became a party. */
export const partyIndex = "quotes.party"
/** The accepted quotes of a supplier and a buyer by the sums that they state, the price and the supplier's charge; the latest acceptance first. */
export const chargedIndex = "quotes.charged"
/** The prefix in `chargedIndex` of the quotes between two agents that state a sum. */
export const chargedPrefix = (supplier: string, buyer: string, cents: number): string =>
  `${supplier}/${buyer}/${cents}/`

const chargedKeys = ({ id, supplier, buyer: { party }, acceptedAt, priceCents, close }: Quote) => {
  if (acceptedAt === null || party === null) return []
  const sums = [...new Set([priceCents, ...(close === null ? [] : [close.priceChargedCents])])]
  return sums.map((cents) => ({
    index: chargedIndex,
    key: `${chargedPrefix(supplier.id, party.id, cents)}${latestFirst(acceptedAt)}/${id}`,
  }))
}

/** The accepted quotes of a supplier and a buyer by the reference that they state, the first acceptance first. */
export const referenceIndex = "quotes.reference"
/** The prefix in `referenceIndex` of the quotes between two agents that state a reference. */
export const referencePrefix = (supplier: string, buyer: string, ref: string): string =>
  `${supplier}/${buyer}/${sha256Hex(ref)}/`

const referenceKeys = ({ id, supplier, buyer: { party }, acceptedAt, ref }: Quote) =>
  acceptedAt === null || party === null || ref === null
    ? []
    : [
        {
          index: referenceIndex,
          key: `${referencePrefix(supplier.id, party.id, ref)}${sortable(acceptedAt)}/${id}`,
        },
      ]

/** Quotes by their ids, listed as offered and for each party. */
export const Quotes = Kind.make<Quote>({
  name: "quote",
  schema: Quote,
  id: (quote) => quote.id,
  index: (quote) => {
    const parties = [quote.supplier, ...(quote.buyer.party === null ? [] : [quote.buyer.party])]
    return [
      { index: registerIndex, list: "", rest: quote.id },
      ...parties.map(({ id }) => ({ index: partyIndex, list: `${id}/`, rest: quote.id })),
      ...chargedKeys(quote),
      ...referenceKeys(quote),
    ]
  },
})

/** The subject of the events of a quote in the public journal. */
export const subjectOf = (id: string): string => `quote/${id}`

/** The id of the one deadline of a quote: `dueBy` while it is on offer, the end of the inspection once it is closed. */
export const deadlineTask = (id: string): string => `quote-deadline/${id}`

/** The kind of the task that ends what runs for a quote (PD14). */
export const deadlineKind = "quote-deadline"

/** The unique name by which a dealing serves as the acceptance of one quote only. */
export const acceptanceClaim = (dealingId: string): string => `quote-acceptance/${dealingId}`

/** The supplier's close of a quote and its inspection. It is a defect if a closed quote lacks them. */
export const closeOf = ({ id, close, inspection }: Quote) => ({
  close: needPresent(close, `the close of quote ${id}`),
  inspection: needPresent(inspection, `the inspection of quote ${id}`),
})

/** The instant at which time alone moves a quote; null if time alone does not move it. */
export const deadlineOf = (quote: Quote): Instant | null => {
  if (quote.status === "offered") return quote.dueBy
  return quote.status === "closed_by_supplier" ? closeOf(quote).inspection.closesAt : null
}

/** Whether both sides closed the quote alike, so that the record proves what they closed it at. A settlement by lapse of time does not count. */
export const isClosedByBoth = (quote: Quote): boolean =>
  quote.status === "settled" && quote.close !== null && quote.countersign !== null

/**
 * The quotes that the acceptance of a quote replaces, nearest first: the quote that it replaces and, as long as each was an offer that
 * nobody accepted, the quote that this would have replaced.
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

/** When invitations were last sent: by one operator (`operator/<id>`), or to one address (`address/<hash>`). */
export const InvitationLog = Schema.Struct({ id: Schema.String, sentAt: Schema.Array(Instant) })

export interface InvitationLog extends Schema.Schema.Type<typeof InvitationLog> {}

export const InvitationLogs = Kind.make<InvitationLog>({
  name: "invitation-log",
  schema: InvitationLog,
  id: (log) => log.id,
})

/** The id of the log of the invitations that one operator sent. */
export const byOperator = (operatorId: string): string => `operator/${operatorId}`

/** The id of the log of the invitations that went to one e-mail address, by the hash of the address. */
export const toAddress = (emailHash: string): string => `address/${emailHash}`
