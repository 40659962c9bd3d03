/** Where a seed fails, how few of its operations it takes. */
import { type Report, run } from "./Run.ts"
import type { Broken } from "./World.ts"

/** The report of the shortest run of a seed that still fails, found by halving; null where the seed does not fail. */
export const shortest = (seed: number, operations: number, broken: Broken = {}): Report | null => {
  const whole = run(seed, operations, broken)
  if (whole.problem === null) return null
  let [passes, fails] = [0, Math.min(operations, whole.problem.operation)]
  let found = run(seed, fails, broken)
  while (fails - passes > 1) {
    const half = Math.floor((passes + fails) / 2)
    const report = run(seed, half, broken)
    if (report.problem === null) passes = half
    else {
      found = report
      fails = half
    }
  }
  return found
}
