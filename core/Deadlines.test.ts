/** The options of the command that completes a task. */
import { describe, expect, it } from "vitest"
import { completing } from "./Deadlines.ts"

const task = { id: "t-1", kind: "k", dueAt: 5, body: {}, token: "first" }

describe("the command of a deadline", () => {
  it("settles its task under the lease, at the instant of the firing or, where it has none, at the time of the clock", () => {
    const settled = { actor: { role: "scheduler" }, settles: [{ id: "t-1", token: "first" }] }
    expect(completing({ task, at: null })).toEqual(settled)
    expect(completing({ task, at: 7 })).toEqual({ ...settled, at: 7 })
  })
})
