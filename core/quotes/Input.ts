/** The bodies of the acts on quotes, and the port that reads the standard terms that a body names by their address (PD14 §7). */
import { Context, type Effect, Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { ServiceUrl } from "../agents/Commands.ts"
import { Email } from "../agents/Operator.ts"
import { Addressing } from "../compliance/Commands.ts"
import { Uuid } from "../Id.ts"
import { Cents, Currency } from "../Money.ts"
import { bounds } from "../Schedule.ts"
import { DateTime } from "../Time.ts"
import { visible } from "../Visible.ts"

// Written in JSON a control character takes six bytes: full of them, the texts of a quote would not fit one record.
const words = (max: number) =>
  Schema.NonEmptyString.pipe(
    Schema.maxLength(max),
    Schema.filter((text) => !/\p{Cc}/u.test(text.replace(/[\t\n\r]/g, "")) || "holds a control character"),
  )

/** A supplier's standard terms by their hash; without `text` the court reads them at `url`. */
export const QuoteTerms = Schema.Struct({
  url: ServiceUrl,
  sha256: Schema.String.pipe(
    Schema.pattern(/^(?:sha256:)?(?:0[xX])?[0-9a-fA-F]{64}$/, {
      message: () => "must be 64 hexadecimal characters, with or without the prefixes sha256: and 0x",
    }),
  ),
  text: Schema.optional(Schema.String.pipe(Schema.maxLength(bounds.termsCharsMax))),
}).annotations({ identifier: "QuoteTerms" })
export type QuoteTerms = typeof QuoteTerms.Type

const misplaced = (path: string, message: string) => ({ path: [path], message })

/** The body of `POST /quotes`. `buyer` is a handle, or `person`, `operator`, `invite`. */
export const QuoteRequest = Schema.Struct({
  buyer: Handle,
  invite: Schema.optional(
    Schema.Struct({ name: words(bounds.inviteNameCharsMax).pipe(visible), email: Email }),
  ),
  buyerEmail: Schema.optional(Email),
  priceCents: Cents,
  currency: Schema.optional(Currency),
  deliverable: words(bounds.quoteDeliverableCharsMax),
  dueBy: DateTime,
  form: Schema.optional(words(bounds.quoteFormCharsMax)),
  ref: Schema.optional(words(bounds.quoteRefCharsMax).pipe(visible)),
  inspectionHours: Schema.optional(
    Schema.Int.pipe(Schema.between(bounds.inspectionHoursMin, bounds.inspectionHoursMax)),
  ),
  replaces: Schema.optional(Uuid),
  terms: Schema.optional(QuoteTerms),
})
  .pipe(
    Schema.filter(({ buyer, invite, buyerEmail }) => [
      ...(buyer === "invite" && invite === undefined
        ? [misplaced("invite", "is required where the buyer is invited")]
        : []),
      ...(buyer !== "invite" && invite !== undefined
        ? [misplaced("invite", "goes with the buyer `invite` only")]
        : []),
      ...(buyer !== "person" && buyerEmail !== undefined
        ? [misplaced("buyerEmail", "goes with the buyer `person` only")]
        : []),
    ]),
  )
  .annotations({ identifier: "QuoteRequest" })
export type QuoteRequest = typeof QuoteRequest.Type

/** The body of `POST /quotes/{id}/accept`: `dealing` is the entry of the Register of Dealings that shows the acceptance. */
export const Accepting = Schema.Struct({ dealing: Schema.optional(Uuid) }).annotations({
  identifier: "Accepting",
})
export type Accepting = typeof Accepting.Type

/** The body of `POST /quotes/{id}/close`, by either side. `delivered`: the hash of the output, or what was done. */
export const QuoteClose = Schema.Struct({
  priceChargedCents: Cents,
  currency: Schema.optional(Currency),
  delivered: words(bounds.quoteDeliveredCharsMax),
  deliveredAt: Schema.optional(DateTime),
  dispute: Schema.optional(words(bounds.quoteDisputeCharsMax)),
}).annotations({ identifier: "QuoteClose" })
export type QuoteClose = typeof QuoteClose.Type

/** The body of `PUT /quotes/{id}/rail`: network and asset by familiar name or CAIP id. */
export const RailRequest = Schema.Struct(Addressing.fields).annotations({ identifier: "Rail" })
export type RailRequest = typeof RailRequest.Type

/** What came of reading a text at an address that somebody else chose. */
export type TermsRead =
  | { readonly _tag: "Read"; readonly text: string }
  | { readonly _tag: "TooLarge" }
  | {
      readonly _tag: "Unread"
      readonly why: "address_refused" | "unreachable" | "timed_out" | "answered_otherwise" | "not_text"
    }

/** Reads terms at their address, for so long and so many bytes at most; it never fails, and says only what the court may repeat. */
export interface TermsReaderService {
  readonly read: (
    url: string,
    limits: { readonly timeoutMs: number; readonly maxBytes: number },
  ) => Effect.Effect<TermsRead>
}

export class TermsReader extends Context.Tag("agent-court/TermsReader")<TermsReader, TermsReaderService>() {}
