import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { start } from "../testing/Context.ts"
import { type Part, type Proof, reachedAt, withoutPart, withPart } from "./Proof.ts"

const none: Proof = { entryId: "entry-1", parts: [] }
const proofOf = (parts: ReadonlyArray<Part>) => parts.reduce(withPart, none)
const part = fc.record({ cents: fc.integer({ min: 1, max: 4000 }), at: fc.integer({ min: 1, max: 100 }) })
const sumOf = ({ parts }: Proof) => parts.reduce((sum, { cents }) => sum + cents, 0)

describe("what has arrived towards an order", () => {
  it("PD11 §11 the sum is reached at the block that reached it, whatever came after", () => {
    const parts = [
      { cents: 3000, at: start + 3000 },
      { cents: 1999, at: start + 1000 },
      { cents: 1, at: start + 9000 },
      { cents: 9999, at: start + 10_000 },
    ]
    expect(reachedAt(proofOf(parts), 5000)).toBe(start + 9000)
    expect(reachedAt(proofOf(parts.slice(0, 2)), 5000)).toBeNull()
  })

  it("PD11 §11 the order in which transfers are read makes no difference", () => {
    fc.assert(
      fc.property(fc.array(part), fc.integer({ min: 1, max: 9000 }), (parts, sum) => {
        expect(reachedAt(proofOf(parts), sum)).toBe(reachedAt(proofOf(parts.toReversed()), sum))
      }),
    )
  })

  it("PD11 §11 a transfer that is taken back leaves what there was without it", () => {
    fc.assert(
      fc.property(fc.array(part), part, (parts, gone) => {
        const left = withoutPart(withPart(proofOf(parts), gone), { cents: gone.cents, blockAt: gone.at })
        expect(sumOf(left)).toBe(sumOf(proofOf(parts)))
      }),
    )
  })

  it("PD11 §11 dust without end stays small, loses nothing of the sum and brings no part forward", () => {
    const dust = Array.from({ length: 1000 }, (_, i) => ({ cents: 1, at: start + i }))
    const proof = withPart(proofOf(dust), { cents: 4000, at: start + 2000 })
    expect(proof.parts.length).toBeLessThanOrEqual(200)
    expect(sumOf(proof)).toBe(5000)
    expect(reachedAt(proof, 5000)).toBe(start + 2000)
    expect(reachedAt(proof, 10) ?? 0).toBeGreaterThanOrEqual(start + 9)
  })
})
