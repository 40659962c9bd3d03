/** The readings of a meter, from the Register of Dealings to the facts of a quote's account. */

import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { Agent } from "../agents/index.ts"
import { notarise, notariseBatch, readDealing, reviewDealing } from "../dealings/index.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { bounds, published } from "../kernel/Schedule.ts"
import { acceptQuote, type QuoteRequest, quotes } from "../quotes/index.ts"
import { opened } from "../quotes/testing/Opened.ts"
import { put } from "../testing/Put.ts"
import { registrar } from "../testing/Stage.ts"
import { dealOfQuote } from "./Quoted.ts"

const sha256 = "cd".repeat(32)
const terms = { unit: "token", cents: 1, per: 10, toleranceMillionths: 10_000 }

const metered = async (changes: Partial<QuoteRequest> = { metered: { ...terms, attester: "auditor" } }) => {
  const court = await opened()
  const quote = await court.offer(changes)
  await court.act(acceptQuote, { id: quote.id }, court.buyer)
  const meter = async () => {
    const context = { now: court.now(), terms: published.at(court.now()) }
    const read = await court.read((reader) => quotes.need(reader, quote.id))
    return needPresent(await court.read((reader) => dealOfQuote(reader, read, context)), "the deal").meter
  }
  const attester = async (operator: string, status: "proven" | "stated" = "proven") => {
    const enrolled = await court.enrolled("auditor", operator)
    const agent = Option.getOrThrow(await court.read((reader) => reader.find(Agent.Agents, enrolled.id)))
    const identity = { status, by: "registrar", at: court.now() } as const
    await court.act(put, [Changed.put(Agent.Agents, { ...agent, identity })], registrar)
    return enrolled
  }
  const reading = (counterparty: string, units: number, more: object = {}) =>
    ({ sha256, kind: "meter", counterparty, units, ref: quote.id, ...more }) as const
  return { ...court, quote, meter, reading, attester }
}

describe("the readings of a meter", () => {
  it("PD15 §4A are those of the two sides that name each other, and of the attester", async () => {
    // given a reading of each, a reading that names somebody else, a meter without units, and a stranger's
    const { act, attester, enrolled, meter, reading, seller, buyer } = await metered()
    const auditor = await attester("op-auditor")
    const stranger = await enrolled("stranger", "op-9")
    const sold = await act(notarise, reading("buyer", 900), seller)
    await act(notarise, reading("somebody", 1), seller)
    await act(notarise, { ...reading("buyer", 2), units: undefined }, seller)
    await act(notarise, reading("seller", 3), stranger)
    const bought = await act(notarise, reading("seller", 500), buyer)
    await act(notarise, reading("seller", 700), auditor)
    await act(reviewDealing, { id: sold.id, outcome: "confirmed" }, buyer)
    await act(reviewDealing, { id: bought.id, outcome: "contested" }, seller)
    // when the deal is read, then it has the three, with the confirmation
    expect(await meter()).toMatchObject({
      ...{ cents: 1, per: 10, toleranceMillionths: 10_000, attester: "auditor" },
      readings: [
        { id: sold.id, by: "supplier", units: 900, confirmedAt: expect.any(Number) },
        { by: "buyer", units: 500, confirmedAt: null },
        { by: "attester", units: 700, confirmedAt: null },
      ],
    })
  })

  it.each([
    ["of the seller's operator", "op-seller", "proven"],
    ["of the buyer's operator", "op-buyer", "proven"],
    ["whose operator is only stated", "op-auditor", "stated"],
  ] as const)("PD15 §4C the word of an attester %s counts for nothing", async (_, operator, status) => {
    const { act, attester, meter, reading } = await metered()
    const auditor = await attester(operator, status)
    await act(notarise, reading("seller", 700), auditor)
    expect((await meter())?.readings).toEqual([])
  })

  it("PD15 §4C an attester that nobody has enrolled never reads, and a quote may name nobody", async () => {
    expect((await (await metered()).meter())?.readings).toEqual([])
    expect(await (await metered({ metered: terms })).meter()).toMatchObject({ attester: null, readings: [] })
    expect(await (await metered({})).meter()).toBeUndefined()
  })

  it("PD15 §4A one agent states so many readings on a quote, beside its payments, alone or together", async () => {
    const { act, codeOf, reading, quote, seller } = await metered()
    const items = Array.from({ length: bounds.readingsMax + 1 }, (_, i) => reading("buyer", i))
    const reply = await act(notariseBatch, { items }, seller)
    expect(reply.items.filter((item) => "id" in item)).toHaveLength(bounds.readingsMax)
    expect(await codeOf(notarise, reading("buyer", 0), seller)).toBe("readings_spent")
    const refund = { sha256, kind: "refund", counterparty: "buyer", valueCents: 1, ref: quote.id } as const
    expect(await codeOf(notarise, refund, seller)).toBeNull()
  })

  it("PD15 §4A a transaction on a reading pays nothing, and is looked for nowhere", async () => {
    const { act, meter, reading, seller } = await metered()
    const txid = `0x${"ab".repeat(32)}`
    const payment = {
      sha256,
      kind: "payment",
      counterparty: "buyer",
      txid,
      ref: reading("buyer", 1).ref,
    } as const
    await act(notariseBatch, { items: [payment, reading("buyer", 5, { txid })] }, seller)
    expect((await meter())?.readings).toMatchObject([{ units: 5 }])
  })

  it("Dealings Act 1.3 the units are the parties' alone", async () => {
    const { act, ask, reading, seller, buyer, enrolled } = await metered()
    const { id } = await act(notarise, reading("buyer", 900), seller)
    const stranger = await enrolled("stranger", "op-9")
    expect(await ask(readDealing, { id }, buyer)).toMatchObject({ units: 900 })
    expect(await ask(readDealing, { id }, stranger)).not.toHaveProperty("units")
  })
})

describe("the offer of a metered price", () => {
  it("PD15 §4A stands in the quote that its parties read", async () => {
    const { quote } = await metered()
    expect(quote).toMatchObject({ metered: { ...terms, attester: "auditor" }, remedies: null })
    expect((await metered({})).quote).not.toHaveProperty("metered")
  })
})
