import { describe, expect, it } from "vitest"
import type { Digest } from "./Digest.ts"
import { limited, limitedText } from "./Limits.ts"

/** A condition in which so many claims were filed and refused, in two runs. */
const condition = (label: string, filed: number, refused: number) => ({
  index: 0,
  label,
  runs: [0, 1].map(
    (seed): Digest => ({
      run: seed,
      condition: 0,
      replicate: seed,
      seed,
      fingerprint: "f",
      events: 0,
      entries: 0,
      totals: { matters: filed / 2, claimsRefused: refused / 2 },
      hours: [],
      values: {},
      followed: { performance: [], satisfaction: [] },
      reputation: {},
    }),
  ),
})

describe("claims that the limits of a claimant kept out", () => {
  it("PD1 §2 are told of above one in a hundred", () => {
    const observed = [
      condition("none", 100, 0),
      condition("one", 990, 10),
      condition("more", 980, 20),
      condition("many", 600, 200),
    ]
    expect(limited({ observed })).toEqual([
      { label: "more", refusedShare: 0.02 },
      { label: "many", refusedShare: 0.25 },
    ])
    expect(limitedText({ observed })).toContain(
      "2.0 % to 25.0 % of the claims were refused in 2 of 4 conditions",
    )
    expect(limitedText({ observed: observed.slice(2, 3) })).toMatch(
      /^2\.0 % of the claims were refused, because/,
    )
  })

  it("PD1 §2 are not told of where there are few, or no run", () => {
    expect(limitedText({ observed: [condition("one", 990, 10)] })).toBeNull()
    expect(limitedText({ observed: [{ ...condition("nothing", 0, 0), runs: [] }] })).toBeNull()
  })
})
