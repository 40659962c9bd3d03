/** The life of one entry, printed with the provisions under which each thing happened. */
import { format } from "../../core/kernel/Time.ts"
import type { Happening } from "./engine/Result.ts"
import { explain } from "./engine/Run.ts"
import type { Study } from "./Study.ts"

const whoWidth = 10
const statusWidth = 26

const sign = (delta: number): string => (delta > 0 ? `+${delta}` : String(delta).replace("-", "−"))

const told = ({ at, act, by, from, to, rules, refused, delta, closesAt }: Happening): string => {
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

/** Prints what happened to an entry in the first run of the first condition. Gives false if that run has no such entry. */
export const lifeOf = (
  { name, conditions, seeds }: Study,
  entry: number,
  print: (text: string) => void,
): boolean => {
  const [seed = conditions[0].scenario.seed] = seeds
  const life = explain(conditions[0].scenario, entry, { seed })
  if (life.length === 0) {
    print(
      `The run of ${name} on seed ${seed} has no entry ${entry}. An entry has the number of its claim, counted from 0.`,
    )
    return false
  }
  print(`Entry ${entry} of ${name}, seed ${seed}:`)
  for (const happening of life) print(`  ${told(happening)}`)
  return true
}
