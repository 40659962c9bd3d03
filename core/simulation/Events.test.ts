import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Events } from "./Events.ts"

describe("events to come", () => {
  it("come in the order of their instants, those of one instant in the order of their numbers, whatever the order put in", () => {
    const event = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 4_294_967_295 }))
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (given) => {
        const events = new Events(1)
        for (const [time, item] of given) events.push(time, item)
        const taken: Array<readonly [number, number]> = []
        while (events.size > 0) {
          const time = events.time
          taken.push([time, events.pop()])
        }
        expect(taken).toEqual([...given].sort(([a, i], [b, j]) => a - b || i - j))
        expect(events.time).toBe(Number.POSITIVE_INFINITY)
      }),
    )
  })

  it("may be put in while others are taken out", () => {
    const events = new Events(1)
    let now = 0
    let seen = 0
    for (let i = 0; i < 50; i++) events.push((i * 7919) % 50, i)
    while (events.size > 0) {
      expect(events.time).toBeGreaterThanOrEqual(now)
      now = events.time
      const item = events.pop()
      seen += 1
      if (item < 500) events.push(now + (item % 13), item + 50)
    }
    expect(seen).toBe(50 * 11)
  })
})
