import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Events } from "./Events.ts"
import { Heap } from "./Heap.ts"

describe.each([
  ["in one heap", () => new Heap(1)],
  ["in a calendar, many in one span", () => new Events(0, 10 ** 9)],
  ["in a calendar, spans apart", () => new Events(0, 10 ** 4)],
] as const)("events to come, %s", (_, makes) => {
  it("come in the order of their instants, those of one instant in the order of their numbers, whatever the order put in", () => {
    const event = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 4_294_967_295 }))
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (given) => {
        const events = makes()
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
    const events = makes()
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

describe("a calendar of events", () => {
  it("drops what lies at its end or after, and holds what is in one span as well as what is spread over all", () => {
    const events = new Events(1000, 2000)
    for (const time of [1999, 2000, 5000, Number.POSITIVE_INFINITY, 1000, 1500]) events.push(time, time % 7)
    expect(events.size).toBe(3)
    expect([events.time, events.pop(), events.time, events.pop(), events.time]).toEqual([
      1000, 6, 1500, 2, 1999,
    ])
  })

  it("is in the order of one heap for whatever is put in and taken out", () => {
    const step = fc.oneof(fc.constant(null), fc.tuple(fc.integer({ min: 0, max: 50_000 }), fc.nat(5)))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const events = new Events(0, 40_000)
        const heap = new Heap()
        let now = 0
        for (const one of steps) {
          if (one !== null) {
            events.push(now + one[0], one[1])
            if (now + one[0] < 40_000) heap.push(now + one[0], one[1])
          } else if (heap.size > 0) {
            now = heap.time
            expect([events.time, events.pop()]).toEqual([now, heap.pop()])
          }
          expect(events.size).toBe(heap.size)
        }
      }),
    )
  })
})
