/** For tests: purchases of AP2 by an agent under an open payment mandate, made by jose, with the receipt of whoever was paid. */
import { encode, type Pair, sdJwt, seconds, sha256, token } from "./Artifacts.ts"

type Members = { readonly [name: string]: unknown }

/** A key and the name by which its tokens say whose it is, such as a `did:key`. */
interface Signing {
  readonly pair: Pair
  readonly name: string
}

/** The changes that a test makes to a purchase. A member of `undefined` is left out. */
export interface PurchaseGiven {
  readonly at?: number
  readonly open?: Members
  readonly closed?: Members
  /** The members of the closed token around its content. */
  readonly around?: Members
  readonly receipt?: Members
  readonly beyond?: unknown
  /** Whether the receipt names the closed mandate by its JWT alone, as the SDK of v0.2 does. */
  readonly byJwt?: boolean
  /** The open mandate that the closed mandate and the receipt name, in place of this one. */
  readonly names?: string
}

/** A bundle, and the texts in it. */
export interface PurchaseMade {
  readonly bundle: string
  readonly open: string
  readonly receipt: string
}

/** A payment of USD 450.00 by `agent`, to which `user` had allowed USD 100.00. The `shop` signs the receipt. */
export const purchaseOf = async (
  user: Signing,
  agent: Pair,
  shop: Signing,
  { at = seconds, ...given }: PurchaseGiven = {},
): Promise<PurchaseMade> => {
  const allowed = {
    vct: "mandate.payment.open.1",
    constraints: [
      { type: "payment.amount_range", max: 10_000, currency: "USD" },
      { type: "payment.allowed_payees", allowed: [{ id: "m1", name: "Shop" }] },
    ],
    cnf: { jwk: agent.jwk },
    iat: at - 120,
    exp: at + 3_600,
    ...given.open,
  }
  const open = await sdJwt(user.pair, { delegate_payload: [allowed] }, {}, { kid: user.name })
  const paid = {
    vct: "mandate.payment.1",
    transaction_id: "checkout",
    payee: { id: "m1", name: "Shop" },
    payment_amount: { amount: 45_000, currency: "USD" },
    payment_instrument: { id: "wallet-1", type: "wallet" },
    ...given.closed,
  }
  const content = encode(["salt", paid])
  const jwt = await token(agent, {
    delegate_payload: [{ "...": sha256(content) }],
    _sd_alg: "sha-256",
    iat: at - 90,
    sd_hash: sha256(given.names ?? open),
    ...given.around,
  })
  const closed = `${jwt}~${content}~`
  const receipt = await token(
    shop.pair,
    {
      status: "Success",
      iss: shop.name,
      iat: at - 60,
      reference: sha256(given.byJwt === true ? jwt : closed),
      payment_id: "p-1",
      psp_confirmation_id: "p-1",
      network_confirmation_id: "p-1",
      ...given.receipt,
    },
    { kid: shop.name },
  )
  const { beyond = ["payment.amount_range"] } = given
  const bundle = { paymentMandate: `${open}~${closed}`, paymentReceipt: receipt, beyond }
  return { bundle: JSON.stringify(bundle), open, receipt }
}
