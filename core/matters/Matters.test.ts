/** A matter from filing to the judge, on the model store: the rules of `core/matters` in the loop of the court. */

import { describe, expect, it } from "vitest"
import { notarise } from "../dealings/Commands.ts"
import { sha256Hex } from "../Hash.ts"
import { acceptConsent } from "../judgments/Commands.ts"
import { bounds } from "../Schedule.ts"
import { days, format, hours } from "../Time.ts"
import { answering, claim, filing } from "../testing/Matters.ts"
import { clock, datum, judge, person, registrar, stage } from "../testing/Stage.ts"
import { call, discontinue, setPeriod } from "./Acts.ts"
import { bundleOf } from "./Bundle.ts"
import { offerConsent } from "./Consent.ts"
import { fileMatter } from "./FileMatter.ts"
import { recordEligibility } from "./Intake.ts"
import { deadlineTask, judgeTask, Matters, subjectOf } from "./Matter.ts"
import { fileDefence, fileReply } from "./Plead.ts"
import { docket, listMatters, readMatter } from "./Queries.ts"
import { answer, putQuestions } from "./Questions.ts"

const declared = {
  kind: "declaration",
  text: "So.",
  against: "stranger",
  inFavourOf: "buyer",
  restsOn: [1],
} as const

const opened = async () => {
  const court = stage()
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller")
  const { matter } = await court.act(fileMatter, filing(), buyer)
  return { ...court, buyer, seller, matterId: matter.id, matter }
}

const reserved = async () => {
  const court = await opened()
  const { act, seller, buyer, matterId } = court
  await act(fileDefence, { matterId, pleading: answering() }, seller)
  await act(fileReply, { matterId, pleading: answering({ responses: [] }) }, buyer)
  await act(call, { matterId }, buyer)
  return court
}

