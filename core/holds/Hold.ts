/**
 * A hold: an escrow that two parties have named, with the court as referee, and the bodies of the acts on it. The court holds
 * nothing and releases nothing (PD2 §6A).
 */

import { Schema } from "effect"
import { Agent, Reasons } from "../agents/index.ts"
import { Wallets } from "../chains/index.ts"
import { Citation } from "../kernel/Citation.ts"
import { needPresent } from "../kernel/Defect.ts"
import { listOf, member, optional } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { Cents } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import { bounds } from "../kernel/Schedule.ts"
import { DateTime, type Instant, Stamp } from "../kernel/Time.ts"
import * as Escrow from "./Escrow.ts"
import { SignedEvaluation } from "./Evaluated.ts"

/** The states of a hold, from its naming to the end (PD2 §6). */
export const Status = Schema.Literal("named", "confirmed", "instructed", "paid_out", "lapsed")
export type Status = typeof Status.Type

/** The two sides of a hold: the payer, who pays into the escrow, and the payee, who would be paid from it. */
export const Side = Schema.Literal("payer", "payee")
export type Side = typeof Side.Type

/** `payment_in`: the respondent secures what is claimed. `order_pending_appeal`: the party bound secures an order under appeal. */
const Purpose = Schema.Literal("payment_in", "order_pending_appeal")

/** An order of a judgment; `ShortOrder` adds by how many cents it was not met. */
export const OrderRef = Schema.Struct({ citation: Schema.String, n: Schema.Int })
const ShortOrder = Schema.Struct({ ...OrderRef.fields, shortCents: Cents })

/** A payment out of an escrow meets orders of one judgment, or of the few on one dealing. */
const ordersMet = 100

const paidOutSchema = Schema.Struct({
  paidOutAt: Stamp,
  satisfiedFromHold: listOf(OrderRef, ordersMet),
  notMetInFull: listOf(ShortOrder, ordersMet),
  refundOrdersSatisfied: listOf(OrderRef, ordersMet),
})

export type PaidOut = Named<typeof paidOutSchema.Type>
/** A payment out of an escrow as JSON: instants are texts of RFC 3339. */
export type PaidOutJson = Named<typeof paidOutSchema.Encoded>

/** The orders that a payment out of the escrow met. Answers of `POST /holds/{id}/paid-out` have this shape. */
export const PaidOut: Schema.Schema<PaidOut, PaidOutJson> = paidOutSchema

/** A payment of a part of the sum to the payee, by an instruction that left the rest in the escrow (PD2 §6FC), and what it met. */
const PartPaid = Schema.Struct({
  ...paidOutSchema.fields,
  payoutId: Schema.String,
  citation: Schema.String,
  /** The sum that left the escrow, fees of the escrow included. */
  cents: Cents,
  /** The sum that the payee received, and in which transaction if one is known. */
  toPayeeCents: Cents,
  txid: Schema.NullOr(Schema.String),
  reportedAt: Stamp,
}).annotations({ identifier: "PartPaid" })

/** The fields of the record and of every answer, with CAIP-2 and CAIP-19 ids. Instants are numbers in the record, RFC 3339 in answers. */
export const facts = {
  id: Schema.String,
  escrowKind: Escrow.Kind,
  chain: Schema.String,
  chainId: Schema.Int,
  escrowAddress: Schema.String,
  holdRef: Schema.String,
  quoteId: Schema.NullOr(Schema.String),
  matterId: Schema.NullOr(Schema.String),
  amountCents: Cents,
  currency: Schema.String,
  asset: Schema.String,
  assetDecimals: Schema.Int,
  /** The sum in the units of the asset, as a decimal text. */
  amountUnits: Schema.String,
  inspectionHours: Schema.NullOr(Schema.Int),
  longStopAt: Stamp,
  purpose: Schema.NullOr(Purpose),
  secures: Schema.NullOr(OrderRef),
  status: Status,
  /** The state that the chain showed when it was last read; null if the court doesn't read this chain. */
  read: Schema.NullOr(Schema.Struct({ at: Stamp, state: Schema.String })),
  createdAt: Stamp,
  confirmedAt: Schema.NullOr(Stamp),
  paidOut: Schema.NullOr(PaidOut),
  /** The evaluation that was signed last for it. Absent if no evaluation was ever signed. */
  evaluation: Schema.optionalWith(SignedEvaluation, { exact: true }),
  /** Absent if no part was ever paid by itself. */
  parts: Schema.optionalWith(listOf(PartPaid, bounds.holdPartsMax), { exact: true }),
} as const

