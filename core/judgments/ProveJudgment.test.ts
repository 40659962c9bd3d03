import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { delivered } from "../bench/testing/Cases.ts"
import * as Changed from "../kernel/Change.ts"
import { eventOf, loggedCourt, provedPlace } from "../log/testing/Proved.ts"
import type { Journalled } from "../store/Store.ts"
import { contextFor } from "../testing/Context.ts"
import { Judgments, subjectOf } from "./Judgment.ts"
import { proveJudgment } from "./Queries.ts"

const judgment = delivered()
const { citation } = judgment
const ask = (told: ReadonlyArray<Journalled>, of: string) =>
  proveJudgment.read(
    { citation: of },
    contextFor({ role: "public" }),
    loggedCourt(told, Changed.put(Judgments, judgment)),
  )

describe("the proof of a judgment", () => {
  it("PD17 §1 is of its delivery, whatever else its commit and later ones tell of it", () => {
    const told = [
      eventOf(1, "judgment.delivered", subjectOf("[2026] MC 99")),
      eventOf(2, "compliance.opened", subjectOf(citation)),
      eventOf(3, "judgment.delivered", subjectOf(citation)),
      eventOf(4, "judgment.final", subjectOf(citation)),
    ]
    const provedOf = (events: ReadonlyArray<Journalled>) =>
      provedPlace(Effect.runSync(Effect.orDie(ask(events, citation))))
    expect(provedOf(told)).toBe(2)
    // A journal that has lost the delivery proves nothing else in its place.
    expect(provedOf(told.filter(({ cursor }) => cursor !== "3"))).toBeNull()
  })

  it("PD17 §1 is refused for a citation that no judgment has", () => {
    expect(Effect.runSync(Effect.flip(ask([], "[2026] MC 99")))).toMatchObject({ code: "unknown_judgment" })
  })
})
