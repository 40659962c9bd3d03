import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { Events } from "./Events.ts"
import { Heap } from "./Heap.ts"
import { never } from "./State.ts"

describe.each([
  ["in a calendar, many in one span", () => new Events(0, 10 ** 9)],
  ["in a calendar, spans apart", () => new Events(0, 10 ** 4)],
] as const)("events to come, %s", (_, makes) => {
  it("come in the order of their instants, and those of one instant in the order of their items", () => {
    const event = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 4_294_967_295 }))
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (given) => {
        const events = makes()
        for (const [time, item] of given) events.push(time, item)
        const taken: Array<readonly [number, number]> = []
        while (events.take(never)) taken.push([events.time, events.item])
        expect(taken).toEqual([...given].sort(([a, i], [b, j]) => a - b || i - j))
        expect(events.size).toBe(0)
      }),
    )
  })

  it("can be put in while others are taken out", () => {
    const events = makes()
    let now = 0
    let seen = 0
    for (let i = 0; i < 50; i++) events.push((i * 7919) % 50, i)
    while (events.take(never)) {
      const { time, item } = events
      expect(time).toBeGreaterThanOrEqual(now)
      now = time
      seen += 1
      if (item < 500) events.push(now + (item % 13), item + 50)
    }
    expect(seen).toBe(50 * 11)
  })
})

describe("a heap of events", () => {
  it("gives them in the order of their instants, and those of one instant in the order of their items", () => {
    const event = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 4_294_967_295 }))
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (given) => {
        const heap = new Heap(1)
        for (const [time, item] of given) heap.push(time, item)
        const taken: Array<readonly [number, number]> = []
        while (heap.size > 0) taken.push([heap.time, heap.pop()])
        expect(taken).toEqual([...given].sort(([a, i], [b, j]) => a - b || i - j))
        expect(heap.time).toBe(never)
      }),
    )
  })
})

describe("a calendar of events", () => {
  it("drops events at its end or later, and holds events of one span as well as of all spans", () => {
    const events = new Events(1000, 2000)
    for (const time of [1999, 2000, 5000, Number.POSITIVE_INFINITY, 1000, 1500]) events.push(time, time % 7)
    expect(events.size).toBe(3)
    const taken: Array<readonly [number, number]> = []
    while (events.take(1999)) taken.push([events.time, events.item])
    expect(taken).toEqual([
      [1000, 6],
      [1500, 2],
    ])
    expect(events.size).toBe(1)
  })

  it("reuses the memory of past spans for later ones", () => {
    const events = new Events(0, 10 ** 6)
    const filled: Array<number> = []
    for (let from = 0; from < 10 ** 6; from += 10 ** 5) {
      for (let i = 0; i < 20_000; i++) events.push(from + ((i * 7919) % 10 ** 5), i)
      filled.push(events.bytes)
      let taken = 0
      while (events.take(from + 10 ** 5)) taken += 1
      expect(taken).toBe(20_000)
    }
    expect(Math.max(...filled)).toBeLessThan(needPresent(filled[0], "the first size") * 1.6)
  })

  it("has the same order as a heap, whatever is put in and taken out", () => {
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
            expect(events.take(now)).toBe(false)
            expect(events.take(now + 1)).toBe(true)
            expect([events.time, events.item]).toEqual([now, heap.pop()])
          }
          expect(events.size).toBe(heap.size)
        }
      }),
    )
  })
})
