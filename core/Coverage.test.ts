import { readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { bounds, type FigureName, sectionOf } from "./kernel/Schedule.ts"
import { Rulebook } from "./rulebook/index.ts"
import { citationsIn, rows, table, titlesIn } from "./testing/Coverage.ts"
import { namedIn, refusalRows, refusalTable } from "./testing/Refusals.ts"
import { root, sources } from "./testing/Sources.ts"

const known = new Set<string>(Rulebook.instruments.flatMap(({ sections }) => sections.map(({ id }) => id)))
/** Made by `npm run coverage-table`. */
const file = `${root}core/rulebook/COVERAGE.md`

/** Grounds of the machine, not of the law: a court that is too busy, and the clock of a sandbox. */
const ofTheMachine = new Set(["contention", "clock_backwards"])

/** Provisions that functions carry out in part. They stay declaratory until functions carry out the whole. */
const partly = new Set<string>([])

describe("the rulebook and the code", () => {
  it("every provision cited anywhere is in the rulebook", () => {
    const unknown = sources
      .filter(({ path }) => path !== "core/Coverage.test.ts")
      .flatMap(({ path, text }) =>
        citationsIn(text).flatMap((id) => (known.has(id) ? [] : [`${path} cites ${id}`])),
      )
    expect([...new Set(unknown)]).toEqual([])
  })

  it("every figure of the schedule belongs to a provision", () => {
    const names = Object.keys(bounds) as ReadonlyArray<FigureName>
    expect(names.filter((name) => !known.has(sectionOf(name)))).toEqual([])
  })

  it("every enforced provision has a function that carries it and a test that is titled by it", async () => {
    const lacking = (await rows())
      .filter(({ section }) => section.status === "enforced")
      .flatMap(({ section, functions, tests }) => [
        ...(functions.length === 0 ? [`${section.id} has no function`] : []),
        ...(tests.length === 0 ? [`${section.id} has no test`] : []),
      ])
    expect(lacking).toEqual([])
  })

  it("the words of every enforced provision stand in a file with a function that enforces it", async () => {
    const fileOf = (one: string | null) => one?.split(" ")[0]
    const apart = (await rows()).filter(
      ({ section, words, functions }) =>
        section.status === "enforced" && !functions.some((one) => fileOf(one) === fileOf(words)),
    )
    expect(apart.map(({ section, words }) => `${section.id} stands in ${words}`)).toEqual([])
  })

  it("every provision with functions and tests is marked as enforced", async () => {
    const modest = (await rows()).filter(
      ({ section, functions, tests }) =>
        section.status !== "enforced" && !partly.has(section.id) && functions.length > 0 && tests.length > 0,
    )
    expect(modest.map(({ section }) => section.id)).toEqual([])
  })

  it("COVERAGE.md is the table that the code gives", async () => {
    const made = table(await rows())
    if (process.env.COVERAGE_TABLE === "write") {
      writeFileSync(file, made)
      console.log(made)
    }
    expect(readFileSync(file, "utf8")).toBe(made)
  })

  it("every ground of refusal has its words in one file, a provision and a function that refuses", () => {
    const lacking = refusalRows().filter(
      ({ code, ground, words, by }) =>
        words === "" || by.length === 0 || (ground.rules.length === 0 && !ofTheMachine.has(code)),
    )
    expect(lacking.map(({ code }) => code)).toEqual([])
  })

  it("REFUSALS.md is the table that the code gives", () => {
    const page = `${root}core/rulebook/REFUSALS.md`
    const made = refusalTable(refusalRows())
    if (process.env.COVERAGE_TABLE === "write") writeFileSync(page, made)
    expect(readFileSync(page, "utf8")).toBe(made)
  })

  it("a refusal is found by its code under the name at the top of its module, and not in a comment", () => {
    const text =
      'const first = 1\nexport const may = rule([], () =>\n  refusal("hold_cap", {})) // "hold_time"'
    const [source] = sources
    const found = namedIn(source === undefined ? [] : [{ ...source, path: "core/holds/Law.ts", text }])
    expect([...found].map(([code, by]) => [code, ...by])).toEqual([["hold_cap", "holds/Law may"]])
  })

  it("citations are found in code and in prose, and titles also after a line break", () => {
    expect(citationsIn('["PD99 §4", "Rule 4.4A"] // (Constitution 11.4), Dealings Act 3.4')).toEqual([
      "PD99 §4",
      "Rule 4.4A",
      "Constitution 11.4",
      "Dealings Act 3.4",
    ])
    expect(
      titlesIn('it("PD11 §4 notified"); it.each([1])(\n  "Rule 4.4A of %s", f); it("other PD1 §1 x")'),
    ).toEqual(["PD11 §4", "Rule 4.4A"])
  })
})
