import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { attacks, attackTable } from "./testing/Attacks.ts"
import { reports, reportTable } from "./testing/Reports.ts"
import { root } from "./testing/Sources.ts"
import { stories } from "./testing/Stories.ts"

/** The file of a page, and the page as the code gives it. `npm run coverage-table` writes them. */
const pages = [
  [`${root}core/rulebook/ATTACKS.md`, attackTable(attacks)],
  [`${root}core/rulebook/REPORTS.md`, reportTable(reports)],
] as const
const told = Object.values(stories).flatMap((of) => of.map(({ test }) => test))

describe("the tables of attacks and of reports", () => {
  it.each([...attacks.flatMap(({ tried }) => tried), ...told, ...reports.flatMap(({ tests }) => tests)])(
    "%s has a test that begins with: %s",
    (path, title) => {
      const written = existsSync(`${root}${path}`) ? readFileSync(`${root}${path}`, "utf8") : ""
      const text = written.replaceAll(/^ +/gm, "")
      // A check outside the tests is named by its words, and a line of a script by itself.
      const begins = path.startsWith(".ci/") ? [`"${title}`, `\`${title}`, `\n${title}\n`] : [`"${title}`]
      expect(begins.some((one) => text.includes(one))).toBe(true)
    },
  )

  it("every number of the reports has a row, from 1 to 24", () => {
    const numbers = new Set(reports.map(({ number }) => Number.parseInt(number, 10)))
    expect([...numbers]).toEqual(Array.from({ length: 24 }, (_, i) => i + 1))
    expect(new Set(reports.map(({ number }) => number)).size).toBe(reports.length)
  })

  it.each(pages)("%s is the table that the code gives", (file, made) => {
    if (process.env.COVERAGE_TABLE === "write") writeFileSync(file, made)
    expect(readFileSync(file, "utf8")).toBe(made)
  })
})