/** An agent on one side of a hold. Its address is null until it has given one, and proven once the address has signed for it. */
export const Party = Schema.Struct({
  ...Agent.Bound.fields,
  address: Schema.NullOr(Schema.String),
  provenAt: Schema.NullOr(Stamp),
  /** The signer for the address: its own key, or the contract at it (ERC-1271). Holds that were proven before it was kept lack it. */
  provenBy: Schema.optionalWith(Schema.Literal("key", "contract"), { exact: true }),
})
export type Party = typeof Party.Type

const holdSchema = Schema.typeSchema(
  Schema.Struct({
    ...facts,
    namedBy: Side,
    payer: Party,
    payee: Party,
    /** When the escrow itself ends; null if it was not read or doesn't say. */
    escrowEndsAt: Schema.NullOr(Stamp),
    /** The last instruction signed for the hold; it is live while the hold is `instructed`. */
    instruction: Schema.NullOr(
      Schema.Struct({
        payoutId: Schema.String,
        citation: Schema.String,
        effectiveAt: Stamp,
        expiresAt: Stamp,
        /** The part that it pays the payee, if it leaves the rest in the escrow. Absent if it pays all that the escrow holds. */
        partCents: Schema.optionalWith(Cents, { exact: true }),
      }),
    ),
    /**
     * The sum that left the escrow for the payee, and in which transaction if one is known. Absent in holds that were paid out before it
     * was kept.
     */
    paidToPayee: Schema.optionalWith(Schema.Struct({ cents: Cents, txid: Schema.NullOr(Schema.String) }), {
      exact: true,
    }),
    /**
     * Until when the hold doesn't lapse, since somebody's word about its last instruction is awaited. Absent if nobody's word was ever
     * awaited.
     */
    keptUntil: Schema.optionalWith(Stamp, { exact: true }),
    since: Stamp,
  }),
)

export interface Hold extends Schema.Schema.Type<typeof holdSchema> {}

/** An escrow that two parties have named to the court as the source of payment (PD2 §6B); the court holds nothing. */
export const Hold: Schema.Schema<Hold> = holdSchema

/** The address of a side of a confirmed hold: the naming gives one, the confirmation the other. */
export const addressOf = ({ handle, address }: Party): string =>
  needPresent(address, `the address of ${handle} in a confirmed hold`)

/** The cents of a hold that no part has paid: what an instruction may still divide. */
export const restCents = ({ amountCents, parts = [] }: Pick<Hold, "amountCents" | "parts">): number =>
  parts.reduce((left, { cents }) => left - cents, amountCents)

/** The holds on each quote or matter, in the order of naming. */
export const onIndex = "holds.on"
/** The key of the quote or the matter of a hold, in indexes and journal subjects. */
export const quoteKey = (id: string): string => `quote/${id}`
/** The key under which the holds of a matter are listed. */
export const matterKey = (id: string): string => `matter/${id}`
/** The key of the quote or of the matter of a hold. A hold without a quote has a matter. */
export const keyOf = ({ quoteId, matterId }: Pick<Hold, "quoteId" | "matterId">): string =>
  quoteId === null
    ? matterKey(needPresent(matterId, "the matter of a hold without a quote"))
    : quoteKey(quoteId)

export const Holds = Kind.make<Hold>({
  name: "hold",
  schema: Hold,
  id: ({ id }) => id,
  index: (hold) => [{ index: onIndex, list: `${keyOf(hold)}/`, rest: hold.id }],
})

