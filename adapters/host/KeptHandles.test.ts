import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Agent } from "../../core/agents/index.ts"
import { empty } from "../../core/store/ChangeSet.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import type { Driver } from "../../core/store/Store.ts"
import * as KeptHandles from "./KeptHandles.ts"

/** A store whose handles are kept, with a count of how often it was asked who holds a name. */
const opened = async () => {
  const store = await Effect.runPromise(MemoryStore.make)
  let asked = 0
  const counted: Driver = {
    ...store,
    holder: (claim) =>
      Effect.suspend(() => {
        asked += 1
        return store.holder(claim)
      }),
  }
  const kept = KeptHandles.keepHandles(counted)
  return {
    asked: () => asked,
    holder: (claim: string) => Effect.runPromise(kept.holder(claim)),
    take: (claim: string, holder: string) =>
      Effect.runPromise(store.commit({ ...empty(1), claims: [{ claim, holder }] })),
    free: (claim: string, holder: string) =>
      Effect.runPromise(store.commit({ ...empty(2), releases: [{ claim, holder }] })),
  }
}

describe("KeptHandles", () => {
  it("Rule 2.1 a handle that was found once is not looked for again", async () => {
    const { asked, holder, take } = await opened()
    await take(Agent.handleClaim("seller"), "agent-1")
    const found = [await holder(Agent.handleClaim("seller")), await holder(Agent.handleClaim("seller"))]
    expect(found).toEqual(["agent-1", "agent-1"])
    expect(asked()).toBe(1)
  })

  it("Rule 2.1 a handle that nobody had is found as soon as another process has enrolled it", async () => {
    const { holder, take } = await opened()
    expect(await holder(Agent.handleClaim("buyer"))).toBe(null)
    await take(Agent.handleClaim("buyer"), "agent-2")
    expect(await holder(Agent.handleClaim("buyer"))).toBe("agent-2")
  })

  it("Rule 2.1 any other name is looked up each time, because its holder may change", async () => {
    const { holder, take, free } = await opened()
    await take("desk/one", "agent-1")
    expect(await holder("desk/one")).toBe("agent-1")
    await free("desk/one", "agent-1")
    expect(await holder("desk/one")).toBe(null)
  })
})
