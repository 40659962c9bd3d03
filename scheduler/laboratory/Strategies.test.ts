/** Strategies of one's own from files: loading, the examples, and their guard in workers. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Either } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import type { Digest } from "./Digest.ts"
import { run } from "./engine/Run.ts"
import { fingerprintOf, planRuns } from "./Folder.ts"
import { withoutChance } from "./Guard.ts"
import { perform } from "./Pool.ts"
import { problemText } from "./Source.ts"
import { load } from "./Strategies.ts"
import { namedOf, read, type Study } from "./Study.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "strategies-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const example = (name: string): string => fileURLToPath(new URL(`./examples/${name}`, import.meta.url))
const written = (text: string): string => {
  const file = join(folder, "mine.ts")
  writeFileSync(file, text)
  return file
}
const scenarioOf = (replicates: number) => `
name: small
horizon: { days: 20 }
agents: 20
populations:
  - { name: everyone, share: 1, strategy: mine, behaviours: [{ strategy: ignores }] }
dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.5 } }
experiment: { replicates: ${replicates} }
`
const scenario = scenarioOf(4)
const loaded = async (file: string) => Either.getOrThrowWith(await load(file), (why) => new Error(why))
const study = (text: string, strategies?: Awaited<ReturnType<typeof loaded>>): Study =>
  Either.getOrThrowWith(
    read("s.yaml", text, { set: [], runs: undefined, strategies }, () => Either.left("no file")),
    (problems) => new Error(problems.map(problemText).join("\n")),
  )
const problems = (text: string, strategies?: Awaited<ReturnType<typeof loaded>>): string => {
  try {
    study(text, strategies)
    return ""
  } catch (error) {
    return error instanceof Error ? error.message : ""
  }
}

describe("a file of strategies", () => {
  it.each([
    [null, "there is no such file"],
    ["export const others = 1", "it must export strategies"],
    [
      "export const strategies = { mine: { brake: () => true } }",
      "the strategy mine has brake, which is no choice; did you mean break?",
    ],
    ["throw new Error('not now\\nnever')", "it can't be loaded: not now"],
  ])("that is wrong is refused in one line: %j", async (text, line) => {
    const file = text === null ? join(folder, "none.ts") : written(text)
    expect(await load(file)).toEqual(Either.left(line))
  })

  it("must have the strategies that the scenario names, at their places", async () => {
    expect(problems(scenario)).toBe(
      "s.yaml:6:43: mine is a strategy of your own; name the file that exports it with --strategies",
    )
    const file = written("export const strategies = { mina: {} }")
    const other = await loaded(file)
    expect(problems(scenario, other)).toBe(`s.yaml:6:43: ${file} has no strategy mine; did you mean mina?`)
    const office = scenario.replace("strategy: mine,", "").concat("judge: { strategy: zzzzzzzzz }\n")
    expect(problems(office, other)).toContain(`${file} has no strategy zzzzzzzzz; it has mina`)
    const custom = scenario
      .replace("strategy: mine,", "")
      .replace("strategy: ignores", "strategy: custom, name: mina")
    expect(problems(custom, other)).toBe("")
  })

  it("is part of the fingerprint, with what it imports", async () => {
    mkdirSync(join(folder, "parts"))
    const imported = join(folder, "parts", "More.ts")
    writeFileSync(imported, "export const more = 1\n")
    const file = written('import "./parts/More.ts"\nexport const strategies = { mine: {} }\n')
    const one = fingerprintOf(study(scenario, await loaded(file)))
    expect(fingerprintOf(study(scenario, await loaded(file)))).toBe(one)
    writeFileSync(imported, "export const more = 2\n")
    expect(fingerprintOf(study(scenario, await loaded(file)))).not.toBe(one)
  })
})

describe("the examples", () => {
  const conditionsOf = async (name: string) => {
    const strategies = await loaded(example(`${name}.ts`))
    const { conditions } = study(readFileSync(example(`${name}.yaml`), "utf8"), strategies)
    return conditions.map(({ scenario }) => run(scenario, { strategies: strategies.given }))
  }

  it("bandit: traders learn to break their dealings if nobody sues, and to keep them if everybody does", async () => {
    const shares = (await conditionsOf("bandit")).map(({ memory }) => {
      const mine = needPresent(memory, "the memories")
      let [kept, broken] = [0, 0]
      for (let i = 0; i < mine.length; i += 16) {
        kept += mine[i] ?? 0
        broken += mine[i + 2] ?? 0
      }
      return broken / (kept + broken)
    })
    expect(shares[0]).toBeGreaterThan(0.85)
    expect(shares[2]).toBeLessThan(0.12)
  })

  it("PD11 §10 colluders: farmed points soften the reputation of accomplices, and keep no accomplice out of default", async () => {
    const [none, , eight] = await conditionsOf("colluders")
    const population = (found: typeof none) =>
      Array.from(found?.agents.reputation ?? []).filter((_, i) => found?.agents.population[i] === 1)
    const mean = (values: ReadonlyArray<number>) => values.reduce((a, b) => a + b, 0) / values.length
    expect(mean(population(eight))).toBeGreaterThan(mean(population(none)) + 3)
    expect(none?.totals.agentsInDefault).toBe(eight?.totals.agentsInDefault)
  })
})

describe("a worker with strategies", () => {
  const performed = async (text: string, workers: number, replicates = 4, answerMs?: number) => {
    const strategies = await loaded(written(text))
    const one = study(scenarioOf(replicates), strategies)
    const out = join(folder, `out-${workers}`)
    mkdirSync(join(out, "runs"), { recursive: true })
    const totals = new Map<number, Digest["totals"]>()
    const errors: Array<string> = []
    await perform({
      setup: {
        folder: out,
        fingerprint: "f",
        scenarios: one.conditions.map((condition) => condition.scenario),
        named: namedOf(one),
        entries: false,
        strategies: strategies.url,
      },
      runs: planRuns(one),
      workers,
      signal: new AbortController().signal,
      ...(answerMs === undefined ? {} : { answerMs }),
      done: async ({ run: number }, digest) => void totals.set(number, digest.totals),
      failed: async (_, { error }) => void errors.push(error),
      progress: () => {},
    })
    return { totals: [...totals].sort(([a], [b]) => a - b), errors }
  }

  it("gives the same results with any number of workers, even if the module counts for itself", {
    timeout: 60_000,
  }, async () => {
    const counting =
      "let asked = 0\nexport const strategies = { mine: { break: ({ random }) => asked++ % 3 === 0 || random() < 0.2 } }"
    const one = await performed(counting, 1)
    expect(one.totals).toHaveLength(4)
    expect(await performed(counting, 2)).toEqual(one)
  })

  it("is ended if a strategy gives no answer, and says which, of whom and at which choice", {
    timeout: 60_000,
  }, async () => {
    // Each run ends the thread of its worker, so that the next run begins another.
    const { errors, totals } = await performed(
      "export const strategies = { mine: { deal: () => { for (;;); } } }",
      1,
      2,
      400,
    )
    expect(totals).toEqual([])
    expect(errors).toHaveLength(2)
    for (const error of errors)
      expect(error).toMatch(
        /^the strategy mine of population everyone \(agent \d+\) gave no answer to deal within 0.4 s$/,
      )
  })

  it("refuses chance and the clock", { timeout: 60_000 }, async () => {
    const { errors } = await performed(
      "export const strategies = { mine: { break: () => Math.random() < 0.5 } }",
      1,
      1,
    )
    expect(errors[0]).toMatch(/agent \d+\) failed at break: Math.random differs from run to run/)
    expect(() => withoutChance(() => Date.now())).toThrow("Date.now differs from run to run")
    expect(Date.now()).toBeGreaterThan(0)
  })
})
