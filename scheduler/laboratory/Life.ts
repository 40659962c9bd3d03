/** The life of one entry, printed with the provisions under which each thing happened. */
import { format } from "../../core/kernel/Time.ts"
import type { Happening } from "./engine/Result.ts"
import { explain } from "./engine/Run.ts"
import { planRuns } from "./Folder.ts"
import type { Study } from "./Study.ts"

const whoWidth = 10
const statusWidth = 26

const sign = (delta: number): string => (delta > 0 ? `+${delta}` : String(delta).replace("-", "−"))

const tellHappening = ({ at, act, by, from, to, rules, refused, delta, closesAt }: Happening): string => {
  const status = to === null ? "" : from === null || from === to ? to : `${from} → ${to}`
  return [
    format(at),
    `${by.padEnd(whoWidth)}${act.padEnd(whoWidth)}`,
    (refused === null ? status : `refused: ${refused}`).padEnd(statusWidth),
    rules.join(", "),
    delta === 0 ? "" : `reputation ${sign(delta)}`,
    closesAt === null ? "" : `until ${format(closesAt)}`,
  ]
    .join("  ")
    .trimEnd()
}

/** Prints what happened to an entry in a run. Gives false if the study has no such run, or the run has no such entry. */
export const lifeOf = (study: Study, run: number, entry: number, print: (text: string) => void): boolean => {
  const { name, conditions } = study
  const runs = planRuns(study)
  const id = runs[run]
  const condition = id && conditions[id.condition]
  if (id === undefined || condition === undefined) {
    print(`${name} has no run ${run}; its runs are numbered from 0 to ${runs.length - 1}.`)
    return false
  }
  const values = Object.entries(condition.parameters).map(([path, value]) => `${path} = ${value}`)
  const which = [`run ${run}`, `seed ${id.seed}`, ...values].join(", ")
  const life = explain(condition.scenario, entry, {
    seed: id.seed,
    strategies: study.strategies?.given ?? {},
  })
  if (life.length === 0) {
    print(`${name} (${which}) has no entry ${entry}. An entry has the number of its claim, counted from 0.`)
    return false
  }
  print(`Entry ${entry} of ${name} (${which}):`)
  for (const happening of life) print(`  ${tellHappening(happening)}`)
  return true
}
