/** Every measure stands in the page of the laboratory. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { measureNames } from "./Measure.ts"

it.each(measureNames)("the manual says what %s is", (name) => {
  const page = readFileSync(new URL("../docs/results.md", import.meta.url), "utf8")
  expect(page).toContain(`\`${name}\``)
})
