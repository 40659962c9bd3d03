/** How `agent-court simulate` finds the scenario that its argument names. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { run } from "../Cli.ts"
import { commands } from "../Commands.ts"

const before = process.cwd()
let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "simulate-"))
  process.chdir(folder)
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  process.chdir(before)
  rmSync(folder, { recursive: true, force: true })
})

/** Checks a scenario: the exit code, and the lines of the error. */
const checked = async (wanted: string) => {
  const errors: Array<string> = []
  const code = await run(commands, ["simulate", wanted, "--check"], {
    out: () => {},
    error: (text) => errors.push(text),
  })
  return { code, errors }
}

const untilText = `name: u
horizon: { days: 5 }
agents: 10
populations: [{ name: all, share: 1, behaviours: [{ strategy: ignores }] }]
dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.3 } }
experiment: { until: { measure: defaultRate, within: 0.1, most: 10 } }
`

describe("agent-court simulate", () => {
  it("takes a scenario that ships by its name, even beside a folder of that name", async () => {
    mkdirSync(join(folder, "windows"))
    expect(await checked("windows")).toEqual({ code: 0, errors: [] })
    expect(await checked("baseline")).toEqual({ code: 0, errors: [] })
  })

  it("prefers a file to a scenario that ships under the same name", async () => {
    writeFileSync(join(folder, "windows"), "name: mine")
    expect((await checked("windows")).code).toBe(2)
  })

  it.each([
    ["baselin", "there is no file baselin, and no scenario of that name ships; did you mean baseline?"],
    [
      "market.yaml",
      "there is no file market.yaml, and no scenario of that name ships; those are baseline, deterrence, invasion, whitewash, windows",
    ],
    [".", ". is a folder, and no scenario of that name ships"],
  ])("says in one line that %s is no scenario", async (wanted, line) => {
    const { code, errors } = await checked(wanted)
    expect(code).toBe(2)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(`agent-court: ${line}`)
    expect(errors[0]).not.toContain("\n")
  })

  const printed = async (...args: ReadonlyArray<string>) => {
    const lines: Array<string> = []
    vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line))
    vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      lines.push(String(text))
      return true
    })
    vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      lines.push(String(text))
      return true
    })
    const code = await run(commands, ["simulate", ...args], {
      out: () => {},
      error: (text) => lines.push(text),
    })
    return { code, text: lines.join("") }
  }

  it("explains an entry of any run, and says if there is no such run", async () => {
    const explained = await printed("windows", "--explain", "7:3")
    expect(explained.code).toBe(0)
    expect(explained.text).toContain("(run 7, seed 2, schedule.noticeHours = 48")
    const none = await printed("windows", "--explain", "72:3")
    expect(none).toMatchObject({ code: 1, text: expect.stringContaining("has no run 72") })
    expect((await printed("windows", "--explain", "7:x")).code).toBe(2)
  })

  it("says in a line what is wrong with a shard, or with the folders that are merged", async () => {
    const said = async (...args: ReadonlyArray<string>) => {
      const { code, text } = await printed(...args)
      return `${code} ${text.trim()}`
    }
    expect(await said("windows", "--shard", "5/4")).toContain(
      "2 agent-court: --shard is a number and how many",
    )
    expect(await said("windows", "baseline")).toContain("2 agent-court: simulate takes one scenario")
    expect(await said("merge")).toContain("2 agent-court: simulate merge needs the folder of each shard")
    expect(await said("merge", "a", "--runs", "3")).toContain("2 agent-court: simulate merge takes no --runs")
    expect(await said("validate", "--runs", "3")).toContain(
      "2 agent-court: simulate validate takes no --runs: it reproduces published results",
    )
    expect(await said("windows", "--csv", "--set", "experiment.entries=false")).toContain(
      "2 agent-court: --csv writes the entries as CSV too, and experiment.entries is false",
    )
    expect(await said("merge", "a", "b")).toMatch(
      /^1 a holds no results of this version\nb holds no results of this version\nNothing was merged/,
    )
    writeFileSync("until.yaml", untilText)
    expect(await said("until.yaml", "--shard", "1/4")).toContain(
      "2 --shard 1/4: can't be given together with",
    )
  })

  it("estimates time and memory, warns of much, and refuses what no machine can hold", async () => {
    expect((await printed("windows", "--check")).text).toMatch(/About \d+ s and \d+ MB of memory/)
    const long = await printed("windows", "--check", "--set", "dealings.arrivals.perAgentPerDay=300")
    expect(long.text).toMatch(/takes about .* (minutes|hours)/)
    const huge = await printed("windows", "--set", "agents=100000000", "--set", "horizon={days: 9000}")
    expect(huge.code).toBe(2)
    expect(huge.text).toContain("take fewer agents")
  })

  it("checks what the suite of published results takes, and runs none of it", async () => {
    const { code, text } = await printed("validate", "--check")
    expect(code).toBe(0)
    expect(text).toMatch(/Nowak and Sigmund.*About \d+ s and \d+ MB of memory with 1 worker\./s)
    expect(text).not.toMatch(/published .*, found/)
  })

  it("prints the outcomes as a table with units that fits a terminal, or as JSON alone", async () => {
    const file = join(folder, "table.yaml")
    const measures = "[defaultRate, agentsInDefault, performanceHoursRestricted]"
    writeFileSync(
      file,
      untilText.replace(
        /experiment: .*/,
        `experiment: { grid: { agents: [10, 20] }, seeds: [1], outcomes: ${measures} }`,
      ),
    )
    const study = [file, "--tables", "--workers", "1", "--out", join(folder, "out")]
    const { code, text } = await printed(...study)
    expect(code).toBe(0)
    const lines = text.split("\n")
    const units = lines.find((line) => / % .*agents .*hours$/.test(line)) ?? ""
    const rows = lines.filter((line) => /^(?:10|20) +\S/.test(line))
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row.length).toBe(units.length)
    expect(units.length).toBeLessThanOrEqual(100)
    const out = vi.mocked(process.stdout.write)
    const json: Array<string> = []
    out.mockImplementation((words) => json.push(String(words)) > 0)
    const given = { out: () => {}, error: () => {} }
    expect(await run(commands, ["simulate", ...study, "--json"], given)).toBe(0)
    const read = JSON.parse(json.join(""))
    expect(read.conditions.map(({ condition }: { readonly condition: string }) => condition)).toEqual([
      "10",
      "20",
    ])
    expect(Object.keys(read.conditions[0].outcomes)).toEqual(Object.keys(read.measures))
  })

  it("takes strategies from a file, and says in a line what is wrong with them", async () => {
    const file = join(folder, "mine.ts")
    const scenario = join(folder, "small.yaml")
    writeFileSync(file, "export const strategies = { mine: { break: ({ role }) => role === 'partner' } }")
    const small = (name: string) =>
      [
        "name: small",
        "horizon: { days: 20 }",
        "agents: 10",
        `populations: [{ name: all, share: 1, strategy: ${name}, behaviours: [{ strategy: ignores }] }]`,
        "dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.5 } }",
      ].join("\n")
    writeFileSync(scenario, small("mine"))
    expect((await printed(scenario, "--strategies", file, "--check")).code).toBe(0)
    const explained = await printed(scenario, "--strategies", file, "--explain", "0:0")
    expect(explained.text).toContain("Entry 0 of small")
    const none = await printed(scenario, "--strategies", "none.ts")
    expect(none).toMatchObject({ code: 2, text: expect.stringContaining("none.ts: there is no such file") })
    writeFileSync(scenario, small("mina"))
    const other = await printed(scenario, "--strategies", file)
    expect(other.text).toContain("has no strategy mina; did you mean mine?")
  })
})
