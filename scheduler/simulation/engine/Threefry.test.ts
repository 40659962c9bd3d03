/** The random generator against its published answers. */
import { describe, expect, it } from "vitest"
import { place, uniform, words } from "./Threefry.ts"

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
    const bins = new Array<number>(20).fill(0)
    for (let i = 0; i < 40_000; i++) {
      const u = uniform(7, 11, i, 3)
      expect(u >= 0 && u < 1).toBe(true)
      bins[Math.floor(u * 20)] = (bins[Math.floor(u * 20)] ?? 0) + 1
    }
    // Chi-square with 19 degrees of freedom exceeds 43.8 with a probability of 0.001.
    const chi = bins.reduce((sum, n) => sum + (n - 2000) ** 2 / 2000, 0)
    expect(chi).toBeLessThan(43.8)
  })

  it("choose every index equally often, and keep their choices if an index is added", () => {
    const count = 50
    const bins = new Array<number>(count).fill(0)
    let moved = 0
    for (let i = 0; i < 50_000; i++) {
      const chosen = place(count, 5, 6, i, 0)
      bins[chosen] = (bins[chosen] ?? 0) + 1
      const among = place(count + 1, 5, 6, i, 0)
      if (among !== chosen) {
        expect(among).toBe(count)
        moved += 1
      }
    }
    const chi = bins.reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0)
    expect(chi).toBeLessThan(85.4)
    expect(moved).toBeGreaterThan(800)
    expect(moved).toBeLessThan(1200)
  })
})
