/** Orders by consent, and the screen at intake, on the memory store. */

import { describe, expect, it } from "vitest"
import { publishStake } from "../agents/index.ts"
import { vacateJudgment } from "../appeals/index.ts"
import { acceptConsent } from "../bench/index.ts"
import { readMatter } from "../docket/index.ts"
import { readDisposition } from "../judgments/index.ts"
import { bounds } from "../kernel/Schedule.ts"
import { days, hours } from "../kernel/Time.ts"
import { answering, claim, filing } from "../testing/Matters.ts"
import { datum, judge, person, registrar } from "../testing/Stage.ts"
import { callForJudgment } from "./Acts.ts"
import * as Bundle from "./Bundle.ts"
import { offerConsent } from "./Consent.ts"
import { fileMatter } from "./FileMatter.ts"
import { Matters, subjectOf } from "./Matter.ts"
import { fileDefence, fileReply } from "./Plead.ts"
import { answerQuestions, putQuestions } from "./Questions.ts"
import { opened, reserved } from "./testing/Opened.ts"

describe("orders by consent", () => {
  const orders = [
    {
      kind: "pay",
      text: "Pay half.",
      amountCents: 2000,
      against: "seller",
      inFavourOf: "buyer",
      restsOn: [],
    },
  ] as const

  it("Rule 4.7 an offer is shown to the parties and the Registrar, never to the judge, the docket or the journal", async () => {
    const { act, events, read, buyer, seller, inbox, matterId, ask } = await opened()
    const { offerId, ...matter } = await act(offerConsent, { id: matterId, orders }, buyer)
    expect(matter.consent).toMatchObject({ by: "buyer", offerId })
    const detail = (viewer: typeof judge) => ask(readMatter, { id: matterId }, viewer)
    for (const viewer of [buyer, seller, registrar])
      expect(await detail(viewer)).toMatchObject({ consent: { offerId }, offer: [{ amountCents: 2000 }] })
    const seen = await detail(judge)
    expect(seen).toMatchObject({ offer: null, consent: null })
    expect(seen.next.some(({ act: name }) => name === "consent/accept")).toBe(false)
    const bundle = await read((reader) => Bundle.collect(reader, matterId))
    expect(JSON.stringify([seen, bundle, await events()])).not.toContain("Pay half.")
    expect(JSON.stringify([seen, bundle, await events()])).not.toContain(offerId)
    expect(bundle.matter.consent).toBeNull()
    expect((await events(subjectOf(matterId))).map(({ type }) => type)).toEqual([
      "matter.filed",
      "matter.served",
    ])
    expect(await inbox(seller.id)).toContain("matter.consent_offered")
  })

  it("Rule 4.7 only the other party accepts an offer, while there is one, and never in a matter that has lapsed", async () => {
    const { act, codeOf, advance, enrolled, buyer, seller, matterId } = await opened()
    const stranger = await enrolled("stranger")
    expect(
      await codeOf(acceptConsent, { id: matterId, offerId: "00000000-0000-7000-8000-00000000000d" }, seller),
    ).toBe("no_consent_offer")
    const { offerId } = await act(offerConsent, { id: matterId, orders }, buyer)
    expect(await codeOf(acceptConsent, { id: matterId, offerId }, buyer)).toBe("not_other_party")
    expect(await codeOf(acceptConsent, { id: matterId, offerId }, stranger)).toBe("not_a_party")
    advance(hours(48) + days(30))
    expect(await codeOf(acceptConsent, { id: matterId, offerId }, seller)).toBe("wrong_status")
  })

  it("Rule 4.7 an acceptance ends the matter as decided, makes room for another, and leaves nothing to do", async () => {
    const { act, events, due, buyer, seller, matterId, ask } = await opened()
    const { offerId } = await act(offerConsent, { id: matterId, orders }, buyer)
    await act(acceptConsent, { id: matterId, offerId }, seller)
    const view = await ask(readMatter, { id: matterId }, buyer)
    expect(view).toMatchObject({ status: "decided", next: [], period: null, citation: "[2026] MC 1" })
    expect(await due()).toEqual([])
    expect((await events()).map(({ type }) => type)).toContain("judgment.delivered")
  })

  it.each([
    ["before the judge", []],
    ["asked a question by the judge", [{ n: 1, to: "buyer", text: "When was it paid?" }]],
  ] as const)(
    "Rule 4.7 given a matter %s, when an offer is made and accepted, then it ends and the judge is not asked any more",
    async (_, questions) => {
      const { act, due, ask, buyer, seller, matterId } = await reserved()
      if (questions.length > 0) await act(putQuestions, { id: matterId, questions }, judge)
      const { offerId } = await act(offerConsent, { id: matterId, orders }, buyer)
      await act(acceptConsent, { id: matterId, offerId }, seller)
      expect(await ask(readMatter, { id: matterId }, buyer)).toMatchObject({ status: "decided", next: [] })
      expect(await due()).toEqual([])
    },
  )

  it("Rule 4.7 given an offer before the call, when the matter is decided and then reheard, then that offer can't be accepted", async () => {
    const { act, codeOf, buyer, seller, matterId } = await reserved()
    const { offerId } = await act(offerConsent, { id: matterId, orders }, buyer)
    await act(acceptConsent, { id: matterId, offerId }, seller)
    const vacating = {
      citation: "[2026] MC 1",
      ground: "collusion",
      reasons: "Both knew.",
      rehear: true,
    } as const
    await act(vacateJudgment, vacating, registrar)
    expect(await codeOf(acceptConsent, { id: matterId, offerId }, seller)).toBe("no_consent_offer")
  })

  it("Rule 5.3D given an offer of USD 20.00 whose words say USD 75,000.00, then the judgment says USD 20.00; in words of other kinds a sum is refused", async () => {
    const { act, ask, codeOf, buyer, seller, matterId } = await opened()
    const [pay] = orders
    const lying = { ...pay, text: "Pay USD 75,000.00." }
    for (const kind of ["other", "refrain", "perform", "declaration", "remit"] as const)
      expect(await codeOf(offerConsent, { id: matterId, orders: [{ ...lying, kind }] }, buyer)).toBe(
        "sum_in_words",
      )
    const { offerId } = await act(offerConsent, { id: matterId, orders: [lying] }, buyer)
    const { citation } = await act(acceptConsent, { id: matterId, offerId }, seller)
    const { orders: made } = await ask(readDisposition, { citation })
    // The seller has no stake, so that what it offered is declared.
    expect(made.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^It is declared, and not ordered, that seller owes buyer USD 20\.00\. The stake/,
      ),
    ])
  })

  it("Rule 4.7 a later offer replaces an earlier one, of either party", async () => {
    const { act, codeOf, buyer, seller, matterId } = await opened()
    await act(offerConsent, { id: matterId, orders }, buyer)
    const matter = await act(offerConsent, { id: matterId, orders }, seller)
    expect(matter.consent).toMatchObject({ by: "seller" })
    expect(matter.next.filter(({ act: name }) => name === "consent/accept")).toMatchObject([{ who: "buyer" }])
    const strange = [{ ...orders[0], against: "stranger" }]
    expect(await codeOf(offerConsent, { id: matterId, orders: strange }, buyer)).toBe("not_a_party_named")
    expect(
      await codeOf(offerConsent, { id: matterId, orders: [{ ...orders[0], restsOn: [9] }] }, buyer),
    ).toBe("unknown_fact")
  })
})