/** How many holds a quote or a matter has. Every naming puts this record, so that concurrent namings can't exceed the bound (PD2 §6B). */
const HoldCount = Schema.Struct({ on: Schema.String, named: Schema.Int })
type HoldCount = typeof HoldCount.Type
export const HoldCounts = Kind.make<HoldCount>({ name: "hold-count", schema: HoldCount, id: ({ on }) => on })

/** The subject of the events of a hold in the public journal. */
export const subjectOf = (id: string): string => `hold/${id}`
/** The id of the task that ends what runs for a hold. */
export const deadlineTask = (id: string): string => `hold-deadline/${id}`
/** The kind of the task that ends what runs for a hold. */
export const deadlineKind = "hold-deadline"

/** The unique name of one payment of one escrow. The first hold over it that both parties have proven has it for good. */
export const escrowClaim = (of: Pick<Hold, "chainId" | "escrowAddress" | "holdRef">): string =>
  `hold-escrow/${of.chainId}/${of.escrowAddress}/${of.holdRef}`

/**
 * The hold for which an instruction on a judgment was signed last. Only that one can be live. Whoever asks for an instruction puts
 * this record, and whoever ends what an instruction rests on reads it, so that neither overlooks the other.
 */
const Paying = Schema.Struct({ citation: Schema.String, holdId: Schema.String })
type Paying = typeof Paying.Type
export const Payings = Kind.make<Paying>({ name: "paying", schema: Paying, id: ({ citation }) => citation })

/** An order that has no entry, such as one as to costs, and the hold that met it in full. */
const MetOrder = Schema.Struct({ ...OrderRef.fields, holdId: Schema.String })
type MetOrder = typeof MetOrder.Type
/** The id of an order over all judgments: its citation and its number. */
export const orderId = ({ citation, n }: typeof OrderRef.Type): string => `${citation}/${n}`
/** Orders that were met from a hold, by order, so that no instruction pays them again. */
export const MetOrders = Kind.make<MetOrder>({ name: "met-order", schema: MetOrder, id: orderId })

/** The sum that holds have paid towards an order that no hold met in full. Another hold pays only the rest of it (PD2 §6HA). */
const PartPayment = Schema.Struct({ ...OrderRef.fields, cents: Cents })
type PartPayment = typeof PartPayment.Type
/** Payments from holds that met an order in part, by order. */
export const PartPayments = Kind.make<PartPayment>({ name: "part-payment", schema: PartPayment, id: orderId })

/** The instant at which time alone moves a hold; null if it never does. */
export const deadlineOf = ({ status, longStopAt, keptUntil, instruction }: Hold): Instant | null => {
  if (status === "named") return longStopAt
  if (status === "confirmed") return Math.max(longStopAt, keptUntil ?? longStopAt)
  return status === "instructed" ? needPresent(instruction, "the instruction").expiresAt : null
}

const words = (max: number) => Schema.NonEmptyString.pipe(Schema.maxLength(max))

const signs =
  "The signature of your address over the HoldParty statement (EIP-712, ERC-1271) in `next` of the hold."
const signature = optional(Wallets.Signature, signs)

const request = {
  escrowKind: member(Escrow.Kind, "`x402r`: a captured payment. `erc8183`: a job. `kleros`: a transaction."),
  chain: member(words(64), "A familiar name, such as base, or a CAIP-2 id."),
  chainId: member(Schema.Literal(8453, 84532, 1), "8453 is Base, 84532 its test network, 1 Ethereum."),
  escrowAddress: member(words(200), "The address of the escrow."),
  holdRef: member(
    words(200),
    "The payment, job or transaction: for x402r 0x and 64 lower-case hex digits, else a decimal number.",
  ),
  address: member(words(200), "Your own address on the escrow's chain."),
  signature,
  amountCents: member(
    Schema.Int.pipe(Schema.between(1, bounds.dealingValueCentsMax)),
    "The sum in the escrow, in cents.",
  ),
  currency: optional(Schema.Literal("USD", "USDC", "USDT"), "`USD`, the default, means `USDC`; or `USDT`."),
  assetDecimals: optional(
    Schema.Int.pipe(Schema.greaterThanOrEqualTo(bounds.holdDecimalsMin)),
    "The asset's decimals; those listed if they are left out.",
  ),
  inspectionHours: optional(
    Schema.Int.pipe(Schema.between(0, bounds.inspectionHoursMax)),
    "The payer's hours to inspect.",
  ),
  longStopAt: member(DateTime, "When the hold ends unpaid. The escrow must last until then."),
} as const

