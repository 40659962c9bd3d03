/** The algorithm alone, where the posterior is known in closed form. */
import { describe, expect, it } from "vitest"
import { normalQuantile } from "../engine/Exact.ts"
import { uniform } from "../engine/Threefry.ts"
import { calibrate, type Particle, type Settings } from "./Abc.ts"
import { type Prior, scaleOf } from "./Prior.ts"
import { deviationOf, meanOf, quantileOf } from "./Tables.ts"

const settings: Settings = { particles: 700, keep: 0.5, least: 0.02, generations: 30, seed: 1 }
const luck = (...of: readonly [number, number, number]): number => uniform(77, ...of)
const ofParameter = (particles: ReadonlyArray<Particle>, i: number) =>
  particles.map(({ point, weight }) => ({ value: point[i] ?? 0, weight }))

describe("Beaumont and others 2009; Lenormand and others 2013", () => {
  it("finds the posterior of a normal mean with a normal prior", async () => {
    // given: a mean with prior N(0, 2²), and the mean of 4 values of deviation 1, so with deviation 1/2
    const prior: Prior = { normal: { mean: 0, sd: 2 } }
    const seen = 1.5
    const precision = 1 / 4 + 4
    // when
    const found = await calibrate([scaleOf(prior)], [seen], settings, async (points, first) =>
      points.map(([mean = 0], i) => [mean + normalQuantile(luck(1, first + i, 0) || 0.5) / 2]),
    )
    // then: the posterior is N(4 seen / precision, 1 / precision)
    const sample = ofParameter(found.particles, 0)
    const [mean, sd] = [(4 * seen) / precision, Math.sqrt(1 / precision)]
    expect(Math.abs(meanOf(sample) - mean)).toBeLessThan(0.1 * sd)
    expect(Math.abs(deviationOf(sample) / sd - 1)).toBeLessThan(0.1)
    for (const share of [0.025, 0.25, 0.5, 0.75, 0.975])
      expect(Math.abs(quantileOf(sample, share) - (mean + sd * normalQuantile(share))) / sd).toBeLessThan(
        0.25,
      )
  })

  it("finds the posterior of a share with an even prior, exactly where the count is met exactly", async () => {
    // given: 7 of 20, whose posterior is Beta(8, 14)
    const found = await calibrate([scaleOf([0, 1])], [7], settings, async (points, first) =>
      points.map(([share = 0], i) => [
        Array.from({ length: 20 }, (_, k) => (luck(2, first + i, k) < share ? 1 : 0)).reduce<number>(
          (a, b) => a + b,
          0,
        ),
      ]),
    )
    expect(found.generations.at(-1)?.tolerance).toBe(0)
    const sample = ofParameter(found.particles, 0)
    const sd = Math.sqrt((8 * 14) / (22 ** 2 * 23))
    expect(Math.abs(meanOf(sample) - 8 / 22)).toBeLessThan(0.15 * sd)
    expect(Math.abs(deviationOf(sample) / sd - 1)).toBeLessThan(0.1)
  })
})
