/** The random generator against its published answers. */
import { describe, expect, it } from "vitest"
import { place, uniform, words } from "./Threefry.ts"

/** The chi-square statistic of these choices against equal shares of all places. */
const chiSquare = (chosen: ReadonlyArray<number>, places: number): number => {
  const expected = chosen.length / places
  const counts = Array.from({ length: places }, (_, i) => chosen.filter((one) => one === i).length)
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

describe("random numbers", () => {
  // The known answers for two words and twenty rounds that the authors of Threefry publish.
  it.each([
    [[0, 0, 0, 0] as const, [0x6b200159, 0x99ba4efe]],
    [[-1, -1, -1, -1] as const, [0x1cb996fc, 0xbb002be7]],
    [[0x13198a2e, 0x03707344, 0x243f6a88, 0x85a308d3] as const, [0xc4923a9c, 0x483df7a0]],
  ])("are those of Threefry-2x32: %j", ([key0, key1, counter0, counter1], wanted) => {
    expect(words(key0, key1, counter0, counter1)).toEqual(wanted)
  })

  it("are spread evenly over [0, 1)", () => {
    const drawn = Array.from({ length: 40_000 }, (_, i) => uniform(7, 11, i, 3))
    expect(drawn.every((u) => u >= 0 && u < 1)).toBe(true)
    const places = drawn.map((u) => Math.floor(u * 20))
    // Chi-square with 19 degrees of freedom exceeds 43.8 with a probability of 0.001.
    expect(chiSquare(places, 20)).toBeLessThan(43.8)
  })

  it("choose every index equally often, and keep their choices if an index is added", () => {
    const count = 50
    const chosen = Array.from({ length: 50_000 }, (_, i) => place(count, 5, 6, i, 0))
    expect(chiSquare(chosen, count)).toBeLessThan(85.4)
    const moved = chosen.map((_, i) => place(count + 1, 5, 6, i, 0)).filter((one, i) => one !== chosen[i])
    expect(new Set(moved)).toEqual(new Set([count]))
    expect(moved.length).toBeGreaterThan(800)
    expect(moved.length).toBeLessThan(1200)
  })
})