const quoteHoldRequestSchema = Schema.Struct(request).annotations({ identifier: "QuoteHoldRequest" })

export interface QuoteRequest extends Schema.Schema.Type<typeof quoteHoldRequestSchema> {}
/** The schema of `QuoteRequest`, with its fields. */
export interface QuoteRequestSchema extends Schema.Struct<(typeof quoteHoldRequestSchema)["fields"]> {}

/** The body of `POST /quotes/{id}/holds`. `address` is the requester's own, on the escrow's chain. */
export const QuoteRequest: QuoteRequestSchema = quoteHoldRequestSchema

const at = (path: string, message: string) => ({ path: [path], message })

const matterHoldRequestSchema = Schema.Struct({
  ...request,
  purpose: member(
    Purpose,
    "`payment_in`: the respondent secures the claim. `order_pending_appeal`: the party bound secures an order under appeal.",
  ),
  securesCitation: optional(Citation, "For `order_pending_appeal`: the judgment."),
  securesOrderN: optional(
    Schema.Int.pipe(Schema.between(1, bounds.ordersMax)),
    "For `order_pending_appeal`: the order in it.",
  ),
})
  .pipe(
    Schema.filter((body) => {
      const wanted = body.purpose === "order_pending_appeal"
      return (["securesCitation", "securesOrderN"] as const).flatMap((name) => {
        if ((body[name] !== undefined) === wanted) return []
        return [at(name, wanted ? "is required for this purpose" : "is for order_pending_appeal only")]
      })
    }),
  )
  .annotations({ identifier: "MatterHoldRequest" })

export interface MatterRequest extends Schema.Schema.Type<typeof matterHoldRequestSchema> {}
/** The body of `POST /matters/{id}/holds` as JSON, before its fields are decoded. */
export type MatterRequestJson = Named<typeof matterHoldRequestSchema.Encoded>

/** The body of `POST /matters/{id}/holds`. The order that the hold secures is stated for the purpose `order_pending_appeal` only. */
export const MatterRequest: Schema.Schema<MatterRequest, MatterRequestJson> = matterHoldRequestSchema
/** The body of `POST /quotes/{id}/holds`, decoded. */
export type Request = typeof QuoteRequest.Type

/** The body of `POST /holds/{id}/confirm`: the other party's own address. */
export const Confirming = Schema.Struct({
  address: member(words(200), "Your own address on the escrow's chain."),
  signature,
}).annotations({
  identifier: "HoldConfirming",
})
export type Confirming = typeof Confirming.Type

/** The body of `POST /holds/{id}/prove`: the signature of the address that the caller stated. */
export const ProvingAddress = Schema.Struct({
  signature: member(Wallets.Signature, signs),
}).annotations({ identifier: "HoldProving" })
export type ProvingAddress = typeof ProvingAddress.Type

/** The body that asks for an instruction to pay out from a hold (PD2 §6E). */
export const PayoutRequest = Schema.Struct({
  citation: member(Citation, "The citation of a final judgment between payer and payee."),
}).annotations({
  identifier: "PayoutRequest",
})
export type PayoutRequest = typeof PayoutRequest.Type

/** The body of `POST /holds/{id}/paid-out`. If the court reads the chain, it looks at the transaction `txid`. */
export const PaidOutReport = Schema.Struct({
  txid: optional(words(200), "The transaction in which the escrow paid."),
}).annotations({ identifier: "PaidOutReport" })
export type PaidOutReport = typeof PaidOutReport.Type

/** The body of `POST /registrar/holds/{id}/revoke`. `reissue` says that the same judgment may be signed for again. */
export const Revoking = Schema.Struct({
  reasons: Reasons,
  reissue: Schema.optional(Schema.Boolean),
}).annotations({ identifier: "HoldRevoking" })
export type Revoking = typeof Revoking.Type
