/** The page on running a court names only what exists. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { commands } from "../bin/Commands.ts"
import { variables } from "../bin/Variables.ts"

const page = readFileSync(join(import.meta.dirname, "Operating.md"), "utf8")
const named = (pattern: RegExp): ReadonlyArray<string> => [
  ...new Set([...page.matchAll(pattern)].map(([, name = ""]) => name)),
]

describe("the page on running a court", () => {
  it("Rule 2.6 names commands, variables and files that exist", () => {
    const called = named(/`agent-court (?!-)([a-z]+)/g)
    expect(called.length).toBeGreaterThan(4)
    expect(called.filter((name) => !Object.hasOwn(commands, name))).toEqual([])
    const asked = named(/\b(COURT_[A-Z_]+)/g)
    expect(asked.filter((name) => !Object.hasOwn(variables, name))).toEqual([])
    const linked = named(/\]\(([^)#:]+)\)/g)
    expect(linked.filter((path) => !existsSync(join(import.meta.dirname, path)))).toEqual([])
  })

  it("Rule 2.6 names flags that its commands take", async () => {
    for (const [, name = "", rest = ""] of page.matchAll(/`agent-court ([a-z]+)([^`]*)`/g)) {
      const { command } = (await commands[name]?.load()) ?? { command: { flags: {} } }
      for (const [, flag = ""] of rest.matchAll(/ --([a-z-]+)/g))
        expect(Object.keys(command.flags)).toContain(flag)
    }
  })
})
