import { describe, expect, it } from "vitest"
import { digest } from "./Digest.ts"
import { valueIn } from "./Outcome.ts"
import { summary } from "./testing/Rows.ts"

const id = { run: 0, condition: 0, replicate: 0, seed: 1 }

describe("the digest of a run", () => {
  it("has the measures, with null if there was nothing to measure", () => {
    const { totals, hours, values, events, entries } = digest(id, "f", summary(4))
    expect({ events, entries, hours }).toEqual({ events: 10, entries: 4, hours: [0, 50] })
    expect(totals.defaultRate).toBeNull()
    expect(values).toEqual({ defaultRate: [null, 0.5], matters: [0, 3] })
  })

  it("has the times from delivery to true performance and to satisfaction, in whole hours; other entries are censored at the horizon", () => {
    // Delivered at 1.25, 2.25, 3.25, 4.25; one performed 7.75 hours later, two satisfied 19.25 hours later.
    expect(digest(id, "f", summary(4)).followed).toEqual({
      performance: [
        [8, 1, 0],
        [97, 0, 1],
        [98, 0, 1],
        [99, 0, 1],
      ],
      satisfaction: [
        [20, 2, 0],
        [98, 0, 1],
        [99, 0, 1],
      ],
    })
  })

  it("censors a superseded entry when it was superseded", () => {
    const all = summary(4)
    if (all.entries === null) throw new Error("there are entries")
    // Superseded 10 hours after delivery: an order that was performed before, and an order that was not.
    all.entries.satisfiedHours.fill(Number.NaN)
    all.entries.supersededHours.set([11.25], 0)
    all.entries.supersededHours.set([14.25], 3)
    expect(digest(id, "f", all).followed).toEqual({
      performance: [
        [8, 1, 0],
        [10, 0, 1],
        [97, 0, 1],
        [98, 0, 1],
      ],
      satisfaction: [
        [10, 0, 2],
        [97, 0, 1],
        [98, 0, 1],
      ],
    })
  })

  it("PD11 §10 counts no reputation of an agent that has not entered, so the mean of its population is that of the others", () => {
    const all = summary(4)
    const agents = { ...all.agents, entered: Uint8Array.of(1, 0, 1) }
    const counted = digest(id, "f", { ...all, agents })
    expect(digest(id, "f", all).reputation["honest, mostly"]).toEqual([[1, 2]])
    expect(counted.reputation["honest, mostly"]).toEqual([[1, 1]])
    const none = digest(id, "f", { ...all, agents: { ...agents, entered: Uint8Array.of(0, 0, 1) } })
    expect(valueIn(none, "populations.honest, mostly.reputationMean")).toBeNull()
  })

  it("counts the reputations of each population", () => {
    expect(digest(id, "f", summary(4)).reputation).toEqual({
      "honest, mostly": [[1, 2]],
      'the "others"': [[-6, 1]],
    })
  })
})
