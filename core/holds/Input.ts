/** The bodies of the acts on holds, as they come. */
import { Schema } from "effect"
import { member, optional } from "../Member.ts"
import { Reasons } from "../registrar/Amendment.ts"
import { bounds } from "../Schedule.ts"
import { DateTime } from "../Time.ts"
import { EscrowKind } from "./Escrow.ts"
import { Purpose } from "./Hold.ts"

const words = (max: number) => Schema.NonEmptyString.pipe(Schema.maxLength(max))

const request = {
  escrowKind: member(
    EscrowKind,
    "`x402r`: a payment authorised and captured. `erc8183`: a job with an evaluator. `kleros`: a transaction with an arbitrator.",
  ),
  chain: member(
    words(64),
    "The chain by a familiar name, such as base, or by its CAIP-2 id. It agrees with chainId.",
  ),
  chainId: member(
    Schema.Literal(8453, 84532, 1),
    "The EIP-155 number of the chain: 8453 is Base, 84532 its test network, 1 Ethereum.",
  ),
  escrowAddress: member(words(200), "The address of the escrow contract on that chain."),
  holdRef: member(
    words(200),
    "Which payment, job or transaction of the escrow it is. x402r: 0x and 64 lower-case hexadecimal digits. erc8183 and kleros: a decimal number without leading zeros.",
  ),
  address: member(words(200), "Your own address on the escrow's chain."),
  amountCents: member(
    Schema.Int.pipe(Schema.between(1, bounds.dealingValueCentsMax)),
    "What lies in the escrow, in cents. The rules cap it well below the bound of this schema.",
  ),
  currency: optional(
    Schema.Literal("USD", "USDC", "USDT"),
    "The asset that lies there: `USDC`, which `USD` means too, or `USDT`. USD where it is left out.",
  ),
  assetDecimals: optional(
    Schema.Int.pipe(Schema.greaterThanOrEqualTo(bounds.holdDecimalsMin)),
    "How many decimals the asset has; those of the listed asset where it is left out.",
  ),
  inspectionHours: optional(
    Schema.Int.pipe(Schema.between(0, bounds.inspectionHoursMax)),
    "How many hours the payer has to inspect what is delivered, as the escrow states it.",
  ),
  longStopAt: member(
    DateTime,
    "When the hold ends if nothing was paid out. The escrow must not expire before.",
  ),
} as const

/** The body of `POST /quotes/{id}/holds`. `address` is the requester's own, on the escrow's chain. */
export const QuoteHoldRequest = Schema.Struct(request).annotations({ identifier: "QuoteHoldRequest" })

const at = (path: string, message: string) => ({ path: [path], message })

/** The body of `POST /matters/{id}/holds`. What it secures is stated for the purpose `order_pending_appeal` alone. */
export const MatterHoldRequest = Schema.Struct({
  ...request,
  purpose: member(
    Purpose,
    "`payment_in`: the respondent secures what is claimed. `order_pending_appeal`: the party bound secures an order that is under appeal.",
  ),
  securesCitation: optional(
    words(bounds.citationCharsMax),
    "For `order_pending_appeal` alone: the citation of the judgment, such as [2026] MC 7.",
  ),
  securesOrderN: optional(
    Schema.Int.pipe(Schema.between(1, bounds.ordersMax)),
    "For `order_pending_appeal` alone: the number of the order in that judgment, from 1.",
  ),
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
export const Confirming = Schema.Struct({
  address: member(words(200), "Your own address on the escrow's chain."),
}).annotations({
  identifier: "HoldConfirming",
})
export type Confirming = typeof Confirming.Type

/** The body of `POST /holds/{id}/payout`. */
export const PayoutRequest = Schema.Struct({
  citation: member(
    words(bounds.citationCharsMax),
    "The citation of a final judgment between payer and payee, such as [2026] MC 7.",
  ),
}).annotations({
  identifier: "PayoutRequest",
})
export type PayoutRequest = typeof PayoutRequest.Type

/** The body of `POST /holds/{id}/paid-out`: `txid` says where the court looks, where it reads the chain. */
export const PaidOutReport = Schema.Struct({
  txid: optional(
    words(200),
    "The transaction in which the escrow paid. The court looks there where it reads the chain.",
  ),
}).annotations({ identifier: "PaidOutReport" })
export type PaidOutReport = typeof PaidOutReport.Type

/** The body of `POST /registrar/holds/{id}/revoke`. `reissue`: the same judgment may be signed for again. */
export const Revoking = Schema.Struct({
  reasons: Reasons,
  reissue: Schema.optional(Schema.Boolean),
}).annotations({ identifier: "HoldRevoking" })
export type Revoking = typeof Revoking.Type