describe("a matter", () => {
  it("Rule 4.1 is served at filing, pleaded, replied to, called and before the judge", async () => {
    const { act, buyer, seller, matterId, matter } = await opened()
    expect(matter).toMatchObject({ status: "served", number: 1, track: "ordinary" })
    const defended = await act(fileDefence, { matterId, pleading: answering() }, seller)
    expect(defended.matter).toMatchObject({ status: "defended", period: { step: "reply" } })
    const closed = await act(fileReply, { matterId, pleading: answering({ responses: [] }) }, buyer)
    expect(closed.matter).toMatchObject({ status: "closed", period: { step: "call" } })
    const called = await act(call, { matterId }, seller)
    expect(called.matter).toMatchObject({ status: "reserved", period: null, call: { by: "respondent" } })
    expect(called.matter.next.map((next) => next.act)).toEqual(["questions", "judgment"])
  })

  it("Rule 2.7 each act is served on the other party, and stands in its inbox with the commit", async () => {
    const { inbox, buyer, seller } = await reserved()
    expect(await inbox(seller.id)).toEqual(["matter.served", "matter.replied", "matter.called"])
    expect(await inbox(buyer.id)).toEqual(["matter.defended", "matter.called"])
  })

  it("Rule 4.9 one deadline runs at a time, and the judge is asked while the matter is reserved only", async () => {
    const { act, due, matterId, buyer, now } = await reserved()
    expect((await due()).map(({ id }) => id)).toEqual([judgeTask(matterId)])
    await act(putQuestions, { matterId, questions: [{ n: 1, to: "buyer", text: "When?" }] }, judge)
    expect(await due()).toMatchObject([{ id: deadlineTask(matterId), dueAt: now() + hours(48) }])
    await act(answer, { matterId, answers: [{ n: 1, text: "At noon." }] }, buyer)
    expect((await due()).map(({ id }) => id)).toEqual([judgeTask(matterId)])
  })

  it("Rule 4.3 a defence at the instant the period closes is late but still open, and the passing is recorded with it", async () => {
    const { act, advance, seller, matterId, events } = await opened()
    advance(hours(48))
    const { matter } = await act(fileDefence, { matterId, pleading: answering() }, seller)
    expect(matter.status).toBe("defended")
    expect((await events(subjectOf(matterId))).map(({ type }) => type)).toEqual([
      "matter.filed",
      "matter.served",
      "matter.undefended",
      "matter.defended",
    ])
  })

  it("Rule 4.4 a reply at the instant the period closes is late", async () => {
    const { act, advance, codeOf, buyer, seller, matterId } = await opened()
    await act(fileDefence, { matterId, pleading: answering() }, seller)
    advance(hours(48) - 1)
    expect(
      await codeOf(
        fileReply,
        { matterId, pleading: answering({ responses: [{ n: 9, plea: "deny" }] }) },
        buyer,
      ),
    ).toBe("facts_unanswered")
    advance(1)
    expect(await codeOf(fileReply, { matterId, pleading: answering() }, buyer)).toBe("wrong_status")
  })

  it("Rule 4.4A after the default the claimant calls, and the respondent may plead until then only", async () => {
    const { act, advance, codeOf, buyer, seller, matterId } = await opened()
    expect(await codeOf(call, { matterId }, buyer)).toBe("wrong_status")
    advance(hours(48))
    expect(await codeOf(call, { matterId }, seller)).toBe("not_claimant")
    const { matter } = await act(call, { matterId }, buyer)
    expect(matter.call).toMatchObject({ by: "claimant", default: true })
    expect(await codeOf(fileDefence, { matterId, pleading: answering() }, seller)).toBe("wrong_status")
  })

  it("Rule 4.5 once closed, either party calls", async () => {
    const { act, advance, buyer, seller, matterId } = await opened()
    await act(fileDefence, { matterId, pleading: answering() }, seller)
    advance(hours(48))
    const { matter } = await act(call, { matterId }, seller)
    expect(matter.call).toMatchObject({ by: "respondent", default: false })
    expect(buyer.handle).toBe("buyer")
  })

  it("Rule 4.8 lapses where nobody calls within 30 days, whether the scheduler ran or not", async () => {
    const { advance, codeOf, buyer, matterId, fire, events } = await opened()
    advance(hours(48) + days(30))
    expect(await codeOf(call, { matterId }, buyer)).toBe("wrong_status")
    expect(await events(subjectOf(matterId))).toHaveLength(2)
    expect(await fire()).toBe(1)
    expect((await events(subjectOf(matterId))).slice(2).map(({ type }) => type)).toEqual([
      "matter.undefended",
      "matter.lapsed",
    ])
    expect(await fire()).toBe(0)
  })

  it("Rule 4.8 the claimant discontinues before the call, and its place is free again", async () => {
    const { act, codeOf, buyer, seller, matterId } = await opened()
    await act(fileMatter, filing(), buyer)
    await act(fileMatter, filing(), buyer)
    expect(await codeOf(discontinue, { matterId }, seller)).toBe("not_claimant")
    expect(await codeOf(fileMatter, filing(), buyer)).toBe("open_matters")
    const { matter } = await act(discontinue, { matterId }, buyer)
    expect(matter).toMatchObject({ status: "discontinued", next: [], period: null })
    expect(await codeOf(fileMatter, filing(), buyer)).toBe(null)
  })

  it("PD1 §2 a place that a lapse has freed is free before the scheduler says so", async () => {
    const { act, advance, codeOf, buyer, events, matterId } = await opened()
    await act(fileMatter, filing(), buyer)
    await act(fileMatter, filing(), buyer)
    expect(await codeOf(fileMatter, filing(), buyer)).toBe("open_matters")
    advance(hours(48) + days(30))
    expect(await codeOf(fileMatter, filing(), buyer)).toBe(null)
    expect((await events(subjectOf(matterId))).at(-1)?.type).toBe("matter.lapsed")
  })

  it("PD1 §2 of many filings at once for the last place, one gets it", async () => {
    const { act, codeOf, buyer } = await opened()
    await act(fileMatter, filing(), buyer)
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(fileMatter, filing(), buyer)))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === "open_matters")).toHaveLength(7)
  })

  it("PD1 §2 ten claims in all, however many have ended", async () => {
    const { act, codeOf, buyer, matterId } = await opened()
    let id = matterId
    for (let filed = 1; filed < 10; filed++) {
      await act(discontinue, { matterId: id }, buyer)
      id = (await act(fileMatter, filing(), buyer)).matter.id
    }
    await act(discontinue, { matterId: id }, buyer)
    expect(await codeOf(fileMatter, filing(), buyer)).toBe("claims_total")
  })
})

