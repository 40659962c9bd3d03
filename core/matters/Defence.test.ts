/** A defence that may be added to, on the memory store. */

import { describe, expect, it } from "vitest"
import { readMatter } from "../docket/index.ts"
import { artifact, reading, sentence, signer } from "../evidence/testing/Artifacts.ts"
import { elementsMax } from "../kernel/Json.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { answering, claim, filing } from "../testing/Matters.ts"
import { judge } from "../testing/Stage.ts"
import { callForJudgment, discontinue, setPeriod } from "./Acts.ts"
import * as Bundle from "./Bundle.ts"
import { inText, standingAfter } from "./Defence.ts"
import { fileMatter } from "./FileMatter.ts"
import { deadlineTask, subjectOf } from "./Matter.ts"
import { fileDefence, fileReply } from "./Plead.ts"
import { disputeTender } from "./Tenders.ts"
import { dealt } from "./testing/Dealt.ts"
import { opened, pleaded } from "./testing/Opened.ts"

const silent = { facts: [], evidence: [], rules: [], authorities: [] }
const tender = {
  citation: "Example Convention art 26",
  proposition: "Agreements are kept.",
  text: "Every treaty in force is binding upon the parties to it.",
  attested: true,
}
const second = { n: 2, text: "The buyer opened it.", evidence: ["log"] }
const log = { label: "log", kind: "log" as const, content: "opened at noon" }

