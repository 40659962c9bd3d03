import { describe, expect, it } from "vitest"
import { digest } from "./Digest.ts"
import { summary } from "./testing/Rows.ts"

const id = { run: 0, condition: 0, replicate: 0, seed: 1 }

describe("the digest of a run", () => {
  it("keeps measures, with null where there was nothing to measure", () => {
    const { totals, hours, values, events, entries } = digest(id, "f", summary(4))
    expect({ events, entries, hours }).toEqual({ events: 10, entries: 4, hours: [0, 50] })
    expect(totals.defaultRate).toBeNull()
    expect(values).toEqual({ defaultRate: [null, 0.5], matters: [0, 3] })
  })

  it("follows entries from delivery to satisfaction in whole hours, the others until the horizon", () => {
    // Delivered at 1.25, 2.25, 3.25, 4.25; two satisfied 19.25 hours later, two never by the hour 100.
    expect(digest(id, "f", summary(4)).followed).toEqual([
      [20, 2, 0],
      [98, 0, 1],
      [99, 0, 1],
    ])
  })

  it("leaves superseded entries out, and counts the reputations of each population", () => {
    const all = summary(4)
    all.entries?.status.fill(2)
    expect(digest(id, "f", all).followed).toEqual([[20, 2, 0]])
    expect(digest(id, "f", all).reputation).toEqual({ "honest, mostly": [[1, 2]], 'the "others"': [[-6, 1]] })
  })
})
