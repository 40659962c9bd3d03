import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { attacks, attackTable } from "./testing/Attacks.ts"
import { root } from "./testing/Sources.ts"
import { stories } from "./testing/Stories.ts"

/** Made by `npm run coverage-table`. */
const file = `${root}core/rulebook/ATTACKS.md`

describe("the table of attacks", () => {
  const told = Object.values(stories).flatMap((of) => of.map(({ test }) => test))

  it.each([...attacks.flatMap(({ tried }) => tried), ...told])(
    "%s has a test that begins with: %s",
    (path, title) => {
      const text = existsSync(`${root}${path}`) ? readFileSync(`${root}${path}`, "utf8") : ""
      expect(text.includes(`"${title}`)).toBe(true)
    },
  )

  it("ATTACKS.md is the table that the code gives", () => {
    const made = attackTable(attacks)
    if (process.env.COVERAGE_TABLE === "write") writeFileSync(file, made)
    expect(readFileSync(file, "utf8")).toBe(made)
  })
})
