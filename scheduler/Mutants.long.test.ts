/** Courts that break a rule, each of which the random operations of `npm run seeds` must find. */

import { setImmediate as immediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { needPresent } from "../core/kernel/Defect.ts"
import { mutants } from "./testing/seeded/Mutants.ts"
import { run, shortest } from "./testing/seeded/Run.ts"

const operations = 500
/** Every mutant is found within these seeds. The rarest shows in one seed of five, and a change of any id leads to other operations. */
const foundWithin = Array.from({ length: 24 }, (_, i) => i + 1)

describe("mutants", () => {
  it.each(mutants)("a court that $breaks is found within 24 seeds", { timeout: 120_000 }, async (mutant) => {
    const found = (seed: number): boolean =>
      run(seed, mutant.ofMoney === true ? 2 * operations : operations, mutant).problem?.broken.some((what) =>
        mutant.foundAs.some((name) => what.startsWith(name)),
      ) ?? false
    for (const seed of foundWithin) {
      // A worker that says nothing for a minute is taken for dead, and the runs of a seed give no other turn.
      await immediate()
      if (found(seed)) return
    }
    expect.unreachable("no seed found it")
  })

  it("the shortest failing run fails, and a shorter one does not", { timeout: 60_000 }, () => {
    const [mutant] = mutants
    const found = shortest(1, operations, mutant)
    const fewest = needPresent(found, "a failing run")
    expect(run(1, fewest.operations, mutant)).toEqual(fewest)
    expect(fewest.problem).not.toBeNull()
    expect(run(1, fewest.operations - 1, mutant).problem).toBeNull()
  })
})
