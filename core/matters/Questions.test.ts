/** The judge's questions and the parties' answers, and the judge's power over periods, on the memory store. */

import { describe, expect, it } from "vitest"
import { readMatter } from "../docket/index.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { bounds } from "../kernel/Schedule.ts"
import { format, hours } from "../kernel/Time.ts"
import { answering } from "../testing/Matters.ts"
import { judge, registrar } from "../testing/Stage.ts"
import { setPeriod } from "./Acts.ts"
import * as Bundle from "./Bundle.ts"
import { deadlineTask, subjectOf } from "./Matter.ts"
import { fileDefence } from "./Plead.ts"
import { answerQuestions, putQuestions } from "./Questions.ts"
import { opened, reserved } from "./testing/Opened.ts"

describe("the judge's questions", () => {
  it("Rule 4.6 the matter is before the judge again when all who were asked have answered", async () => {
    const { act, ask, codeOf, buyer, seller, matterId } = await reserved()
    const questions = [
      { n: 1, to: "buyer", text: "When was it paid?" },
      { n: 2, to: "seller", text: "When was it sent?" },
    ]
    const asked = await act(putQuestions, { id: matterId, questions }, judge)
    expect(asked.next).toMatchObject([
      { who: "buyer", act: "answers" },
      { who: "seller", act: "answers" },
      { who: "buyer", act: "consent" },
      { who: "seller", act: "consent" },
    ])
    expect(await codeOf(answerQuestions, { id: matterId, answers: [{ n: 2, text: "x" }] }, buyer)).toBe(
      "unknown_question",
    )
    const one = await act(answerQuestions, { id: matterId, answers: [{ n: 1, text: "On Monday." }] }, buyer)
    expect(one.status).toBe("questioned")
    const read = await ask(readMatter, { id: matterId }, buyer)
    expect(read.questions.map((question) => question.answer?.text ?? null)).toEqual(["On Monday.", null])
    expect(await codeOf(answerQuestions, { id: matterId, answers: [{ n: 1, text: "Again." }] }, buyer)).toBe(
      "already_pleaded",
    )
    const both = await act(
      answerQuestions,
      { id: matterId, answers: [{ n: 2, text: "On Tuesday." }] },
      seller,
    )
    expect(both.status).toBe("reserved")
  })

  it("Rule 4.6 when the period has passed, the matter is before the judge again with the answers that were given", async () => {
    const { act, advance, buyer, matterId, read, fire } = await reserved()
    const questions = [
      { n: 1, to: "buyer", text: "When was it paid?" },
      { n: 2, to: "seller", text: "When was it sent?" },
    ]
    await act(putQuestions, { id: matterId, questions }, judge)
    await act(answerQuestions, { id: matterId, answers: [{ n: 1, text: "On Monday." }] }, buyer)
    advance(hours(48))
    await fire()
    const bundle = await read((reader) => Bundle.collect(reader, matterId))
    expect(bundle.matter.status).toBe("reserved")
    expect(bundle.questions.map(({ n, to, answer: given }) => [n, to, given])).toEqual([
      [1, "buyer", "On Monday."],
      [2, "seller", null],
    ])
  })

  it("Rule 4.6 given an answer with an invisible character, then the judge reads a mark for it, and a party the text as it is", async () => {
    const { act, ask, buyer, matterId } = await reserved()
    await act(putQuestions, { id: matterId, questions: [{ n: 1, to: "buyer", text: "When?" }] }, judge)
    const text = "On\u200b Monday."
    await act(answerQuestions, { id: matterId, answers: [{ n: 1, text }] }, buyer)
    const shownTo = async (reader: typeof judge) =>
      (await ask(readMatter, { id: matterId }, reader)).questions.map(({ answer }) => answer?.text)
    expect(await shownTo(judge)).toEqual(["On⟨U+200B⟩ Monday."])
    expect(await shownTo(buyer)).toEqual([text])
  })

  it("Rule 4.6 a later round does not change the answers of an earlier one", async () => {
    const { act, buyer, matterId, read } = await reserved()
    for (const n of [1, 2]) {
      await act(putQuestions, { id: matterId, questions: [{ n, to: "buyer", text: "Why?" }] }, judge)
      await act(answerQuestions, { id: matterId, answers: [{ n, text: `Reason ${n}.` }] }, buyer)
    }
    const bundle = await read((reader) => Bundle.collect(reader, matterId))
    expect(bundle.questions.map((one) => one.answer)).toEqual(["Reason 1.", "Reason 2."])
  })

  it("Rule 4.2 labels of evidence differ within one paper of answers, and it has the size limit of a pleading", async () => {
    const { act, codeOf, buyer, matterId } = await reserved()
    const questions = [1, 2].map((n) => ({ n, to: "buyer", text: "Why?" }))
    await act(putQuestions, { id: matterId, questions }, judge)
    const piece = (content: string) => [{ label: "log", kind: "log", content }] as const
    const twice = [1, 2].map((n) => ({ n, text: "See.", evidence: piece("x") }))
    expect(await codeOf(answerQuestions, { id: matterId, answers: twice }, buyer)).toBe(
      "duplicate_evidence_label",
    )
    const long = [{ n: 1, text: "See.", evidence: piece("x".repeat(bounds.pleadingBytesMax)) }]
    expect(await codeOf(answerQuestions, { id: matterId, answers: long }, buyer)).toBe("pleading_too_large")
    expect(await codeOf(answerQuestions, { id: matterId, answers: twice.slice(1) }, buyer)).toBe(null)
  })

  it("Rule 4.6 question numbers are new, questions go to parties, and the number of rounds is limited", async () => {
    const { act, codeOf, buyer, matterId } = await reserved()
    const put = (n: number, to = "buyer") => ({ id: matterId, questions: [{ n, to, text: "Why?" }] })
    expect(await codeOf(putQuestions, put(1, "stranger"), judge)).toBe("not_a_party_named")
    for (let n = 1; n <= 12; n++) {
      await act(putQuestions, put(n), judge)
      await act(answerQuestions, { id: matterId, answers: [{ n, text: "Because." }] }, buyer)
    }
    expect(await codeOf(putQuestions, put(3), judge)).toBe("question_used")
    const [twice] = put(13).questions
    const same = { id: matterId, questions: [twice, twice].flatMap((one) => one ?? []) }
    expect(await codeOf(putQuestions, same, judge)).toBe("question_numbers")
    expect(await codeOf(putQuestions, put(13), judge)).toBe("too_many_rounds")
  })
})

