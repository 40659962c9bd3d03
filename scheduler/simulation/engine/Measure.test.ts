/** Every measure stands in the page of the laboratory. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { measureNames } from "./Measure.ts"

it.each(measureNames)("the laboratory's page says what %s is", (name) => {
  const page = readFileSync(new URL("../../../http/docs/laboratory.md", import.meta.url), "utf8")
  expect(page).toContain(`\`${name}\``)
})
