/**
 * The facts that a researcher must be able to cite: every value of the runs with its origin, the schema's defaults, and how many runs are
 * enough.
 */
import { readFileSync } from "node:fs"
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { adviceText, advise, nextRuns } from "./Advice.ts"
import * as Check from "./engine/Check.ts"
import type { Scenario } from "./engine/Scenario.ts"
import { findings } from "./Findings.ts"
import { resolveScenario, rows } from "./Resolved.ts"
import { studyJsonSchema } from "./Schema.ts"
import { problemText } from "./Source.ts"
import { estimate, sampleFor } from "./Statistics.ts"
import { read, type Study } from "./Study.ts"
import { digests } from "./testing/Digests.ts"

const text = (experiment: string, arrivals = "{ kind: poisson, perAgentPerDay: 0.1 }") => `name: s
horizon: { days: 60 }
agents: 100
populations:
  - { name: honest, share: rest, behaviours: [{ strategy: honours-promptly }] }
  - { name: defaulters, share: 0.1, behaviours: [{ strategy: ignores }] }
dealings: { arrivals: ${arrivals} }
experiment: ${experiment}
`
const studied = (experiment: string, arrivals?: string) =>
  read("s.yaml", text(experiment, arrivals), { set: ["judge.decisionHours=3"], runs: undefined }, () =>
    Either.right("atHours\n1\n2\n"),
  )
const study = (experiment: string, arrivals?: string): Study =>
  Either.getOrThrow(studied(experiment, arrivals))

describe("the resolved scenario", () => {
  it("has every value that the runs use, with its origin", () => {
    const of = study("{ grid: { schedule.noticeHours: [24, 72], populations.honest.breaches: [0, 0.1] } }")
    const found = Object.fromEntries(rows(of).map(({ path, ...row }) => [path, row]))
    expect(found["judge.errorRate"]).toEqual({ value: 0.05, from: "default", varies: false })
    expect(found["judge.decisionHours"]).toEqual({ value: 3, from: "stated", varies: false })
    expect(found["populations.honest.share"]).toEqual({ value: 0.9, from: "stated", varies: false })
    expect(found["populations.honest.breaches"]).toEqual({ value: 0, from: "stated", varies: true })
    expect(found["populations.defaulters.asCreditor.confirmHours"]).toMatchObject({
      value: { uniform: [1, 36] },
    })
    expect(found["schedule.noticeHours"]).toEqual({ value: 24, from: "stated", varies: true })
    expect(found["schedule.attestationDisputeHours"]).toMatchObject({ from: "Schedule" })
    expect(found.start).toMatchObject({ value: "2027-01-01T00:00:00.000Z", from: "default" })
  })

  it("is a scenario that gives the same runs, but for the figures of the Schedule and the limit of means that it spells out", () => {
    const of = study("{}")
    const again = Either.getOrThrow(Check.read(resolveScenario(of)))
    const { restrictedDays, ...measures } = again.measures
    expect(restrictedDays).toBe(30)
    expect({ ...again, schedule: {}, measures }).toEqual(of.conditions[0].scenario)
  })

  it("names a table of arrivals instead of repeating it", () => {
    const { dealings } = resolveScenario(
      study("{}", "{ kind: csv, file: a.csv }"),
    ) as unknown as typeof Scenario.Encoded
    expect(dealings.arrivals).toEqual({ kind: "csv", file: "a.csv", of: "dealings" })
  })
})

