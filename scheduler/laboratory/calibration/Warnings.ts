/** Warnings that the reader of a posterior must know before it is used. */
import { roundTo } from "../Numbers.ts"
import type { Posterior } from "./Abc.ts"
import type { Plan } from "./Plan.ts"
import { fits } from "./Tables.ts"

const numberText = (value: number): string => roundTo(value, 4)

/** The figures that lie outside of everything that the prior gives: the scenario can't be right about them. */
const unreachable = (
  plan: Plan,
  posterior: Posterior,
): ReadonlyArray<{
  readonly measure: string
  readonly observed: number
  readonly least: number
  readonly most: number
}> =>
  fits(plan, posterior).flatMap(({ observed, prior: { name, sample } }) => {
    const values = sample.map(({ value }) => value)
    const [least, most] = [Math.min(...values), Math.max(...values)]
    return observed < least || observed > most ? [{ measure: name, observed, least, most }] : []
  })

const fewEffective = 50

/** The warnings that a reader must know before he uses the posterior, in sentences. */
export const warnings = (plan: Plan, posterior: Posterior): ReadonlyArray<string> => {
  const { effective = 0 } = posterior.generations.at(-1) ?? {}
  return [
    ...unreachable(plan, posterior).map(
      ({ measure, observed, least, most }) =>
        `The observed ${measure} of ${numberText(observed)} lies outside of what the priors give (${numberText(least)} to ${numberText(most)}): widen the priors, or the scenario differs from what was observed in something that doesn't vary.`,
    ),
    ...(effective < fewEffective
      ? [
          `The points say as much as only ${Math.floor(effective)} equally weighted ones; give more particles.`,
        ]
      : []),
  ]
}
