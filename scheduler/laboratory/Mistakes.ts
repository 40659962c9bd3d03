/** The mistakes of a study: what is wrong in several conditions is said once. */
import type { Parameters } from "./Design.ts"
import type { Problem } from "./Source.ts"

export const parametersText = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([path, value]) => `${path} = ${value}`)
    .join(", ")

/** Mistakes that differ in nothing but a number are one mistake: a sum that isn't 1 is another one in each condition. */
const kindOf = ({ place, message }: Problem): string =>
  `${place} ${message.replaceAll(/-?\d+(\.\d+)?/g, "#")}`

/** The mistakes of all conditions, each once. A mistake that only some conditions have, or have differently, names the first of them. */
export const tellMistakes = (
  found: ReadonlyArray<{ readonly parameters: Parameters; readonly problems: ReadonlyArray<Problem> }>,
): ReadonlyArray<Problem> => {
  const byKind = new Map<string, Array<{ readonly problem: Problem; readonly parameters: Parameters }>>()
  for (const { parameters, problems } of found)
    for (const problem of problems) {
      const known = byKind.get(kindOf(problem))
      if (known === undefined) byKind.set(kindOf(problem), [{ problem, parameters }])
      else if (known.at(-1)?.parameters !== parameters) known.push({ problem, parameters })
    }
  return [...byKind.values()].flatMap((cases) => {
    const [first] = cases
    if (first === undefined) return []
    const { place, message } = first.problem
    const alike = cases.every(({ problem }) => problem.message === message)
    if (alike && cases.length === found.length) return [{ place, message }]
    const more = cases.length - 1
    const others = more === 0 ? "" : alike ? ` and ${more} more` : `; ${more} more have such a mistake`
    return [{ place, message: `${message} (in the condition ${parametersText(first.parameters)}${others})` }]
  })
}
