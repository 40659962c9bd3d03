import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { subjectOf as judgmentSubject } from "../judgments/index.ts"
import { loggedCourt, provedPlace } from "../log/testing/Proved.ts"
import type { Journalled } from "../store/Store.ts"
import { contextFor, start } from "../testing/Context.ts"
import { proveEntry } from "./Queries.ts"
import { item, open, put } from "./testing/Given.ts"

/** The place in the log of the event that is proved, given the events of the journal. */
const provedOf = (told: ReadonlyArray<Journalled>) => {
  const read = proveEntry.read(
    { id: open.id },
    contextFor({ role: "public" }, start),
    loggedCourt(told, put(open)),
  )
  return provedPlace(Effect.runSync(Effect.orDie(read)))
}

describe("the proof of an entry", () => {
  const ofJudgment = (n: number, data: Journalled["data"]) => ({
    ...item(n, judgmentSubject(open.citation)),
    data,
  })

  it("PD11 §1 is of its latest move: its own, or a move that its judgment made with all its entries", () => {
    const opened = ofJudgment(1, { entries: [{ entry: "other" }, { entry: open.id }] })
    const delivered = ofJudgment(2, { citation: open.citation })
    const others = ofJudgment(3, { entries: ["none", { entry: "other" }] })
    expect(provedOf([opened, delivered, others])).toBe(0)
    const own = item(4, `entry/${open.id}`)
    expect(provedOf([opened, delivered, others, own])).toBe(3)
    expect(provedOf([opened, own, ofJudgment(5, { entries: [{ entry: open.id }] })])).toBe(2)
    expect(provedOf([delivered])).toBeNull()
  })
})
