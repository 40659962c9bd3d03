/** A matter that the judge has not decided in time: what `next` says, what the Registrar is told, and what it may do. */
import { Either, Option } from "effect"
import { describe, expect, it } from "vitest"
import { Notice } from "../agents/index.ts"
import { readMatter } from "../docket/index.ts"
import * as Changed from "../kernel/Change.ts"
import { refusal } from "../kernel/Refusal.ts"
import { days, format } from "../kernel/Time.ts"
import { Matter } from "../matters/index.ts"
import { opened, reserved } from "../matters/testing/Opened.ts"
import { contextFor, start } from "../testing/Context.ts"
import { eventsOf, putsOf, tasksOf } from "../testing/Decisions.ts"
import { allowed } from "../testing/Facts.ts"
import { put } from "../testing/Put.ts"
import { clock, judge, registrar } from "../testing/Stage.ts"
import { assignMatter, tellOverdue } from "./Assign.ts"
import { decideMatter, deliverJudgment } from "./Commands.ts"
import { proposalKind } from "./Proposal.ts"
import { draft, pay } from "./testing/Cases.ts"
import { given, onFile } from "./testing/Kept.ts"
import { before, type Sitting, sitting } from "./testing/Sitting.ts"

const good = draft({ orders: [pay(100)], areas: [] })
const reasons = "Nobody has decided it."

/** A reserved matter, and the acts of a court with some judges on it. */
const waiting = async (by: Sitting = sitting(null)) => {
  const court = await reserved()
  const id = court.matterId
  const command = before(assignMatter, by)
  return {
    ...court,
    id,
    until: court.now() + days(14),
    tells: () => court.act(tellOverdue, { matterId: id }, clock),
    assigns: (to: "papers" | "model" | "bench") => court.act(command, { id, to, reasons }, registrar),
    refuses: (to: "papers" | "model" | "bench", who: Parameters<typeof court.codeOf>[2] = registrar) =>
      court.codeOf(command, { id, to, reasons }, who),
    decides: (to?: "papers" | "model") =>
      court.act(before(decideMatter, by), { matterId: id, ...(to === undefined ? {} : { to }) }, clock),
    next: async () => {
      const { next } = await court.ask(readMatter, { id }, court.buyer)
      return next.filter(({ act }) => act === "judgment" || act === "assign")
    },
    /** The tasks of a kind, with the instants at which they are due. */
    tasks: async (kind: string) => (await court.due([kind])).map(({ dueAt, body }) => ({ dueAt, body })),
  }
}

const papers: Sitting = { ...sitting(good), kind: "papers" }
const chain: Sitting = { ...papers, next: { ...sitting(null), kind: "model", proposes: true } }

