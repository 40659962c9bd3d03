/** How the work of judges is counted, and that the journal alone gives the same. */
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { appeal, vacateJudgment } from "../appeals/index.ts"
import { type Court, decided, once, slowSteps, steps } from "../appeals/testing/Play.ts"
import { acceptConsent, decideMatter, deliverJudgment, Proposal } from "../bench/index.ts"
import { draft, pay } from "../bench/testing/Cases.ts"
import { before, type Sitting, sitting } from "../bench/testing/Sitting.ts"
import { Judges } from "../judgments/index.ts"
import type { PublicItem } from "../kernel/Journal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { days, hours, minutes } from "../kernel/Time.ts"
import { Matter, offerConsent, putQuestions } from "../matters/index.ts"
import { reserved } from "../matters/testing/Opened.ts"
import { clock, judge, registrar, type stage } from "../testing/Stage.ts"
import { countOf, judgeView, recordOf } from "./JudgeRecord.ts"
import { replayedJudges, replayJudges } from "./JudgeReplay.ts"
import { listJudges, readJudge } from "./Judges.ts"

const good = draft({ orders: [pay(100)], areas: [] })
const model = { judge: "model", version: "house" } as const
const failing = { attempt: 1, why: "timed_out" } as const

type Stage = Pick<ReturnType<typeof stage>, "ask" | "events" | "act">
/** The journal as a reader of it has it. */
const itemsOf = async (court: Stage) =>
  JSON.parse(JSON.stringify(await court.events())) as ReadonlyArray<PublicItem>

/** The records that the court serves, after a check that the journal alone gives the same. */
const servedBy = async (court: Stage) => {
  const { judges } = await court.ask(listJudges, {})
  const replayed = replayJudges(await itemsOf(court))
  expect(replayed.faults).toEqual([])
  expect(replayedJudges(replayed)).toEqual(judges)
  return judges
}

const recordFor = async (court: Stage, kind: string) => {
  await servedBy(court)
  return court.ask(readJudge, { judge: kind })
}

const beforeTheJudge = async () => {
  const court = await reserved()
  const { matterId } = court
  const reservedAt = async () =>
    Option.getOrThrow(await court.read((reader) => reader.find(Matter.Matters, matterId))).reservedAt ?? 0
  return {
    ...court,
    proposes: async (by: Judges.Name, attempt: number, repaired = false, made = good) =>
      court.act(
        Proposal.propose,
        { matterId, reservedAt: await reservedAt(), draft: made, line: "By a model", by, attempt, repaired },
        clock,
      ),
    decides: (by: Sitting) => court.act(before(decideMatter, by), { matterId }, clock),
    fails: (by: Judges.Name) => court.act(Proposal.leaveToBench, { matterId, by, failed: failing }, clock),
    delivers: (made = good) => court.act(deliverJudgment, { id: matterId, ...made }, judge),
  }
}

