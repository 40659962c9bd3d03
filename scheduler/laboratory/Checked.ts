/** A scenario as it was put together, checked with the place of every mistake. */
import { Either } from "effect"
import { didYouMean } from "../../core/kernel/Near.ts"
import type { Fault } from "./engine/Check.ts"
import * as Check from "./engine/Check.ts"
import { shippedNames } from "./engine/Reckoning.ts"
import type { Scenario } from "./engine/Scenario.ts"
import { pathText, withRests, wrongRests } from "./Parameter.ts"
import { type Path, type Problem, type Read, type Source, startsWith } from "./Source.ts"
import { type Loaded, namedStrategies } from "./Strategies.ts"

/** The sources of the parts of a scenario, for the places in messages. */
export interface Origin {
  readonly source: Source
  readonly set: ReadonlyArray<{ readonly path: Path; readonly place: string }>
  /** The CSV files of arrivals and of the links of a network; null if the scenario names no such file. */
  readonly tables: Readonly<Record<"items" | "edges", string | null>>
  /** The file of `--strategies`; undefined if `--strategies` is not given. */
  readonly strategies: Loaded | undefined
}

const tablePaths: Readonly<Record<keyof Origin["tables"], Path>> = {
  items: ["dealings", "arrivals", "items"],
  edges: ["dealings", "network", "edges"],
}

const placeOf = ({ source, set, tables }: Origin, path: Path, key: boolean): string => {
  const setter = set.findLast((one) => startsWith(path, one.path))
  if (setter !== undefined) return setter.place
  for (const rows of ["items", "edges"] as const) {
    const row = path[tablePaths[rows].length]
    if (tables[rows] !== null && startsWith(path, tablePaths[rows]) && typeof row === "number")
      return `${tables[rows]}:${row + 2}:1`
  }
  return key ? source.keyPlaceOf(path) : source.placeOf(path)
}

/** A scenario that was read without a mistake. Left: every mistake with its place. */
export const checkScenario = (scenario: unknown, origin: Origin): Read<Scenario> => {
  const unknown = unknownStrategies(scenario, origin)
  if (unknown.length > 0) return Either.left(unknown)
  const wrong = wrongRests(scenario)
  const problemOf = ({ path, message }: Pick<Fault, "path" | "message">): Problem => ({
    place: placeOf(origin, path, message.startsWith("unknown key")),
    message: path.length === 0 ? message : `${pathText(scenario, path)}: ${message}`,
  })
  if (wrong.some(({ repeated }) => repeated)) return Either.left(wrong.map(problemOf))
  const isTold = ({ path }: Fault) => wrong.some((one) => one.path.join() === path.join())
  return Either.mapLeft(Check.read(withRests(scenario)), (faults) =>
    [...wrong, ...faults.filter((fault) => !isTold(fault))].map(problemOf),
  )
}

/** The mistakes in the strategies that a scenario names: a file of strategies is missing, or it has no strategy of that name, and neither ships. */
const unknownStrategies = (scenario: unknown, origin: Origin): ReadonlyArray<Problem> =>
  namedStrategies(scenario).flatMap(({ path, name }) => {
    if (shippedNames.includes(name)) return []
    const place = placeOf(origin, path, false)
    if (origin.strategies === undefined)
      return [
        {
          place,
          message: `${name} is a strategy of your own; name the file that exports it with --strategies`,
        },
      ]
    const { file, given } = origin.strategies
    const names = Object.keys(given)
    return names.includes(name)
      ? []
      : [
          {
            place,
            message: `${file} has no strategy ${name}${didYouMean(name, names) || `; it has ${names.join(", ")}`}`,
          },
        ]
  })
