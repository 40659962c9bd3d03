/** The parts of a sum: which two are merged, and what is left when a transfer is reversed. */
import { describe, expect, it } from "vitest"
import { withoutPart, withPart } from "./Proof.ts"

const of = (parts: ReadonlyArray<readonly [cents: number, at: number]>) => ({
  entryId: "e",
  parts: parts.map(([cents, at]) => ({ cents, at })),
})
const many = (count: number, centsOf: (i: number) => number = () => 100) =>
  of(Array.from({ length: count }, (_, i) => [centsOf(i), i] as const))

describe("the parts of a sum", () => {
  it("PD11 §11 two hundred parts are kept as they are", () => {
    expect(withPart(many(199), { cents: 7, at: 500 }).parts).toHaveLength(200)
    expect(withPart(many(199), { cents: 7, at: 500 }).parts.at(-1)).toEqual({ cents: 7, at: 500 })
  })

  it("PD11 §11 given more than two hundred parts, then the two neighbours of the least worth are merged at the later time", () => {
    const small = withPart(
      many(200, (i) => (i === 50 || i === 51 ? 10 : 100)),
      { cents: 100, at: 500 },
    )
    expect(small.parts).toHaveLength(200)
    expect(small.parts.slice(49, 52)).toEqual([
      { cents: 100, at: 49 },
      { cents: 20, at: 51 },
      { cents: 100, at: 52 },
    ])
    const alike = withPart(many(200), { cents: 100, at: 500 })
    expect(alike.parts.slice(0, 2)).toEqual([
      { cents: 200, at: 1 },
      { cents: 100, at: 2 },
    ])
    const last = withPart(
      many(200, (i) => (i === 199 ? 1 : 100)),
      { cents: 1, at: 500 },
    )
    expect(last.parts.at(-1)).toEqual({ cents: 2, at: 500 })
  })

  it("PD11 §11 when a transfer is reversed, then its worth and no more is taken from the part of its block and from later parts", () => {
    const three = of([
      [100, 1],
      [200, 5],
      [300, 9],
    ])
    const without = (cents: number, blockAt: number) =>
      withoutPart(three, { cents, blockAt }).parts.map(({ cents: left, at }) => [left, at])
    expect(without(200, 5)).toEqual([
      [100, 1],
      [300, 9],
    ])
    expect(without(250, 5)).toEqual([
      [100, 1],
      [250, 9],
    ])
    expect(without(50, 9)).toEqual([
      [100, 1],
      [200, 5],
      [250, 9],
    ])
    expect(without(100, 1)).toEqual([
      [200, 5],
      [300, 9],
    ])
    expect(without(0, 1)).toEqual([
      [100, 1],
      [200, 5],
      [300, 9],
    ])
  })
})
