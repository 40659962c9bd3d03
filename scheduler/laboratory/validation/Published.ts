/** A published result, and what the laboratory finds of it. */
import { Either } from "effect"
import { read } from "../engine/Check.ts"
import { run } from "../engine/Run.ts"
import type { ScenarioInput } from "../engine/Scenario.ts"
import type { Strategies } from "../engine/Strategy.ts"

/**
 * One value: as the published formula gives it at parameters of our own, as it was simulated, and how far apart they may be. No value is
 * copied from a table or a figure of a paper.
 */
export interface Finding {
  readonly what: string
  readonly formula: number
  readonly found: number
  readonly within: number
}
export const holds = ({ formula, found, within }: Finding): boolean => Math.abs(found - formula) <= within

export interface Published {
  readonly name: string
  readonly source: string
  readonly formula: string
  /** How the scenario differs from the paper's model, if it does. */
  readonly model: string
  /** About how long it takes to reproduce on one core. */
  readonly seconds: number
  readonly reproduce: () => ReadonlyArray<Finding>
}

/** Runs a scenario with strategies on one seed. Its strategies keep their own books. */
export const play = (input: ScenarioInput, strategies: Strategies): void => {
  const scenario = Either.getOrThrowWith(read(input), (faults) => new Error(JSON.stringify(faults)))
  run(scenario, { seed: 1, strategies, entries: false })
}

/** The point at which a line through points crosses zero, by least squares. */
export const findCrossing = (points: ReadonlyArray<readonly [x: number, y: number]>): number => {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(([x]) => x), mean(([, y]) => y)]
  const slope = mean((point) => (point[0] - x) * (point[1] - y)) / mean((point) => (point[0] - x) ** 2)
  return x - y / slope
}

/** Rounds of pairs: in each round every agent of an even number deals once, each round with another (a tournament of all with all). */
export const rounds = (agents: number, count: number, everyHours: number) =>
  Array.from({ length: count }, (_, round) => {
    const others = agents - 1
    const turnOf = (place: number): number => (place === 0 ? others : (place - 1 + round) % others)
    return Array.from({ length: agents / 2 }, (_, i) => ({
      atHours: round * everyHours,
      claimant: turnOf(i),
      respondent: turnOf(agents - 1 - i),
      valueCents: 100,
    }))
  }).flat()
