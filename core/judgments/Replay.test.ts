/** The Register of Judgments computed again from the journal. */
import { describe, expect, it } from "vitest"
import { deliveredEvent } from "../bench/index.ts"
import { delivered } from "../bench/testing/Cases.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { PublicItem } from "../kernel/Journal.ts"
import type { Json } from "../kernel/Json.ts"
import { bounds } from "../kernel/Schedule.ts"
import { format, hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { eventsOf } from "../testing/Decisions.ts"
import type { Judgment } from "./Judgment.ts"
import { judgmentItem } from "./Queries.ts"
import { replayedItem, replayedOrders, replayJudgments } from "./Replay.ts"

describe("the Register of Judgments computed again", () => {
  const judgment = delivered()
  const second = { ...delivered(), citation: "[2026] MC 2", number: 2 }
  const item = (type: string, data: Json, subject = "s", at = start): PublicItem => ({
    at,
    type,
    subject,
    rules: [],
    data,
  })
  const deliveryOf = (of: Judgment) => {
    const { data, subject } = needPresent(eventsOf([deliveredEvent(of)])[0], "the event of a delivery")
    return item("judgment.delivered", data, subject)
  }
  const marked = (of: Judgment, changes: object = {}): Json => ({
    citation: of.citation,
    finality: "vacated",
    until: null,
    ...of.marks,
    vacated: true,
    ...changes,
  })

  it("PD17 §1 the computed register shows each delivered judgment as the listing shows it", () => {
    const made = replayJudgments([item("matter.filed", {}), deliveryOf(judgment), deliveryOf(second)])
    expect(made.faults).toEqual([])
    expect([...made.judgments.keys()]).toEqual([judgment.citation, second.citation])
    const replayed = needPresent(made.judgments.get(judgment.citation), "the judgment computed again")
    const { catchwords: _, areas: __, ...listed } = judgmentItem(judgment, start + 1)
    expect(replayedItem(replayed, start + 1)).toMatchObject({
      ...listed,
      claimant: "buyer",
      respondent: "seller",
    })
    expect(replayedOrders(replayed)).toEqual([
      {
        kind: "pay",
        text: "seller pays buyer USD 200.00.",
        amountCents: 20_000,
        against: "agent-seller",
        inFavourOf: "agent-buyer",
      },
    ])
    expect(replayed.finality).toEqual(judgment.finality)
    expect(replayed.marks).toEqual(judgment.marks)
  })

  it("PD17 §2 the computed register takes finality and marks from every event that sets them", () => {
    const stateAfter = (...items: ReadonlyArray<PublicItem>) => {
      const made = replayJudgments([deliveryOf(judgment), ...items])
      expect(made.faults).toEqual([])
      const [replayed] = made.judgments.values()
      return [
        replayed?.finality.status,
        replayed?.finality.until,
        replayed?.marks.vacated,
        replayed?.marks.supersededBy,
      ]
    }
    const open = start + hours(bounds.appealNoticeHours)
    expect(stateAfter()).toEqual(["open to appeal", open, false, null])
    expect(stateAfter(item("judgment.vacated", marked(judgment)))).toEqual(["vacated", null, true, null])
    expect(
      stateAfter(
        item("judgment.superseded", marked(judgment, { finality: "superseded", supersededBy: "x" })),
      ),
    ).toEqual(["superseded", null, true, "x"])
    expect(stateAfter(item("judgment.final", { citation: judgment.citation, finality: "final" }))).toEqual([
      "final",
      null,
      false,
      null,
    ])
    const under = marked(judgment, { finality: "under appeal", until: format(start), vacated: false })
    expect(stateAfter(item("appeal.begun", { judgments: [under] }))).toEqual([
      "under appeal",
      start,
      false,
      null,
    ])
    expect(stateAfter(item("appeal.priced", {}))).toEqual(["open to appeal", open, false, null])
  })

  it("Rule 5.5 a number that is left out or given twice is a fault, and numbers go on from those stated when the court opened", () => {
    expect(replayJudgments([deliveryOf(second)]).faults).toEqual([
      "[2026] MC 2 was delivered although [2026] MC 1 was next",
    ])
    const opened = item("court.opened", { after: [{ series: "MC", year: 2026, last: 1 }] })
    expect(replayJudgments([opened, deliveryOf(second)]).faults).toEqual([])
    expect(replayJudgments([deliveryOf(judgment), deliveryOf(judgment)]).faults).toEqual([
      "[2026] MC 1 was delivered although [2026] MC 2 was next",
    ])
  })

  it("PD17 §1 faults that were found before stand before those of the items", () => {
    const found = replayJudgments([deliveryOf(second)])
    const [fault] = found.faults
    expect(replayJudgments([item("judgment.vacated", marked(judgment), "judgment/x")], found).faults).toEqual(
      [fault, "judgment.vacated of judgment/x: [2026] MC 1 was never delivered"],
    )
  })

  it("PD17 §1 a delivery may lack the facts that are not computed again, and lacks no others", () => {
    const { data, subject } = deliveryOf(judgment)
    const { currency: _, conduct: __, entries: ___, judge: ____, ...told } = data as { [name: string]: Json }
    expect(replayJudgments([item("judgment.delivered", told, subject)]).faults).toEqual([])
    const spoilt = { ...told, currency: 7, conduct: 7, entries: 7, judge: 7 }
    expect(replayJudgments([item("judgment.delivered", spoilt, subject)]).faults).toEqual([])
    const { title: _____, ...less } = told
    expect(replayJudgments([item("judgment.delivered", less, subject)]).faults).toHaveLength(1)
  })

  it("PD17 §1 an event is a fault if its judgment was never delivered, or if its data does not have the shape of its type", () => {
    expect(replayJudgments([item("judgment.vacated", marked(judgment), "judgment/x")]).faults).toEqual([
      "judgment.vacated of judgment/x: [2026] MC 1 was never delivered",
    ])
    for (const type of [
      "judgment.delivered",
      "judgment.vacated",
      "judgment.superseded",
      "judgment.final",
      "court.opened",
    ])
      expect(replayJudgments([item(type, {}, "judgment/x")]).faults[0]).toMatch(
        new RegExp(
          `^${type} of judgment/x at 2026-11-20T09:00:00.000Z: it has not the shape of such an event \\(\\w+: .+\\)$`,
        ),
      )
    const nested = replayJudgments([item("appeal.begun", { judgments: [{}] }, "appeal/x")]).faults[0]
    expect(nested).toContain("(judgments: 0: citation: ")
    expect(
      replayJudgments([item("judgment.final", { citation: "[2026] MC 1", finality: "vacated" })]).faults,
    ).toHaveLength(1)
  })
})