describe("the judge's questions", () => {
  it("Rule 4.6 the matter is before the judge again when everybody asked has answered", async () => {
    const { act, codeOf, buyer, seller, matterId } = await reserved()
    const questions = [
      { n: 1, to: "buyer", text: "When was it paid?" },
      { n: 2, to: "seller", text: "When was it sent?" },
    ]
    const asked = await act(putQuestions, { matterId, questions }, judge)
    expect(asked.matter.next).toMatchObject([
      { who: "buyer", act: "answers" },
      { who: "seller", act: "answers" },
    ])
    expect(await codeOf(answer, { matterId, answers: [{ n: 2, text: "x" }] }, buyer)).toBe("unknown_question")
    const one = await act(answer, { matterId, answers: [{ n: 1, text: "On Monday." }] }, buyer)
    expect(one.matter.status).toBe("questioned")
    expect(await codeOf(answer, { matterId, answers: [{ n: 1, text: "Again." }] }, buyer)).toBe(
      "already_pleaded",
    )
    const both = await act(answer, { matterId, answers: [{ n: 2, text: "On Tuesday." }] }, seller)
    expect(both.matter.status).toBe("reserved")
  })

  it("Rule 4.6 or when the period has passed, with what was answered", async () => {
    const { act, advance, buyer, matterId, read, fire } = await reserved()
    const questions = [
      { n: 1, to: "buyer", text: "When was it paid?" },
      { n: 2, to: "seller", text: "When was it sent?" },
    ]
    await act(putQuestions, { matterId, questions }, judge)
    await act(answer, { matterId, answers: [{ n: 1, text: "On Monday." }] }, buyer)
    advance(hours(48))
    await fire()
    const bundle = await read((reader) => bundleOf(reader, matterId))
    expect(bundle.matter.status).toBe("reserved")
    expect(bundle.questions.map(({ n, to, answer: given }) => [n, to, given])).toEqual([
      [1, "buyer", "On Monday."],
      [2, "seller", null],
    ])
  })

  it("Rule 4.6 a later round leaves the answers of an earlier one as they are", async () => {
    const { act, buyer, matterId, read } = await reserved()
    for (const n of [1, 2]) {
      await act(putQuestions, { matterId, questions: [{ n, to: "buyer", text: "Why?" }] }, judge)
      await act(answer, { matterId, answers: [{ n, text: `Reason ${n}.` }] }, buyer)
    }
    const bundle = await read((reader) => bundleOf(reader, matterId))
    expect(bundle.questions.map((one) => one.answer)).toEqual(["Reason 1.", "Reason 2."])
  })

  it("Rule 4.2 labels of evidence differ within one paper of answers, and its size is a pleading's", async () => {
    const { act, codeOf, buyer, matterId } = await reserved()
    const questions = [1, 2].map((n) => ({ n, to: "buyer", text: "Why?" }))
    await act(putQuestions, { matterId, questions }, judge)
    const piece = (content: string) => [{ label: "log", kind: "log", content }] as const
    const twice = [1, 2].map((n) => ({ n, text: "See.", evidence: piece("x") }))
    expect(await codeOf(answer, { matterId, answers: twice }, buyer)).toBe("duplicate_evidence_label")
    const long = [{ n: 1, text: "See.", evidence: piece("x".repeat(bounds.pleadingBytesMax)) }]
    expect(await codeOf(answer, { matterId, answers: long }, buyer)).toBe("pleading_too_large")
    expect(await codeOf(answer, { matterId, answers: twice.slice(1) }, buyer)).toBe(null)
  })

  it("Rule 4.6 numbers are new, questions go to parties, and rounds have an end", async () => {
    const { act, codeOf, buyer, matterId } = await reserved()
    const put = (n: number, to = "buyer") => ({ matterId, questions: [{ n, to, text: "Why?" }] })
    expect(await codeOf(putQuestions, put(1, "stranger"), judge)).toBe("not_a_party_named")
    for (let n = 1; n <= 12; n++) {
      await act(putQuestions, put(n), judge)
      await act(answer, { matterId, answers: [{ n, text: "Because." }] }, buyer)
    }
    expect(await codeOf(putQuestions, put(3), judge)).toBe("question_used")
    const [twice] = put(13).questions
    const same = { matterId, questions: [twice, twice].flatMap((one) => one ?? []) }
    expect(await codeOf(putQuestions, same, judge)).toBe("question_numbers")
    expect(await codeOf(putQuestions, put(13), judge)).toBe("too_many_rounds")
  })
})

