/** Normal kernels around weighted particles, with twice their weighted covariance (Beaumont and others 2009; Filippi and others 2013). */
import { exp, ln } from "../engine/Exact.ts"

interface Weighted {
  readonly point: ReadonlyArray<number>
  readonly weight: number
}

type Matrix = ReadonlyArray<ReadonlyArray<number>>

const halfLog2Pi = 0.9189385332046727
/** Keeps a kernel from shrinking to a plane, as a part of each variance. */
const ridge = 1e-9

export const covarianceOf = (particles: ReadonlyArray<Weighted>): Matrix => {
  const all = particles.reduce((sum, { weight }) => sum + weight, 0)
  const dimensions = particles[0]?.point.map((_, i) => i) ?? []
  const means = dimensions.map(
    (i) => particles.reduce((sum, { point, weight }) => sum + weight * (point[i] ?? 0), 0) / all,
  )
  return dimensions.map((i) =>
    dimensions.map(
      (j) =>
        particles.reduce(
          (sum, { point, weight }) =>
            sum + weight * ((point[i] ?? 0) - (means[i] ?? 0)) * ((point[j] ?? 0) - (means[j] ?? 0)),
          0,
        ) / all,
    ),
  )
}

/** The lower triangle whose product with its mirror is the matrix. */
const choleskyOf = (matrix: Matrix): Matrix => {
  const lower = matrix.map((row) => row.map(() => 0))
  for (let i = 0; i < matrix.length; i++)
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i]?.[j] ?? 0
      for (let k = 0; k < j; k++) rest -= (lower[i]?.[k] ?? 0) * (lower[j]?.[k] ?? 0)
      const own = (matrix[i]?.[i] ?? 0) * ridge || Number.MIN_VALUE
      const row = lower[i] ?? []
      row[j] = i === j ? Math.sqrt(Math.max(rest, own)) : rest / (lower[j]?.[j] ?? 1)
    }
  return lower
}

export class Kernel {
  private readonly particles: ReadonlyArray<Weighted>
  /** The sums of weights up to each particle, of 1. */
  private readonly upTo: ReadonlyArray<number>
  private readonly lower: Matrix
  private readonly logConstant: number

  constructor(particles: ReadonlyArray<Weighted>) {
    const all = particles.reduce((sum, { weight }) => sum + weight, 0)
    let below = 0
    this.upTo = particles.map(({ weight }) => {
      below += weight / all
      return below
    })
    this.particles = particles.map(({ point, weight }) => ({ point, weight: weight / all }))
    this.lower = choleskyOf(covarianceOf(particles).map((row) => row.map((value) => 2 * value)))
    this.logConstant = this.lower.reduce((sum, row, i) => sum - ln(row[i] ?? 1) - halfLog2Pi, 0)
  }

  /** A point near a particle that `luck` chooses by its weight, moved by normal numbers. */
  draw(luck: number, normal: ReadonlyArray<number>): ReadonlyArray<number> {
    const at = this.upTo.findIndex((share) => luck < share)
    const centre = this.particles.at(at)?.point ?? []
    return centre.map((x, i) => (this.lower[i] ?? []).reduce((sum, by, k) => sum + by * (normal[k] ?? 0), x))
  }

  density(point: ReadonlyArray<number>): number {
    return this.particles.reduce((sum, { point: centre, weight }) => {
      // Solves lower · z = point − centre from the first row down.
      const z: Array<number> = []
      let squares = 0
      for (const [i, row] of this.lower.entries()) {
        let rest = (point[i] ?? 0) - (centre[i] ?? 0)
        for (let k = 0; k < i; k++) rest -= (row[k] ?? 0) * (z[k] ?? 0)
        z[i] = rest / (row[i] ?? 1)
        squares += (z[i] ?? 0) ** 2
      }
      const logged = this.logConstant - squares / 2
      return logged < -700 ? sum : sum + weight * exp(logged)
    }, 0)
  }
}
