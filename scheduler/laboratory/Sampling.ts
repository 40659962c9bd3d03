/** Samples of parameters in the unit cube: Latin hypercubes, Morris's trajectories, and Saltelli's scheme for Sobol indices. */
import { uniform } from "./engine/Threefry.ts"

/** A point: a number from 0 to 1 for each parameter. */
export type Point = ReadonlyArray<number>

/** A random number in [0, 1) of a sample. Its words differ from the words of every run, so a sample's seed may be that of a run. */
const luck = (seed: number, column: number, row: number): number => uniform(seed, 0x53414d50, row, column)

const shuffleNumbers = (count: number, random: (i: number) => number): ReadonlyArray<number> => {
  const order = Array.from({ length: count }, (_, i) => i)
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random(i) * (i + 1))
    const [a = 0, b = 0] = [order[i], order[j]]
    order[i] = b
    order[j] = a
  }
  return order
}

/** A Latin hypercube: in each parameter, one point in each of `points` equal parts (McKay, Beckman and Conover 1979). */
export const latin = (dimensions: number, points: number, seed: number): ReadonlyArray<Point> => {
  const columns = Array.from({ length: dimensions }, (_, column) => {
    const order = shuffleNumbers(points, (i) => luck(seed, 2 * column, i))
    return order.map((part, i) => (part + luck(seed, 2 * column + 1, i)) / points)
  })
  return Array.from({ length: points }, (_, i) => columns.map((column) => column[i] ?? 0))
}

/** The step of a trajectory on so many levels, half of them rounded so that every level is as likely (Morris 1991). */
export const morrisStep = (levels: number): number => levels / (2 * (levels - 1))

/** Trajectories of `dimensions` + 1 points, each of which moves another parameter up or down by one step. `levels` is even. */
export const morris = (
  dimensions: number,
  trajectories: number,
  levels: number,
  seed: number,
): ReadonlyArray<Point> => {
  const step = morrisStep(levels)
  return Array.from({ length: trajectories }, (_, t) => {
    const draw = (what: number, i: number) => luck(seed, what, t * dimensions + i)
    const low = Array.from(
      { length: dimensions },
      (_, i) => Math.floor(draw(0, i) * (levels / 2)) / (levels - 1),
    )
    const falls = low.map((_, i) => draw(1, i) < 1 / 2)
    let point: Point = low.map((value, i) => (falls[i] ? value + step : value))
    const points = [point]
    for (const i of shuffleNumbers(dimensions, (i) => draw(2, i))) {
      const value = low[i] ?? 0
      point = point.with(i, falls[i] ? value : value + step)
      points.push(point)
    }
    return points
  }).flat()
}

/**
 * Saltelli's scheme (2010): for each row of two independent samples A and B, the point of A, that of A with each parameter in turn from
 * B, and that of B. A and B are one Latin hypercube of twice as many parameters. With `secondOrder`, the point of B with each parameter in
 * turn from A comes before that of B (Saltelli 2002).
 */
export const saltelli = (
  dimensions: number,
  rows: number,
  seed: number,
  secondOrder = false,
): ReadonlyArray<Point> =>
  latin(2 * dimensions, rows, seed).flatMap((row) => {
    const [a, b] = [row.slice(0, dimensions), row.slice(dimensions)]
    const back = secondOrder ? a.map((value, i) => b.with(i, value)) : []
    return [a, ...b.map((value, i) => a.with(i, value)), ...back, b]
  })