describe("the offer that an acceptance names", () => {
  const orders = (amountCents: number) =>
    [{ kind: "pay", text: "Pay.", amountCents, against: "seller", inFavourOf: "buyer", restsOn: [] }] as const

  it("Rule 4.7 an acceptance of USD 1.00 seals no offer of more that replaced it after the other party had read it", async () => {
    const { act, codeOf, ask, buyer, seller, matterId } = await opened()
    const read = await act(offerConsent, { id: matterId, orders: orders(100) }, buyer)
    const later = await act(offerConsent, { id: matterId, orders: orders(1_000_000) }, buyer)
    expect(later.offerId).not.toBe(read.offerId)
    const accept = { id: matterId, offerId: read.offerId }
    expect(await codeOf(acceptConsent, accept, seller)).toBe("offer_replaced")
    expect((await ask(readMatter, { id: matterId }, seller)).status).toBe("served")
    expect(await codeOf(acceptConsent, { id: matterId, offerId: later.offerId }, seller)).toBeNull()
  })

  it("Rule 4.7 a party makes ten offers in a matter on one day, the other party its own ten, and each more on the next day", async () => {
    const { act, codeOf, advance, buyer, seller, matterId } = await opened()
    for (let i = 0; i < bounds.consentOffersPerDay; i++)
      await act(offerConsent, { id: matterId, orders: orders(i + 1) }, buyer)
    const offer = { id: matterId, orders: orders(1) }
    expect(await codeOf(offerConsent, offer, buyer)).toBe("daily_figure")
    expect(await codeOf(offerConsent, offer, seller)).toBeNull()
    expect(await codeOf(offerConsent, offer, buyer)).toBe("daily_figure")
    advance(hours(24))
    expect(await codeOf(offerConsent, offer, buyer)).toBeNull()
  })

  it("Rule 4.7 by consent costs count inside the cap of the stake, in the order listed", async () => {
    const court = await opened()
    const { act, ask, buyer, seller } = court
    await act(publishStake, { handle: "seller", stakeCents: 50_000 }, seller)
    court.advance(1)
    const { matter } = await act(fileMatter, filing({ dealingAt: court.now() }), buyer)
    const [pay] = orders(40_000)
    const given = [pay, { ...pay, kind: "costs", text: "Pay costs.", amountCents: 100_000_000 }] as const
    const { offerId } = await act(offerConsent, { id: matter.id, orders: given }, buyer)
    const { citation } = await act(acceptConsent, { id: matter.id, offerId }, seller)
    const disposition = await ask(readDisposition, { citation })
    expect(disposition.orders.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ["pay", 40_000],
      ["costs", 10_000],
    ])
  })
})

