/** A scenario with every value that its runs use: what its file states, the defaults, and the figures of the Schedule. */
import { Schema } from "effect"
import { isObject } from "../../core/kernel/Fits.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { restrictedDaysOf } from "./engine/Check.ts"
import { Scenario } from "./engine/Scenario.ts"
import { pathText, valueAt } from "./Parameter.ts"
import type { Path } from "./Source.ts"
import type { Study } from "./Study.ts"

type Values = Readonly<Record<string, unknown>>

/** The origin of a value: the file or the command line, the defaults of scenarios, or the Schedule. */
export type Origin = "stated" | "default" | "Schedule"

/** One value of a scenario, by its path. A distribution is one value. */
export interface Row {
  readonly path: string
  readonly value: unknown
  readonly from: Origin
  /** Whether the experiment varies it; the value is that of the first condition then. */
  readonly varies: boolean
}

/** The scenario of the first condition as a file that states everything. Arrivals stay as they are written: a table may have millions. */
export const resolveScenario = ({ conditions, written }: Study): Values => {
  const [{ scenario }] = conditions
  const { dealings, schedule, measures, ...others } = Schema.encodeSync(Scenario)(scenario)
  const arrivals = valueAt(written, "dealings.arrivals")
  return {
    ...others,
    dealings: {
      ...dealings,
      arrivals: { of: scenario.dealings.arrivals.of, ...(isObject(arrivals) ? arrivals : {}) },
    },
    schedule: { ...bounds, ...schedule },
    measures: { ...measures, restrictedDays: restrictedDaysOf(scenario) },
  }
}

const forms = ["uniform", "exponential", "lognormal", "pareto"]
const isDistribution = (value: Values): boolean => {
  const [form = "", ...more] = Object.keys(value)
  return more.length === 0 && forms.includes(form)
}

const leaves = (value: unknown, path: Path): ReadonlyArray<readonly [Path, unknown]> => {
  const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
  const whole = inner.length === 0 || (isObject(value) && isDistribution(value)) || path.at(-1) === "items"
  return whole ? [[path, value]] : inner.flatMap(([key, part]) => leaves(part, [...path, key]))
}

/** Every value of the resolved scenario, with its origin. */
export const rows = (study: Study): ReadonlyArray<Row> => {
  const resolved = resolveScenario(study)
  return leaves(resolved, []).map(([at, value]) => {
    const path = pathText(resolved, at)
    const varies = study.varied.includes(path)
    const isStated = varies || valueAt(study.written, path) !== undefined
    return {
      path,
      value,
      varies,
      from: isStated ? "stated" : path.startsWith("schedule.") ? "Schedule" : "default",
    }
  })
}