describe("a defence that may be added to", () => {
  it("Rule 4.3A given a defence at hour 0 with more, then the respondent keeps its 48 hours and the reply waits", async () => {
    const { defended, matterId, matter, codeOf, buyer, inbox, due } = await pleaded()
    expect(defended).toMatchObject({ status: "pleading", period: matter.period, earlierDefences: [] })
    expect(defended.next).toContainEqual({ who: "seller", act: "defence", dueBy: matter.period?.closesAt })
    expect(defended.next.map(({ act }) => act)).not.toContain("reply")
    expect(await codeOf(fileReply, { id: matterId, ...answering({ responses: [] }) }, buyer)).toBe(
      "wrong_status",
    )
    expect(await codeOf(callForJudgment, { id: matterId }, buyer)).toBe("wrong_status")
    expect(await inbox(buyer.id)).toEqual(["matter.pleaded"])
    expect((await due()).map(({ id }) => id)).toEqual([deadlineTask(matterId)])
  })

  it("Rule 4.3A given no further text, then the time for the reply begins as the 48 hours end, and the claimant is told", async () => {
    const { matterId, advance, fire, ask, buyer, seller, inbox, events, codeOf, now } = await pleaded()
    advance(hours(48))
    expect(await codeOf(fileDefence, { id: matterId, ...answering(), more: true }, seller)).toBe(
      "already_pleaded",
    )
    await fire()
    const matter = await ask(readMatter, { id: matterId }, buyer)
    expect(matter).toMatchObject({ status: "defended", period: { step: "reply" } })
    expect(Date.parse(matter.period?.closesAt ?? "")).toBe(now() + hours(48))
    expect(await inbox(buyer.id)).toEqual(["matter.pleaded", "matter.defended"])
    expect((await events(subjectOf(matterId))).map(({ type }) => type)).toEqual([
      "matter.filed",
      "matter.served",
      "matter.pleaded",
      "matter.defended",
    ])
  })

  it("Rule 4.3A given a text whose facts go on, then it is added, and both texts are kept for the parties and the judge", async () => {
    const court = await pleaded({ admits: [1], argument: "It was delivered." })
    const { matterId, act, ask, read, seller, buyer } = court
    const more = {
      ...silent,
      facts: [second],
      evidence: [log],
      responses: [{ n: 2, plea: "admit" as const }],
    }
    const after = await act(fileDefence, { id: matterId, ...more, more: false }, seller)
    expect(after).toMatchObject({ status: "defended", period: { step: "reply" } })
    expect(after.earlierDefences).toEqual([court.defended.defence])
    const { pleadings } = await ask(readMatter, { id: matterId }, buyer)
    expect(pleadings.defence).toMatchObject({
      facts: [{ n: 1 }, second],
      responses: [
        { n: 1, plea: "admit" },
        { n: 2, plea: "admit" },
      ],
      evidence: [{ label: "log" }],
      admits: [1],
      argument: "It was delivered.",
    })
    expect(pleadings.earlierDefences).toMatchObject([{ facts: answering().facts, evidence: [] }])
    const bundle = await read((reader) => Bundle.collect(reader, matterId))
    expect(bundle.defence?.facts).toHaveLength(2)
    expect(bundle.earlierDefences).toMatchObject([{ facts: answering().facts }])
    const bench = await ask(readMatter, { id: matterId }, judge)
    expect(bench.earlierDefences.map(({ filedBy }) => filedBy)).toEqual(["seller"])
  })

  it("Rule 4.3A given a text whose facts begin at 1, then it takes the place of the first, admissions included", async () => {
    const { matterId, act, ask, seller } = await pleaded({ admits: [1] })
    const other = answering({ facts: [{ n: 1, text: "It was never ordered." }] })
    await act(fileDefence, { id: matterId, ...other }, seller)
    const { pleadings } = await ask(readMatter, { id: matterId }, seller)
    expect(pleadings.defence?.facts).toEqual(other.facts)
    expect(pleadings.defence?.admits).toBeUndefined()
    expect(pleadings.earlierDefences).toMatchObject([{ admits: [1] }])
  })

  it("Rule 4.3A given a text that says nothing, then the defence stands as it is and the time for the reply begins", async () => {
    const { matterId, act, codeOf, defended, seller } = await pleaded()
    expect(await codeOf(fileDefence, { id: matterId, ...silent, more: true }, seller)).toBe("already_pleaded")
    const after = await act(fileDefence, { id: matterId, ...silent, more: false }, seller)
    expect(after).toMatchObject({ status: "defended", defence: defended.defence, earlierDefences: [] })
    expect(await codeOf(fileDefence, { id: matterId, ...answering() }, seller)).toBe("already_pleaded")
  })

  it("Rule 4.3A given a respondent that files the same tender again, then it keeps the dispute of it and its id", async () => {
    const { matterId, act, defended, seller, buyer } = await pleaded({ authorities: [tender] })
    const [filed] = defended.tenders
    await act(
      disputeTender,
      { id: matterId, tenderId: filed?.id ?? "", ground: "does_not_exist" as const },
      buyer,
    )
    const other = { ...tender, citation: "Example Convention art 27" }
    const again = answering({ authorities: [other, tender] })
    const after = await act(fileDefence, { id: matterId, ...again, more: true }, seller)
    expect(after.tenders).toMatchObject([
      { citation: other.citation, dispute: null },
      { id: filed?.id, dispute: { ground: "does_not_exist" } },
    ])
    const dropped = await act(fileDefence, { id: matterId, ...answering() }, seller)
    expect(dropped.tenders).toEqual([])
  })

  it("Rule 4.3A a defence has at most so many texts, and the last of them may still be ended by a text that says nothing", async () => {
    const { matterId, act, codeOf, seller } = await pleaded()
    const text = (n: number) => ({ id: matterId, ...answering({ argument: `text ${n}` }), more: true })
    for (let n = 2; n <= bounds.defenceTextsMax; n++) await act(fileDefence, text(n), seller)
    expect(await codeOf(fileDefence, text(9), seller)).toBe("defences_spent")
    const after = await act(fileDefence, { id: matterId, ...silent }, seller)
    expect(after.earlierDefences).toHaveLength(bounds.defenceTextsMax - 1)
  })

  it("Rule 4.3A given a claim or a reply that says that more follows, then it is refused", async () => {
    const { matterId, act, codeOf, seller, buyer } = await opened()
    const claimed = filing({ claim: claim({ more: true }) })
    expect(await codeOf(fileMatter, claimed, buyer)).toBe("more_not_wanted")
    await act(fileDefence, { id: matterId, ...answering(), more: false }, seller)
    const reply = { id: matterId, ...answering({ responses: [] }), more: true }
    expect(await codeOf(fileReply, reply, buyer)).toBe("more_not_wanted")
  })

  it("Rule 4.3A a defence out of time is complete when it is filed", async () => {
    const { matterId, act, advance, seller } = await opened()
    advance(hours(48))
    const matter = await act(fileDefence, { id: matterId, ...answering(), more: true }, seller)
    expect(matter).toMatchObject({ status: "defended", period: { step: "reply" } })
  })

  it("Rule 4.9 the judge may abridge the time in which more may follow, and Rule 4.8 the claimant may discontinue in it", async () => {
    const { matterId, act, advance, ask, seller, buyer } = await pleaded()
    await act(setPeriod, { id: matterId, step: "defence" as const, hours: 10, reasons: "So." }, judge)
    advance(hours(10) - 1)
    expect((await ask(readMatter, { id: matterId }, seller)).status).toBe("pleading")
    expect((await act(discontinue, { id: matterId }, buyer)).status).toBe("discontinued")
  })

  it("Rule 4.11 given evidence that was examined with the first text, then what was found then stays, with what is found of the rest", async () => {
    let read = 0
    const court = await dealt({
      examine: (contents, examining) => {
        read += contents.length
        return reading.examine(contents, examining)
      },
    })
    const { act, agents } = court
    const id = await court.file("buyer")
    const said = (text: string) => artifact({ statement: [{ by: "seller", text }], signers: [signer()] })
    const piece = (label: string, content: string) => ({ label, kind: "document" as const, content })
    const first = [piece("a", said("One.")), piece("b", said("Two."))]
    await act(fileDefence, { id, ...answering({ evidence: first }), more: true }, agents.seller)
    const once = read
    const more = { ...silent, evidence: [piece("a", said("Three.")), piece("c", said(sentence))] }
    await act(fileDefence, { id, ...more, more: true }, agents.seller)
    expect(read - once).toBe(2)
    await act(fileDefence, { id, ...silent, argument: "So." }, agents.seller)
    expect(read - once).toBe(2)
    const { pleadings } = await court.ask(readMatter, { id }, agents.seller)
    expect(pleadings.defence?.evidence.map(({ label, verified }) => [label, verified?.statement])).toEqual([
      ["b", ["Two."]],
      ["a", ["Three."]],
      ["c", [sentence]],
    ])
  })
})

