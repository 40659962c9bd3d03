/** A matter from filing to the judge, on the memory store: the rules of `core/matters` in the loop of the court. */

import { describe, expect, it } from "vitest"
import { notarise } from "../dealings/index.ts"
import { listMatters, readMatter } from "../docket/index.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { days, hours } from "../kernel/Time.ts"
import { answering, claim, filing, orderPaper } from "../testing/Matters.ts"
import { clock, judge, registrar } from "../testing/Stage.ts"
import { callForJudgment, discontinue } from "./Acts.ts"
import * as Bundle from "./Bundle.ts"
import { fileMatter } from "./FileMatter.ts"
import { recordEligibility } from "./Intake.ts"
import { deadlineTask, judgeTask, subjectOf } from "./Matter.ts"
import { fileDefence, fileReply } from "./Plead.ts"
import { docket } from "./Queries.ts"
import { answerQuestions, putQuestions } from "./Questions.ts"
import { declared, opened, reserved } from "./testing/Opened.ts"

describe("a matter", () => {
  it("Rule 4.1 a matter is served at filing, defended, replied to, called and reserved", async () => {
    const { act, buyer, seller, matterId, matter } = await opened()
    expect(matter).toMatchObject({ status: "served", number: 1, track: "ordinary" })
    const defended = await act(fileDefence, { id: matterId, ...answering() }, seller)
    expect(defended).toMatchObject({ status: "defended", period: { step: "reply" } })
    const closed = await act(fileReply, { id: matterId, ...answering({ responses: [] }) }, buyer)
    expect(closed).toMatchObject({ status: "closed", period: { step: "call" } })
    const called = await act(callForJudgment, { id: matterId }, seller)
    expect(called).toMatchObject({ status: "reserved", period: null, call: { by: "respondent" } })
    expect(called.next.map((next) => next.act)).toEqual(["questions", "judgment", "consent", "consent"])
  })

  it("Rule 2.7 each act is served on the other party, whose inbox has the notice from the commit on", async () => {
    const { inbox, buyer, seller } = await reserved()
    expect(await inbox(seller.id)).toEqual(["matter.served", "matter.replied", "matter.called"])
    expect(await inbox(buyer.id)).toEqual(["matter.defended", "matter.called"])
  })

  it("Rule 4.9 one deadline runs at a time, and the judge is asked while the matter is reserved only", async () => {
    const { act, due, matterId, buyer, now } = await reserved()
    expect((await due()).map(({ id }) => id)).toEqual([judgeTask(matterId)])
    await act(putQuestions, { id: matterId, questions: [{ n: 1, to: "buyer", text: "When?" }] }, judge)
    expect(await due()).toMatchObject([{ id: deadlineTask(matterId), dueAt: now() + hours(48) }])
    await act(answerQuestions, { id: matterId, answers: [{ n: 1, text: "At noon." }] }, buyer)
    expect((await due()).map(({ id }) => id)).toEqual([judgeTask(matterId)])
  })

  it("Rule 4.3 a defence at the instant the period closes is late but still open, and the passing is recorded with it", async () => {
    const { act, advance, seller, matterId, events } = await opened()
    advance(hours(48))
    const matter = await act(fileDefence, { id: matterId, ...answering() }, seller)
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
    await act(fileDefence, { id: matterId, ...answering() }, seller)
    advance(hours(48) - 1)
    expect(
      await codeOf(fileReply, { id: matterId, ...answering({ responses: [{ n: 9, plea: "deny" }] }) }, buyer),
    ).toBe("facts_unanswered")
    advance(1)
    expect(await codeOf(fileReply, { id: matterId, ...answering() }, buyer)).toBe("wrong_status")
  })

  it("Rule 4.4A after the default the claimant calls, and the respondent may plead until then only", async () => {
    const { act, advance, codeOf, buyer, seller, matterId } = await opened()
    expect(await codeOf(callForJudgment, { id: matterId }, buyer)).toBe("wrong_status")
    advance(hours(48))
    expect(await codeOf(callForJudgment, { id: matterId }, seller)).toBe("not_claimant")
    const matter = await act(callForJudgment, { id: matterId }, buyer)
    expect(matter.call).toMatchObject({ by: "claimant", default: true })
    expect(await codeOf(fileDefence, { id: matterId, ...answering() }, seller)).toBe("wrong_status")
  })

  it("Rule 4.5 once the pleadings are closed, either party calls", async () => {
    const { act, advance, seller, matterId } = await opened()
    await act(fileDefence, { id: matterId, ...answering() }, seller)
    advance(hours(48))
    const matter = await act(callForJudgment, { id: matterId }, seller)
    expect(matter.call).toMatchObject({ by: "respondent", default: false })
  })

  it("Rule 4.8 given nobody that calls within 30 days, then the matter lapses, whether the scheduler ran or not", async () => {
    const { advance, codeOf, buyer, matterId, fire, events } = await opened()
    advance(hours(48) + days(30))
    expect(await codeOf(callForJudgment, { id: matterId }, buyer)).toBe("wrong_status")
    expect(await events(subjectOf(matterId))).toHaveLength(2)
    expect(await fire()).toBe(1)
    expect((await events(subjectOf(matterId))).slice(2).map(({ type }) => type)).toEqual([
      "matter.undefended",
      "matter.lapsed",
    ])
    expect(await fire()).toBe(0)
  })

  it("Rule 4.8 the claimant discontinues before the call, and may have another matter open", async () => {
    const { act, codeOf, buyer, seller, matterId } = await opened()
    await act(fileMatter, filing(), buyer)
    await act(fileMatter, filing(), buyer)
    expect(await codeOf(discontinue, { id: matterId }, seller)).toBe("not_claimant")
    expect(await codeOf(fileMatter, filing(), buyer)).toBe("open_matters")
    const matter = await act(discontinue, { id: matterId }, buyer)
    expect(matter).toMatchObject({ status: "discontinued", next: [], period: null })
    expect(await codeOf(fileMatter, filing(), buyer)).toBe(null)
  })

  it("PD1 §2 a matter that has lapsed is not open, even before the scheduler records it", async () => {
    const { act, advance, codeOf, buyer, events, matterId } = await opened()
    await act(fileMatter, filing(), buyer)
    await act(fileMatter, filing(), buyer)
    expect(await codeOf(fileMatter, filing(), buyer)).toBe("open_matters")
    advance(hours(48) + days(30))
    expect(await codeOf(fileMatter, filing(), buyer)).toBe(null)
    expect((await events(subjectOf(matterId))).at(-1)?.type).toBe("matter.lapsed")
  })

  it("PD1 §2 given room for one more open matter and many filings at once, then one is taken", async () => {
    const { act, codeOf, buyer } = await opened()
    await act(fileMatter, filing(), buyer)
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(fileMatter, filing(), buyer)))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === "open_matters")).toHaveLength(7)
  })

  it("PD1 §2 an agent files ten claims in all, however many have ended", async () => {
    const { act, codeOf, buyer, matterId } = await opened()
    let id = matterId
    for (let filed = 1; filed < 10; filed++) {
      await act(discontinue, { id: id }, buyer)
      id = (await act(fileMatter, filing(), buyer)).matter.id
    }
    await act(discontinue, { id: id }, buyer)
    expect(await codeOf(fileMatter, filing(), buyer)).toBe("claims_total")
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
    const called = await act(callForJudgment, { id: matterId }, buyer)
    expect(called.respondentBound).toBe(false)
  })

  it("Rule 2.4 a respondent that enrols later is not bound, and a respondent that appears is", async () => {
    const { enrolled, act, buyer, matterId, ask } = await unbound()
    const late = await enrolled("nobody-yet", "op-9")
    const before = await ask(readMatter, { id: matterId }, buyer)
    expect(before.respondentBound).toBe(false)
    const matter = await act(fileDefence, { id: matterId, ...answering() }, late)
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

  it("PD1 §1 an agent lists its own matters, the Registrar all matters, and others no matter", async () => {
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

  it("PD1 §6 the journal and the docket have no pleading, no exact value and nothing of operators", async () => {
    const { events, act, buyer, matterId } = await reserved()
    await act(
      putQuestions,
      { id: matterId, questions: [{ n: 1, to: "buyer", text: "A secret question?" }] },
      judge,
    )
    await act(answerQuestions, { id: matterId, answers: [{ n: 1, text: "A secret answer." }] }, buyer)
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
  })

  it("Rule 4.9 a view has every passing applied, even if the scheduler is late", async () => {
    const { advance, buyer, matterId, ask } = await opened()
    advance(hours(48))
    const view = await ask(readMatter, { id: matterId }, buyer)
    expect(view).toMatchObject({ status: "undefended", period: { step: "call" } })
    const page = { after: null, limit: 10 }
    const own = await ask(listMatters, { page }, buyer)
    const listed = await ask(docket, { page }, { role: "public" })
    expect([own.items[0]?.status, listed.items[0]?.status]).toEqual(["undefended", "undefended"])
  })

  it("Rule 4.2 evidence is committed by its hash, and the bundle says who lodged and confirmed it in the Register", async () => {
    const { act, seller, matterId, read, buyer, ask } = await opened()
    const sha256 = sha256Hex(orderPaper)
    await act(notarise, { sha256 }, seller)
    const bundle = await read((reader) => Bundle.collect(reader, matterId))
    expect(bundle.claim.evidence).toMatchObject([{ sha256, lodgedBy: ["seller"], confirmedBy: [] }])
    const view = await ask(readMatter, { id: matterId }, buyer)
    expect(view.pleadings.claim.evidence[0]?.sha256).toBe(sha256)
  })
})
