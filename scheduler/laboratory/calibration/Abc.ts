/**
 * Approximate Bayesian computation by the adaptive population Monte Carlo of Lenormand, Jabot and Deffuant 2013, after Beaumont and others
 * 2009: a first generation from the prior, of which the particles nearest to the observed figures stay. From then on, each generation is
 * drawn near the particles that stay, weighted by prior over proposal, and again the nearest stay. The first generation alone is rejection.
 */
import { exp, normalQuantile } from "../engine/Exact.ts"
import { uniform } from "../engine/Threefry.ts"
import { latin } from "../Sampling.ts"
import { distanceOf, type Figures, scalesOf } from "./Distance.ts"
import { Kernel } from "./Kernel.ts"
import type { Scale } from "./Prior.ts"

export interface Settings {
  readonly particles: number
  /** The part of a generation that stays: the quantile that the tolerance is. */
  readonly keep: number
  /** It ends when fewer of the new particles come within the tolerance before. */
  readonly least: number
  readonly generations: number
  readonly seed: number
}

export interface Particle {
  readonly candidate: number
  readonly generation: number
  /** On the scales of the priors. */
  readonly point: ReadonlyArray<number>
  readonly figures: Figures
  readonly distance: number
  /** Prior over proposal, of all that stay 1 together. */
  readonly weight: number
}

export interface Generation {
  readonly generation: number
  readonly simulated: number
  readonly tolerance: number
  /** The part of the new particles that came within the tolerance before; null of the first. */
  readonly accepted: number | null
  readonly effective: number
}

export interface Posterior {
  readonly particles: ReadonlyArray<Particle>
  readonly generations: ReadonlyArray<Generation>
  readonly spreads: ReadonlyArray<number>
  readonly prior: ReadonlyArray<Particle>
}

/** Gives the figures at points; `first` is the number of the first of them among all candidates. */
export type Simulate = (
  points: ReadonlyArray<ReadonlyArray<number>>,
  first: number,
) => Promise<ReadonlyArray<Figures>>

/** How many particles the first generation has, and each later one. */
export const sizes = ({ particles, keep }: Settings): { readonly first: number; readonly later: number } => {
  const first = Math.max(particles + 1, Math.round(particles / keep))
  return { first, later: first - particles }
}

/** Draws of the sample have words that no run's draws have. */
const word = 0x41424344
/** A kernel that so many draws in a row leave the bounds of has no mass inside. */
const drawsMax = 10_000

const effectiveOf = (weights: ReadonlyArray<number>): number => {
  const sum = weights.reduce((all, one) => all + one, 0)
  return (sum * sum) / weights.reduce((all, one) => all + one * one, 0)
}

/** The particles nearest to the observed figures; of equal distances the earlier. */
const nearest = (particles: ReadonlyArray<Particle>, count: number): ReadonlyArray<Particle> =>
  [...particles].sort((a, b) => a.distance - b.distance || a.candidate - b.candidate).slice(0, count)

const inside = (scales: ReadonlyArray<Scale>, point: ReadonlyArray<number>): number =>
  scales.reduce((sum, { logDensity }, i) => sum + logDensity(point[i] ?? 0), 0)

/**
 * Draws points near the particles that stay. A draw outside of the priors is drawn again, so the density of the proposal is that of the
 * kernels divided by the part of draws that are inside.
 */
const propose = (
  scales: ReadonlyArray<Scale>,
  kernel: Kernel,
  count: number,
  first: number,
  seed: number,
): { readonly points: ReadonlyArray<ReadonlyArray<number>>; readonly part: number } => {
  let draws = 0
  const points = Array.from({ length: count }, (_, i) => {
    for (let attempt = 0; attempt < drawsMax; attempt++) {
      draws += 1
      const luck = (k: number) => uniform(seed, word, first + i, attempt * (scales.length + 1) + k)
      const point = kernel.draw(
        luck(0),
        scales.map((_, k) => normalQuantile(Math.max(2 ** -53, luck(k + 1)))),
      )
      if (inside(scales, point) > Number.NEGATIVE_INFINITY) return point
    }
    throw new RangeError("no point within the priors is near the particles")
  })
  return { points, part: count / draws }
}

/**
 * Calibrates parameters with these priors to observed figures.
 * @throws RangeError if a figure is the same wherever the parameters are, or no particle has every figure.
 */
export const calibrate = async (
  scales: ReadonlyArray<Scale>,
  observed: ReadonlyArray<number>,
  settings: Settings,
  simulate: Simulate,
  told: (generation: Generation) => void = () => {},
): Promise<Posterior> => {
  const { particles: count, least, generations: most, seed } = settings
  const { first, later } = sizes(settings)
  const start = latin(scales.length, first, seed).map((point) =>
    point.map((share, i) => scales[i]?.quantile(share) ?? 0),
  )
  const found = await simulate(start, 0)
  const spreads = scalesOf(found)
  const distance = distanceOf(observed, spreads)
  const prior = start.map((point, candidate): Particle => {
    const figures = found[candidate] ?? []
    return { candidate, generation: 0, point, figures, distance: distance(figures), weight: 1 }
  })
  let stay = nearest(prior, count)
  const toleranceOf = (all: ReadonlyArray<Particle>) => all.at(-1)?.distance ?? Number.POSITIVE_INFINITY
  let simulated = first
  const generations: Array<Generation> = []
  const note = (accepted: number | null, made: number) => {
    const weights = stay.map(({ weight }) => weight)
    const generation = generations.length
    generations.push({
      generation,
      simulated: made,
      tolerance: toleranceOf(stay),
      accepted,
      effective: effectiveOf(weights),
    })
    told(generations[generation] as Generation) // it was pushed above
  }
  note(null, first)
  for (let generation = 1; generation < most && toleranceOf(stay) > 0; generation++) {
    const kernel = new Kernel(stay)
    const { points, part } = propose(scales, kernel, later, simulated, seed)
    const figures = await simulate(points, simulated)
    const tolerance = toleranceOf(stay)
    const fresh = points.map((point, i): Particle => {
      const one = figures[i] ?? []
      const weight = (exp(inside(scales, point)) * part) / kernel.density(point)
      return { candidate: simulated + i, generation, point, figures: one, distance: distance(one), weight }
    })
    simulated += later
    stay = nearest([...stay, ...fresh], count)
    const accepted = fresh.filter((one) => one.distance <= tolerance).length / later
    note(accepted, later)
    if (accepted < least) break
  }
  if (toleranceOf(stay) === Number.POSITIVE_INFINITY)
    throw new RangeError(
      "fewer particles than are to stay have a value of every figure; give more particles or another figure",
    )
  const sum = stay.reduce((all, { weight }) => all + weight, 0)
  return { particles: stay.map((one) => ({ ...one, weight: one.weight / sum })), generations, spreads, prior }
}
