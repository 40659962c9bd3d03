// Starts the court as people do who have cloned it: `npm run starts`. First with Deno alone: in a clean clone, on a PATH without Node
// and npm, Deno installs what deno.lock names, serves by itself and not by the Deno of the packages, takes a write, stops when asked to, and
// runs some of the tests. Then with npm: in a clone of its own, `npx agent-court` compiles, says so, and runs; and in this folder it prints
// how long a start takes when nothing has changed. A stop is asked of the command that was given (`npm start`,
// `deno task start`) alone, and must reach the court, which finishes what is under way.
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { enrolmentBody } from "../http/testing/Bodies.ts"

const root = resolve(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "agent-court-starts-"))
// The tests start PostgreSQL as another user, who must reach the programs in it.
chmodSync(folder, 0o755)
const clone = join(folder, "clone")
/** A part of the core, and one store: enough to show that tests run without Node. CI runs all of them elsewhere. */
const someTests = ["core/agents", "adapters/sqlite/SqliteStore.test.ts"]

const ran = (command, args, options) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}${stdout}`)
  return stdout.trim()
}
const must = (holds, what) => {
  if (!holds) throw new Error(`it does not hold that ${what}`)
  console.log(what)
}

/** Does some work and prints how long it took. */
const timed = async (what, work) => {
  const began = performance.now()
  const result = await work()
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

/** A folder with every program of this machine except Node and its package managers, and with Deno. */
const programsWithoutNode = () => {
  const programs = join(folder, "bin")
  mkdirSync(programs)
  const absent = /^(?:node|nodejs|npm|npx|corepack|yarn|pnpm|deno)$/
  for (const name of readdirSync("/usr/bin")) {
    if (!absent.test(name)) symlinkSync(join("/usr/bin", name), join(programs, name))
  }
  const deno = ran("deno", ["eval", "console.log(Deno.execPath())"], { cwd: folder })
  copyFileSync(deno, join(programs, "deno"))
  return programs
}

/** The environment of this process without the variables that npm sets for its scripts: they would lead to Node. */
const environment = (more) => {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|NODE$|NODE_OPTIONS$|INIT_CWD$|COURT_)/.test(name),
  )
  return { ...Object.fromEntries(own), PORT: "0", ...more }
}

const courts = []
/** Starts a court; gives its address, the process of the command and the lines that it goes on to print, once it serves. */
const served = async (command, args, options) => {
  // In a group of its own, which ends with this script whatever happens.
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], detached: true, ...options })
  courts.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, lines, url: await said(lines, /open at (\S+)/) }
}
/** Reads lines until one fits; gives what the pattern captured. */
const said = async (lines, pattern) => {
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    const found = pattern.exec(line.value)
    if (found !== null) return found[1]
  }
  throw new Error(`the command ended and never printed ${pattern}`)
}

/** The programs that run the court, as they were called. */
const runtimes = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [called, ...args] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
        return args.includes("http/bin/agent-court.ts") ? [called] : []
      } catch {
        // It has ended.
        return []
      }
    })

const stopsWithinMs = 10_000
/**
 * Asks the command to stop, and no other process, while an enrolment has arrived by half. Its second half is sent once the court stops.
 * Waits until all processes of the command have ended: each holds the command's output open.
 */
const stopped = async ({ child, lines, url }, handle) => {
  const body = JSON.stringify(enrolmentBody(handle))
  const headers = { "content-type": "application/json", "content-length": body.length }
  const enrolling = request(`${url}/api/v1/enrol`, { method: "POST", headers })
  const answered = once(enrolling, "response")
  // The court has the first half once it has answered what was sent after it. A busy machine may take a while to send it at all.
  await new Promise((resolve) => enrolling.write(body.slice(0, 20), resolve))
  await fetch(`${url}/healthz`)
  const ended = once(child, "close")
  const asked = performance.now()
  child.kill("SIGTERM")
  // A court that the signal did not reach ends here, and one of the next lines fails.
  const late = setTimeout(() => process.kill(-child.pid, "SIGKILL"), stopsWithinMs)
  await said(lines, /(Stopping)/)
  enrolling.end(body.slice(20))
  const [response] = await answered
  response.resume()
  must(response.statusCode === 200, `what is under way at a stop is finished: ${response.statusCode}`)
  child.stdout.resume()
  await ended
  clearTimeout(late)
  const took = performance.now() - asked
  must(took < stopsWithinMs, `SIGTERM to ${child.spawnargs.join(" ")} ends the court: ${Math.round(took)} ms`)
}

const withDenoAlone = async () => {
  const PATH = programsWithoutNode()
  const env = environment({ PATH, COURT_DATA: join(folder, "deno-data") })
  const found = spawnSync("sh", ["-c", "command -v node npm npx"], { env, encoding: "utf8" })
  must(found.stdout === "", "the PATH holds neither Node nor npm")
  ran("git", ["clone", "--quiet", "--depth", "1", `file://${root}`, clone])
  const inClone = { cwd: clone, env }
  await timed("deno task install", () => ran("deno", ["task", "install"], inClone))
  const court = await timed("deno task start", () => served("deno", ["task", "start"], inClone))
  must(runtimes().includes(join(PATH, "deno")), "the Deno of the user runs the court")
  const { status: ready } = await fetch(`${court.url}/readyz`)
  must(ready === 200, `the court is ready: ${ready}`)
  const enrolled = await fetch(`${court.url}/api/v1/enrol`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(enrolmentBody("clerk-1")),
  })
  must(enrolled.status === 200, `the court enrols an agent: ${enrolled.status}`)
  await stopped(court, "clerk-2")
  must(
    !existsSync(join(folder, "deno-data", "court.db-wal")),
    "a court that is asked to stop closes its store",
  )
  const told = await timed(`deno task test ${someTests.join(" ")}`, () =>
    ran("deno", ["task", "test", ...someTests], { cwd: clone, env: { ...env, NO_COLOR: "1", CI: "" } }),
  )
  const [tests] = /Tests .*/.exec(told) ?? []
  must(/\d+ passed/.test(tests), `of the tests: ${tests}`)
}

