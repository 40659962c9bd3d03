/**
 * The doors of the matrix: each protocol by which the same breach comes before the court. The buyer paid USD 1.50 for a call, and the
 * seller didn't serve it. A door gives the papers in the form of its protocol, and the deal that they are of.
 */
import { openJob } from "../../../adapters/chains/testing/ChainJobs.ts"
import {
  encode,
  es256,
  offerOf,
  type Pair,
  sdJwt,
  sha256,
  signedResponse,
  token,
  typedOffer,
} from "../../../adapters/evidence/testing/Artifacts.ts"
import { checkoutHash, disputeRecord } from "../../../adapters/evidence/testing/Atdrp.ts"
import { disputeOf } from "../../../adapters/evidence/testing/Disputes.ts"
import { days, hours } from "../../../core/kernel/Time.ts"
import { provenBy } from "../Payouts.ts"
import { hashOf, type Judged, keys, priceCents, priceUnits, type Shop, till, wallet } from "./Shop.ts"

/** A door: its name on the page, the formats that the court finds in its papers, and how the breach comes by it. */
export interface Door {
  readonly name: string
  readonly formats: ReadonlyArray<string>
  readonly enter: (shop: Shop) => Promise<Judged>
}

const seconds = ({ court }: Shop): number => Math.floor(court.clock.now / 1000)

const payOrder = (cause: object) => ({
  kind: "pay",
  text: "Pay back the price.",
  amountCents: priceCents,
  ...cause,
})

/** An offer of x402 that was paid, and the failure that the seller's server signed in its place. */
const x402Pair: Door = {
  name: "x402 pair",
  formats: ["x402_offer", "http_message"],
  enter: async (shop) => {
    const terms = { ...offerOf(till.address), amount: priceUnits, validUntil: seconds(shop) + 600 }
    const offer = JSON.stringify(await typedOffer(till, terms))
    const on = await shop.lodges({ kind: "offer", counterparty: "seller", sha256: hashOf(offer) })
    const txid = await shop.pays(on)
    const created = seconds(shop)
    const failure = signedResponse(keys.seller.pair, keys.seller.keyid, {
      created,
      transaction: txid,
      nonce: txid,
    })
    return shop.judges({ order: payOrder({ cause: "debt", on }), papers: [offer, JSON.stringify(failure)] })
  },
}

/** A quote that the buyer pays on the chain, and that nothing closes. Its account lies a day after it was due. */
const paidQuote = async (shop: Shop, changes: object = {}): Promise<string> => {
  const id = await shop.agrees(changes)
  await shop.pays(id)
  return id
}
const fallsDue = ({ court }: Shop) => {
  court.clock.now += hours(26)
}

/** The owner's dispute over a payment for which its grant allowed nothing, with the receipt that the seller signed. */
const disputeToken: Door = {
  name: "dispute+jwt",
  formats: ["dispute_jwt"],
  enter: async (shop) => {
    const quoteId = await paidQuote(shop)
    const [limit, taken] = ["0", priceUnits]
    const { dispute } = await disputeOf(
      { pair: keys.buyer.pair, name: keys.buyer.did },
      { pair: keys.seller.pair, name: keys.seller.did },
      {
        at: seconds(shop),
        grant: { constraints: { maxAmount: limit, currency: "USDC" } },
        receipt: { amount: taken },
        delta: [{ field: "constraints.maxAmount", authorized: limit, actual: taken, currency: "USDC" }],
      },
    )
    fallsDue(shop)
    return shop.judges({ quoteId, order: payOrder({ cause: "account" }), papers: [dispute] })
  },
}

/** A delivery that the seller closes, and the order that it signed after that: nothing of it is fulfilled. */
const atdrp: Door = {
  name: "ATDRP record",
  formats: ["atdrp_record"],
  enter: async (shop) => {
    const { ask, court } = shop
    const quoteId = await paidQuote(shop, { ref: checkoutHash })
    const close = { priceChargedCents: priceCents, delivered: "The call." }
    await ask("seller", "POST", `/quotes/${quoteId}/close`, close)
    court.clock.now += 1_000
    const dispute = { ...close, delivered: "Nothing.", dispute: "The call was not served." }
    await ask("buyer", "POST", `/quotes/${quoteId}/close`, dispute)
    court.clock.now += 1_000
    const merchant = { pair: keys.seller.pair, kid: keys.seller.keyid }
    const bought = { ordered: 1, unitPrice: priceCents, fulfilled: 0 }
    const record = await disputeRecord({ merchant, ...bought, order: "order-1", iat: seconds(shop) })
    return shop.judges({ quoteId, order: payOrder({ cause: "account" }), papers: [JSON.stringify(record)] })
  },
}