describe("a matter that the judge has not decided in time", () => {
  it("Rule 5.1A given a matter before the judge, then `next` says until when, and names the Registrar from then on", async () => {
    const court = await waiting()
    const bench = { who: "judge", act: "judgment", dueBy: format(court.until) }
    expect(await court.tasks(Matter.overdueKind)).toEqual([
      { dueAt: court.until, body: { matterId: court.id } },
    ])
    court.advance(days(14) - 1)
    expect(await court.next()).toEqual([bench])
    expect(await court.tells()).toEqual({ matterId: court.id, overdue: false })
    expect(await court.refuses("bench")).toBe("judge_has_time")
    court.advance(1)
    expect(await court.next()).toEqual([bench, { who: "registrar", act: "assign", dueBy: null }])
    expect(await court.tells()).toEqual({ matterId: court.id, overdue: true })
    expect(await court.inbox(Notice.registrarInbox)).toEqual(["matter.overdue"])
    expect((await court.events()).at(-1)).toMatchObject({ type: "matter.overdue" })
  })

  it("Rule 5.1A given a judgment in time, then nobody is told and nothing is assigned", async () => {
    const court = await waiting()
    await court.act(deliverJudgment, { id: court.id, ...good }, judge)
    court.advance(days(14))
    expect(await court.tells()).toEqual({ matterId: court.id, overdue: false })
    expect(await court.inbox(Notice.registrarInbox)).toEqual([])
    expect(await court.refuses("bench")).toBe("wrong_status")
  })

  it("Rule 5.1A given an overdue matter, then the Registrar alone assigns it, with reasons, to a judge that the court has", async () => {
    const court = await waiting(papers)
    court.advance(days(14))
    expect(await court.refuses("bench", judge)).toBe("registrar_only")
    expect(await court.refuses("bench", court.buyer)).toBe("registrar_only")
    expect(await court.refuses("model")).toBe("no_such_judge")
    expect(await court.assigns("bench")).toEqual({
      id: court.id,
      to: "bench",
      until: format(court.now() + days(14)),
    })
    expect((await court.events()).at(-1)).toMatchObject({
      type: "matter.assigned",
      data: { to: "bench", reasons },
    })
    expect(await court.next()).toEqual([
      { who: "judge", act: "judgment", dueBy: format(court.now() + days(14)) },
    ])
    expect(await court.tasks(Matter.overdueKind)).toMatchObject([{ dueAt: court.now() + days(14) }])
    expect(await court.refuses("bench")).toBe("judge_has_time")
  })

  it("Rule 5.1A given an assignment to the papers, then that judge decides alone", async () => {
    const court = await waiting(chain)
    court.advance(days(14))
    await court.assigns("papers")
    expect(await court.tasks(Matter.judgeKind)).toEqual([
      { dueAt: court.now(), body: { matterId: court.id, to: "papers" } },
    ])
    expect(await court.decides("papers")).toMatchObject({ citation: "[2026] MC 1" })
  })

  it("Rule 5.1A given an assignment to the model, then its draft is asked for, though the papers come first", async () => {
    const court = await waiting(chain)
    court.advance(days(14))
    await court.assigns("model")
    expect(await court.decides("model")).toMatchObject({ citation: null })
    expect(await court.tasks(proposalKind)).toHaveLength(1)
  })

  it("Rule 5.1A given a matter that was reserved before the time was kept, then the Registrar may assign it at once", async () => {
    const court = await waiting()
    const { judgeUntil: _, ...old } = Option.getOrThrow(
      await court.read((reader) => reader.find(Matter.Matters, court.id)),
    )
    await court.act(put, [Changed.put(Matter.Matters, old)], clock)
    expect(await court.next()).toEqual([
      { who: "judge", act: "judgment", dueBy: null },
      { who: "registrar", act: "assign", dueBy: null },
    ])
    await court.assigns("bench")
    expect(await court.tasks(Matter.overdueKind)).toMatchObject([{ dueAt: court.until }])
  })

  it("Rule 5.1A given a court that no longer has the judge of an assignment, then its judges are asked in their order", async () => {
    const court = await waiting(papers)
    expect(await court.decides("model")).toMatchObject({ citation: "[2026] MC 1" })
  })

  it("Rule 5.1A given a matter that was never before the judge, then no time runs for it", async () => {
    const court = await opened()
    expect(await court.act(tellOverdue, { matterId: court.matterId }, clock)).toMatchObject({
      overdue: false,
    })
  })
})

describe("a notice to the Registrar, and an assignment", () => {
  const until = start + days(14)
  /** A matter that is before the judge until a day, in a court with a judge on the papers. */
  const court = (status: "reserved" | "decided" = "reserved") => {
    const known = given({ status, judgeUntil: until })
    return {
      tells: (now: number) => allowed(known.decide(tellOverdue, ofMatter, contextFor(clock, now))),
      assigns: (to: "papers" | "model" | "bench", now = until) =>
        known.decide(before(assignMatter, papers), { ...onFile, to, reasons }, contextFor(registrar, now)),
    }
  }
  const ofMatter = { matterId: onFile.id }

  it("Rule 5.1A given an overdue matter, then the notice asks the Registrar to assign it, and says its number and its state", () => {
    const { changes } = court().tells(until)
    expect(putsOf(Notice.Notices, changes)).toMatchObject([
      {
        agentId: Notice.registrarInbox,
        subject: Matter.subjectOf(onFile.id),
        at: until,
        asks: [{ act: "assign-matter", on: onFile.id }],
        data: { ...ofMatter, number: 1, status: "reserved" },
      },
    ])
    expect(eventsOf(changes)).toMatchObject([{ type: "matter.overdue", rules: ["Rule 5.1"] }])
  })

  it("Rule 5.1A given a judge that still has time, then nothing at all is recorded", () => {
    expect(court().tells(until - 1)).toEqual({ changes: [], reply: { ...ofMatter, overdue: false } })
  })

  it("Rule 5.1A given an assignment to the bench, then no judge of the court is asked, and the event rests on the Rule", () => {
    const { changes } = allowed(court().assigns("bench"))
    expect(changes.map(({ _tag }) => _tag)).toEqual(["Put", "Task", "Event"])
    expect(tasksOf(changes)).toMatchObject([{ kind: Matter.overdueKind, dueAt: until + days(14) }])
    expect(eventsOf(changes)).toMatchObject([{ type: "matter.assigned", rules: ["Rule 5.1"] }])
    const asked = tasksOf(allowed(court().assigns("papers")).changes)
    expect(asked.map(({ kind }) => kind)).toEqual([Matter.overdueKind, Matter.judgeKind])
  })

  it("Rule 5.1A given a matter that is decided, or a judge that the court lacks, then the refusal says the state or the judge", () => {
    const decided = refusal("wrong_status", { status: "decided", act: "assign" })
    expect(court("decided").assigns("bench")).toEqual(Either.left(decided))
    expect(court().assigns("model")).toEqual(Either.left(refusal("no_such_judge", { to: "model" })))
  })
})
