/** Quotes through the court's own loop, on the memory store. */
import { describe, expect, it } from "vitest"
import { notarise } from "../dealings/index.ts"
import { readMatter } from "../docket/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { bounds, make } from "../kernel/Schedule.ts"
import { days } from "../kernel/Time.ts"
import { Bundle, callForJudgment, fileDefence, fileMatter, fileReply } from "../matters/index.ts"
import { start } from "../testing/Context.ts"
import { answering, claim, filing } from "../testing/Matters.ts"
import { clock, registrar, stage } from "../testing/Stage.ts"
import { acceptQuote, closeQuote, declineQuote, passQuote, setQuoteRail, withdrawQuote } from "./Commands.ts"
import { offerQuote } from "./Offer.ts"
import { listQuotes, readTerms } from "./Queries.ts"
import { Quotes } from "./Quote.ts"
import { close, input, opened } from "./testing/Opened.ts"

describe("quotes on a store", () => {
  it("PD14 §1 an offer says who may do what next, and is served on the buyer; its acceptance is served on the supplier", async () => {
    const court = await opened()
    const quote = await court.offer()
    expect(quote).toMatchObject({ supplier: "seller", buyer: "buyer", currency: "USD", inspectionHours: 24 })
    expect(quote.next.map(({ who, act }) => `${who} ${act}`)).toEqual([
      "buyer accept",
      "buyer decline",
      "seller withdraw",
      "seller rail",
    ])
    expect(await court.inbox(court.buyer.id)).toEqual(["quote.offered"])
    expect(await court.inbox(court.seller.id)).toEqual([])
    await court.act(acceptQuote, { id: quote.id }, court.buyer)
    expect(await court.inbox(court.seller.id)).toEqual(["quote.accepted"])
  })

  it.each([
    ["unknown_agent", { buyer: "nobody" }],
    ["own_quote", { buyer: "seller" }],
    ["due_passed", { dueBy: start }],
    ["terms_not_in_force", { terms: { url: "https://x/absent", sha256: "0".repeat(64) } }],
    ["unknown_quote", { replaces: "01900000-0000-7000-8000-000000000000" }],
  ] as const)("PD14 §1 an offer is refused: %s", async (code, changes) => {
    const court = await opened()
    expect(await court.codeOf(offerQuote, input(changes), court.seller)).toBe(code)
  })

  it("PD14 §1 a quote is read by its parties and the Registrar only, and the list of an agent has its own quotes only", async () => {
    const court = await opened()
    const other = await court.enrolled("other")
    const { id } = await court.offer()
    const seen = (actor: Actor) => court.ask(readTerms, { id }, actor)
    for (const actor of [court.seller, court.buyer, registrar]) expect((await seen(actor)).id).toBe(id)
    for (const actor of [other, { role: "judge" }, { role: "public" }] as const)
      expect(await court.askCodeOf(readTerms, { id }, actor)).toBe("not_a_party")
    const listed = async (actor: Actor) =>
      (await court.ask(listQuotes, { page: { after: null, limit: 9 } }, actor)).items.length
    expect(await Promise.all([court.seller, court.buyer, registrar, other].map(listed))).toEqual([1, 1, 1, 0])
  })

  it("PD14 §2 a quote to the supplier's own operator is accepted at once, and the supplier closes it for both sides", async () => {
    const court = await opened()
    const quote = await court.offer({ buyer: "operator" })
    expect(quote).toMatchObject({
      status: "accepted",
      buyer: "operator",
      next: [{ who: "seller", act: "close" }, { act: "rail" }],
    })
    await court.act(closeQuote, { id: quote.id, ...close }, court.seller)
    const settled = await court.act(closeQuote, { id: quote.id, ...close }, court.seller)
    expect(settled.status).toBe("settled")
    // the supplier gets no notice of its own acts
    expect(await court.inbox(court.seller.id)).toEqual([])
    const told = await court.events(`quote/${quote.id}`)
    expect(told).toMatchObject([
      { type: "quote.offered", data: { by: "supplier" } },
      { type: "quote.accepted", data: { by: "clerk" } },
      { type: "quote.closed", data: { by: "supplier" } },
      { type: "quote.settled", data: { by: "clerk" } },
    ])
  })

  it("PD14 §2 the court keeps only a hash of a person's address, and an acceptance lodged as a dealing serves one quote", async () => {
    const court = await opened()
    const email = "someone@home.example"
    const [quote, second] = [
      await court.offer({ buyer: "person", buyerEmail: email }),
      await court.offer({ buyer: "person", buyerEmail: email }),
    ]
    expect(JSON.stringify(await court.read((reader) => reader.find(Quotes, quote.id)))).not.toContain(email)
    const lodge = async (kind: "acceptance" | "offer", by: Actor) =>
      (await court.act(notarise, { sha256: sha256Hex("yes"), kind }, by)).id
    const accepting = async (dealing?: string) =>
      court.codeOf(acceptQuote, { id: quote.id, ...(dealing === undefined ? {} : { dealing }) }, court.seller)
    expect(await accepting()).toBe("acceptance_wanted")
    expect(await accepting(await lodge("offer", court.seller))).toBe("acceptance_wanted")
    expect(await accepting(await lodge("acceptance", court.buyer))).toBe("acceptance_wanted")
    expect(await accepting("01900000-0000-7000-8000-000000000000")).toBe("unknown_dealing")
    const shown = await lodge("acceptance", court.seller)
    expect(await court.codeOf(acceptQuote, { id: quote.id, dealing: shown }, court.buyer)).toBe("not_a_party")
    expect(await accepting(shown)).toBeNull()
    expect(await court.codeOf(acceptQuote, { id: second.id, dealing: shown }, court.seller)).toBe(
      "acceptance_used",
    )
  })

  it("PD14 §4 a quote replaces another when it is accepted, and until then both stand", async () => {
    const court = await opened()
    const first = await court.offer()
    await court.act(acceptQuote, { id: first.id }, court.buyer)
    const second = await court.offer({ replaces: first.id, priceCents: 1 })
    const third = await court.offer({ replaces: second.id, priceCents: 2 })
    const status = async (id: string) => (await court.ask(readTerms, { id }, registrar)).status
    expect(await status(first.id)).toBe("accepted")
    // when the last of three quotes that replace one another is accepted
    await court.act(acceptQuote, { id: third.id }, court.buyer)
    expect([await status(first.id), await status(second.id), await status(third.id)]).toEqual([
      "replaced",
      "replaced",
      "accepted",
    ])
    expect(await court.codeOf(acceptQuote, { id: second.id }, court.buyer)).toBe("quote_state")
    const view = await court.ask(readTerms, { id: first.id }, registrar)
    expect(view).toMatchObject({ replacedBy: third.id, next: [] })
  })

  it("PD14 §4 a quote is not replaced after delivery, by another supplier's quote, or for another buyer", async () => {
    const court = await opened()
    const other = await court.enrolled("other")
    const first = await court.offer()
    await court.act(acceptQuote, { id: first.id }, court.buyer)
    const second = await court.offer({ replaces: first.id })
    expect(await court.codeOf(offerQuote, input({ replaces: first.id, buyer: "other" }), court.seller)).toBe(
      "other_buyer",
    )
    expect(await court.codeOf(offerQuote, input({ replaces: first.id, buyer: "seller" }), court.buyer)).toBe(
      "not_supplier",
    )
    expect(await court.codeOf(offerQuote, input({ replaces: first.id }), other)).toBe("not_a_party")
    await court.act(closeQuote, { id: first.id, ...close }, court.seller)
    expect(await court.codeOf(offerQuote, input({ replaces: first.id }), court.seller)).toBe(
      "not_replaceable",
    )
    expect(await court.codeOf(acceptQuote, { id: second.id }, court.buyer)).toBe("not_replaceable")
  })

  it("PD14 §4 offers may replace one another a limited number of times, which is counted again once one is accepted", async () => {
    const court = await opened()
    let last = await court.offer()
    for (let n = 1; n < bounds.quoteRevisionsMax; n++) last = await court.offer({ replaces: last.id })
    expect(await court.codeOf(offerQuote, input({ replaces: last.id }), court.seller)).toBe("quote_revisions")
    await court.act(acceptQuote, { id: last.id }, court.buyer)
    expect(await court.codeOf(offerQuote, input({ replaces: last.id }), court.seller)).toBeNull()
  })

  it("PD14 §4 declined, withdrawn and lapsed offers bind nobody, and a task that comes late changes nothing", async () => {
    const court = await opened()
    const [a, b, c] = [await court.offer(), await court.offer(), await court.offer()]
    await court.act(declineQuote, { id: a.id }, court.buyer)
    await court.act(withdrawQuote, { id: b.id }, court.seller)
    court.advance(days(4))
    // an act after the deadline, and a query, find the quote as if the scheduler had run
    expect(await court.codeOf(acceptQuote, { id: c.id }, court.buyer)).toBe("quote_state")
    expect((await court.ask(readTerms, { id: c.id }, court.buyer)).status).toBe("lapsed")
    for (const { id } of [a, b, c]) await court.act(passQuote, { quoteId: id }, clock)
    const types = (await court.events()).map(({ type }) => type).filter((type) => type.startsWith("quote."))
    expect(types.sort()).toEqual(
      [
        "quote.declined",
        "quote.lapsed",
        "quote.offered",
        "quote.offered",
        "quote.offered",
        "quote.withdrawn",
      ].sort(),
    )
  })

  it("PD14 §3 the rail is kept in the court's form, and the buyer is told of a change", async () => {
    const court = await opened()
    const { id } = await court.offer()
    const rail = { network: "base", asset: "USDC", address: "0x52908400098527886E0F7030069857D2E4169EE7" }
    const set = await court.act(setQuoteRail, { ...rail, id }, court.seller)
    expect(set.rail).toMatchObject({ network: "eip155:8453", address: rail.address })
    expect(await court.inbox(court.buyer.id)).toContain("quote.rail_set")
    expect(await court.codeOf(setQuoteRail, { ...rail, address: "0x1", id }, court.seller)).toBe(
      "rail_unreadable",
    )
    expect(await court.codeOf(setQuoteRail, { ...rail, id }, court.buyer)).toBe("not_supplier")
  })

  it("PD14 §7 once terms may be carried, they are kept as lodged or as read at their address, and the parties read them", async () => {
    const court = stage(make([{ name: "quoteTermsInForce", from: start + 1, value: 1 }]))
    const seller = await court.enrolled("seller")
    await court.enrolled("buyer")
    const url = "https://seller.example/terms"
    const lodged = { url, sha256: `sha256:${sha256Hex("as lodged").toUpperCase()}`, text: "as lodged" }
    expect(await court.codeOf(offerQuote, input({ terms: lodged }), seller)).toBe("terms_not_in_force")
    court.advance(1)
    const one = await court.act(offerQuote, input({ terms: lodged }), seller)
    expect(one.terms).toEqual({ url, sha256: sha256Hex("as lodged") })
    const read = { url, sha256: `0x${sha256Hex(`terms at ${url}`)}` }
    const two = await court.act(offerQuote, input({ terms: read }), seller)
    const view = await court.ask(readTerms, { id: two.id }, seller)
    expect(view.termsText).toBe(`terms at ${url}`)
    expect(await court.codeOf(offerQuote, input({ terms: { ...read, text: "other" } }), seller)).toBe(
      "terms_mismatch",
    )
    const absent = { ...read, url: "https://seller.example/absent" }
    expect(await court.codeOf(offerQuote, input({ terms: absent }), seller)).toBe("terms_unread")
  })
})

