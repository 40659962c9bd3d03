import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { sources } from "../../core/testing/Sources.ts"
import { page, stateDiagram, walk } from "./Diagram.ts"
import { type Machine, machines } from "./Machines.ts"

const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8")

describe("the pages of moves", () => {
  it.each(machines)("$name: its page is what the table draws (else: npm run diagrams)", (machine) => {
    expect(read(`${machine.name}.md`)).toBe(page(machine))
    expect(existsSync(join(import.meta.dirname, "../..", machine.table))).toBe(true)
  })

  it("there is a page for every table of moves of the core", () => {
    const tables = sources
      .filter(({ path }) => /^core\/(?!kernel\/)\w+\/Moves\.ts$/.test(path))
      .map(({ path }) => path)
    expect(machines.map(({ table }) => table).sort()).toEqual([...tables].sort())
  })

  it.each(machines)(
    "$name: every move is drawn or listed, and every status stands in the diagram",
    (machine) => {
      const drawn = stateDiagram(machine)
      for (const { act, to } of machine.rows) if (to.length > 0) expect(drawn).toContain(`${act} (`)
      for (const status of new Set(machine.rows.flatMap(({ to }) => to)))
        expect(drawn).toMatch(new RegExp(`--> ${status}\\b`))
    },
  )

  it.each(machines)("$name: no line has what Mermaid would read as something else", (machine) => {
    const blocks = [...page(machine).matchAll(/```mermaid\n([^`]*)```/g)].map(([, text = ""]) => text)
    expect(blocks.length).toBe(machine.stories.length + 1)
    const state = /^ {2}(?:state "[^"]+" as \w+|(?:\[\*\]|\w+) --> (?:\[\*\]|\w+)(?: : [^:;#]+)?)$/
    const sequence =
      /^ {2}(?:participant \w+(?: as [\w ]+)?|\w+-?->>\w+: [^;#:]+|Note (?:over|right of) \w+: [^;#:]+)$/
    for (const block of blocks) {
      const [kind, ...lines] = block.trimEnd().split("\n")
      const pattern = kind === "stateDiagram-v2" ? state : sequence
      for (const line of lines) expect(line).toMatch(pattern)
    }
  })

  it("a story that the table does not allow is not drawn", () => {
    const [matters] = machines as readonly [Machine, ...Machine[]]
    const story = (...steps: Machine["stories"][number]["steps"]) => ({ title: "planted", steps })
    expect(() => walk(matters, story(["file", "served"], "judgment"))).toThrow(/no judgment from served/)
    expect(() => walk(matters, story("file"))).toThrow(/ends as one of served, queued/)
    expect(() => walk(matters, story(["file", "served", "judge"]))).toThrow(/not for judge/)
    expect(() => walk(matters, story(["file", "decided"]))).toThrow(/never ends as decided/)
  })
})
