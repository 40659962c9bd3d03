/** The record of the last event, and when a clock is too far behind it. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as MemoryStore from "../store/MemoryStore.ts"
import { start } from "../testing/Context.ts"
import * as LastEvent from "./LastEvent.ts"

describe("the last event", () => {
  it("given a new store, then it is unknown until it is noted, and a second note under an old version changes nothing", async () => {
    const driver = Effect.runSync(MemoryStore.make)
    expect(await Effect.runPromise(LastEvent.read(driver))).toEqual({ at: null, version: 0 })
    await Effect.runPromise(driver.commit(LastEvent.note(start, 0)))
    await Effect.runPromise(driver.commit(LastEvent.note(start + 1, 0)))
    expect(await Effect.runPromise(LastEvent.read(driver))).toEqual({ at: start, version: 1 })
  })

  it.each<readonly [what: string, now: number, last: number | null, late: number | null]>([
    ["no event", start, null, null],
    ["a clock ahead of the last event", start + 1, start, null],
    ["a clock five minutes behind it", start - LastEvent.behindMax, start, null],
    ["a clock further behind it", start - LastEvent.behindMax - 1, start, LastEvent.behindMax + 1],
  ])("given %s, then the clock may be used or is behind", (_, now, last, late) => {
    expect(LastEvent.behind(now, last)).toBe(late)
  })

  it.each<readonly [what: string, now: number, last: number | null, at: number]>([
    ["no event", start, null, start],
    ["a clock ahead of the last event", start + 1, start, start + 1],
    ["a clock a little behind it", start - LastEvent.behindMax, start, start],
    [
      "a clock further behind it, by which nobody acts",
      start - LastEvent.behindMax - 1,
      start,
      start - LastEvent.behindMax - 1,
    ],
  ])("Rule 2.6 given %s, then acts are never dated before that event", (_, now, last, at) => {
    expect(LastEvent.actingAt(now, last)).toBe(at)
  })
})
