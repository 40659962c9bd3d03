import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { program } from "../operate/testing/Process.ts"
import { optionsInstead } from "./YoungGeneration.ts"

const run = promisify(execFile)

it("PD17 §1 a monitor and a witness are given a young generation of a tenth, and every other option as it was", () => {
  const sizes = ["--max-semi-space-size=16", "--min-semi-space-size=16"]
  const others = ["--heap-growing-percent=30", "--import", "x.js"]
  const served = [...sizes, ...others]
  for (const command of ["monitor", "witness"])
    expect(optionsInstead(command, served)).toEqual([
      "--max-semi-space-size=2",
      "--min-semi-space-size=2",
      ...others,
    ])
  for (const command of ["serve", "verify", undefined]) expect(optionsInstead(command, served)).toBeNull()
  // Options that were given by hand or are right already begin nothing again.
  expect(optionsInstead("monitor", optionsInstead("monitor", served) ?? served)).toBeNull()
  expect(optionsInstead("monitor", [])).toBeNull()
})

it("PD17 §1 the program runs a monitor with its own options, in the process that was started", async () => {
  // Tells what Node was started with each time, before the program is loaded.
  const telling =
    "data:text/javascript,console.error(process.pid,process.execArgv[0],...process.argv.slice(2))"
  const begun = (...args: ReadonlyArray<string>) => {
    const started = run(process.execPath, ["--max-semi-space-size=16", "--import", telling, program, ...args])
    return started.then(({ stdout, stderr }) => ({
      stdout,
      told: stderr.trim().split("\n"),
      pid: started.child.pid,
    }))
  }
  const [monitor, other] = await Promise.all([begun("monitor", "--help"), begun("--version")])
  expect(monitor.stdout).toMatch(/^Usage: agent-court monitor/)
  expect(monitor.told).toEqual([
    `${monitor.pid} --max-semi-space-size=16 monitor --help`,
    `${monitor.pid} --max-semi-space-size=2 monitor --help`,
  ])
  expect(other.told).toEqual([`${other.pid} --max-semi-space-size=16 --version`])
})
