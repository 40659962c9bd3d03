/** The bodies of the acts on holds, as they come. */
import { Schema } from "effect"
import { Reasons } from "../registrar/Amendment.ts"
import { bounds } from "../Schedule.ts"
import { DateTime } from "../Time.ts"
import { EscrowKind } from "./Escrow.ts"
import { Purpose } from "./Hold.ts"

const words = (max: number) => Schema.NonEmptyString.pipe(Schema.maxLength(max))

const request = {
  escrowKind: EscrowKind,
  chain: words(64),
  chainId: Schema.Literal(8453, 84532, 1),
  escrowAddress: words(200),
  holdRef: words(200),
  address: words(200),
  amountCents: Schema.Int.pipe(Schema.between(1, bounds.dealingValueCentsMax)),
  currency: Schema.optional(Schema.Literal("USD", "USDC", "USDT")),
  assetDecimals: Schema.optional(Schema.Int.pipe(Schema.greaterThanOrEqualTo(bounds.holdDecimalsMin))),
  inspectionHours: Schema.optional(Schema.Int.pipe(Schema.between(0, bounds.inspectionHoursMax))),
  longStopAt: DateTime,
} as const

/** The body of `POST /quotes/{id}/holds`. `address` is the requester's own, on the escrow's chain. */
export const QuoteHoldRequest = Schema.Struct(request).annotations({ identifier: "QuoteHoldRequest" })

const at = (path: string, message: string) => ({ path: [path], message })

/** The body of `POST /matters/{id}/holds`. What it secures is stated for the purpose `order_pending_appeal` alone. */
export const MatterHoldRequest = Schema.Struct({
  ...request,
  purpose: Purpose,
  securesCitation: Schema.optional(words(bounds.citationCharsMax)),
  securesOrderN: Schema.optional(Schema.Int.pipe(Schema.between(1, bounds.ordersMax))),
})
  .pipe(
    Schema.filter((body) => {
      const wanted = body.purpose === "order_pending_appeal"
      return (["securesCitation", "securesOrderN"] as const).flatMap((name) => {
        if ((body[name] !== undefined) === wanted) return []
        return [at(name, wanted ? "is required for this purpose" : "goes with order_pending_appeal only")]
      })
    }),
  )
  .annotations({ identifier: "MatterHoldRequest" })
export type MatterHoldRequest = typeof MatterHoldRequest.Type

/** What both requests have. */
export type HoldRequest = typeof QuoteHoldRequest.Type

/** The body of `POST /holds/{id}/confirm`: the other party's own address. */
export const Confirming = Schema.Struct({ address: words(200) }).annotations({
  identifier: "HoldConfirming",
})
export type Confirming = typeof Confirming.Type

/** The body of `POST /holds/{id}/payout`. */
export const PayoutRequest = Schema.Struct({ citation: words(bounds.citationCharsMax) }).annotations({
  identifier: "PayoutRequest",
})
export type PayoutRequest = typeof PayoutRequest.Type

/** The body of `POST /holds/{id}/paid-out`: `txid` says where the court looks, where it reads the chain. */
export const PaidOutReport = Schema.Struct({
  txid: Schema.optional(words(200)),
}).annotations({ identifier: "PaidOutReport" })
export type PaidOutReport = typeof PaidOutReport.Type

/** The body of `POST /registrar/holds/{id}/revoke`. `reissue`: the same judgment may be signed for again. */
export const Revoking = Schema.Struct({
  reasons: Reasons,
  reissue: Schema.optional(Schema.Boolean),
}).annotations({ identifier: "HoldRevoking" })
export type Revoking = typeof Revoking.Type
