/** The provisions that an area's functions name: what core/Coverage.test.ts compares, without loading all of the core. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { functions } from "../../core/testing/Coverage.ts"
import { root } from "../../core/testing/Sources.ts"

/** Folders and files of the core, as the table names them: `ledger/`, `matters/Tenders`. */
const places = (process.env.MUTANTS_AREA ?? "core/ledger/")
  .split(" ")
  .map((path) => path.slice("core/".length).replace(/\.ts$/, ""))

/** `PD2 §4 ledger/Fees magistrateFee`, of every row of the coverage table. */
const told = readFileSync(`${root}core/rulebook/COVERAGE.md`, "utf8")
  .split("\n")
  .flatMap((row) => {
    const [, section = "", , , , by = ""] = row.split("|").map((cell) => cell.trim())
    return by.split("<br>").map((one) => `${section} ${one.replaceAll("`", "")}`)
  })
  .filter((line) => places.some((place) => line.includes(` ${place}`)))

it("the functions of an area name the provisions that the coverage table has for them", async () => {
  const found: Array<string> = []
  for (const place of places)
    for (const [section, by] of await functions(`core/${place}`))
      found.push(...[...by].map((one) => `${section} ${one}`))
  expect(found.sort()).toEqual(told.sort())
  expect(told.length).toBeGreaterThan(0)
})
