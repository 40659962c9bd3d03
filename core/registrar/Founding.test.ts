/** Opening a store for one court, on the memory store. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as MemoryStore from "../store/MemoryStore.ts"
import { start } from "../testing/Context.ts"
import { type Founding, openFor, readFounding } from "./Founding.ts"

const founding: Founding = { courtId: "court-1", notary: "ab".repeat(32), sandbox: false, openedAt: start }
const counter = (last: number, series: "MC" | "UC" = "MC") => ({ series, year: 2026, last })

describe("the court of a store", () => {
  it("Rule 5.5 given a new store, then it belongs to no court until it is opened for one", async () => {
    const driver = Effect.runSync(MemoryStore.make)
    const before = await Effect.runPromise(readFounding(driver, []))
    expect(before).toEqual({ founding: null, version: 0, given: [] })
    await Effect.runPromise(driver.commit(openFor(founding, before, [], "event-1")))
    expect(await Effect.runPromise(readFounding(driver, []))).toEqual({ founding, version: 1, given: [] })
  })

  it("Rule 5.5 given a store that lacks the last sealed judgments, then each series continues after their numbers, and never goes back", async () => {
    const driver = Effect.runSync(MemoryStore.make)
    const opened = async (...counters: ReadonlyArray<ReturnType<typeof counter>>) => {
      const found = await Effect.runPromise(readFounding(driver, counters))
      const set = openFor(founding, found, counters, "event")
      expect(await Effect.runPromise(driver.commit(set))).toMatchObject({ _tag: "Committed" })
      return set.events[0]?.data
    }
    expect(await opened(counter(7))).toMatchObject({ after: [counter(7)] })
    expect(await opened(counter(5), counter(2, "UC"))).toMatchObject({ after: [counter(2, "UC")] })
    const { given } = await Effect.runPromise(readFounding(driver, [counter(0), counter(0, "UC")]))
    expect(given.map(({ last }) => last)).toEqual([7, 2])
  })
})
