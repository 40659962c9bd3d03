/** The whole court with random operations and faults: a few seeds here, and a thousand by `npm run seeds`. */
import { pathToFileURL } from "node:url"
import { describe, expect, it } from "vitest"
import { product, root, sources } from "../core/testing/Sources.ts"
import { run } from "./testing/seeded/Run.ts"

const operations = 300
const seeds = [1, 2, 3]

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
    const [first, again, other] = [run(7, 60), run(7, 60), run(8, 60)]
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