describe("the record of a judge", () => {
  it("PD17 §1A given a draft that the bench confirms as it is, then the judgment counts for its judge; given a changed one, for the bench", async () => {
    // given a model that drafts at the second answer, half an hour after the reservation
    const court = await beforeTheJudge()
    court.advance(minutes(25))
    await court.proposes(model, 1, true)
    // when the bench confirms its draft
    const { citation } = await court.delivers()
    // then the judgment is the work of the model
    expect(await recordFor(court, "model")).toMatchObject({
      versionsTotal: 1,
      total: {
        judged: 1,
        drafted: 1,
        repaired: 1,
        replaced: 0,
        left: 0,
        failed: [],
        time: { medianSeconds: 1800, p90Seconds: 1800 },
        appeals: { lodged: 0 },
      },
      versions: [{ version: "house", judged: 1 }],
    })
    // and what becomes of it counts for the model too
    await court.act(appeal, { id: court.matterId, grounds: ["It is wrong."] }, court.seller)
    expect((await recordFor(court, "model")).total.appeals).toEqual({
      lodged: 1,
      allowed: 0,
      dismissed: 0,
      ended: 0,
    })
    const ground = { ground: "fraud", reasons: "It was obtained by fraud." } as const
    await court.act(vacateJudgment, { citation, ...ground, rehear: true }, registrar)
    const vacated = (await recordFor(court, "model")).total
    expect([vacated.vacated, vacated.appeals.ended]).toEqual([1, 1])
    // when the matter is heard again, and the bench changes what another version drafted
    await court.proposes({ ...model, version: "house-2" }, 1, false, draft({ areas: [] }))
    await court.delivers()
    const [latest, ...others] = await servedBy(court)
    expect(latest).toMatchObject({ judge: "model", versionsTotal: 2, total: { judged: 1, replaced: 1 } })
    expect(others).toMatchObject([
      { judge: "bench", versions: [{ version: Judges.theBench.version, judged: 1 }] },
    ])
  })

  it("PD17 §1A given failures, then each is counted by its reason, and the matter is left to the bench, which decides it", async () => {
    const court = await beforeTheJudge()
    await court.fails(model)
    await court.fails(Judges.nameJudge("panel", "a, b"))
    await court.act(Proposal.leaveToBench, { matterId: court.matterId, by: model, failed: null }, clock)
    await court.delivers()
    const [first, second, third] = await servedBy(court)
    expect(first).toMatchObject({
      judge: "model",
      total: { judged: 0, left: 2, failed: [{ why: "timed_out", times: 1 }], time: { medianSeconds: null } },
    })
    expect(second).toMatchObject({ judge: "panel", total: { left: 1 } })
    expect(third).toMatchObject({ judge: "bench", total: { judged: 1, replaced: 0 } })
    // Nobody but the court's own scheduler says that a draft failed.
    const input = { matterId: court.matterId, by: model, failed: failing }
    expect(await court.codeOf(Proposal.leaveToBench, input, judge)).toBe("judge_only")
    expect(await court.askCodeOf(readJudge, { judge: "papers" }, court.buyer)).toBe("unknown_judge")
    expect(await court.askCodeOf(readJudge, { judge: "nobody" }, court.buyer)).toBe("unknown_judge")
  })

  it("PD15 §11A given the first judge's draft that leaves something open, then it is counted as left, and as replaced if another judge decides", async () => {
    const open = draft({ orders: [{ kind: "dismiss", text: "The rest.", decided: false }] })
    const bench = { line: "The bench", name: Judges.theBench, decide: () => Effect.succeed(null) }
    const court = await beforeTheJudge()
    const first = { ...sitting(open), line: "First", next: bench }
    await court.decides(first)
    await court.decides(sitting(good))
    const [other] = await servedBy(court)
    expect(other).toMatchObject({ judge: "other", total: { drafted: 1, left: 1, replaced: 1, judged: 1 } })
    expect(other?.versions.map(({ version, judged }) => [version, judged])).toEqual(
      expect.arrayContaining([
        ["First", 0],
        ["Before the Magistrate", 1],
      ]),
    )
  })

  it("PD15 §11A given two judges in turn that leave something open, then both are counted, and the bench has the draft of the last", async () => {
    const open = draft({ orders: [{ kind: "dismiss", text: "The rest.", decided: false }] })
    const bench = { line: "The bench", name: Judges.theBench, decide: () => Effect.succeed(null) }
    const court = await beforeTheJudge()
    const second = { ...sitting(open), line: "Second", next: bench }
    const first = { ...sitting(open), line: "First", next: second }
    await court.decides(first)
    const proposes = { ...sitting(null), line: "Third", proposes: true }
    const again = { ...first, next: proposes }
    await court.decides(again)
    const [other] = await servedBy(court)
    expect(other?.versions.map(({ version, left, drafted }) => [version, left, drafted]).toSorted()).toEqual([
      ["First", 2, 0],
      ["Second", 1, 1],
    ])
  })

  it("Rule 4.6 given questions after a draft, then the time runs from the new reservation, and the draft on the earlier papers counts as neither confirmed nor replaced", async () => {
    const court = await beforeTheJudge()
    await court.proposes(model, 1)
    const questions = [{ n: 1, to: "buyer", text: "When was it paid?" }]
    await court.act(putQuestions, { id: court.matterId, questions }, judge)
    court.advance(days(3))
    await court.delivers()
    const [drafter, bench] = await servedBy(court)
    expect(drafter).toMatchObject({ judge: "model", total: { drafted: 1, replaced: 0, judged: 0 } })
    expect(bench?.total.time.medianSeconds).toBeLessThan(days(2) / 1000)
  })

  it("Rule 4.7 a judgment by consent counts for no judge", async () => {
    const court = await beforeTheJudge()
    const way = { against: "seller", inFavourOf: "buyer" } as const
    const orders = [{ ...pay(5), ...way, restsOn: [1] }]
    const { offerId } = await court.act(offerConsent, { id: court.matterId, orders }, court.buyer)
    await court.act(acceptConsent, { id: court.matterId, offerId }, court.seller)
    expect(await servedBy(court)).toEqual([])
  })

  it("PD17 §1A the counts and the journal agree after any acts on a judgment, by anybody at any time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(steps(8), slowSteps(3)), async (taken) => {
        const court: Court = await decided()
        for (const one of taken) {
          court.advance(one.wait)
          await once(court, one)
        }
        const [bench] = await servedBy(court)
        const { judged, appeals, vacated } = bench?.total ?? recordOf(new Map())
        expect(judged).toBeGreaterThan(0)
        expect(appeals.allowed + appeals.dismissed + appeals.ended).toBeLessThanOrEqual(appeals.lodged)
        expect(vacated).toBeLessThanOrEqual(judged)
      }),
      { numRuns: 40 },
    )
  })
})

