import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Either } from "effect"
import { afterEach, beforeEach, expect, it } from "vitest"
import { run } from "./engine/Run.ts"
import { describeMeasure, unknownMeasures, valueIn } from "./Outcome.ts"
import * as Own from "./Own.ts"
import { read } from "./Study.ts"
import { digests, smallScenario } from "./testing/Digests.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "own-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const study = Either.getOrThrow(
  read("s.yaml", smallScenario(), { set: [], runs: undefined }, () => Either.left("none")),
)
const [{ scenario }] = study.conditions

it("experiment.outcomes: a measure of a population or month is that of its entries or agents", () => {
  const [digest] = digests(study)
  if (digest === undefined) throw new Error("there is no digest")
  expect(valueIn(digest, "populations.defaulters.defaultRate")).toBe(
    digest.groups.population.defaulters?.defaultRate,
  )
  expect(valueIn(digest, "months.2027-02.recoveredShare")).toBe(
    digest.groups.month["2027-02"]?.recoveredShare,
  )
  expect(valueIn(digest, "populations.defaulters.reputationMin")).toBe(-21)
  expect(valueIn(digest, "months.2031-01.defaultRate")).toBeNull()
  expect(describeMeasure("populations.careless.defaultRate", undefined)).toEqual({
    title: "Default rate, careless",
    unit: "share",
  })
})

it.each([
  ["populations.carefree.defaultRate", "there is no population carefree; there are honest, careless"],
  ["populations.careless.appeals", "populations have no measure appeals"],
  ["months.January.defaultRate", "January is not a month; write it like 2027-01"],
  ["own.mine", "own.mine is a measure of your own; name the file that exports it with --measures"],
])("experiment.outcomes: says of %s that there is none", (name, said) => {
  const [first] = unknownMeasures([["x", name] as const], scenario, undefined)
  expect(first?.message).toContain(said)
})

it("--measures: a function of the summary is a measure, and one that gives no number fails in one line", async () => {
  const file = join(folder, "mine.mjs")
  const of = "({ entries }) => entries.disputes.length"
  writeFileSync(file, `export const measures = { count: { title: "Entries", unit: "entries", of: ${of} } }`)
  const loaded = Either.getOrThrow(await Own.load(file))
  const summary = run(scenario, { seed: 1 })
  expect(Own.valuesOf(loaded.given, summary)).toEqual({ "own.count": summary.entries?.length })
  const none = { none: { title: "None", unit: "", of: () => "x" as unknown as number } }
  expect(() => Own.valuesOf(none, summary)).toThrow("the measure own.none gave x; it must give a number")
})

it.each([
  ["export const others = {}", "it must export measures"],
  ["export const measures = { a: { title: 'A', of: () => 1 } }", "the unit of the measure a must be a text"],
  ["export const measures = { a: {} }", "the measure a must be { title, unit, of }"],
  ["export const measures = { 'a b': {} }", "the measure a b must be called by letters and digits"],
])("--measures: says of %s what is wrong", async (text, said) => {
  const file = join(folder, "mine.mjs")
  writeFileSync(file, text)
  const found = await Own.load(file)
  expect(Either.isLeft(found) && found.left).toContain(said)
})
