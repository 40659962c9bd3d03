/** The study that a file is read to: its conditions, seeds, settings and arrivals. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { read } from "./Study.ts"
import { lines, nothing, problems, scenario, study } from "./testing/Read.ts"

describe("a study", () => {
  it("without an experiment has one condition and one run, on the scenario's seed", () => {
    const { name, conditions, seeds, varied } = study(lines(...scenario, "seed: 7"))
    expect({ name, seeds, varied }).toEqual({ name: "small", seeds: [7], varied: [] })
    expect(conditions).toHaveLength(1)
    expect(conditions[0].scenario.populations.map(({ share }) => share)).toEqual([0.9, 0.1])
  })

  it("can be written in JSON", () => {
    const populations = [{ name: "all", share: 1, behaviours: [{ strategy: "ignores" }] }]
    const dealings = { arrivals: { kind: "fixed", everyHours: 24 } }
    const text = JSON.stringify({ name: "j", horizon: { days: 1 }, agents: 2, populations, dealings })
    expect(study(text).name).toBe("j")
  })

  it("has a condition for every combination of a grid, the last parameter varying fastest, all on the same seeds", () => {
    const text = lines(
      ...scenario,
      "experiment:",
      "  grid: { schedule.noticeHours: [24, 72], populations.defaulters.share: [0.1, 0.3] }",
      "  replicates: 3",
      "  compare: { schedule.noticeHours: 72, populations.defaulters.share: 0.1 }",
    )
    const { conditions, seeds, compare } = study(text)
    expect(conditions.map(({ parameters }) => Object.values(parameters))).toEqual([
      [24, 0.1],
      [24, 0.3],
      [72, 0.1],
      [72, 0.3],
    ])
    expect(conditions[1]?.scenario.populations[0].share).toBe(0.7)
    expect(conditions[1]?.scenario.schedule).toEqual({ noticeHours: 24 })
    expect(seeds).toEqual([1, 2, 3])
    expect(compare).toBe(2)
  })

  it("refuses entries as CSV in a study that writes no entries, at the place where the file asks for it", () => {
    expect(problems(lines(...scenario, "experiment:", "  entries: false", "  csv: true"))).toEqual([
      "s.yaml:14:8: experiment.csv writes the entries as CSV too, and experiment.entries is false",
    ])
  })

  it("refuses a label of a parameter that doesn't vary, with the nearest that does, and takes labels of priors", () => {
    const grid = "  grid: { schedule.noticeHours: [24, 48] }"
    expect(
      problems(lines(...scenario, "experiment:", grid, "  labels: { schedule.noticeHour: window }")),
    ).toEqual([
      "s.yaml:14:13: experiment.labels: schedule.noticeHour doesn't vary in this study; did you mean schedule.noticeHours?",
    ])
    expect(
      problems(lines(...scenario, "experiment:", grid, "  labels: { judge.errorRate: errors }")),
    ).toEqual([expect.stringContaining("what varies is schedule.noticeHours")])
    expect(problems(lines(...scenario, "experiment:", "  labels: { judge.errorRate: errors }"))).toEqual([
      expect.stringContaining("judge.errorRate doesn't vary in this study; nothing does"),
    ])
    expect(
      problems(
        lines(
          ...scenario,
          "experiment:",
          "  labels: { judge.errorRate: errors }",
          "  calibration: { priors: { judge.errorRate: [0, 0.3] } }",
        ),
      ),
    ).toEqual([])
  })

  it("takes the values of a zip together, combined with those of the grid", () => {
    const text = lines(
      ...scenario,
      "experiment:",
      "  zip: { schedule.noticeHours: [24, 48], schedule.attestationDisputeHours: [24, 48] }",
      "  grid: { judge.errorRate: [0, 0.1] }",
      "  seeds: [5, 9]",
    )
    const { conditions, seeds } = study(text)
    expect(conditions.map(({ parameters }) => Object.values(parameters))).toEqual([
      [24, 24, 0],
      [24, 24, 0.1],
      [48, 48, 0],
      [48, 48, 0.1],
    ])
    expect(seeds).toEqual([5, 9])
  })

  it("varies one parameter at a time from the base, whose values are the scenario's, the defaults or the Schedule's", () => {
    const text = lines(
      ...scenario,
      "experiment:",
      "  sensitivity: { schedule.noticeHours: [24, 168], judge.errorRate: [0, 0.2], agents: [5, 20] }",
    )
    expect(study(text).conditions.map(({ parameters }) => Object.values(parameters))).toEqual([
      [72, 0.05, 10],
      [24, 0.05, 10],
      [168, 0.05, 10],
      [72, 0, 10],
      [72, 0.2, 10],
      [72, 0.05, 5],
      [72, 0.05, 20],
    ])
  })

  it("takes settings and the number of runs from the command line", () => {
    const { conditions, seeds } = study(lines(...scenario), {
      set: ["agents=50", "populations.defaulters.share=0.2", "seed=3"],
      runs: "2",
    })
    expect(conditions[0].scenario.agents).toBe(50)
    expect(conditions[0].scenario.populations.map(({ share }) => share)).toEqual([0.8, 0.2])
    expect(seeds).toEqual([3, 4])
  })

  it("reads arrivals from a CSV file beside it", () => {
    const text = lines(...scenario.slice(0, -1), "dealings: { arrivals: { kind: csv, file: arrivals.csv } }")
    const found = read("dir/s.yaml", text, nothing, (path) =>
      path.endsWith("/dir/arrivals.csv")
        ? Either.right("atHours,respondent,valueCents,broken\n1.5,3,500,true\n2,,,\n")
        : Either.left(path),
    )
    expect(Either.getOrThrow(found).conditions[0].scenario.dealings.arrivals).toMatchObject({
      kind: "listed",
      items: [{ atHours: 1.5, respondent: 3, valueCents: 500, broken: true }, { atHours: 2 }],
    })
  })
})

describe("arrivals from a CSV file", () => {
  it.each([
    ["written by hand", "atHours,respondent,broken\n1.5,3,true\n2,,\n"],
    [
      "written by R, with quotes, row names and NA",
      '"","atHours","respondent","broken"\n"1",1.5,3,TRUE\n"2",2,NA,NA\n',
    ],
    ["written by pandas, with its index", ",atHours,respondent,broken\n0,1.5,3,True\n1,2.0,,\n"],
    ["with every field in quotes", '"atHours","respondent","broken"\r\n"1.5","3","true"\r\n"2","",""\r\n'],
  ])("%s", (_, table) => {
    const text = lines(...scenario.slice(0, -1), "dealings: { arrivals: { kind: csv, file: arrivals.csv } }")
    const found = read("s.yaml", text, nothing, () => Either.right(table))
    expect(Either.getOrThrow(found).conditions[0].scenario.dealings.arrivals).toMatchObject({
      items: [{ atHours: 1.5, respondent: 3, broken: true }, { atHours: 2 }],
    })
  })
})
