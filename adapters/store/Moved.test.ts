/** The events of which the count of moves takes note. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { empty } from "../../core/store/ChangeSet.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { countMoves } from "./Moved.ts"

const put = (kind: string) => ({
  ...empty(0),
  puts: [{ ref: { kind, id: "1" }, expected: 0, body: null, index: [] }],
})

describe("the count of moves", () => {
  it.each([
    ["agent", 1],
    ["standing", 1],
    ["entry", 1],
    ["dealing", 0],
  ])("PD11 §9 given a commit that puts a record of kind %s, then it rises by %i", (kind, by) => {
    const { driver, count } = countMoves(Effect.runSync(MemoryStore.make))
    Effect.runSync(driver.commit(put(kind)))
    expect(count()).toBe(by)
  })

  it("PD11 §9 given a commit whose outcome is unknown, then it rises too", () => {
    const commit = () => Effect.fail(new StoreUnavailable({ operation: "commit", cause: "away" }))
    const { driver, count } = countMoves({ ...Effect.runSync(MemoryStore.make), commit })
    Effect.runSync(Effect.either(driver.commit(put("agent"))))
    expect(count()).toBe(1)
  })
})
