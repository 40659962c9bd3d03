/** The whole court with random operations and faults: a few seeds here, and a thousand by `npm run seeds`. */

import { setImmediate as immediate } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import { present } from "../core/kernel/Defect.ts"
import { product, root, sources } from "../core/testing/Sources.ts"
import { mutants } from "./testing/seeded/Mutants.ts"
import { run, shortest } from "./testing/seeded/Run.ts"

const operations = 500
const upTo = (last: number): ReadonlyArray<number> => Array.from({ length: last }, (_, i) => i + 1)
const seeds = upTo(6)
/** Every mutant is found within these seeds. The rarest shows in one seed of five, and a change of any id leads to other operations. */
const foundWithin = upTo(24)

const isCommand = (value: unknown): value is { readonly name: string } =>
  typeof value === "object" && value !== null && "gather" in value && "decide" in value

describe("a court with random operations, failing stores, differing clocks and ending processes", () => {
  it.each(seeds)(
    "seed %i: no acknowledged act is lost, and every invariant holds",
    {
      timeout: 60_000,
    },
    (seed) => {
      expect(run(seed, operations).problem).toBeNull()
    },
  )

  it("a seed gives the same records and the same journal again, and another seed gives others", {
    timeout: 60_000,
  }, () => {
    const [first, again, other] = [run(7, 150), run(7, 150), run(8, 150)]
    expect(first.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(again).toEqual(first)
    expect(other.hash).not.toBe(first.hash)
  })

  it("every command of the core is requested by an act or run by the scheduler", async () => {
    // A sandbox has a clock of its own, which the seeds don't use.
    const modules = product.filter(
      ({ path }) => path.startsWith("core/") && !path.startsWith("core/sandbox/"),
    )
    const exported = await Promise.all(
      modules.map(async ({ path }) => {
        const found: Readonly<Record<string, unknown>> = await import(pathToFileURL(`${root}${path}`).href)
        return Object.entries(found).flatMap(([name, value]) => (isCommand(value) ? [name] : []))
      }),
    )
    const commands = exported.flat()
    const asked = sources.filter(
      ({ path, product: ships }) =>
        path === "core/Deadlines.ts" ||
        (path.startsWith("scheduler/") && (ships || path.startsWith("scheduler/testing/seeded/acts/"))),
    )
    const named = (command: string) => asked.some(({ text }) => new RegExp(`\\b${command}\\b`).test(text))
    expect(commands.length).toBeGreaterThan(60)
    expect(commands.filter((command) => !named(command))).toEqual([])
  })
})

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
    const fewest = present(found, "a failing run")
    expect(run(1, fewest.operations, mutant)).toEqual(fewest)
    expect(fewest.problem).not.toBeNull()
    expect(run(1, fewest.operations - 1, mutant).problem).toBeNull()
  })
})
