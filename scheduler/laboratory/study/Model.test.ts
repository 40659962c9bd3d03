/** The game and the selection of the study: what holds by construction, and games whose ends are known. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { gameOf, Tables } from "./Game.ts"
import {
  buyerPlays,
  designNames,
  type Market,
  sellerPlays,
  type UnknownName,
  unknownNames,
  unknowns,
} from "./Model.ts"
import { fairCents, outcomeOf } from "./Points.ts"
import { least, mixOf } from "./Selection.ts"

const usual: Market = {
  stake: 1,
  honours: 0.7,
  reads: 0.5,
  advance: 0.5,
  clause: 0.5,
  otherwise: 0.5,
  covers: 0.8,
  capital: 0.02,
  bench: 0.5,
  liars: 0.3,
}
const tables = new Tables()
const gameIn = (design: (typeof designNames)[number], changes: Partial<Market> = {}) =>
  gameOf(design, { ...usual, ...changes }, tables)
const within = (name: UnknownName) => {
  const [min, max] = unknowns[name].range
  return fc.double({ min, max, noNaN: true })
}

describe("the game of a deal", () => {
  it("PD15 §3 given two honest sides, then they end with the same under every design, less the cost of a hold", () => {
    for (const design of designNames) {
      const { seller, buyer } = gameIn(design)
      const cost = design === "hold" || design === "both" ? 200 : 0
      expect((seller[0]?.[0] ?? 0) + (buyer[0]?.[0] ?? 0)).toBeCloseTo(fairCents - cost, 6)
      expect([seller.length, seller[0]?.length]).toEqual([sellerPlays.length, buyerPlays.length])
    }
  })

  it("PD15 §7 given a hold, then payments read and paying in advance change nothing", () => {
    for (const design of ["hold", "both"] as const) {
      const before = gameIn(design)
      fc.assert(
        fc.property(within("reads"), within("advance"), (reads, advance) => {
          expect(gameIn(design, { reads, advance })).toEqual(before)
        }),
        { numRuns: 10, seed: 39 },
      )
    }
  })

  it("Rule 5.3 given no hold and no stake, then whether orders are honoured changes nothing", () => {
    const of = (honours: number) => gameIn("criteria", { stake: 0, honours })
    expect(of(1)).toEqual(of(0))
  })

  it("PD15 §3 given criteria that measure every delivery and a hold, then no lie gains against an honest party", () => {
    expect(outcomeOf("both", { ...usual, covers: 1 }, tables).temptation).toBe(0)
    expect(outcomeOf("both", { ...usual, covers: 0.6 }, tables).temptation).toBeGreaterThan(0.1)
  })

  it("PD15 §3 given no clause and a judge who answers every open question rightly, then garbage earns nothing of an honest buyer, and a dispute nothing of an honest seller", () => {
    const open = { clause: 0, stake: 1.5, honours: 1, reads: 1 }
    for (const design of ["stake", "hold"] as const) {
      const [never, always] = [gameIn(design, { ...open, bench: 0 }), gameIn(design, { ...open, bench: 1 })]
      const garbage = sellerPlays.indexOf("garbage")
      const dispute = buyerPlays.indexOf("clicks dispute")
      expect(always.seller[garbage]?.[0]).toBe(0)
      expect(always.seller[0]?.[dispute]).toBe(always.seller[0]?.[0])
      expect(never.seller[0]?.[dispute] ?? 0).toBeLessThan(always.seller[0]?.[dispute] ?? 0)
    }
  })

  it("PD15 §3 given a clause in every quote, then a judge of open questions is asked nothing", () => {
    const closed = { clause: 1, bench: 1 }
    expect(gameIn("hold", closed)).toEqual(gameIn("hold", { ...closed, bench: 0 }))
  })
})

describe("selection", () => {
  const game = (seller: ReadonlyArray<ReadonlyArray<number>>, buyer: ReadonlyArray<ReadonlyArray<number>>) =>
    mixOf({ seller, buyer }, 0.5)

  it("Rule 5.3 given a strategy that is always worse, then few go on to try it", () => {
    const found = game(
      [
        [5000, 0],
        [8000, 3000],
      ],
      [
        [5000, 8000],
        [0, 3000],
      ],
    )
    expect(found.sellers[0]).toBeLessThan(2 * least)
    expect(found.buyers[0]).toBeLessThan(2 * least)
    expect(found.surplusCents).toBeCloseTo(6000, -2)
  })

  it("Rule 5.3 given equal ends, then the shares at first stay", () => {
    const flat = [
      [10, 10],
      [10, 10],
    ]
    const found = mixOf({ seller: flat, buyer: flat }, 0.2)
    expect(found.sellers[0]).toBeCloseTo(0.8, 9)
    expect(found.buyers[0]).toBeCloseTo(0.8, 9)
  })

  it("Rule 5.3 given any game, then the shares of a side add up to 1", () => {
    const cents = fc.integer({ min: -10_000, max: 15_000 })
    const matrix = fc.array(fc.array(cents, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(matrix, matrix, fc.double({ min: 0.05, max: 0.6, noNaN: true }), (seller, buyer, liars) => {
        const found = mixOf({ seller, buyer }, liars)
        for (const shares of [found.sellers, found.buyers]) {
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
          expect(Math.min(...shares)).toBeGreaterThan(0)
        }
      }),
      { numRuns: 20, seed: 39 },
    )
  })

  it("Rule 5.3 has a range for every quantity that is not known", () => {
    for (const name of unknownNames) expect(unknowns[name].range[0]).toBeLessThan(unknowns[name].range[1])
  })
})
