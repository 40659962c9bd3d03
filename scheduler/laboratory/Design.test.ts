/** The designs of an experiment: files, samples, settings of the command line, shares that vary. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { problemText } from "./Source.ts"
import { read } from "./Study.ts"
import { lines, problems, scenario, study } from "./testing/Read.ts"

describe("designs", () => {
  const designed = (experiment: string, table = "") =>
    read("s.yaml", lines(...scenario, `experiment: ${experiment}`), { set: [], runs: undefined }, () =>
      Either.right(table),
    )
  const parametersOf = (experiment: string, table?: string) =>
    Either.getOrThrow(designed(experiment, table)).conditions.map(({ parameters }) => parameters)
  const told = (experiment: string, table?: string) =>
    Either.match(designed(experiment, table), {
      onLeft: (all) => all.map(problemText).join("\n"),
      onRight: () => "",
    })
  const ranges = "ranges: { judge.errorRate: [0, 0.2], schedule.noticeHours: [24, 168] }"

  it("take conditions from a CSV file, also as R writes it", () => {
    const table = '"","judge.errorRate","schedule.noticeHours"\n"1",0.1,24\n"2",0.2,72\n'
    expect(parametersOf("{ from: d.csv }", table)).toEqual([
      { "judge.errorRate": 0.1, "schedule.noticeHours": 24 },
      { "judge.errorRate": 0.2, "schedule.noticeHours": 72 },
    ])
    expect(told("{ from: d.csv }", "judge.errorRate\n0.1\nx\n")).toContain(
      'judge.errorRate: must be a number, not "x"',
    )
    expect(told("{ from: d.csv }", "a,a\n1,\n2\n")).toMatch(
      /d.csv:1:3: column 2.*\n.*d.csv:2:3: a value is missing\n.*d.csv:3:1: the row has 1 fields/,
    )
    expect(told("{ from: d.csv }", '"","agents"\n"1",NA\n')).toBe("d.csv:2:5: a value is missing")
    expect(told("{ from: d.csv }", '"agents"\n"1",4\n"2",5\n')).toContain("one field more than the header")
    expect(told("{ from: d.csv }", "a\n")).toContain("there is no row with a condition")
  })

  it.each([
    ["latin", 6],
    ["morris", 18],
    ["saltelli", 24],
  ])("sample ranges by the method %s: %i conditions of 6 points", (method, count) => {
    const found = parametersOf(`{ sample: { method: ${method}, points: 6, ${ranges} } }`)
    expect(found).toHaveLength(count)
    for (const one of found) {
      expect(one["judge.errorRate"]).toBeLessThanOrEqual(0.2)
      expect(Number.isInteger(one["schedule.noticeHours"])).toBe(true)
    }
  })

  it.each([
    [
      `{ sample: { method: latin, points: 6, ${ranges} }, grid: { agents: [5, 6] } }`,
      "sample: can't be combined",
    ],
    ["{ from: d.csv, grid: { agents: [5, 6] } }", "from: can't be combined"],
    ["{ sample: { method: latin, points: 6, ranges: {} } }", "ranges: has no parameter"],
    [`{ sample: { method: saltelli, points: 50000, ${ranges} } }`, "points: gives 200000 conditions"],
    [`{ sample: { method: morris, points: 6, levels: 5, ${ranges} } }`, "must be even"],
    [
      "{ until: { measure: matters, within: 0.1, most: 9 }, seeds: [1] }",
      "until: can't be given together with seeds",
    ],
  ])("refuse %s", (experiment, message) => {
    expect(told(experiment, "agents\n5\n")).toContain(message)
  })

  it("take settings of the command line, but none that every condition sets anew", () => {
    const text = lines(...scenario, "experiment:", "  grid: { judge.errorRate: [0, 0.1] }")
    expect(study(text, { set: ["experiment.replicates=3"] }).seeds).toEqual([1, 2, 3])
    expect(study(text, { set: ["experiment.grid={}"] }).conditions).toHaveLength(1)
    expect(problems(text, { set: ["judge.errorRate=0.2"] })).toEqual([
      "--set judge.errorRate=0.2: experiment.grid gives judge.errorRate its values, so this setting would change nothing; change experiment.grid",
    ])
    const sensitive = lines(...scenario, "experiment:", "  sensitivity: { judge.errorRate: [0, 0.1] }")
    expect(
      study(sensitive, { set: ["judge.errorRate=0.2"] }).conditions.map((one) => one.parameters),
    ).toEqual([0.2, 0, 0.1].map((rate) => ({ "judge.errorRate": rate })))
  })

  it("tell a mistake once though its number differs from condition to condition", () => {
    const text = lines(
      ...scenario.with(5, "    share: 0.5"),
      "experiment:",
      "  grid: { populations.defaulters.share: [0.1, 0.2, 0.9], judge.errorRate: [0, 0.1] }",
    )
    expect(problems(text)).toHaveLength(1)
    expect(problems(text)[0]).toMatch(/add up to 0.6 \(in the condition .*; 5 more have such a mistake\)$/)
  })

  it("refuse a share that leaves nothing for the rest", () => {
    expect(problems(lines(...scenario), { set: ["populations.defaulters.share=1"] })).toEqual([])
    const text = lines(...scenario, "experiment:", "  grid: { populations.defaulters.share: [0.5, 1.2] }")
    expect(problems(text)[0]).toContain("nothing is left for `rest`, since the other shares add up to 1.2")
  })

  it("begin with five runs until an interval is narrow enough", () => {
    const study = Either.getOrThrow(designed("{ until: { measure: matters, within: 0.1, most: 9 } }"))
    expect(study.seeds).toEqual([1, 2, 3, 4, 5])
  })
})
