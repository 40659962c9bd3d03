/**
 * Dispute records of ATDRP for tests. The case is that of the sample of AP2 (google-agentic-commerce/AP2, pull request 352): 4 units were
 * bought under a mandate, both receipts say `Success`, and the merchant's own order shows 1 of 4 fulfilled. The files of the sample could
 * not be fetched, so the record is made here after its description and SEP 303.
 */
import { createHash } from "node:crypto"
import { type Pair, seconds, token } from "./Artifacts.ts"

/** The hash of the checkout that all parts name, and the order's own id. */
export const checkoutHash: string = createHash("sha256").update("the checkout of 4 units").digest("base64url")
export const orderId = "ord_4_units"

interface Given {
  /** The key of the merchant, and the name under which it is known. Without it nobody signs anything. */
  readonly merchant?: { readonly pair: Pair; readonly kid: string }
  readonly fulfilled?: number
  /** How many units were bought, and the price of one in cents. */
  readonly ordered?: number
  readonly unitPrice?: number
  readonly hash?: string
  readonly order?: string
  /** Seconds since 1970. */
  readonly iat?: number
  readonly claimant?: "payer" | "merchant"
  /** Members that stand in place of those of the case. */
  readonly more?: { readonly [name: string]: unknown }
}

/** A dispute record in which the merchant signed the order and the checkout receipt, if its key is given. */
export const disputeRecord = async ({
  merchant,
  fulfilled = 1,
  ordered = 4,
  unitPrice = 2_500,
  hash = checkoutHash,
  order = orderId,
  iat = seconds - 60,
  claimant = "payer",
  more = {},
}: Given = {}): Promise<{ readonly [name: string]: unknown }> => {
  const signed = (says: object): Promise<unknown> =>
    merchant === undefined
      ? Promise.resolve(says)
      : token(merchant.pair, { ...says, iat }, { kid: merchant.kid })
  const status = { status: "Success", reference: hash, iat }
  return {
    dispute_id: "dsp_1",
    policy_version: "ATDRP-0.1",
    claimant,
    checkout_hash: hash,
    payment_mandate: {
      transaction_id: hash,
      payee: "merchant_1",
      payment_amount: { amount: ordered * unitPrice, currency: "USD" },
      iat,
    },
    checkout_receipt: await signed({ ...status, order_id: order }),
    payment_receipt: { ...status, payment_id: "pay_1" },
    order: await signed({
      id: order,
      checkout_session_id: "cs_1",
      permalink_url: "https://merchant.example/orders/1",
      status: "shipped",
      line_items: [
        {
          id: "li_1",
          title: "Unit",
          quantity: { ordered, current: ordered, fulfilled },
          unit_price: unitPrice,
          subtotal: ordered * unitPrice,
        },
      ],
    }),
    claim: { line_ids: ["li_1"], ground: "performance", statement: "3 of 4 units did not come." },
    ...more,
  }
}
