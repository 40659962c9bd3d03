/** Requests about quotes: offers, acceptances and closes (PD14). */

import { Dealing, notarise } from "../../../../core/dealings/index.ts"
import { attestDelivery, discloseArtifact } from "../../../../core/deliveries/index.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { sha256Hex } from "../../../../core/kernel/Hash.ts"
import { hours } from "../../../../core/kernel/Time.ts"
import {
  acceptQuote,
  closeQuote,
  declineQuote,
  Invitation,
  offerQuote,
  Quote,
  type QuoteRequest,
  setQuoteRail,
  withdrawQuote,
} from "../../../../core/quotes/index.ts"
import { type Act, type Asked, acting, ask, mostly, one, someone } from "../Asked.ts"
import { keys } from "../Outside.ts"
import type { World } from "../World.ts"
import { meterOf } from "./Meters.ts"

const nonceOf = (n: number) => `nonce-${n}`
/** The token of an invitation, as the court's own key makes it. */
export const keyedToken = (n: number): string => keys.keyedHash(Invitation.tokenText(nonceOf(n)))
const noncesMax = 12

const offering: Act = (world) => {
  const { dice, now } = world
  const supplier = someone(world)
  if (supplier === null) return null
  const meter = meterOf(world)
  const agent = someone(world)?.handle ?? "operator"
  // An agent reads a meter itself.
  const buyer = meter.metered === undefined ? dice.of(agent, agent, "operator", "person", "invite") : agent
  const replaces = dice.chance(25)
    ? one(world, Quote.Quotes, (quote) => quote.supplier.id === supplier.id && quote.status === "offered")
    : null
  const url = "https://seller.example/terms"
  const text = `terms at ${url}`
  const body: QuoteRequest = {
    buyer: replaces?.buyer.party?.handle ?? buyer,
    priceCents: 1_000 + dice.int(50_000),
    deliverable: "a translation",
    dueBy: now() + hours(1 + dice.int(96)),
    inspectionHours: dice.of(24, 48, 72),
    ...(replaces === null ? {} : { replaces: replaces.id }),
    ...meter,
    ...(dice.chance(20)
      ? {
          terms: {
            url,
            sha256: sha256Hex(dice.of(text, text, "other")),
            ...(dice.chance(50) ? { text } : {}),
          },
        }
      : {}),
  }
  const invited = `invited-${dice.int(3)}`
  const nonce = nonceOf(dice.int(noncesMax))
  const input = {
    body:
      body.buyer === "invite"
        ? { ...body, invite: { name: "Buyer", email: `${invited}@example.com` } }
        : body,
    emailHash: body.buyer === "invite" ? invited : body.buyer === "person" ? "person-hash" : null,
    invitation: {
      nonce,
      tokenSha256: sha256Hex(keys.keyedHash(Invitation.tokenText(nonce))),
      baseUrl: "http://court",
    },
    mail: dice.chance(50),
  }
  return ask(world, offerQuote, input, mostly(world, supplier))
}

const supplierOf = (world: World, quote: Quote.Quote) => mostly(world, acting(quote.supplier))
const buyerOf = (world: World, { buyer, supplier }: Quote.Quote) => {
  if (buyer.party !== null) return mostly(world, acting(buyer.party))
  return buyer.kind === "operator"
    ? mostly(world, {
        role: "clerk",
        operatorId: needPresent(supplier.operatorId, "the supplier's operator"),
      })
    : mostly(world, acting(supplier))
}

const on =
  (states: ReadonlyArray<Quote.Quote["status"]>, act: (world: World, quote: Quote.Quote) => Asked): Act =>
  (world) => {
    const quote = one(world, Quote.Quotes, ({ status }) => states.includes(status))
    return quote === null ? null : act(world, quote)
  }

const accepting = on(["offered"], (world, quote) => {
  const lodged = world.store
    .all(Dealing.Dealings)
    .filter(({ kind, lodger }) => kind === "acceptance" && lodger === quote.supplier.handle)
  const dealing = quote.buyer.kind === "person" ? world.dice.pick(lodged) : undefined
  const input = { id: quote.id, ...(dealing === undefined ? {} : { dealing: dealing.id }) }
  return ask(world, acceptQuote, input, buyerOf(world, quote))
})
const declining = on(["offered"], (world, quote) =>
  ask(world, declineQuote, { id: quote.id }, buyerOf(world, quote)),
)
const withdrawing = on(["offered"], (world, quote) =>
  ask(world, withdrawQuote, { id: quote.id }, supplierOf(world, quote)),
)
/** The text that is delivered under every quote, and its bytes in base64. */
const delivered = "the translation"
const content = Buffer.from(delivered).toString("base64")

const closing = on(["accepted", "closed_by_supplier"], (world, quote) => {
  const { dice } = world
  const account = {
    priceChargedCents: dice.chance(85) ? quote.priceCents : quote.priceCents + 1,
    delivered: dice.chance(40) ? sha256Hex(delivered) : delivered,
    ...(dice.chance(15) ? { dispute: "half is missing" } : {}),
  }
  const by = quote.status === "accepted" ? supplierOf(world, quote) : buyerOf(world, quote)
  return ask(world, closeQuote, { id: quote.id, ...account }, by)
})
export const bitcoin = {
  network: "bitcoin",
  asset: "BTC",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
} as const
const railing = on(["offered", "accepted", "closed_by_supplier"], (world, quote) =>
  ask(world, setQuoteRail, { ...bitcoin, id: quote.id }, supplierOf(world, quote)),
)

const disclosing = on(["closed_by_supplier", "settled", "disputed"], (world, quote) => {
  const by = world.dice.chance(70) ? supplierOf(world, quote) : buyerOf(world, quote)
  const bytes = world.dice.chance(90) ? content : Buffer.from("other").toString("base64")
  return ask(world, discloseArtifact, { id: quote.id, content: bytes }, by)
})
// No attester has a key here, so that whoever hands something in is refused, and nothing is recorded.
const attesting = on(["closed_by_supplier", "settled", "disputed"], (world, quote) =>
  ask(world, attestDelivery, { id: quote.id, attestations: ["one.two.three"] }, supplierOf(world, quote)),
)
const paying = on(["accepted", "closed_by_supplier", "settled", "disputed"], (world, quote) => {
  const { dice } = world
  const isRefund = dice.chance(20)
  const payee = isRefund ? quote.buyer.party : quote.supplier
  const paper = {
    sha256: sha256Hex(`receipt ${dice.int(5)}`),
    kind: isRefund ? "refund" : "payment",
    ref: quote.id,
    valueCents: dice.of(1, quote.priceCents),
    ...(payee === null ? {} : { counterparty: payee.handle }),
    ...(dice.chance(40) ? { txid: `0x${sha256Hex(String(dice.int(5)))}` } : {}),
  } as const
  return ask(world, notarise, paper, isRefund ? supplierOf(world, quote) : buyerOf(world, quote))
})

export const quoteActs: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [8, offering],
  [8, accepting],
  [1, declining],
  [1, withdrawing],
  [6, closing],
  [1, railing],
  [2, disclosing],
  [1, attesting],
  [2, paying],
]
