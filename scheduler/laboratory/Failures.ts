/** The runs that failed, in words: what failed alike is said once. */
import type { FailedRun } from "./Folder.ts"
import { separate } from "./Numbers.ts"

/** Errors that differ in nothing but numbers are alike: one mistake meets another agent at another hour in each run. */
const kindOf = (error: string): string => error.replaceAll(/\d+(\.\d+)?/g, "#")

/** A line for each kind of error, with how many runs have it, and the first of them. */
export const failureLines = (failed: ReadonlyArray<FailedRun>): ReadonlyArray<string> => {
  const kinds = new Map<string, Array<FailedRun>>()
  for (const one of [...failed].sort((a, b) => a.run - b.run)) {
    const known = kinds.get(kindOf(one.error))
    if (known === undefined) kinds.set(kindOf(one.error), [one])
    else known.push(one)
  }
  return [...kinds.values()].flatMap((alike) => {
    const [first] = alike
    if (first === undefined) return []
    const { run, seed, error } = first
    if (alike.length === 1) return [`run ${run} (seed ${seed}) failed: ${error}`]
    const same = alike.every((one) => one.error === error) ? "" : "; the others differ in numbers"
    return [
      `${separate(String(alike.length))} runs failed: ${error} (the first is run ${run}, seed ${seed}${same})`,
    ]
  })
}