describe("the judge's power over periods", () => {
  const reasons = "The file was large."
  const set = (matterId: string, at: number) => ({
    matterId,
    setting: { step: "defence" as const, closesAt: at, reasons },
  })

  it("Rule 4.9 extends the running period, and the deadline moves with it", async () => {
    const { act, advance, codeOf, due, seller, matterId, now, events } = await opened()
    const later = now() + hours(72)
    await act(setPeriod, set(matterId, later), judge)
    expect(await due()).toMatchObject([{ id: deadlineTask(matterId), dueAt: later }])
    advance(hours(72) - 1)
    expect(await codeOf(fileDefence, { matterId, pleading: answering() }, seller)).toBe(null)
    const event = (await events(subjectOf(matterId))).find(({ type }) => type === "matter.period_set")
    expect(event?.data).toMatchObject({ step: "defence", reasonsSha256: sha256Hex(reasons) })
    expect(JSON.stringify(event)).not.toContain(reasons)
  })

  it("Rule 4.9 abridges by hours from the period's start", async () => {
    const { act, advance, matterId, matter } = await opened()
    advance(hours(1))
    const hoursOf = { matterId, setting: { step: "defence" as const, hours: 24, reasons } }
    const { matter: after } = await act(setPeriod, hoursOf, judge)
    expect(after.period).toEqual({
      step: "defence",
      opensAt: matter.servedAt,
      closesAt: format(Date.parse(matter.servedAt ?? "") + hours(24)),
    })
  })

  it("Rule 4.9 only a running step is set, and never to an end at or before now", async () => {
    const { codeOf, advance, matterId, now } = await opened()
    expect(await codeOf(setPeriod, set(matterId, now()), judge)).toBe("bad_period")
    const reply = { matterId, setting: { step: "reply" as const, hours: 24, reasons } }
    expect(await codeOf(setPeriod, reply, judge)).toBe("bad_period")
    advance(hours(48))
    expect(await codeOf(setPeriod, set(matterId, now() + hours(1)), judge)).toBe("bad_period")
    expect(await codeOf(setPeriod, set(matterId, now() + hours(1)), registrar)).toBe("judge_only")
  })
})

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
    const { matter } = await act(offerConsent, { matterId, orders }, buyer)
    expect(matter.consent).toMatchObject({ by: "buyer" })
    const detail = (viewer: typeof judge) => ask(readMatter, { id: matterId }, viewer)
    for (const viewer of [buyer, seller, registrar])
      expect((await detail(viewer)).offer).toMatchObject([{ amountCents: 2000 }])
    const seen = await detail(judge)
    expect(seen).toMatchObject({ offer: null, consent: null })
    expect(seen.next.some(({ act: name }) => name === "consent/accept")).toBe(false)
    const bundle = await read((reader) => bundleOf(reader, matterId))
    expect(JSON.stringify([seen, bundle, await events()])).not.toContain("Pay half.")
    expect(bundle.matter.consent).toBeNull()
    expect((await events(subjectOf(matterId))).map(({ type }) => type)).toEqual([
      "matter.filed",
      "matter.served",
    ])
    expect(await inbox(seller.id)).toContain("matter.consent_offered")
  })

  it("Rule 4.7 is accepted by the other party, while one stands, from service to the call", async () => {
    const { act, codeOf, advance, enrolled, buyer, seller, matterId } = await opened()
    const stranger = await enrolled("stranger")
    expect(await codeOf(acceptConsent, { matterId }, seller)).toBe("no_consent_offer")
    await act(offerConsent, { matterId, orders }, buyer)
    expect(await codeOf(acceptConsent, { matterId }, buyer)).toBe("not_other_party")
    expect(await codeOf(acceptConsent, { matterId }, stranger)).toBe("not_a_party")
    advance(hours(48) + days(30))
    expect(await codeOf(acceptConsent, { matterId }, seller)).toBe("wrong_status")
  })

  it("Rule 4.7 ends the matter as decided, with its place free and nothing left to do", async () => {
    const { act, events, due, buyer, seller, matterId, ask } = await opened()
    await act(offerConsent, { matterId, orders }, buyer)
    await act(acceptConsent, { matterId }, seller)
    const view = await ask(readMatter, { id: matterId }, buyer)
    expect(view).toMatchObject({ status: "decided", next: [], period: null, citation: "[2026] MC 1" })
    expect(await due()).toEqual([])
    expect((await events()).map(({ type }) => type)).toContain("judgment.delivered")
  })

  it("Rule 4.7 a later offer replaces an earlier one, of either party", async () => {
    const { act, codeOf, buyer, seller, matterId } = await opened()
    await act(offerConsent, { matterId, orders }, buyer)
    const { matter } = await act(offerConsent, { matterId, orders }, seller)
    expect(matter.consent).toMatchObject({ by: "seller" })
    expect(matter.next.filter(({ act: name }) => name === "consent/accept")).toMatchObject([{ who: "buyer" }])
    const strange = [{ ...orders[0], against: "stranger" }]
    expect(await codeOf(offerConsent, { matterId, orders: strange }, buyer)).toBe("not_a_party_named")
    expect(await codeOf(offerConsent, { matterId, orders: [{ ...orders[0], restsOn: [9] }] }, buyer)).toBe(
      "unknown_fact",
    )
  })
})

