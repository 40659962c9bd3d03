/** The bodies of the acts on quotes, and the port that reads the standard terms that a body names by their address (PD14 §7). */
import { Context, type Effect, Schema } from "effect"
import { Agent, Operator, ServiceUrl } from "../agents/index.ts"
import { Networks } from "../chains/index.ts"
import { Uuid } from "../kernel/Id.ts"
import { member, optional } from "../kernel/Json.ts"
import { Cents, Currency } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import { bounds } from "../kernel/Schedule.ts"
import { DateTime } from "../kernel/Time.ts"
import { visible } from "../kernel/Visible.ts"
import { Delivery } from "./Quote.ts"

// A control character takes six bytes in JSON, so texts full of them would not fit the record of a quote.
const words = (max: number) =>
  Schema.NonEmptyString.pipe(
    Schema.maxLength(max),
    Schema.filter((text) => !/\p{Cc}/u.test(text.replace(/[\t\n\r]/g, "")) || "holds a control character"),
  )

/** A SHA-256 as it is stated: with the prefixes that programs write before it, or without. */
const sha256Form = /^(?:sha256:)?(?:0[xX])?[0-9a-fA-F]{64}$/
const sha256Text = Schema.String.pipe(
  Schema.pattern(sha256Form, {
    message: () => "must be 64 hexadecimal characters, with or without the prefixes sha256: and 0x",
  }),
)

/** The SHA-256 that a text states, in lower case and without prefixes; null if it states no SHA-256. */
export const hashIn = (text: string): string | null =>
  sha256Form.test(text) ? text.slice(-64).toLowerCase() : null

/** A supplier's standard terms, by their hash. Without `text` the court reads them at `url`. */
export const QuoteTerms = Schema.Struct({
  url: member(ServiceUrl, "The address of the terms."),
  sha256: member(sha256Text, "The SHA-256 of the text, in hexadecimal."),
  text: optional(
    Schema.String.pipe(Schema.maxLength(bounds.termsCharsMax)),
    "Else the court reads it at url.",
  ),
}).annotations({ identifier: "QuoteTerms" })
export type QuoteTerms = typeof QuoteTerms.Type

const issueAt = (path: string, message: string) => ({ path: [path], message })

/** Bytes as base64 (RFC 4648, with padding). Callers are told how long it may be; a rule refuses what is longer as too large. */
export const base64Of = (bytesMax: number) =>
  Schema.String.pipe(
    Schema.filter(
      (text) =>
        (text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)) || "must be base64 with its padding",
    ),
  ).annotations({ jsonSchema: { type: "string", maxLength: 4 * Math.ceil(bytesMax / 3) } })

/** A document of criteria, as any JSON value: `agent-court/criteria` reads it and names every problem with its path. */
const Document = Schema.Unknown.annotations({
  jsonSchema: { type: "object", description: "A document of court.criteria/1." },
})

const millionths = Schema.Int.pipe(Schema.between(0, bounds.remedyMillionthsMax))
const RemediesRequest = Schema.Struct({
  lateMillionthsPerHour: optional(millionths, "Off for each whole hour after the delivery was due."),
  lateMillionthsMax: optional(
    millionths,
    "The most that comes off for a late delivery; all of it if left out.",
  ),
  otherwiseMillionths: optional(
    millionths,
    "Owed where nobody can tell whether the delivery is as agreed. Without it the record can't decide a dispute of it.",
  ),
})
  .pipe(
    Schema.filter(({ lateMillionthsPerHour, lateMillionthsMax }) =>
      lateMillionthsMax !== undefined && lateMillionthsPerHour === undefined
        ? [issueAt("lateMillionthsMax", "goes with lateMillionthsPerHour only")]
        : [],
    ),
  )
  .annotations({ identifier: "Remedies" })

const MeterRequest = Schema.Struct({
  unit: member(words(bounds.meterUnitCharsMax).pipe(visible), "The unit, such as a token or a GB."),
  cents: member(Cents, "The price of `per` units, in cents."),
  per: member(Schema.Int.pipe(Schema.between(1, bounds.meterUnitsMax)), "For how many units that is."),
  toleranceMillionths: member(
    millionths,
    "By how much your reading may be above the buyer's, in millionths of yours. The lower then counts.",
  ),
  attester: optional(
    Agent.Handle,
    "The agent whose reading decides beyond the tolerance; of neither party's operator.",
  ),
}).annotations({ identifier: "MeterRequest" })