describe("the judge's power over periods", () => {
  const reasons = "The file was large."
  const set = (id: string, closesAt: number) => ({ id, step: "defence" as const, closesAt, reasons })

  it("Rule 4.9 the judge extends the running period, and the deadline moves with it", async () => {
    const { act, advance, codeOf, due, seller, matterId, now, events } = await opened()
    const later = now() + hours(72)
    await act(setPeriod, set(matterId, later), judge)
    expect(await due()).toMatchObject([{ id: deadlineTask(matterId), dueAt: later }])
    advance(hours(72) - 1)
    expect(await codeOf(fileDefence, { id: matterId, ...answering() }, seller)).toBe(null)
    const event = (await events(subjectOf(matterId))).find(({ type }) => type === "matter.period_set")
    expect(event?.data).toMatchObject({ step: "defence", reasonsSha256: sha256Hex(reasons) })
    expect(JSON.stringify(event)).not.toContain(reasons)
  })

  it("Rule 4.9 the judge abridges a period to hours from its start", async () => {
    const { act, advance, matterId, matter } = await opened()
    advance(hours(1))
    const hoursOf = { id: matterId, step: "defence" as const, hours: 24, reasons }
    const after = await act(setPeriod, hoursOf, judge)
    expect(after.period).toEqual({
      step: "defence",
      opensAt: matter.servedAt,
      closesAt: format(Date.parse(matter.servedAt ?? "") + hours(24)),
    })
  })

  it("Rule 4.9 only a running step is set, and never to an end at or before now", async () => {
    const { codeOf, advance, matterId, now } = await opened()
    expect(await codeOf(setPeriod, set(matterId, now()), judge)).toBe("bad_period")
    const reply = { id: matterId, step: "reply" as const, hours: 24, reasons }
    expect(await codeOf(setPeriod, reply, judge)).toBe("bad_period")
    advance(hours(48))
    expect(await codeOf(setPeriod, set(matterId, now() + hours(1)), judge)).toBe("bad_period")
    expect(await codeOf(setPeriod, set(matterId, now() + hours(1)), registrar)).toBe("judge_only")
  })
})