describe("a journal that hides work of a judge", () => {
  const at = Date.parse("2026-11-20T09:00:00Z")
  const item = (type: string, data: object, subject = "matter/m"): PublicItem => ({
    at,
    type,
    subject,
    rules: [],
    data: { ...data },
  })
  const drafted = { ...model, attempt: 3, repaired: false, left: false }

  it("PD17 §1A given attempts that are left out, then the replay says which", () => {
    const failed = { ...model, why: "busy" }
    const all = [1, 2].map((attempt) => item("judge.failed", { ...failed, attempt }))
    expect(replayJudges([...all, item("judge.drafted", drafted)]).faults).toEqual([])
    expect(replayJudges([...all.slice(0, 1), item("judge.drafted", drafted)]).faults).toEqual([
      "judge.drafted of matter/m at 2026-11-20T09:00:00.000Z: attempt 3 follows attempt 1",
    ])
    expect(replayJudges([item("judge.drafted", drafted)]).faults).toHaveLength(1)
  })

  it("PD17 §1A given an event without the shape of one, or a judgment in a matter that was never reserved, then the replay says so", () => {
    const delivered = { citation: "[2026] MC 1", matterId: "m", judge: model }
    const wrong = [
      item("judge.drafted", { ...drafted, attempt: "3" }),
      item("judge.failed", { ...drafted, why: "the model said: no" }),
      item("judge.left", { judge: "judge dredd", version: "1" }),
      item("judgment.delivered", { citation: "[2026] MC 1" }),
      item("judgment.delivered", delivered),
      item("appeal.noticed", { id: "a" }),
    ]
    expect(replayJudges(wrong).faults).toEqual(
      wrong.map(
        ({ type }) =>
          `${type} of matter/m at 2026-11-20T09:00:00.000Z: it has not the shape of such an event`,
      ),
    )
  })

  it("PD17 §1A an appeal from a judgment without a judge, its vacation and other events count for nobody", () => {
    const appealed = { id: "a", below: "[2026] MC 9", status: "noticed", outcome: null }
    const others = [
      item("appeal.noticed", appealed),
      item("judgment.vacated", { citation: "[2026] MC 9" }),
      item("judgment.delivered", { citation: "[2026] MC 9", matterId: "m" }),
      item("agent.enrolled", {}),
      item("odd", {}),
    ]
    expect(replayJudges(others)).toEqual({ versions: new Map(), faults: [] })
  })

  it("PD17 §1A two versions of one instant stand in the order of their ids, as the court lists them", () => {
    const found = ["a", "b", "c"].map((version) => item("judge.left", { judge: "model", version }))
    const shown = replayedJudges(replayJudges(found))[0]?.versions.map(({ version }) => version)
    const back = replayedJudges(replayJudges(found.toReversed()))[0]?.versions.map(({ version }) => version)
    expect(shown).toEqual(back)
    expect(shown?.toSorted()).toEqual(["a", "b", "c"])
  })
})

describe("the figures of a record", () => {
  it("PD17 §1A the median and the time of nine in ten are the spans that so many judgments fit", () => {
    const fast = Judges.spanOf(0)
    const counts = new Map<Judges.CountName, number>([
      [`decided/${fast}`, 8],
      [`decided/${Judges.spanOf(hours(3))}`, 1],
      [`decided/${Judges.spanOf(days(91))}`, 1],
    ])
    expect(recordOf(counts)).toMatchObject({
      judged: 10,
      time: { medianSeconds: 1, p90Seconds: hours(4) / 1000 },
    })
    expect(
      recordOf(new Map<Judges.CountName, number>([[`decided/${Judges.spans.length}`, 1]])).time.medianSeconds,
    ).toBeNull()
    expect(Judges.spanOf(minutes(1))).toBeLessThan(Judges.spanOf(minutes(1) + 1))
  })

  it("Rule 6.3 an appeal is counted as it stands", () => {
    expect(
      (
        [
          ["hearing", null],
          ["withdrawn", null],
          ["decided", "affirmed"],
          ["decided", "varied"],
        ] as const
      ).map(([status, outcome]) => countOf({ status, outcome })),
    ).toEqual(["pending", "ended", "dismissed", "allowed"])
  })

  it("PD17 §1A given more versions than are shown, then the total still counts all of them, so that no version loses its record", () => {
    const versions = Array.from({ length: bounds.judgeVersionsShown + 1 }, (_, i) => ({
      ...model,
      version: `house-${i}`,
      since: "2026-11-20T09:00:00.000Z",
      counts: new Map([["failed/busy", 1]] as const),
    }))
    const view = judgeView("model", versions)
    expect([view.versions.length, view.versionsTotal]).toEqual([
      bounds.judgeVersionsShown,
      bounds.judgeVersionsShown + 1,
    ])
    expect(view.total.failed).toMatchObject([{ why: "busy", times: bounds.judgeVersionsShown + 1 }])
  })

  it("Rule 5.2 two panels with names that are too long differ in their versions", () => {
    const name = (last: string) =>
      Judges.nameJudge("panel", `${"x".repeat(bounds.judgeVersionCharsMax)}${last}`).version
    expect(name("a")).not.toBe(name("b"))
    expect(name("a")).toHaveLength(bounds.judgeVersionCharsMax)
  })
})
