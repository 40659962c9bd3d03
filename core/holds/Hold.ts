/** A hold: an escrow that two parties have named, with the court as referee. The court holds nothing and releases nothing (PD2 §6A). */
import { Schema } from "effect"
import { Bound } from "../compliance/Entry.ts"
import * as Kind from "../Kind.ts"
import { present } from "../Missing.ts"
import { Cents } from "../Money.ts"
import { type Instant, Stamp } from "../Time.ts"
import { EscrowKind } from "./Escrow.ts"

export const HoldStatus = Schema.Literal("named", "confirmed", "instructed", "paid_out", "lapsed")
export type HoldStatus = typeof HoldStatus.Type

/** The two sides of a hold: who pays into the escrow, and whom it would pay. */
export const Side = Schema.Literal("payer", "payee")
export type Side = typeof Side.Type

/** `payment_in`: the respondent secures what is claimed. `order_pending_appeal`: the party bound secures an order under appeal. */
export const Purpose = Schema.Literal("payment_in", "order_pending_appeal")

/** An order of a judgment, and by how many cents it was not met. */
export const OrderRef = Schema.Struct({ citation: Schema.String, n: Schema.Int })
export const ShortOrder = Schema.Struct({ ...OrderRef.fields, shortCents: Cents })

/** What a payment out of the escrow met. Answers of `POST /holds/{id}/paid-out` have this shape. */
export const PaidOut = Schema.Struct({
  paidOutAt: Stamp,
  satisfiedFromHold: Schema.Array(OrderRef),
  notMetInFull: Schema.Array(ShortOrder),
  refundOrdersSatisfied: Schema.Array(OrderRef),
})
export type PaidOut = typeof PaidOut.Type

/** What the record and every answer have in common. Instants are numbers inside, RFC 3339 outside. */
export const facts = {
  id: Schema.String,
  escrowKind: EscrowKind,
  /** CAIP-2. */
  chain: Schema.String,
  chainId: Schema.Int,
  escrowAddress: Schema.String,
  holdRef: Schema.String,
  quoteId: Schema.NullOr(Schema.String),
  matterId: Schema.NullOr(Schema.String),
  amountCents: Cents,
  currency: Schema.String,
  /** CAIP-19. */
  asset: Schema.String,
  assetDecimals: Schema.Int,
  /** The sum in the units of the asset, as a decimal text. */
  amountUnits: Schema.String,
  inspectionHours: Schema.NullOr(Schema.Int),
  longStopAt: Stamp,
  purpose: Schema.NullOr(Purpose),
  secures: Schema.NullOr(OrderRef),
  status: HoldStatus,
  /** What the chain showed when it was last read; null where the court reads no such chain. */
  read: Schema.NullOr(Schema.Struct({ at: Stamp, state: Schema.String })),
  createdAt: Stamp,
  confirmedAt: Schema.NullOr(Stamp),
  paidOut: Schema.NullOr(PaidOut),
} as const

/** An agent on one side of a hold. Its address is null until it has given one. */
export const HoldParty = Schema.Struct({ ...Bound.fields, address: Schema.NullOr(Schema.String) })
export type HoldParty = typeof HoldParty.Type

export const Hold = Schema.typeSchema(
  Schema.Struct({
    ...facts,
    namedBy: Side,
    payer: HoldParty,
    payee: HoldParty,
    /** When the escrow itself ends, where it was read and says so. */
    escrowEndsAt: Schema.NullOr(Stamp),
    /** The last instruction signed for it; live while the hold is `instructed`. */
    instruction: Schema.NullOr(
      Schema.Struct({
        payoutId: Schema.String,
        citation: Schema.String,
        effectiveAt: Stamp,
        expiresAt: Stamp,
      }),
    ),
    /** Since when it has its status. */
    since: Stamp,
  }),
)
export type Hold = typeof Hold.Type

/** The address of a side of a confirmed hold: the naming gives one, the confirmation the other. */
export const addressOf = ({ handle, address }: HoldParty): string =>
  present(address, `the address of ${handle} in a confirmed hold`)

/** The holds on each quote or matter, in the order of naming. */
export const onIndex = "holds.on"
/** What a hold stands on, as index keys and journal subjects have it. */
export const quoteKey = (id: string): string => `quote/${id}`
export const matterKey = (id: string): string => `matter/${id}`
export const keyOf = ({ quoteId, matterId }: Pick<Hold, "quoteId" | "matterId">): string =>
  quoteId === null ? matterKey(present(matterId, "what a hold stands on")) : quoteKey(quoteId)

export const Holds = Kind.make<Hold>({
  name: "hold",
  schema: Hold,
  id: ({ id }) => id,
  index: (hold) => [{ index: onIndex, list: `${keyOf(hold)}/`, rest: hold.id }],
})

/** How many holds a quote or a matter has: every naming puts it, so that the bound holds under races (PD2 §6B). */
export const HoldCount = Schema.Struct({ on: Schema.String, named: Schema.Int })
export type HoldCount = typeof HoldCount.Type
export const HoldCounts = Kind.make<HoldCount>({ name: "hold-count", schema: HoldCount, id: ({ on }) => on })

export const subjectOf = (id: string): string => `hold/${id}`
export const deadlineTask = (id: string): string => `hold-deadline/${id}`
export const deadlineKind = "hold-deadline"

/** The unique name of one payment of one escrow: no two holds have it. */
export const escrowClaim = (of: Pick<Hold, "chainId" | "escrowAddress" | "holdRef">): string =>
  `hold-escrow/${of.chainId}/${of.escrowAddress}/${of.holdRef}`

/** The unique name under which one hold pays a judgment between two agents: two holds never pay it at once. */
export const payingClaim = (citation: string, { payer, payee }: Pick<Hold, "payer" | "payee">): string =>
  `hold-paying/${citation}/${[payer.id, payee.id].sort().join("/")}`

/** The unique name under which an order as to costs was met: it has no entry that could say so. */
export const costsClaim = (citation: string, n: number): string => `hold-costs/${citation}/${n}`

/** The instant at which time alone moves a hold; null where it never does. */
export const deadlineOf = ({ status, longStopAt, instruction }: Hold): Instant | null => {
  if (status === "named" || status === "confirmed") return longStopAt
  return status === "instructed" ? present(instruction, "the instruction").expiresAt : null
}
