/** The shipped systemd units, checked with systemd's own tools, and the system calls of a court that they start. */
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, describe, expect, it } from "vitest"
import { variables } from "../court/Variables.ts"
import { enrol, lodge } from "../operate/testing/Process.ts"

const root = mkdtempSync(join(tmpdir(), "agent-court-units-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const folder = join(import.meta.dirname, "operating")
const units = readdirSync(folder).filter((name) => /\.(?:service|timer)$/.test(name))
const textOf = (unit: string): string => readFileSync(join(folder, unit), "utf8")
const program = join(import.meta.dirname, "..", "bin", "agent-court.ts")

const placed = (): ReadonlyArray<string> => {
  const places = join(root, "units")
  mkdirSync(places, { recursive: true })
  return units.map((unit) => {
    const path = join(places, unit)
    writeFileSync(
      path,
      textOf(unit).replaceAll("/opt/agent-court/node_modules/.bin/agent-court", "/bin/true"),
    )
    return path
  })
}

/** Only as root, SQLite calls `fchown` on its log. The program of a unit is not root, but a test may be. */
const asRoot = process.getuid?.() === 0 ? ["fchown"] : []

/** The system calls of one of systemd's sets. A set may contain other sets. */
const callsOf = (set: string): ReadonlyArray<string> =>
  execFileSync("systemd-analyze", ["--no-pager", "syscall-filter", set], { encoding: "utf8" })
    .split("\n")
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => (line.startsWith("@") ? callsOf(line) : [line]))

/** The system calls that a unit's filter lets through. */
const allowedBy = (unit: string): ReadonlySet<string> => {
  const allowed = new Set<string>()
  for (const [, not, sets = ""] of textOf(unit).matchAll(/^SystemCallFilter=(~?)(.*)$/gm))
    for (const call of sets.split(" ").flatMap(callsOf))
      not === "~" ? allowed.delete(call) : allowed.add(call)
  return allowed
}

/** Runs a command and gives its system calls. `meanwhile` gets each line that it prints; the command is stopped once that gives true. */
const callsUnder = async (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  meanwhile: (line: string) => Promise<boolean>,
): Promise<ReadonlyArray<string>> => {
  const summary = join(root, `calls-${args[0]}`)
  const command = ["-f", "-c", "-U", "name", "-o", summary, process.execPath, program, ...args]
  const child = spawn("strace", command, {
    env: { PATH: process.env.PATH ?? "", HOME: root, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = once(child, "exit")
  for await (const line of createInterface({ input: child.stdout })) if (await meanwhile(line)) break
  // The signal goes to the traced process, and strace ends with it.
  const running = child.exitCode === null
  const traced = running
    ? readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").split(" ").filter(Boolean)
    : []
  for (const pid of traced) process.kill(Number(pid), "SIGTERM")
  await ended
  const rows = readFileSync(summary, "utf8").split("\n").slice(2)
  return rows.map((row) => row.trim()).filter((row) => /^[a-z_0-9]+$/.test(row) && row !== "total")
}

describe("the units that are shipped", () => {
  it("Rule 2.6 are accepted by systemd without a warning", () => {
    const { status, stderr, stdout } = spawnSync("systemd-analyze", ["verify", "--man=no", ...placed()], {
      encoding: "utf8",
    })
    // Units of the machine itself may cause warnings too.
    const ours = `${stdout}${stderr}`.split("\n").filter((line) => line.includes("agent-court"))
    expect([status, ours]).toEqual([0, []])
  })

  it.each(units.filter((unit) => unit.endsWith(".service")))(
    "Rule 2.6 %s has a low exposure level",
    (unit) => {
      const args = ["security", "--no-pager", "--offline=true", "--threshold=15", join(root, "units", unit)]
      placed()
      const { status, stdout } = spawnSync("systemd-analyze", args, { encoding: "utf8" })
      expect([status, stdout.split("\n").findLast((line) => line.includes("exposure"))]).toEqual([
        0,
        expect.stringMatching(/exposure level for .*: (?:0|1)\.\d /),
      ])
    },
  )

  it("Rule 2.6 set variables that a court knows", () => {
    const named = units.flatMap((unit) =>
      [...textOf(unit).matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name = ""]) => name),
    )
    expect(named.filter((name) => name !== "NODE_ENV" && !Object.hasOwn(variables, name))).toEqual([])
    expect(named).toContain("COURT_TRUSTED_PROXIES")
  })

  it("Rule 2.6 allow the system calls that a court makes, and those of its backup", async () => {
    const environment = { COURT_DATA: join(root, "data"), PORT: "0" }
    const serving = await callsUnder(["serve"], environment, async (line) => {
      const url = /open at (\S+)/.exec(line)?.[1]
      if (url === undefined) return false
      await lodge(url, await enrol(url, "seller"))
      return true
    })
    expect(serving).toContain("accept4")
    expect(serving).toContain("fsync")
    const forServing = allowedBy("agent-court.service")
    expect(serving.filter((call) => !forServing.has(call) && !asRoot.includes(call))).toEqual([])
    const backup = await callsUnder(["backup", join(root, "backups")], environment, async () => false)
    expect(backup).toContain("rename")
    const forBackup = allowedBy("agent-court-backup.service")
    expect(backup.filter((call) => !forBackup.has(call) && !asRoot.includes(call))).toEqual([])
  }, 180_000)
})
