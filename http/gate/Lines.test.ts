/** The lines on the page of the gate are the lines that run in the published programs. */
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const trim = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const begin = "// The lines that a user writes."
const end = "// The end of these lines."

describe("the page of the gate", () => {
  it.each(globSync(".ci/gate/*.mjs", { cwd: root }).filter((path) => !path.endsWith("run.mjs")))(
    "Rule 2.6 shows the lines that %s runs, and counts them",
    (path) => {
      const [, ran = ""] = read(path).split(begin)
      const lines = trim(ran.split(end)[0] ?? "")
      // A program of its own names the court.
      const shown = trim(read("http/docs/gate.md").replaceAll('"https://court.example"', '"$' + '{court}"'))
      const at = shown.findIndex((_, i) => lines.every((line, n) => shown[i + n] === line))
      expect(lines.length).toBeGreaterThan(0)
      expect(at).toBeGreaterThan(-1)
      const name = basename(path, ".mjs")
      expect(shown).toContain(`| \`${name}\` | ${lines.length} |`)
    },
  )
})