describe("the screen at intake", () => {
  it("PD1 §4 the screen reads claims, defences, replies, answers and consent orders, and names the place", async () => {
    const { act, codeOf, buyer, seller, matterId } = await opened()
    const facts = [{ n: 1, text: `It was ${person}.` }]
    expect(await codeOf(fileMatter, filing({ title: `About ${person}` }), buyer)).toBe("natural_person")
    expect(await codeOf(fileDefence, { id: matterId, ...answering({ facts }) }, seller)).toBe(
      "natural_person",
    )
    const orders = [
      { kind: "perform", text: `Write to ${datum}`, against: "seller", inFavourOf: "buyer", restsOn: [] },
    ] as const
    expect(await codeOf(offerConsent, { id: matterId, orders }, buyer)).toBe("personal_data")
    await act(fileDefence, { id: matterId, ...answering() }, seller)
    expect(
      await codeOf(fileReply, { id: matterId, ...answering({ responses: [], argument: datum }) }, buyer),
    ).toBe("personal_data")
    await act(fileReply, { id: matterId, ...answering({ responses: [] }) }, buyer)
    await act(callForJudgment, { id: matterId }, buyer)
    await act(putQuestions, { id: matterId, questions: [{ n: 1, to: "buyer", text: "Who?" }] }, judge)
    expect(await codeOf(answerQuestions, { id: matterId, answers: [{ n: 1, text: person }] }, buyer)).toBe(
      "natural_person",
    )
  })

  it("PD1 §4 the screen does not read tenders, and a refused paper is not kept", async () => {
    const { codeOf, buyer, driver, read } = await opened()
    const named = [{ citation: `${person} v Another`, proposition: `Said of ${person}.` }]
    expect(await codeOf(fileMatter, filing({ claim: claim({ authorities: named }) }), buyer)).toBe(null)
    const refused = claim({ argument: `Ask ${datum}.` })
    expect(await codeOf(fileMatter, filing({ claim: refused }), buyer)).toBe("personal_data")
    const query = { index: "matters.docket", prefix: "", after: null, limit: 10 }
    expect((await read((reader) => reader.list(Matters, query))).items).toHaveLength(2)
    expect(JSON.stringify(await read(() => driver.list(query)))).not.toContain(datum)
  })
})
