/** The work of deadlines: the act that completes a task, and when it takes place. */
import { describe, expect, it } from "vitest"
import { completing } from "./Deadlines.ts"

const task = { id: "t-1", kind: "k", dueAt: 5, body: {}, token: "first" }

describe("what completes a task", () => {
  it("settles it by its lease, at the instant that it is given or else by the clock", () => {
    const settled = { actor: { role: "scheduler" }, settles: [{ id: "t-1", token: "first" }] }
    expect(completing({ task, at: null })).toEqual(settled)
    expect(completing({ task, at: 7 })).toEqual({ ...settled, at: 7 })
  })
})
