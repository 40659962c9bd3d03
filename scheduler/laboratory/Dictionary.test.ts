import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { agentColumns, columnsIn, entryColumns, namedColumns } from "./Columns.ts"
import * as Csv from "./Csv.ts"
import { columnsOf, dictionary, type TableName, tables } from "./Dictionary.ts"
import { measureNames, measures } from "./engine/Measure.ts"
import { findings } from "./Findings.ts"
import { namedOf, read } from "./Study.ts"
import * as Tables from "./Tables.ts"
import { digests, smallScenario } from "./testing/Digests.ts"

const studyOf = (text: string) =>
  Either.getOrThrow(read("s.yaml", text, { set: [], runs: undefined }, () => Either.left("no file")))
const rowsOf = (rows: Iterable<Csv.Row>) =>
  Csv.parse([...Csv.textOf(rows)].join("")).map((row) => row.map(({ text }) => text))

const study = studyOf(smallScenario())
const made = digests(study)
const found = findings(study, made)
const written: Readonly<Partial<Record<TableName, Iterable<Csv.Row>>>> = {
  "runs.csv": Tables.runs(study, made, []),
  "timeseries.csv": Tables.timeseries(study, made),
  "summary.csv": Tables.summary(found),
  "survival.csv": Tables.survivals(found),
  "cohorts.csv": Tables.cohorts(study, made),
  "indices.csv": Tables.indexTable(found),
}

describe("the data dictionary", () => {
  it.each(Object.entries(written))("has the columns of %s, and each row has all of them", (name, all) => {
    const [header = [], ...rows] = rowsOf(all)
    expect(header).toEqual(columnsOf(name as TableName, study).map((column) => column.name)) // a key of `written`
    expect(rows.filter((row) => row.length !== header.length)).toEqual([])
  })

  it("has the columns of the data sets", () => {
    const names = (columns: ReadonlyArray<{ readonly name: string }>) => columns.map(({ name }) => name)
    const named = names(namedColumns(namedOf(study)))
    expect(named.slice(0, 2)).toEqual(["experiment", study.varied[0]])
    expect(names(columnsOf("entries", study))).toEqual([...names(entryColumns), ...named])
    expect(names(columnsOf("agents", study))).toEqual([...names(columnsIn(agentColumns, false)), ...named])
    const identity = smallScenario().replace("share: rest,", "share: rest, identity: { staysDays: 9 },")
    expect(names(columnsOf("agents", studyOf(identity)))).toEqual([...names(agentColumns), ...named])
  })

  it("of a study has its parameters with their labels, every measure, and only the tables that it has", () => {
    const rows = rowsOf(
      dictionary(studyOf(smallScenario("  labels: { populations.careless.share: careless agents }\n"))),
    )
    expect(rows[0]).toEqual(["table", "row", "column", "type", "unit", "description"])
    expect(rows).toContainEqual([
      "summary.csv",
      tables["summary.csv"].row,
      "populations.careless.share",
      "any",
      "",
      "The value of the parameter: careless agents.",
    ])
    expect(rows.filter(([table]) => table === "measure").map((row) => row[2])).toEqual(
      measureNames.filter((name) => !("needs" in measures[name])),
    )
    expect(rows.filter((row) => row.length !== 6 || row[5] === "")).toEqual([])
    const named = new Set(rows.map(([table]) => table))
    expect(named.has("indices.csv")).toBe(false)
    expect(named.has("entries")).toBe(true)
    const plain = new Set(
      rowsOf(dictionary(studyOf(smallScenario("  entries: false\n")))).map(([table]) => table),
    )
    expect([...named].filter((table) => !plain.has(table))).toEqual(["entries", "agents"])
  })
})
