/** A quote with its account and outlook, and the bytes that payment opens. */
import { describe, expect, it } from "vitest"
import { publishStake } from "../agents/index.ts"
import { notarise, reviewDealing } from "../dealings/index.ts"
import { discloseArtifact } from "../deliveries/index.ts"
import { attested, base64, criteria, hashOf, whole } from "../deliveries/testing/Delivered.ts"
import { records } from "../holds/index.ts"
import { confirmed, named } from "../holds/testing/Given.ts"
import * as Changed from "../kernel/Change.ts"
import {
  acceptQuote,
  closeQuote,
  Quote,
  type QuoteRequest,
  quotes,
  setQuoteRail,
  withdrawQuote,
} from "../quotes/index.ts"
import { opened } from "../quotes/testing/Opened.ts"
import { put } from "../testing/Put.ts"
import { registrar } from "../testing/Stage.ts"
import { readArtifact, readQuote } from "./Queries.ts"

const sha256 = "cd".repeat(32)
const txid = `0x${"ab".repeat(32)}`
const till = "0x52908400098527886E0F7030069857D2E4169EE7"

const court = async (changes: Partial<QuoteRequest> = {}) => {
  const made = await opened()
  const { act, buyer, seller } = made
  const { id } = await made.offer(changes)
  const rail = () => act(setQuoteRail, { id, network: "base", asset: "USDC", address: till }, seller)
  const accept = () => act(acceptQuote, { id }, buyer)
  /** A payment of the buyer or a refund of the supplier, for the whole price. */
  const states = async (kind: "payment" | "refund", more: object = {}) => {
    const [lodger, counterparty] = kind === "payment" ? [buyer, "seller"] : [seller, "buyer"]
    const entry = { sha256, kind, counterparty, valueCents: 5_000, ref: id, ...more } as const
    return (await act(notarise, entry, lodger)).id
  }
  const confirms = (dealing: string) => act(reviewDealing, { id: dealing, outcome: "confirmed" }, seller)
  const delivers = async () => {
    await act(closeQuote, { id, priceChargedCents: 5_000, delivered: hashOf(whole) }, seller)
    await act(discloseArtifact, { id, content: base64(whole) }, seller)
  }
  const holds = (status: "named" | "confirmed", amountCents: number, currency = "USD") => {
    const hold = { id: `hold-${status}-${currency}`, quoteId: id, amountCents, currency }
    const made = status === "named" ? named(hold) : confirmed(hold)
    return act(put, [Changed.put(records.Holds, made)], registrar)
  }
  return { ...made, id, rail, accept, states, confirms, delivers, holds }
}

describe("the outlook of a quote", () => {
  it("PD15 §3 given an offer in words, then it says what secures it and that a disputed delivery can't be decided", async () => {
    const { ask, id, buyer, seller, act, holds } = await court()
    const first = async () => (await ask(readQuote, { id }, buyer)).outlook[0]
    expect(await first()).toBe(
      "This seller has a stake of USD 100.00 and no hold: an order could be for USD 50.00.",
    )
    // given a smaller stake, and holds of which one is confirmed in the currency of the quote
    await act(publishStake, { handle: "seller", stakeCents: 1_000 }, seller)
    await holds("confirmed", 5_000, "EUR")
    await holds("named", 9_000)
    await holds("confirmed", 700)
    const shown = await ask(readQuote, { id }, buyer)
    expect(shown.account).toBeNull()
    expect(shown.outlook).toEqual([
      "This seller has a stake of USD 10.00 and USD 7.00 in holds: an order could be for at most USD 17.00 of USD 50.00.",
      "A disputed delivery can't be decided on this quote, since it doesn't say what is owed then.",
    ])
  })

  it("PD15 §3 given an offer with criteria, then a disputed delivery is decided by them, unless it is elsewhere", async () => {
    const by = await court({ criteria })
    expect((await by.ask(readQuote, { id: by.id }, by.buyer)).outlook).toHaveLength(1)
    const elsewhere = await court({
      criteria: { ...attested, checks: attested.checks.slice(2) },
      delivery: "elsewhere",
      remedies: { otherwiseMillionths: 250_000 },
    })
    expect((await elsewhere.ask(readQuote, { id: elsewhere.id }, elsewhere.buyer)).outlook[1]).toBe(
      "If the delivery is disputed, 250,000 millionths of the price are owed.",
    )
  })

  it("PD15 §3 given an offer that was withdrawn, then it has neither an account nor an outlook", async () => {
    const { ask, act, id, seller, buyer } = await court()
    await act(withdrawQuote, { id }, seller)
    expect(await ask(readQuote, { id }, buyer)).toMatchObject({ account: null, outlook: [] })
  })

  it("PD15 §3 given a price that was paid for nothing, then each side reads what it would get or pay", async () => {
    const { ask, id, accept, states, confirms, buyer, seller, holds } = await court()
    await accept()
    // given what the buyer has put into a hold, which secures nothing of what the buyer would get
    await holds("confirmed", 3_000)
    await confirms(await states("payment"))
    const shown = await ask(readQuote, { id }, buyer)
    expect(shown.account).toMatchObject({ paid: 5_000, balance: -5_000 })
    expect(shown.outlook[0]).toBe("You would get USD 50.00 of USD 50.00, which the stake covers.")
    expect((await ask(readQuote, { id }, seller)).outlook[0]).toBe("You would be ordered to pay USD 50.00.")
    expect((await ask(readQuote, { id }, registrar)).outlook).toEqual(shown.outlook)
  })
})

describe("the bytes of a delivery", () => {
  it("PD14 §11 given a payment in doubt, then the bytes open once the supplier confirms it, and close while a refund may have been made", async () => {
    const { ask, askCodeOf, id, rail, accept, delivers, states, confirms, buyer } = await court()
    await rail()
    await accept()
    await delivers()
    const code = () => askCodeOf(readArtifact, { id }, buyer)
    expect(await code()).toBe("artifact_unpaid")
    const paid = await states("payment", { txid })
    expect((await ask(readQuote, { id }, buyer)).account?.paid).toEqual({ min: 0, max: 5_000 })
    expect(await code()).toBe("artifact_unpaid")
    await confirms(paid)
    expect(await code()).toBeNull()
    await states("refund", { txid: `0x${"ef".repeat(32)}` })
    expect((await ask(readQuote, { id }, buyer)).account?.refunded).toEqual({ min: 0, max: 5_000 })
    expect(await code()).toBe("artifact_unpaid")
  })

  it("PD14 §11 given a quote in a currency that the Court doesn't reckon, then no payment opens its bytes", async () => {
    const { act, read, askCodeOf, id, accept, delivers, states, confirms, buyer } = await court()
    await accept()
    await delivers()
    await confirms(await states("payment"))
    expect(await askCodeOf(readArtifact, { id }, buyer)).toBeNull()
    const quote = await read((reader) => quotes.need(reader, id))
    await act(put, [Changed.put(Quote.Quotes, { ...quote, currency: "VND" })], registrar)
    expect(await askCodeOf(readArtifact, { id }, buyer)).toBe("artifact_unpaid")
  })

  it("PD14 §11 given a quote without an account, then its bytes are unknown", async () => {
    const { askCodeOf, id, buyer } = await court()
    expect(await askCodeOf(readArtifact, { id }, buyer)).toBe("unknown_artifact")
  })
})
