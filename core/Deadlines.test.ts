/** The options of the command that completes a task, and the run of all tasks that are due. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { completionOf, type Fired, runDue } from "./Deadlines.ts"
import { empty } from "./store/ChangeSet.ts"
import * as MemoryStore from "./store/MemoryStore.ts"
import { Store } from "./store/Store.ts"

const task = { id: "t-1", kind: "k", dueAt: 5, body: {}, token: "first" }

describe("the command of a deadline", () => {
  it("settles its task under the lease, at the instant of the firing or, if it has none, at the time of the clock", () => {
    const settled = { actor: { role: "scheduler" }, settles: [{ id: "t-1", token: "first" }] }
    expect(completionOf({ task, at: null })).toEqual(settled)
    expect(completionOf({ task, at: 7 })).toEqual({ ...settled, at: 7 })
  })
})

describe("the run of all tasks that are due", () => {
  /** Tasks `t-1` due at 1, `t-2` at 2 and `t-3` at 3, fired until 2 with these outcomes in turn. */
  const played = (outcomes: ReadonlyArray<Fired>) =>
    Effect.gen(function* () {
      const driver = yield* MemoryStore.make
      const tasks = [1, 2, 3].map((dueAt) => ({ id: `t-${dueAt}`, kind: "k", dueAt, body: {} }))
      yield* driver.commit({ ...empty(0), tasks })
      const fired: Array<readonly [id: string, at: number | null]> = []
      const fire = ({ task, at }: { readonly task: { readonly id: string }; readonly at: number | null }) =>
        Effect.sync(() => outcomes[fired.push([task.id, at]) - 1] ?? { done: true, ends: false })
      const done = yield* Effect.provideService(runDue(["k"], 2, { worker: "w" }, fire), Store, driver)
      return { done, fired }
    }).pipe(Effect.runPromise)

  it("fires each at its own instant, in order, and none that is not due", async () => {
    expect(await played([])).toEqual({
      done: 2,
      fired: [
        ["t-1", 1],
        ["t-2", 2],
      ],
    })
  })

  it("counts no task that was not done", async () => {
    expect(await played([{ done: false, ends: false }])).toMatchObject({ done: 1 })
  })

  it("ends if a firing ends it, and leaves the later tasks", async () => {
    expect(await played([{ done: true, ends: true }])).toEqual({ done: 1, fired: [["t-1", 1]] })
  })
})
