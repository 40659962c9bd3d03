/** The provisions that an area's functions name: what core/Coverage.test.ts compares, without loading all of the core. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { functions } from "../../core/testing/Coverage.ts"
import { root } from "../../core/testing/Sources.ts"

const area = `${process.env.MUTANTS_AREA}/`

/** `PD2 §4 ledger/Fees magistrateFee`, of every row of the coverage table. */
const told = readFileSync(`${root}core/rulebook/COVERAGE.md`, "utf8")
  .split("\n")
  .flatMap((row) => {
    const [, section = "", , , by = ""] = row.split("|").map((cell) => cell.trim())
    return by.split("<br>").map((one) => `${section} ${one.replaceAll("`", "")}`)
  })
  .filter((line) => line.includes(` ${area}`))

it("the functions of an area name the provisions that the coverage table has for them", async () => {
  const found = [...(await functions(`core/${area}`))].flatMap(([section, by]) =>
    [...by].map((one) => `${section} ${one}`),
  )
  expect(found.sort()).toEqual(told.sort())
  expect(told.length).toBeGreaterThan(0)
})
