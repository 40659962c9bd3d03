/** Every mistake in a study is told once, with its place. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { lines, problems, scenario } from "./testing/Read.ts"

describe("mistakes in a study are reported with their places", () => {
  const replaced = (line: number, text: string) => lines(...scenario.with(line - 1, text))
  const experiment = (...given: ReadonlyArray<string>) => lines(...scenario, "experiment:", ...given)
  const tabled = replaced(11, "dealings: { arrivals: { kind: csv, file: a.csv } }")
  const cases: ReadonlyArray<readonly [text: string, start: string]> = [
    [replaced(3, "agnets: 10"), "s.yaml:3:1: agnets: unknown key agnets; did you mean agents?"],
    [replaced(3, ""), "s.yaml:1:1: agents: agents is missing"],
    [
      replaced(6, "    share: 0.8"),
      "s.yaml:5:3: populations: the shares of the populations must add up to 1; they add up to 0.9",
    ],
    [
      replaced(10, "    behaviours: [{ strategy: honours-late, lateHours: -3 }]"),
      "s.yaml:10:55: populations.defaulters.behaviours.0.lateHours: must not be negative",
    ],
    [
      lines(...scenario.with(1, "horizon: 2020-01-01T00:00:00Z")),
      "s.yaml:2:10: horizon: the horizon, 2020-01-01T00:00:00.000Z, must lie after the start",
    ],
    [
      lines(...scenario, "schedule: { notceHours: 24 }"),
      "s.yaml:12:25: schedule.notceHours: the Schedule has no figure notceHours; did you mean noticeHours",
    ],
    [
      experiment("  grid:", "    schedule.windowHours: [1]"),
      "s.yaml:14:5: schedule.windowHours: the Schedule has no figure windowHours",
    ],
    [
      experiment("  outcomes: [defaultRat]"),
      "s.yaml:13:14: experiment.outcomes.0: there is no measure defaultRat; did you mean defaultRate?",
    ],
    [
      experiment("  grid:", "    populations.defaultres.share: [0.5]"),
      "s.yaml:14:5: populations has no element defaultres; did you mean defaulters?",
    ],
    [
      experiment("  grid:", "    populations.1.share: [0.5]"),
      "s.yaml:14:5: populations.1 is called defaulters; write populations.defaulters",
    ],
    [
      experiment("  grid:", "    populations[1].share: [0.5]"),
      "s.yaml:14:5: populations[1]: a path has no brackets; write a dot before the name",
    ],
    [experiment("  outcomes: [matters, defaultRate, matters]"), "matters is listed twice among the outcomes"],
    [
      experiment(
        "  sample: { method: latin, points: 4, ranges: { judge.errorRate: { logUniform: [0, 1] } } }",
      ),
      "must be [from, to] or { logUniform: [from, to] }, two numbers, of logUniform more than 0",
    ],
    [
      experiment("  grid:", "    populations.defaulters.share: [0.5, 1.5]"),
      "s.yaml:14:5: populations.defaulters.share: must be from 0 to 1 (in the condition populations.defaulters.share = 1.5)",
    ],
    [
      experiment("  zip: { agents: [5, 6], seed: [1] }"),
      "s.yaml:13:26: experiment.zip.seed: has 1 values and agents has 2",
    ],
    [experiment("  gird: {}"), "s.yaml:13:3: experiment.gird: unknown key gird; did you mean grid?"],
    [
      experiment("  grid: { agents: [5, 6] }", "  compare: { agents: 7 }"),
      "s.yaml:14:12: experiment.compare: agents is nowhere 7; it is 5, 6",
    ],
    [
      experiment("  grid: { agents: [5, 6] }", "  compare: { agnets: 5 }"),
      "experiment.compare: agnets doesn't vary in this study; did you mean agents?",
    ],
    [
      experiment("  zip: { agents: [5, 6], seed: [1, 2] }", "  compare: { agents: 5, seed: 2 }"),
      "experiment.compare: none of the conditions has these values together",
    ],
    [
      experiment("  sample: { method: latin, points: 4, sed: 2, ranges: { agents: [2, 9] } }"),
      "experiment.sample.sed: unknown key sed; did you mean seed?",
    ],
    [
      experiment("  sample: { method: latn, points: 4, ranges: { agents: [2, 9] } }"),
      "experiment.sample.method: must be one of latin, morris, saltelli, not latn; did you mean latin?",
    ],
    [
      replaced(10, "    behaviours: [{ strategy: custom, name: mine }]"),
      "s.yaml:10:30: mine is a strategy of your own; name the file",
    ],
    [
      lines(...scenario)
        .replace("share: 0.1", "share: rest")
        .replace("share: 0.9", "share: rest"),
      "share: only one share of a list can be `rest`",
    ],
    [
      experiment(
        `  grid: { ${["a", "b", "c", "d", "e", "f"].map((name) => `agents.${name}: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]`).join(", ")} }`,
      ),
      "s.yaml:13:3: experiment.grid: gives 1000000 conditions; a study has at most 100000",
    ],
    ["name: [a\nhorizon: 3\n", "s.yaml:2:1: "],
    [replaced(3, "name: again"), "s.yaml:3:1: Map keys must be unique"],
    ["- a\n", "s.yaml:1:1: a scenario must be a mapping"],
    ["", "s.yaml:1:1: a scenario must be a mapping"],
    [tabled, "s.yaml:11:42: there is no such file"],
  ]
  it.each(cases.map(([text, start]) => [start, text]))("%s", (start, text) => {
    const found = problems(text)
    expect(found.join("\n")).toContain(start)
    expect(found.length).toBeLessThanOrEqual(2)
  })

  it("all mistakes at once", () => {
    const text = lines(...scenario.with(2, "agents: 1").with(8, "    share: 2"), "typo: 1")
    expect(problems(text).length).toBeGreaterThanOrEqual(3)
  })

  it.each([
    [{ set: ["agents"] }, "--set agents: must be path=value"],
    [{ set: ["agents=one"] }, "--set agents=one: agents: "],
    [{ set: ["agnets=3"] }, "--set agnets=3: agnets: unknown key agnets; did you mean agents?"],
    [{ set: ["agents.x=3"] }, "--set agents.x=3: agents is 10 and has no x"],
    [{ set: ["experiment.replicats=3"] }, "--set experiment.replicats=3: experiment.replicats: unknown key"],
    [{ runs: "0" }, "--runs 0: must be a whole number from 1"],
    [{ runs: "many" }, "--runs many: must be a whole number"],
  ])("%j is told as a mistake: %s", (additions, start) => {
    expect(problems(lines(...scenario), additions)[0]).toContain(start)
  })

  it.each([
    ["atHours,who\n1,2\n", "a.csv:1:9: unknown or repeated column who"],
    ["atHours,respondent\n1,3\n2,x\n", 'a.csv:3:3: respondent can\'t be "x"'],
    ['"atHours","respondent"\n"1","3"\n"2","x"\n', 'a.csv:3:5: respondent can\'t be "x"'],
    ["atHours\nNA\n", 'a.csv:2:1: atHours can\'t be "NA"'],
    ["atHours,respondent\n1\n", "a.csv:2:1: the row has 1 fields, but the header has 2"],
    ["atHours,respondent\n1,99\n", "a.csv:2:1: "],
  ])("the file of arrivals %j is told as %s", (table, start) => {
    expect(problems(tabled, {}, () => Either.right(table))[0]).toContain(start)
  })
})