describe("standingAfter", () => {
  it("Rule 4.3A given a refusal of a defence that was added to, then its places are those of the text that was sent", () => {
    const standing = standingAfter(answering(), { ...silent, facts: [second] })
    const refused = refusal("fact_numbers", { expected: 1, found: 2 }, [
      { path: "facts[1].n", message: "a" },
      { path: "facts[0].n", message: "b" },
      { path: "admits[0]", message: "c" },
    ])
    expect(inText(refused, standing)?.errors.map(({ path }) => path)).toEqual([
      "facts[0].n",
      "facts",
      "admits[0]",
    ])
    expect(inText(null, standing)).toBeNull()
  })

  it("Rule 4.3A given a first text without facts or answers, then facts that begin at 1 are added to it", () => {
    const { responses: _, ...bare } = answering()
    const { pleading } = standingAfter({ ...silent, argument: "So." }, bare)
    expect(pleading).toMatchObject({ argument: "So.", facts: bare.facts, responses: [] })
  })

  it("PD1 §3 given texts with more pieces together than one may have, then the last is refused", async () => {
    const labels = (from: number) =>
      Array.from({ length: elementsMax - 1 }, (_, i) => ({
        label: `${from + i}`,
        kind: "log" as const,
        content: "",
      }))
    const { codeOf, matterId, seller } = await pleaded({ evidence: labels(0).slice(0, 2) })
    const more = { id: matterId, ...silent, evidence: labels(10_000), more: true }
    expect(await codeOf(fileDefence, more, seller)).toBe("pleading_too_large")
  })
})