describe("a matter that rests on a quote", () => {
  it("PD14 §6A what the Court's record said of it at the call goes before the judge", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    const buyer = await court.enrolled("buyer")
    const { id } = await court.act(offerQuote, input(), seller)
    const price = "The price at which both closed the quote was USD 50.00."
    const facts = [{ n: 1, text: price }]
    const orders = [
      {
        kind: "pay" as const,
        text: "Pay the price.",
        amountCents: 5_000,
        against: "buyer",
        inFavourOf: "seller",
        restsOn: [1],
      },
    ]
    const suing = filing({ respondent: "buyer", quoteId: id, claim: claim({ facts, evidence: [], orders }) })
    // a claim can't rest on a quote that nobody has accepted
    expect(await court.codeOf(fileMatter, suing, seller)).toBe("quote_not_accepted")
    await court.act(acceptQuote, { id }, buyer)
    const { matter } = await court.act(fileMatter, suing, seller)
    expect(matter.quoteId).toBe(id)
    const matterId = matter.id
    const shown = async () => (await court.ask(readMatter, { id: matterId }, seller)).record ?? []
    const before = await court.read((reader) => Bundle.collect(reader, matterId))
    expect(before.record).toBeNull()
    expect(await shown()).not.toContain(price)
    const denied = answering({ responses: [{ n: 1, plea: "deny" }] })
    await court.act(fileDefence, { id: matterId, ...denied }, buyer)
    await court.act(closeQuote, { id, ...close }, seller)
    expect(await shown()).not.toContain(price)
    await court.act(closeQuote, { id, ...close }, buyer)
    expect(await shown()).toContain(price)
    expect(await court.ask(readTerms, { id }, buyer)).toMatchObject({ record: await shown() })
    await court.act(fileReply, { id: matterId, ...answering({ responses: [] }) }, seller)
    await court.act(callForJudgment, { id: matterId }, seller)
    const called = await court.read((reader) => Bundle.collect(reader, matterId))
    expect(called.record).toEqual({ quote: id, sentences: await shown() })
  })
})
