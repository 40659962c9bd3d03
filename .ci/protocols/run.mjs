// Tries a court with what others have published: `npm run protocols`. The A2A SDK verifies the signature of its agent card, and the
// conformance tests of MCP go through its tools. They are installed here, at the first run, so that `npm ci` of the court stays small.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve as resolvePath } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "../../adapters/outbound/FreePort.ts"

const here = import.meta.dirname
const root = resolvePath(here, "../..")
const folder = mkdtempSync(join(tmpdir(), "court-protocols-"))

const must = (what, command, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", cwd: here })
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${what} failed`))))
  })

/** Starts a court, and waits until it says where it is open. A court knows its own origin only if it is told its port. */
const serve = (PORT) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, COURT_DATA: folder, COURT_STORE: "memory:", PORT, COURT_RATE_LIMIT: "off" }
    const child = spawn(process.execPath, ["http/bin/agent-court.ts", "serve"], {
      stdio: ["ignore", "pipe", "inherit"],
      cwd: root,
      env,
    })
    child.once("exit", () => reject(new Error("the court ended")))
    createInterface(child.stdout).on("line", (line) => {
      const found = /open at (http:\S+:\d+)/.exec(line)
      if (found !== null) resolve({ url: found[1], child })
    })
  })

/** Whether the SDK finds a signature on the card by a key of the court's key set. */
const verifies = async (verify, card, keys) => {
  try {
    await verify(async (kid) => keys.find((key) => key.kid === kid))(card)
    return true
  } catch {
    return false
  }
}

const cardOf = async (url) => {
  const { AgentCard, verifyAgentCardSignature } = await import("@a2a-js/sdk")
  const read = async (name) => (await fetch(`${url}/.well-known/${name}`)).json()
  const [card, { keys }] = [await read("agent-card.json"), await read("jwks.json")]
  const debug = console.debug
  // The SDK prints each signature that does not verify.
  console.debug = () => {}
  const verified = await verifies(verifyAgentCardSignature, card, keys)
  const forged = await verifies(verifyAgentCardSignature, { ...card, description: "Another court." }, keys)
  console.debug = debug
  if (!verified) throw new Error("the agent card does not verify in the A2A SDK")
  if (forged) throw new Error("the A2A SDK verifies a card that was changed")
  const kept = AgentCard.toJSON(AgentCard.fromJSON(card))
  if (Object.keys(kept).length !== Object.keys(card).length)
    throw new Error("the A2A SDK drops members of the agent card")
  console.log("The A2A SDK verifies the agent card, and refuses it with one member changed.")
}

let court = null
try {
  if (!existsSync(join(here, "node_modules")))
    await must("Installing the tools", "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
  court = await serve(String(await freePort()))
  await cardOf(court.url)
  await must("The conformance of MCP", process.execPath, [
    "node_modules/@modelcontextprotocol/conformance/dist/index.js",
    "server",
    "--url",
    `${court.url}/mcp`,
    "--expected-failures",
    "mcp.yaml",
  ])
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  court?.child.removeAllListeners("exit")
  court?.child.kill("SIGTERM")
  rmSync(folder, { recursive: true, force: true })
}
