import { describe, expect, it } from "vitest"
import { failureLines } from "./Failures.ts"

const failed = (run: number, error: string) => ({ run, condition: 0, replicate: 0, seed: run + 1, error })

describe("runs that failed", () => {
  it("are one line with their count if they failed alike", () => {
    const runs = Array.from({ length: 1480 }, (_, i) => failed(1479 - i, "greedy: orderCents is unknown"))
    expect(failureLines(runs)).toEqual([
      "1,480 runs failed: greedy: orderCents is unknown (the first is run 0, seed 1)",
    ])
  })

  it("are one line if their errors differ in numbers alone, which it says", () => {
    expect(failureLines([failed(4, "agent 3 at 7.5 hours"), failed(9, "agent 12 at 1 hours")])).toEqual([
      "2 runs failed: agent 3 at 7.5 hours (the first is run 4, seed 5; the others differ in numbers)",
    ])
  })

  it("have a line each if their errors differ", () => {
    expect(failureLines([failed(2, "no memory"), failed(0, "no answer")])).toEqual([
      "run 0 (seed 1) failed: no answer",
      "run 2 (seed 3) failed: no memory",
    ])
    expect(failureLines([])).toEqual([])
  })
})