/** A clone as `npm ci` leaves it: with its packages, and never compiled. */
const withNpx = async () => {
  const fresh = join(folder, "fresh")
  ran("git", ["clone", "--quiet", "--depth", "1", `file://${root}`, fresh])
  ran("npm", ["ci", "--prefer-offline"], { cwd: fresh })
  const env = environment({ COURT_DATA: join(folder, "npx-data") })
  const first = spawnSync("npx", ["agent-court", "--version"], { cwd: fresh, env, encoding: "utf8" })
  must(/^\d+\.\d+\.\d+\n$/.test(first.stdout), `npx agent-court --version says ${first.stdout.trim()}`)
  must(/Compiling the sources/.test(first.stderr), "the first run says that it compiles")
  const again = spawnSync("npx", ["agent-court", "--version"], { cwd: fresh, env, encoding: "utf8" })
  must(!/Compil/.test(again.stderr), "the second run has nothing to compile")
}

const withNpm = async () => {
  const env = { ...process.env, PORT: "0", COURT_DATA: join(folder, "npm-data") }
  for (const [handle, what] of [
    ["clerk-1", "npm start"],
    ["clerk-2", "npm start again, with nothing changed"],
  ]) {
    const court = await timed(what, () => served("npm", ["start"], { cwd: root, env }))
    await stopped(court, handle)
  }
}

try {
  await timed("with Deno alone, all in all", withDenoAlone)
  await timed("npx agent-court in a clone", withNpx)
  await withNpm()
} finally {
  for (const { pid } of courts) {
    try {
      process.kill(-pid, "SIGKILL")
    } catch {
      // It has ended.
    }
  }
  rmSync(folder, { recursive: true, force: true })
}
