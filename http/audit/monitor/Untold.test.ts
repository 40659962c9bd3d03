import { describe, expect, it } from "vitest"
import { addFindings, afterFailure, dueFindings, nothingUntold } from "./Untold.ts"

describe("PD17 §1 what the webhook of a monitor has not taken", () => {
  it("is due at once, and after a failure when the pause has passed", () => {
    const found = addFindings(nothingUntold, ["one", "two", "one"])
    expect(dueFindings(found, 0)).toEqual(["one", "two"])
    const failed = afterFailure(found, 1_000)
    expect(dueFindings(failed, failed.againAt - 1)).toBeNull()
    expect(dueFindings(addFindings(failed, ["three"]), failed.againAt)).toEqual(["one", "two", "three"])
    expect(dueFindings(nothingUntold, 0)).toBeNull()
  })

  it("waits twice as long after each failure, and a quarter of an hour at most", () => {
    const pauses: Array<number> = []
    for (let untold = addFindings(nothingUntold, ["one"]); pauses.length < 8; ) {
      untold = afterFailure(untold, 0)
      pauses.push(untold.againAt / 1_000)
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
  })

  it("is bounded: a finding is kept once, and of too many only the number", () => {
    const many = addFindings(
      nothingUntold,
      Array.from({ length: 130 }, (_, i) => `finding ${i}`),
    )
    expect(addFindings(many, ["finding 5"])).toBe(many)
    const due = dueFindings(addFindings(many, ["another"]), 0)
    expect(due).toHaveLength(101)
    expect(due?.at(-1)).toBe("and 31 more findings, which the monitor printed")
    expect(addFindings(nothingUntold, ["x".repeat(5_000)]).findings[0]).toHaveLength(1_000)
  })
})
