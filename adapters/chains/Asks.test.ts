import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as Asks from "./Asks.ts"

describe("how often an agent makes the court ask a chain", () => {
  it("PD2 §6C given the figure of a day, then each agent has its own, and a new day gives all of it again", () => {
    const asks = Asks.make()
    const take = (agent: string, day: string) => Effect.runSync(asks.take(agent, day, 2))
    const [first, second] = ["2026-11-20", "2026-11-21"]
    expect([take("a", first), take("a", first), take("a", first)]).toEqual([true, true, false])
    expect(take("b", first)).toBe(true)
    expect(take("a", second)).toBe(true)
  })
})
