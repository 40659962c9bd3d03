/** The shipped container file, checked without building an image: what it names exists and does what it says. */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { commands } from "../bin/Commands.ts"
import { variables } from "../court/Variables.ts"
import { type Running, serving } from "../operate/testing/Process.ts"

const root = mkdtempSync(join(tmpdir(), "agent-court-container-"))
const running: Array<Running> = []
afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL")
  rmSync(root, { recursive: true, force: true })
})

const manifest: { readonly engines: { readonly node: string }; readonly bin: object } = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "..", "package.json"), "utf8"),
)
const file = readFileSync(join(import.meta.dirname, "operating", "Containerfile"), "utf8")
const instructions = file
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [, name = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    return { name, rest }
  })
const all = (name: string) => instructions.flatMap((one) => (one.name === name ? [one.rest] : []))
const environment = Object.fromEntries(
  all("ENV").flatMap((rest) =>
    rest.split(" ").map((pair) => [pair.split("=")[0] ?? "", pair.slice(pair.indexOf("=") + 1)]),
  ),
)

describe("the container file that is shipped", () => {
  it("Rule 2.6 has only known instructions, and a Node that the package supports", () => {
    const known = "FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK CMD".split(" ")
    expect(instructions.filter(({ name }) => !known.includes(name))).toEqual([])
    const least = Number(/\d+/.exec(manifest.engines.node)?.[0])
    for (const image of all("FROM"))
      expect(Number(/node:(\d+)/.exec(image)?.[1])).toBeGreaterThanOrEqual(least)
  })

  it("Rule 2.6 serves without root rights on the port that it exposes, with variables that a court knows", () => {
    const own = Object.keys(environment).filter((name) => name !== "NODE_ENV" && name !== "PATH")
    expect(own.filter((name) => !Object.hasOwn(variables, name))).toEqual([])
    expect(all("EXPOSE")).toEqual([environment.PORT])
    expect(all("VOLUME")).toEqual([environment.COURT_DATA])
    expect(all("USER").at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    const [program = "", command = ""] = JSON.parse(all("CMD")[0] ?? "[]")
    expect(Object.keys(manifest.bin)).toContain(program)
    expect(Object.keys(commands)).toContain(command)
  })

  it("Rule 2.6 has commands that a shell can parse, and makes the folder of its data", () => {
    for (const run of all("RUN")) expect(spawnSync("sh", ["-n", "-c", run]).status).toBe(0)
    const making = all("RUN").find((run) => run.startsWith("install ")) ?? ""
    const data = join(root, "made")
    execFileSync("sh", ["-c", making.replace(" /data", ` ${data}`).replace("-o 1000 -g 1000", "")])
    expect(execFileSync("stat", ["-c", "%a %F", data], { encoding: "utf8" }).trim()).toBe("700 directory")
  })

  it("Rule 2.6 is healthy while a court serves, and unhealthy after it has stopped", async () => {
    const check: ReadonlyArray<string> = JSON.parse(
      /CMD (\[.*\])$/.exec(all("HEALTHCHECK")[0] ?? "")?.[1] ?? "[]",
    )
    const court = await serving({ COURT_DATA: join(root, "data") })
    running.push(court)
    const checked = () => {
      const [program = "", ...args] = check.map((part) => part.replace("http://127.0.0.1:8080", court.url))
      return spawnSync(program === "node" ? process.execPath : program, args).status
    }
    expect(checked()).toBe(0)
    court.child.kill("SIGTERM")
    expect(await court.ended).toBe(0)
    expect(checked()).toBe(1)
  })
})
