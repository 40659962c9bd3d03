// Compares the interface with its own description: `npm run contract`. Redocly and Spectral lint what a court serves at
// /openapi.json. Then the demo and the examples go through Prism, which answers with an error if a request or an answer breaks the
// description. The tools are installed here, at the first run, so that `npm ci` of the court stays small.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve as resolvePath } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "../../adapters/outbound/FreePort.ts"

const here = import.meta.dirname
const root = resolvePath(here, "../..")
const tool = (name) => join(here, "node_modules/.bin", name)
const folder = mkdtempSync(join(tmpdir(), "court-contract-"))
const document = join(folder, "openapi.json")
const children = []

const must = (what, command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], cwd: here, ...options })
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${what} failed`))))
  })

/** Starts a server, and waits for the line that says that it is up. */
const up = (command, args, options, pattern) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], cwd: root, ...options })
    children.push(child)
    const lines = []
    child.once("exit", () => reject(new Error(`${command} ended: ${lines.join("\n")}`)))
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line)
      const found = pattern.exec(line)
      if (found !== null) resolve({ found, lines })
    })
  })

const play = async () => {
  const env = { ...process.env, COURT_SANDBOX: "1", COURT_DATA: folder, PORT: "0", COURT_RATE_LIMIT: "off" }
  const served = await up(process.execPath, ["http/bin/agent-court.ts", "serve"], { env }, /open at (\S+)/)
  const court = served.found[1]
  const description = await fetch(`${court}/openapi.json`)
  writeFileSync(document, await description.text())
  await must("Redocly", tool("redocly"), ["lint", document, "--config", "redocly.yaml"], {
    env: { ...process.env, REDOCLY_TELEMETRY: "off" },
  })
  await must("Spectral", tool("spectral"), [
    "lint",
    document,
    "--ruleset",
    "spectral.yaml",
    "--fail-severity",
    "hint",
  ])
  const port = await freePort()
  const prism = await up(
    tool("prism"),
    ["proxy", document, court, "--errors", "--port", String(port)],
    { env: { ...process.env, NO_COLOR: "1" } },
    /Prism is listening/,
  )
  const proxy = `http://127.0.0.1:${port}`
  const key = join(folder, "keys/registrar.key")
  const broken = await fetch(`${proxy}/api/v1/enrol`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  })
  if (!(await broken.text()).includes("stoplight.io/prism"))
    throw new Error("Prism lets a broken request through")
  await must(
    "The demo through Prism",
    process.execPath,
    ["http/bin/agent-court.ts", "demo", "--url", proxy, "--key", key],
    {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    },
  )
  await must("The examples through Prism", process.execPath, ["http/examples/play.ts", proxy, key], {
    cwd: root,
  })
  const seen = prism.lines.filter((line) => line.includes("Request received")).length
  console.log(`${seen} requests went through Prism, and only the planted one broke the description.`)
}

try {
  if (!existsSync(tool("prism")))
    await must("Installing the tools", "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
  await play()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  for (const child of children) {
    child.removeAllListeners("exit")
    child.kill("SIGTERM")
  }
  rmSync(folder, { recursive: true, force: true })
}
