import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { commands } from "../../../http/bin/Commands.ts"
import { measureNames, measures } from "../engine/Measure.ts"
import { meanings } from "../Meanings.ts"
import { fields } from "./Fields.ts"
import { pages } from "./Pages.ts"

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8")
const all = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".md"))

describe("the manual of the laboratory", () => {
  it.each(Object.entries(pages))("Rule 2.6 %s is what the values that run say", (name, page) => {
    expect(read(name)).toBe(page())
  })

  it("Rule 2.6 has every measure and every field, each with words", () => {
    for (const name of measureNames) expect(read("results.md")).toContain(`| \`${name}\` |`)
    expect(fields.length).toBeGreaterThan(80)
    expect(fields.filter(({ what, type }) => what === "" || type === "")).toEqual([])
  })

  it("Rule 2.6 says which fields must be stated, and gives these no default", () => {
    const required = fields.filter(({ isRequired }) => isRequired)
    expect(required.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["name", "agents", "populations.<name>.behaviours", "dealings.arrivals"]),
    )
    expect(required.filter(({ otherwise }) => otherwise !== "")).toEqual([])
  })

  it("Rule 2.6 says of a share or a mean time when it has no value, and of a special measure which studies have it", () => {
    for (const name of measureNames) {
      const { unit, ...others } = measures[name]
      if (unit === "share" || unit === "hours") expect(meanings[name].what, name).toContain("No value if")
      if ("needs" in others) expect(meanings[name].what, name).toMatch(/Only (?:if|with)/)
    }
  })

  it.each(all)("Rule 2.6 %s names files and commands that exist", (name) => {
    const text = read(name)
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) => path)
    expect(links.filter((path) => !existsSync(join(import.meta.dirname, path)))).toEqual([])
    const named = [...text.matchAll(/agent-court (?!-)([a-z]+)/g)].map(([, command = ""]) => command)
    expect(named.filter((command) => !Object.hasOwn(commands, command))).toEqual([])
  })
})
