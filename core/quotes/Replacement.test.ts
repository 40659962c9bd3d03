/** Replacing a quote, what time does to a quote, and the words of its notices. */
import { describe, expect, it } from "vitest"
import { noticesTo } from "../agents/testing/Inbox.ts"
import { days, hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { clock, stage } from "../testing/Stage.ts"
import { acceptQuote, closeQuote, passQuote } from "./Commands.ts"
import type { QuoteRequest } from "./Input.ts"
import { partsOf } from "./Moves.ts"
import { offerQuote } from "./Offer.ts"
import { quotes, replaceChain, texts } from "./Record.ts"
import { acts, buyers, having, offered, seller } from "./testing/Given.ts"

let asked = 0
const input = (changes: Partial<QuoteRequest>, emailHash: string | null = null) => ({
  body: {
    buyer: "operator",
    priceCents: 5_000,
    deliverable: "a translation",
    dueBy: start + days(4),
    ...changes,
  },
  emailHash,
  invitation: { tokenSha256: String(++asked).padStart(64, "0"), nonce: "n", baseUrl: "http://court" },
  mail: true,
})

describe("a quote that replaces another", () => {
  it("PD14 §4 may be to the same person, who is known by the address, and to nobody else", async () => {
    const court = stage()
    const supplier = await court.enrolled("seller", "op-seller")
    const toPerson = { buyer: "person", buyerEmail: "someone@home.example" } as const
    const { id } = await court.act(offerQuote, input(toPerson, "hash-1"), supplier)
    const again = (changes: Partial<QuoteRequest>, hash: string | null) =>
      court.codeOf(offerQuote, input({ ...changes, replaces: id }, hash), supplier)
    expect(await again(toPerson, "hash-2")).toBe("other_buyer")
    expect(await again({ buyer: "operator" }, null)).toBe("other_buyer")
    expect(await again(toPerson, "hash-1")).toBeNull()
  })

  it("PD14 §4 is refused if the other quote was delivered, and leaves that quote as it is if it has ended", () => {
    const codes = (quote: ReturnType<typeof offered>, now = start) => {
      const found = replaceChain("quote-2", [quote], now)
      return found._tag === "Left" ? found.left.code : found.right.map((moves) => moves.map(({ act }) => act))
    }
    expect(codes(offered())).toEqual([["replace"]])
    const accepted = offered({ status: "accepted", acceptedAt: start })
    expect(codes(having(accepted, [acts.close, seller, start]))).toBe("not_replaceable")
    expect(codes(having(offered(), [acts.decline, { ...seller, id: "id-buyer" }, start]))).toEqual([])
    expect(codes(offered(), start + days(4))).toEqual([])
  })
})

describe("what time does to a quote", () => {
  it("PD14 §6 given a close that nobody countersigned, then an act after the time for inspection finds it settled", () => {
    const closed = having(offered({ status: "accepted", acceptedAt: start }), [acts.close, seller, start])
    const after = start + hours(24)
    const moves = quotes.perform(closed, { ...acts.rail, who: partsOf(closed, seller) }, after)
    expect(moves._tag === "Right" && moves.right.map(({ act, after }) => `${act} ${after.status}`)).toEqual([
      "pass settled",
      "rail settled",
    ])
  })

  it("PD14 §6 given a close that nobody countersigned, when its deadline fires, then both sides get a notice that it is settled", async () => {
    const court = stage()
    const supplier = await court.enrolled("seller", "op-seller")
    const buyer = await court.enrolled("buyer", "op-buyer")
    const { id } = await court.act(offerQuote, input({ buyer: "buyer" }), supplier)
    await court.act(acceptQuote, { id }, buyer)
    const close = { priceChargedCents: 5_000, delivered: "the translation" }
    await court.act(closeQuote, { id, ...close }, supplier)
    court.advance(hours(24))
    await court.act(passQuote, { quoteId: id }, clock)
    for (const { id: reader } of [supplier, buyer]) {
      const notices = await court.read((of) => noticesTo(of, reader))
      expect(notices.at(-1)?.text).toContain("the time for inspection has passed. The quote is settled")
    }
  })

  it("PD14 §6 only the scheduler has the part of the clock, which makes the moves of time", () => {
    expect(partsOf(offered(), { role: "scheduler" })).toEqual(["clock"])
    expect(partsOf(offered(), { role: "registrar" })).toEqual([])
  })
})

describe("the words of a notice", () => {
  it("PD14 §6 a notice calls a buyer by its handle, and a buyer that is not an agent `the buyer`", () => {
    expect(texts.declined(offered({ buyer: buyers.person })).text).toBe("Quote quote-1: the buyer declines.")
    expect(texts.declined(offered()).text).toBe("Quote quote-1: buyer declines.")
  })
})
