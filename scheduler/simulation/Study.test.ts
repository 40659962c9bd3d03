/** Reading scenario files: designs, settings, arrivals, and the places of mistakes. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { type Problem, problemText } from "./Source.ts"
import { type Additions, read } from "./Study.ts"

const lines = (...parts: ReadonlyArray<string>): string => `${parts.join("\n")}\n`

const scenario = [
  "name: small", // 1
  "horizon: { days: 30 }", // 2
  "agents: 10", // 3
  "populations:", // 4
  "  - name: honest", // 5
  "    share: rest", // 6
  "    behaviours: [{ strategy: honours-promptly }]", // 7
  "  - name: defaulters", // 8
  "    share: 0.1", // 9
  "    behaviours: [{ strategy: ignores }]", // 10
  "dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.1 } }", // 11
]
const nothing: Additions = { set: [], runs: undefined }
const noFile = () => Either.left("there is no such file")

const study = (text: string, additions: Partial<Additions> = {}) => {
  const found = read("s.yaml", text, { ...nothing, ...additions }, noFile)
  if (Either.isLeft(found)) throw new Error(found.left.map(problemText).join("\n"))
  return found.right
}
const problems = (
  text: string,
  additions: Partial<Additions> = {},
  file: Parameters<typeof read>[3] = noFile,
): ReadonlyArray<string> =>
  Either.match(read("s.yaml", text, { ...nothing, ...additions }, file), {
    onLeft: (found: ReadonlyArray<Problem>) => found.map(problemText),
    onRight: () => [],
  })

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

describe("mistakes in a study are reported with their places", () => {
  const replaced = (line: number, text: string) => lines(...scenario.with(line - 1, text))
  const tabled = replaced(11, "dealings: { arrivals: { kind: csv, file: a.csv } }")
  const cases: ReadonlyArray<readonly [what: string, text: string, start: string]> = [
    [
      "an unknown key",
      replaced(3, "agnets: 10"),
      "s.yaml:3:1: agnets: unknown key agnets; did you mean agents?",
    ],
    ["a key that is missing", replaced(3, ""), "s.yaml:1:1: agents: agents is missing"],
    [
      "shares that don't add up",
      replaced(6, "    share: 0.8"),
      "s.yaml:5:3: populations: the shares of the populations must add up to 1; they add up to 0.9",
    ],
    [
      "a negative delay",
      replaced(10, "    behaviours: [{ strategy: honours-late, lateHours: -3 }]"),
      "s.yaml:10:55: populations.1.behaviours.0.lateHours: must not be negative",
    ],
    [
      "a horizon before the start",
      lines(...scenario.with(1, "horizon: 2020-01-01T00:00:00Z")),
      "s.yaml:2:10: horizon: the horizon, 2020-01-01T00:00:00.000Z, must lie after the start",
    ],
    [
      "a figure that the Schedule doesn't have",
      lines(...scenario, "schedule: { notceHours: 24 }"),
      "s.yaml:12:25: schedule.notceHours: the Schedule has no figure notceHours; did you mean noticeHours",
    ],
    [
      "a path of a parameter that doesn't exist",
      lines(...scenario, "experiment:", "  grid:", "    schedule.windowHours: [1]"),
      "s.yaml:14:5: schedule.windowHours: the Schedule has no figure windowHours",
    ],
    [
      "a measure that doesn't exist, in one line",
      lines(...scenario, "experiment:", "  outcomes: [defaultRat]"),
      "s.yaml:13:14: experiment.outcomes.0: there is no measure defaultRat; did you mean defaultRate?",
    ],
    [
      "a population that doesn't exist",
      lines(...scenario, "experiment:", "  grid:", "    populations.defaultres.share: [0.5]"),
      "s.yaml:14:5: populations has no element defaultres; did you mean defaulters?",
    ],
    [
      "a value that its parameter can't have, with the condition",
      lines(...scenario, "experiment:", "  grid:", "    populations.defaulters.share: [0.5, 1.5]"),
      "s.yaml:14:5: populations.1.share: must be from 0 to 1 (in the condition populations.defaulters.share = 1.5)",
    ],
    [
      "a zip of unequal lengths",
      lines(...scenario, "experiment:", "  zip: { agents: [5, 6], seed: [1] }"),
      "s.yaml:13:26: seed: has 1 values and agents has 2",
    ],
    [
      "an unknown key of the experiment",
      lines(...scenario, "experiment:", "  gird: {}"),
      "s.yaml:13:3: experiment.gird: unknown key; the known keys are",
    ],
    [
      "a comparison with a condition that does not exist",
      lines(...scenario, "experiment:", "  grid: { agents: [5, 6] }", "  compare: { agents: 7 }"),
      "s.yaml:14:12: experiment.compare: none of the conditions",
    ],
    [
      "a custom strategy",
      replaced(10, "    behaviours: [{ strategy: custom, name: mine }]"),
      "s.yaml:10:30: a strategy of one's own is in a file",
    ],
    [
      "two shares that are the rest",
      lines(...scenario)
        .replace("share: 0.1", "share: rest")
        .replace("share: 0.9", "share: rest"),
      "share: only one share of a list can be `rest`",
    ],
    [
      "more conditions than a study may have",
      lines(
        ...scenario,
        "experiment:",
        `  grid: { ${["a", "b", "c", "d", "e", "f"].map((name) => `agents.${name}: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]`).join(", ")} }`,
      ),
      "s.yaml:13:3: grid: gives 1000000 conditions; a study has at most 100000",
    ],
    ["broken syntax", "name: [a\nhorizon: 3\n", "s.yaml:2:1: "],
    ["a key given twice", replaced(3, "name: again"), "s.yaml:3:1: Map keys must be unique"],
    ["no mapping", "- a\n", "s.yaml:1:1: a scenario must be a mapping"],
    ["nothing", "", "s.yaml:1:1: a scenario must be a mapping"],
    ["a file of arrivals that does not exist", tabled, "s.yaml:11:42: there is no such file"],
  ]
  it.each(cases)("%s", (_, text, start) => {
    const found = problems(text)
    expect(found.join("\n")).toContain(start)
    expect(found.length).toBeLessThanOrEqual(2)
  })

  it("all mistakes at once", () => {
    const text = lines(...scenario.with(2, "agents: 1").with(8, "    share: 2"), "typo: 1")
    expect(problems(text).length).toBeGreaterThanOrEqual(3)
  })

  it.each([
    ["--set agents", { set: ["agents"] }, "--set agents: must be path=value"],
    ["--set agents=one", { set: ["agents=one"] }, "--set agents=one: agents: "],
    [
      "--set agnets=3",
      { set: ["agnets=3"] },
      "--set agnets=3: agnets: unknown key agnets; did you mean agents?",
    ],
    ["--set agents.x=3", { set: ["agents.x=3"] }, "--set agents.x=3: agents is 10 and has no x"],
    ["--runs 0", { runs: "0" }, "--runs 0: must be a whole number from 1"],
    ["--runs many", { runs: "many" }, "--runs many: must be a whole number"],
  ])("%s", (_, additions, start) => {
    expect(problems(lines(...scenario), additions)[0]).toContain(start)
  })

  it.each([
    ["an unknown column", "atHours,who\n1,2\n", "a.csv:1:9: unknown or repeated column who"],
    ["a field that is no number", "atHours,respondent\n1,3\n2,x\n", 'a.csv:3:3: respondent can\'t be "x"'],
    [
      "a field in quotes that is no number",
      '"atHours","respondent"\n"1","3"\n"2","x"\n',
      'a.csv:3:5: respondent can\'t be "x"',
    ],
    ["a missing instant", "atHours\nNA\n", 'a.csv:2:1: atHours can\'t be "NA"'],
    ["a short row", "atHours,respondent\n1\n", "a.csv:2:1: the row has 1 fields, but the header has 2"],
    ["an agent that does not exist", "atHours,respondent\n1,99\n", "a.csv:2:1: "],
  ])("%s in the file of arrivals", (_, table, start) => {
    expect(problems(tabled, {}, () => Either.right(table))[0]).toContain(start)
  })
})

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
    expect(told("{ from: d.csv }", "judge.errorRate\n0.1\nx\n")).toContain("judge.errorRate: Expected number")
    expect(told("{ from: d.csv }", "a,a\n1,\n2\n")).toMatch(
      /d.csv:1:3: column 2.*\n.*d.csv:2:3: a value is missing\n.*d.csv:3:1: the row has 1 fields/,
    )
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

  it("begin with five runs until an interval is narrow enough", () => {
    const study = Either.getOrThrow(designed("{ until: { measure: matters, within: 0.1, most: 9 } }"))
    expect(study.seeds).toEqual([1, 2, 3, 4, 5])
  })
})