/** The key itself as the name of its signer, so that nothing is fetched. */
const didJwk = ({ jwk }: Pair): string => `did:jwk:${encode(jwk)}#0`

/** Both mandates of a purchase by AP2, and both receipts. */
const mandates = async (shop: Shop): Promise<string> => {
  const [user, merchant, processor] = [await es256(), await es256(), await es256()]
  const iat = seconds(shop)
  const order = {
    id: "order-1",
    merchant: { id: "seller", name: "Seller" },
    line_items: [{ item: { id: "call", title: "A call that is served" }, quantity: 1 }],
    currency: "USD",
    totals: [{ type: "total", amount: priceCents }],
  }
  const jwt = await token(merchant, order, { kid: didJwk(merchant) })
  const accepted = { vct: "mandate.checkout.1", checkout_hash: sha256(jwt), iat }
  const checkout = await sdJwt(user, accepted, { checkout_jwt: jwt }, { kid: didJwk(user) })
  const paid = {
    vct: "mandate.payment.1",
    transaction_id: sha256(jwt),
    payee: { id: "seller", name: "Seller" },
    payment_amount: { amount: priceCents, currency: "USD" },
    payment_instrument: { id: "wallet-1", type: "wallet" },
    iat,
    exp: iat + days(7) / 1000,
  }
  const payment = await sdJwt(user, paid, {}, { kid: didJwk(user) })
  const receipt = (by: Pair, mandate: string, more: object) => {
    const says = { status: "Success", iss: "seller.example", iat, reference: sha256(mandate), ...more }
    return token(by, says, { kid: didJwk(by) })
  }
  return JSON.stringify({
    checkoutMandate: checkout,
    paymentMandate: payment,
    checkoutReceipt: await receipt(merchant, checkout, { order_id: "order-1" }),
    paymentReceipt: await receipt(processor, payment.split("~")[0] ?? "", { payment_id: "p-1" }),
  })
}

const ap2: Door = {
  name: "AP2 mandates",
  formats: ["ap2"],
  enter: async (shop) => {
    const quoteId = await paidQuote(shop)
    const papers = [await mandates(shop)]
    fallsDue(shop)
    return shop.judges({ quoteId, order: payOrder({ cause: "account" }), papers })
  },
}

/** The price lies in a job of ERC-8183 that names an evaluator of the parties: the provider submitted nothing, and it is to be rejected. */
const job: Door = {
  name: "ERC-8183 job",
  formats: ["erc8183_job"],
  enter: async (shop) => {
    const { ask, court, chain } = shop
    const parties = { client: wallet, provider: till, evaluator: `0x${"9".repeat(40)}` } as const
    const opened = await openJob(chain, parties)
    const quoteId = await shop.agrees({ ref: opened.place })
    await opened.fund(BigInt(priceUnits))
    const { hold } = await ask("buyer", "POST", `/quotes/${quoteId}/holds`, {
      escrowKind: "erc8183",
      chain: "base",
      chainId: 8453,
      escrowAddress: opened.contract,
      holdRef: opened.id,
      address: wallet.address,
      amountCents: priceCents,
      longStopAt: new Date(court.clock.now + days(60)).toISOString(),
    })
    const { id } = hold as { readonly id: string }
    const { hold: confirmed } = await ask("seller", "POST", `/holds/${id}/confirm`, { address: till.address })
    for (const [by, account] of [
      ["buyer", wallet],
      ["seller", till],
    ] as const)
      await ask(by, "POST", `/holds/${id}/prove`, { signature: await provenBy(account, confirmed, by) })
    fallsDue(shop)
    const order = { kind: "declaration", text: "Declare the account of the job.", cause: "account" }
    return { ...(await shop.judges({ quoteId, order, papers: [opened.piece] })), hold: id }
  },
}

/** Each row of the matrix. Another protocol is a door that is added here. */
export const doors: ReadonlyArray<Door> = [x402Pair, disputeToken, atdrp, ap2, job]
