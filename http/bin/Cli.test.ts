import { describe, expect, it } from "vitest"
import { explainMissingCharts, Failure, version, whyUnsupported } from "../terminal/Terminal.ts"
import { type CliCommand, type Listed, run } from "./Cli.ts"
import { commands } from "./Commands.ts"

const capture = () => {
  const lines: { readonly out: Array<string>; readonly error: Array<string> } = { out: [], error: [] }
  return {
    lines,
    output: {
      out: (text: string) => void lines.out.push(text),
      error: (text: string) => void lines.error.push(text),
    },
  }
}

const listed = (command: Partial<CliCommand>): Listed => ({
  summary: "Does a thing",
  load: async () => ({
    command: { usage: "<thing>", takes: [1, 1], flags: {}, help: [], run: async () => 0, ...command },
  }),
})

describe("the command line", () => {
  it("lists every command, and fails if none is named", async () => {
    const { lines, output } = capture()
    expect(await run(commands, ["--help"], output)).toBe(0)
    expect(await run(commands, [], output)).toBe(2)
    for (const name of Object.keys(commands)) expect(lines.out[0]).toContain(`  ${name} `)
  })

  it.each([
    [["serv"], 'there is no command "serv"; did you mean serve? see agent-court --help'],
    [["wholly-other-thing"], 'there is no command "wholly-other-thing"; see agent-court --help'],
    [["verify", "--prof"], "Unknown option '--prof'; did you mean proof? see agent-court verify --help"],
  ])("says of %j what was probably meant", async (args, says) => {
    const { lines, output } = capture()
    expect(await run(commands, args, output)).toBe(2)
    expect(lines.error).toEqual([`agent-court: ${says}`])
  })

  it("prints its version, and says in one line why an older Node won't do", async () => {
    const { lines, output } = capture()
    expect(await run(commands, ["--version"], output)).toBe(0)
    expect(lines.out).toEqual([version])
    expect(whyUnsupported("20.20.2")).toBe("agent-court needs Node 22.18 or newer, and this is Node 20.20.2")
    expect(whyUnsupported("22.17.1")).not.toBeNull()
    expect(whyUnsupported("22.18.0")).toBeNull()
    expect(whyUnsupported("24.1.0")).toBeNull()
  })

  it("says what to install if a library for charts is missing, and passes other errors on", async () => {
    const missing = Promise.reject(new Error("Cannot find package 'vega' imported from a/b.js"))
    await expect(explainMissingCharts(missing)).rejects.toThrow(
      /^charts are drawn .* run: npm install .*vega/,
    )
    await expect(explainMissingCharts(Promise.reject(new Error("disk full")))).rejects.toThrow("disk full")
  })

  for (const name of Object.keys(commands)) {
    it(`${name} --help says how it is called`, async () => {
      const { lines, output } = capture()
      expect(await run(commands, [name, "--help"], output)).toBe(0)
      expect(lines.out[0]).toContain(`Usage: agent-court ${name}`)
      expect(lines.error).toEqual([])
    })
  }

  it("says what is wrong in one line: an unknown command, an unknown option, a missing argument", async () => {
    const table = { thing: listed({}) }
    for (const args of [["nothing"], ["thing", "--bad"], ["thing"], ["thing", "a", "b"]]) {
      const { lines, output } = capture()
      expect(await run(table, args, output)).toBe(2)
      expect(lines.error).toHaveLength(1)
      expect(lines.error[0]).toMatch(/^agent-court: [^\n]+$/)
    }
    const { lines, output } = capture()
    await run(table, ["thing", "--bad"], output)
    expect(lines.error).toEqual(["agent-court: Unknown option '--bad'; see agent-court thing --help"])
  })

  it("says why a command failed in one line, and exits with 1", async () => {
    const { lines, output } = capture()
    const failing = listed({ run: async () => Promise.reject(new Failure("the store\nis away")) })
    expect(await run({ thing: failing }, ["thing", "a"], output)).toBe(1)
    expect(lines.error).toEqual(["agent-court: the store is away"])
  })

  it("gives a command its arguments and flags, and returns its exit code", async () => {
    const seen: Array<unknown> = []
    const table = {
      thing: listed({
        flags: { at: { value: "url", help: "where" }, fast: { help: "quickly" } },
        run: async ({ positionals, text, on }) => {
          seen.push(positionals, text("at"), on("fast"), on("slow"))
          return 7
        },
      }),
    }
    expect(await run(table, ["thing", "x", "--at", "here", "--fast"], capture().output)).toBe(7)
    expect(seen).toEqual([["x"], "here", true, false])
  })
})