describe("the JSON Schema of a scenario", () => {
  type Node = { readonly [key: string]: unknown }
  const schema = studyJsonSchema() as { readonly $defs: Readonly<Record<string, Node>> }
  /** Every property of every object in the schema, by its name. */
  const properties = (node: unknown): ReadonlyArray<readonly [string, Node]> => {
    if (typeof node !== "object" || node === null) return []
    const own = "properties" in node ? Object.entries(node.properties as Record<string, Node>) : []
    return [...own, ...Object.values(node).flatMap(properties)]
  }

  it("says what each member means, in words of the laboratory; the form of a union is described beside the member that names it", () => {
    const names = ["kind", "strategy"]
    const silent = properties(schema)
      .filter(([name]) => !names.includes(name))
      // The words of the schema library begin with a small letter.
      .filter(([, { description = "" }]) => !/^[A-Z[]/.test(String(description)))
      .map(([name]) => name)
    expect([...new Set(silent)]).toEqual([])
  })

  it("has each default as a file would state it", () => {
    const found = properties(schema)
    const of = (name: string) => found.filter(([one]) => one === name).map(([, node]) => node.default)
    expect(of("decisionHours")).toContainEqual({ uniform: [1, 12] })
    expect(of("errorRate")).toEqual([0.05, 0.02, 0.02])
    expect(of("everyHours")).toContain(24)
    expect(of("replicates")).toEqual([undefined])
  })
})

describe("a mistake that several conditions have", () => {
  it("is said once: without a condition if all have it, and with the first if some have it", () => {
    const all = studied("{ grid: { judge.errorRate: [0, 0.1, 0.2], agents: [1] } }")
    expect(Either.getOrElse(all, (found) => found.map(problemText))).toEqual([
      "s.yaml:8:55: agents: must be from 2 to 100000000",
    ])
    const some = studied("{ grid: { judge.errorRate: [0, 1.5], agents: [5, 6, 7] } }")
    expect(Either.getOrElse(some, (found) => found.map(problemText))).toEqual([
      "s.yaml:8:23: judge.errorRate: must be from 0 to 1 (in the condition judge.errorRate = 1.5, agents = 5 and 2 more)",
    ])
  })
})

describe("advice on the number of runs", () => {
  it("is the number whose t-interval reaches no further", () => {
    for (const [sd, half] of [
      [1, 2],
      [1, 0.5],
      [3, 0.2],
    ] as const) {
      const n = sampleFor(sd, half, 100_000) ?? 0
      // Values with this standard deviation, as many as are advised and one fewer.
      const reach = (count: number) => {
        const values = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 1 : -1))
        const { sd: own, high, mean } = estimate(values)
        return (((high ?? 0) - mean) * sd) / (own ?? 1)
      }
      expect(reach(n)).toBeLessThanOrEqual(half)
      if (n > 2) expect(reach(n - 1)).toBeGreaterThan(half)
    }
    expect(sampleFor(1, 0.0001, 1000)).toBeNull()
  })

  it("follows from the condition whose runs differ most, and one run asks for a few first", () => {
    const several = study("{ replicates: 5, outcomes: [defaultRate] }")
    const found = findings(several, digests(several))
    const [only] = advise(found)
    expect(only?.measure).toBe("defaultRate")
    expect(only?.runs[1]).toBeGreaterThan(only?.runs[0] ?? Number.NaN)
    expect(adviceText(found)).toMatch(
      /^Runs that each condition needs .* its 5 runs: default rate \d+ and \d+\. A greater --runs/,
    )
    const one = study("{ outcomes: [defaultRate] }")
    expect(adviceText(findings(one, digests(one)))).toMatch(/^One run .* Begin with --runs 5/)
  })
})

describe("the tables", () => {
  it("are written without any library for drawing: nothing that is loaded at first imports a chart or the report", () => {
    const loaded = new Set<string>()
    const waiting = [new URL("./Simulate.ts", import.meta.url).href]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (loaded.has(at)) continue
      loaded.add(at)
      const source = readFileSync(new URL(at), "utf8")
      for (const [, path = ""] of source.matchAll(/^(?:import|export) (?!type )[^"()]*from "(\.[^"]+)"/gm))
        waiting.push(new URL(path, at).href)
    }
    expect([...loaded].some((path) => path.endsWith("/Tables.ts"))).toBe(true)
    expect([...loaded].filter((path) => /\/charts\/|\/Report\.ts$/.test(path))).toEqual([])
  })
})

describe("runs until an interval is narrow enough", () => {
  const next = (within: number, most: number) => {
    const of = study(`{ until: { measure: defaultRate, within: ${within}, most: ${most} }, replicates: 4 }`)
    return nextRuns(findings(of, digests(of)))
  }
  it("are at most twice as many as there are, and never more than the most", () => {
    expect(next(0.0001, 100)).toBe(8)
    expect(next(0.0001, 6)).toBe(6)
    expect(next(0.0001, 4)).toBeNull()
    expect(next(10, 100)).toBeNull()
    const plain = study("{}")
    expect(nextRuns(findings(plain, []))).toBeNull()
    const nothing = study("{ until: { measure: matters, within: 0.1, most: 90 } }")
    expect(nextRuns(findings(nothing, []))).toBe(10)
  })
})