const quoteRequestSchema = Schema.Struct({
  buyer: member(
    Agent.Handle,
    "A handle; or `person`: a natural person, `operator`: your own, `invite`: a buyer that is not enrolled yet.",
  ),
  invite: optional(
    Schema.Struct({
      name: member(words(bounds.inviteNameCharsMax).pipe(visible), "The name in the invitation."),
      email: member(Operator.Email, "Where the invitation is sent."),
    }),
    "For the buyer `invite` alone.",
  ),
  buyerEmail: optional(
    Operator.Email,
    "For the buyer `person` alone. Only a keyed hash of the address is kept.",
  ),
  priceCents: member(Cents, "The price, in cents."),
  currency: optional(Currency, "Three capital letters; USD if it is left out."),
  deliverable: member(words(bounds.quoteDeliverableCharsMax), "The work that you will deliver."),
  dueBy: member(DateTime, "It lapses then if nobody accepts."),
  form: optional(words(bounds.quoteFormCharsMax), "The form, such as a file format."),
  ref: optional(words(bounds.quoteRefCharsMax).pipe(visible), "Your own reference, such as an order number."),
  inspectionHours: optional(
    Schema.Int.pipe(Schema.between(bounds.inspectionHoursMin, bounds.inspectionHoursMax)),
    "The buyer's hours to answer your close; the usual time if it is left out.",
  ),
  replaces: optional(Uuid, "The id of the quote of yours that this one replaces."),
  terms: optional(QuoteTerms, "Your standard terms. The quote goes before them."),
  criteria: optional(
    Document,
    "A document of court.criteria/1: what the delivery must be. Both evaluate it alike, and the acceptance names its hash.",
  ),
  example: optional(
    base64Of(bounds.exampleBytesMax),
    "A delivery, in base64, that leaves no check of the criteria unmet. It is not kept.",
  ),
  delivery: optional(
    Delivery,
    "`court` (if it is left out): the delivery can be disclosed to the court. `elsewhere`: it can't, such as work on persons' data.",
  ),
  remedies: optional(RemediesRequest, "The reduction of the price, in millionths of it."),
  metered: optional(
    MeterRequest,
    "The price by a meter: `priceCents` is then the most. Each side states what it read as an entry of kind `meter`.",
  ),
})
  .pipe(
    Schema.filter(({ buyer, invite, buyerEmail, criteria, example, remedies, metered }) => [
      ...(metered !== undefined && (criteria !== undefined || remedies !== undefined)
        ? [issueAt("metered", "goes with neither criteria nor remedies")]
        : []),
      ...(buyer === "invite" && invite === undefined
        ? [issueAt("invite", "is required if the buyer is invited")]
        : []),
      ...(buyer !== "invite" && invite !== undefined
        ? [issueAt("invite", "goes with the buyer `invite` only")]
        : []),
      ...(buyer !== "person" && buyerEmail !== undefined
        ? [issueAt("buyerEmail", "goes with the buyer `person` only")]
        : []),
      ...(example !== undefined && criteria === undefined
        ? [issueAt("example", "goes with criteria only")]
        : []),
    ]),
  )
  .annotations({ identifier: "QuoteRequest" })

export interface QuoteRequest extends Schema.Schema.Type<typeof quoteRequestSchema> {}
export type QuoteRequestJson = Named<typeof quoteRequestSchema.Encoded>

/** The body of `POST /quotes`. `buyer` is a handle, or `person`, `operator`, `invite`. */
export const QuoteRequest: Schema.Schema<QuoteRequest, QuoteRequestJson> = quoteRequestSchema

/** The body of `POST /quotes/{id}/accept`: `dealing` is the entry of the Register of Dealings that shows the acceptance. */
export const Accepting = Schema.Struct({
  dealing: optional(Uuid, "For a quote to a person: the id of the dealing that shows the acceptance."),
  criteriaSha256: optional(
    sha256Text,
    "The hash of the criteria to which you agree; required if the quote has criteria.",
  ),
}).annotations({
  identifier: "Accepting",
})
export type Accepting = typeof Accepting.Type

const quoteCloseSchema = Schema.Struct({
  priceChargedCents: member(Cents, "The sum charged, in cents."),
  currency: optional(Currency, "Three capital letters; USD if it is left out."),
  delivered: member(
    words(bounds.quoteDeliveredCharsMax),
    "The SHA-256 of the output, or what was done; with criteria it is the hash.",
  ),
  deliveredAt: optional(DateTime, "When it was delivered, if not now."),
  dispute: optional(words(bounds.quoteDisputeCharsMax), "The buyer's dispute: what differs from the quote."),
  received: optional(
    Schema.Boolean,
    "The buyer's word on whether it received the delivery. False disputes the close.",
  ),
}).annotations({ identifier: "QuoteClose" })

export type QuoteClose = Named<typeof quoteCloseSchema.Type>
export interface QuoteCloseSchema extends Schema.Struct<(typeof quoteCloseSchema)["fields"]> {}

/** The body of `POST /quotes/{id}/close`, by either side. `delivered`: the hash of the output, or what was done. */
export const QuoteClose: QuoteCloseSchema = quoteCloseSchema

/** The body of `PUT /quotes/{id}/rail`: network and asset by familiar name or CAIP id. */
export const RailRequest = Schema.Struct(Networks.Addressing.fields).annotations({ identifier: "Rail" })
export type RailRequest = typeof RailRequest.Type

/** The result of reading terms at an address that a supplier chose. */
export type TermsRead =
  | { readonly _tag: "Read"; readonly text: string }
  | { readonly _tag: "TooLarge" }
  | {
      readonly _tag: "Unread"
      readonly why: "address_refused" | "unreachable" | "timed_out" | "answered_otherwise" | "not_text"
    }

/** Reads terms at their address, within a time and a size. It never fails: the court may publish the reason of a failure. */
interface TermsReaderService {
  readonly read: (
    url: string,
    limits: { readonly timeoutMs: number; readonly maxBytes: number },
  ) => Effect.Effect<TermsRead>
}

/** The port that reads the terms to which a quote leads, so that their hash is of what was there (PD14 §7). */
export class TermsReader extends Context.Tag("agent-court/TermsReader")<TermsReader, TermsReaderService>() {}