describe("the screen at intake", () => {
  it("PD1 §4 reads claims, defences, replies, answers and consent orders, and says where", async () => {
    const { act, codeOf, buyer, seller, matterId } = await opened()
    const facts = [{ n: 1, text: `It was ${person}.` }]
    expect(await codeOf(fileMatter, filing({ title: `About ${person}` }), buyer)).toBe("natural_person")
    expect(await codeOf(fileDefence, { matterId, pleading: answering({ facts }) }, seller)).toBe(
      "natural_person",
    )
    const orders = [
      { kind: "perform", text: `Write to ${datum}`, against: "seller", inFavourOf: "buyer", restsOn: [] },
    ] as const
    expect(await codeOf(offerConsent, { matterId, orders }, buyer)).toBe("personal_data")
    await act(fileDefence, { matterId, pleading: answering() }, seller)
    expect(
      await codeOf(fileReply, { matterId, pleading: answering({ responses: [], argument: datum }) }, buyer),
    ).toBe("personal_data")
    await act(fileReply, { matterId, pleading: answering({ responses: [] }) }, buyer)
    await act(call, { matterId }, buyer)
    await act(putQuestions, { matterId, questions: [{ n: 1, to: "buyer", text: "Who?" }] }, judge)
    expect(await codeOf(answer, { matterId, answers: [{ n: 1, text: person }] }, buyer)).toBe(
      "natural_person",
    )
  })

  it("PD1 §4 does not read tenders, and what it refused is not kept", async () => {
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

describe("the unbound respondent", () => {
  const against = (respondent: string) =>
    filing({
      respondent,
      claim: claim({
        orders: [
          { kind: "perform", text: "Deliver.", against: respondent, inFavourOf: "buyer", restsOn: [1] },
        ],
      }),
    })
  const unbound = async () => {
    const court = await opened()
    await court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
    const { matter } = await court.act(fileMatter, against("nobody-yet"), court.buyer)
    return { ...court, matterId: matter.id, matter }
  }

  it("Rule 2.4 a handle that nobody holds is served on nobody and is not bound", async () => {
    const { matter, advance, act, buyer, matterId } = await unbound()
    expect(matter).toMatchObject({ status: "served", respondentBound: false })
    advance(hours(48))
    const { matter: called } = await act(call, { matterId }, buyer)
    expect(called.respondentBound).toBe(false)
  })

  it("Rule 2.4 enrolling later binds nobody; appearing does", async () => {
    const { enrolled, act, buyer, matterId, ask } = await unbound()
    const late = await enrolled("nobody-yet", "op-9")
    const before = await ask(readMatter, { id: matterId }, buyer)
    expect(before.respondentBound).toBe(false)
    const { matter } = await act(fileDefence, { matterId, pleading: answering() }, late)
    expect(matter).toMatchObject({ status: "defended", respondentBound: true })
  })
})

describe("what may be read", () => {
  it("PD1 §6 pleadings go to the parties, the Registrar and the Judge, and to nobody else", async () => {
    const { enrolled, buyer, seller, matterId, ask } = await opened()
    const stranger = await enrolled("stranger")
    const detail = (viewer: typeof judge) => ask(readMatter, { id: matterId }, viewer)
    for (const viewer of [buyer, seller, registrar, judge])
      expect((await detail(viewer)).pleadings.claim.facts).toHaveLength(2)
    for (const viewer of [stranger, clock, { role: "public" } as const])
      await expect(detail(viewer)).rejects.toThrow()
  })

  it("PD1 §1 an agent lists its own matters, the Registrar all, and nobody else any", async () => {
    const { enrolled, act, buyer, seller, matterId, ask } = await opened()
    const stranger = await enrolled("stranger")
    const { matter } = await act(
      fileMatter,
      filing({ respondent: "stranger", claim: claim({ orders: [declared] }) }),
      buyer,
    )
    const listed = async (viewer: typeof judge) =>
      (await ask(listMatters, { page: { after: null, limit: 10 } }, viewer)).items.map(({ id }) => id)
    expect(await listed(seller)).toEqual([matterId])
    expect(await listed(stranger)).toEqual([matter.id])
    for (const viewer of [buyer, registrar]) expect(await listed(viewer)).toEqual([matterId, matter.id])
    await expect(listed({ role: "public" })).rejects.toThrow()
  })

  it("PD1 §6 the journal and the docket carry no pleading, no exact value and nothing of operators", async () => {
    const { events, act, seller, buyer, matterId } = await reserved()
    await act(
      putQuestions,
      { matterId, questions: [{ n: 1, to: "buyer", text: "A secret question?" }] },
      judge,
    )
    await act(answer, { matterId, answers: [{ n: 1, text: "A secret answer." }] }, buyer)
    const published = JSON.stringify(await events(subjectOf(matterId)))
    for (const hidden of [
      "agreed to deliver",
      "order 17",
      "secret",
      "60000",
      "op-1",
      "Pay back",
      "delivered on time",
    ])
      expect(published).not.toContain(hidden)
    expect(published).toContain("USD 500 to 5,000")
    expect(seller.handle).toBe("seller")
  })

  it("Rule 4.9 a view shows what has passed, though the scheduler is behind", async () => {
    const { advance, buyer, matterId, ask } = await opened()
    advance(hours(48))
    const view = await ask(readMatter, { id: matterId }, buyer)
    expect(view).toMatchObject({ status: "undefended", period: { step: "call" } })
    const page = { after: null, limit: 10 }
    const own = await ask(listMatters, { page }, buyer)
    const listed = await ask(docket, { page }, { role: "public" })
    expect([own.items[0]?.status, listed.items[0]?.status]).toEqual(["undefended", "undefended"])
  })

  it("Rule 4.2 evidence is committed by its hash, and the bundle says what the Register knows of it", async () => {
    const { act, seller, matterId, read, buyer, ask } = await opened()
    const sha256 = sha256Hex("order 17: accepted")
    await act(notarise, { sha256 }, seller)
    const bundle = await read((reader) => bundleOf(reader, matterId))
    expect(bundle.claim.evidence).toMatchObject([{ sha256, lodgedBy: ["seller"], confirmedBy: [] }])
    const view = await ask(readMatter, { id: matterId }, buyer)
    expect(view.pleadings.claim.evidence[0]?.sha256).toBe(sha256)
  })
})
