/** Measures of one's own from a file in TypeScript, which exports `measures`. A study calls them `own.<name>`. */
import type { Either } from "effect"
import type { OwnMeasures, Summary } from "./engine/Result.ts"
import * as Module from "./Module.ts"

export type Loaded = Module.Loaded<OwnMeasures>

const known = ["title", "unit", "of"]
const name = /^[a-zA-Z][a-zA-Z0-9]{0,59}$/

/** The mistake in what was given as measures; null if they are right. */
const mistakeOf = (given: unknown): string | null => {
  if (typeof given !== "object" || given === null) return "measures must be an object of measures by name"
  for (const [own, measure] of Object.entries(given)) {
    if (!name.test(own)) return `the measure ${own} must be called by letters and digits, a letter first`
    if (typeof measure !== "object" || measure === null || typeof measure.of !== "function")
      return `the measure ${own} must be { title, unit, of }, with a function \`of\` from the summary of a run to a number`
    for (const key of Object.keys(measure))
      if (!known.includes(key)) return `the measure ${own} has ${key}; it may have ${known.join(", ")}`
    for (const key of ["title", "unit"])
      if (typeof measure[key] !== "string") return `the ${key} of the measure ${own} must be a text`
  }
  return null
}

const exported: Module.Exported = { name: "measures", mistakeOf }
export const load = (file: string): Promise<Either.Either<Loaded, string>> => Module.load(file, exported)
export const instanceOf = (url: string, run: number): Promise<Either.Either<OwnMeasures, string>> =>
  Module.instanceOf(url, run, exported)

/**
 * Their values in a run, by the names that a study calls them.
 * @throws Error in one line if one of them fails or gives no number.
 */
export const valuesOf = (measures: OwnMeasures, summary: Summary): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(measures).map(([own, { of }]) => {
      let value: unknown
      try {
        value = of(summary)
      } catch (error) {
        throw new Error(
          `the measure own.${own} failed: ${error instanceof Error ? error.message : String(error)}`,
        )
      }
      if (typeof value !== "number")
        throw new Error(
          `the measure own.${own} gave ${String(value)}; it must give a number, and NaN if there is nothing to measure`,
        )
      return [`own.${own}`, value]
    }),
  )
