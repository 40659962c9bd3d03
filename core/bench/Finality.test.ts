import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { format, hours } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { passJudgment } from "./Commands.ts"
import { openFinality, passFinality } from "./Law.ts"
import { finalEvents } from "./Notices.ts"
import { delivered } from "./testing/Cases.ts"
import { clock } from "./testing/Kept.ts"

describe("the finality of a judgment", () => {
  const judgment = delivered()
  const until = start + hours(bounds.appealNoticeHours)
  const final = { status: "final", until: null } as const
  const pass = (of: Judgment.Judgment, now: number) =>
    factsOf(Changed.put(Judgment.Judgments, of)).decide(
      passJudgment,
      { citation: of.citation },
      contextFor(clock, now),
    )

  it("Rule 6.0 a judgment becomes final when its time to appeal ends, and the event has that instant", () => {
    const { changes, reply } = allowed(pass(judgment, until + 5))
    expect(reply).toEqual({ citation: judgment.citation, finality: "final" })
    const { citation, payloadSha256 } = judgment
    expect(changes).toEqual([
      Changed.put(Judgment.Judgments, { ...judgment, finality: final }),
      Changed.event(
        "judgment.final",
        `judgment/${citation}`,
        ["Rule 5.6", "Rule 6.0"],
        { citation, finality: "final", finalAt: format(until), payloadSha256 },
        until,
      ),
    ])
    expect(passFinality(judgment, until)?.at).toBe(until)
  })

  it("Rule 6.0 finality is not recorded early or twice, or of a judgment that is vacated, superseded or under appeal", () => {
    expect(allowed(pass(judgment, until - 1))).toEqual({
      changes: [],
      reply: { citation: judgment.citation, finality: "open to appeal" },
    })
    for (const finality of [
      final,
      { status: "final", until },
      { status: "vacated", until: null },
      { status: "under appeal", until },
      { status: "superseded", until: null },
    ] as const)
      expect(allowed(pass({ ...judgment, finality }, until)).changes).toEqual([])
    expect(finalEvents(judgment, until)).toEqual([])
    const unknown = factsOf().decide(passJudgment, { citation: "x" }, contextFor(clock))
    expect(unknown).toEqual(Either.left(refusal("unknown_judgment", { citation: "x" })))
  })

  it("Rule 5.6 an appeal that is open without an end stays open, and a judgment by consent is final at once", () => {
    expect(Judgment.finalityAt({ status: "open to appeal", until: null }, until)).toBe("open to appeal")
    expect([Judgment.finalityTask("x"), openFinality("consent", start, bounds)]).toEqual([
      "judgment-final/x",
      final,
    ])
  })
})
