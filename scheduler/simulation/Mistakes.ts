/** The mistakes of a study: what is wrong in several conditions is said once. */
import type { Parameters } from "./Design.ts"
import type { Problem } from "./Source.ts"

const parametersText = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([path, value]) => `${path} = ${value}`)
    .join(", ")

/** The mistakes of all conditions, each once. A mistake that only some conditions have names the first of them. */
export const told = (
  found: ReadonlyArray<{ readonly parameters: Parameters; readonly problems: ReadonlyArray<Problem> }>,
): ReadonlyArray<Problem> => {
  const byText = new Map<string, Array<{ readonly problem: Problem; readonly parameters: Parameters }>>()
  for (const { parameters, problems } of found)
    for (const problem of problems) {
      const text = `${problem.place} ${problem.message}`
      const known = byText.get(text)
      if (known === undefined) byText.set(text, [{ problem, parameters }])
      else if (known.at(-1)?.parameters !== parameters) known.push({ problem, parameters })
    }
  return [...byText.values()].flatMap((cases) => {
    const [first] = cases
    if (first === undefined) return []
    const { place, message } = first.problem
    if (cases.length === found.length) return [{ place, message }]
    const others = cases.length === 1 ? "" : ` and ${cases.length - 1} more`
    return [{ place, message: `${message} (in the condition ${parametersText(first.parameters)}${others})` }]
  })
}
