// Tries a court with what others have published: `npm run protocols`. The A2A SDK verifies the signature of its agent card, and the
// conformance tests of MCP go through its tools and its OAuth. They are installed here, at the first run, so that `npm ci` of the court stays small.
// Debian's Go checks what the court's log writes, and Auth0's COSE its receipts. Artifacts that SDKs sign are verified as evidence.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve as resolvePath } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "../../adapters/outbound/FreePort.ts"
import { canonical } from "../../core/kernel/Json.ts"
import { verifyJws } from "../../core/kernel/Notary.ts"
import { coseByAuth0 } from "./cose.mjs"
import { evidenceBySdks } from "./evidence.mjs"
import { logInGo } from "./log.mjs"
import { oauthByClient } from "./oauth.mjs"

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
    const env = {
      ...process.env,
      COURT_DATA: folder,
      COURT_STORE: "memory:",
      PORT,
      COURT_RATE_LIMIT: "off",
      COURT_SANDBOX: "1",
    }
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

/** Whether jose finds that a key of the set signed exactly this value, in the form of RFC 8785. Ours has to find the same. */
const signedBy = async (jose, keys, { signature, ...value }) => {
  const ours = verifyJws(signature, value, { keys }).valid
  const theirs = await jose.compactVerify(signature, jose.createLocalJWKSet({ keys })).then(
    ({ payload }) => new TextDecoder().decode(payload) === canonical(value),
    () => false,
  )
  if (ours !== theirs) throw new Error(`jose says ${theirs} of a signature of which the court says ${ours}`)
  return theirs
}

/** Documents that the court signs, checked by jose: a compliance record, a disposition, and the agent card as a flattened JWS. */
const signaturesOf = async (url) => {
  const jose = await import("jose")
  const read = async (path) => (await fetch(`${url}${path}`)).json()
  const { keys } = await read("/.well-known/jwks.json")
  const { items } = await read("/api/v1/judgments")
  const dispositions = await Promise.all(
    items.map(({ citation }) => read(`/api/v1/judgments/${encodeURIComponent(citation)}/disposition`)),
  )
  const final = dispositions.find(({ signature }) => signature !== null)
  if (final === undefined) throw new Error("no judgment is final, so the court signed no disposition")
  const signed = [final, await read(`/api/v1/agents/${items[0].respondent}/compliance`)]
  for (const value of signed) {
    if (!(await signedBy(jose, keys, value))) throw new Error("jose refuses what the court signed")
    if (await signedBy(jose, keys, { ...value, asOf: "1999-01-01T00:00:00.000Z" }))
      throw new Error("jose takes what was changed")
  }
  const { signatures, ...card } = await read("/.well-known/agent-card.json")
  const bytes = Buffer.from(canonical(card)).toString("base64url")
  await jose.flattenedVerify({ ...signatures[0], payload: bytes }, jose.createLocalJWKSet({ keys }))
  console.log(
    "jose verifies a compliance record, a disposition and the agent card, and refuses what was changed.",
  )
}

let court = null
try {
  if (!existsSync(join(here, "node_modules")))
    await must("Installing the tools", "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
  logInGo()
  await coseByAuth0()
  await evidenceBySdks()
  court = await serve(String(await freePort()))
  await cardOf(court.url)
  const agent = [join(root, "http/bin/agent-court.ts"), "demo", "--url", court.url]
  await must("The play of a dispute", process.execPath, [
    ...agent,
    "--key",
    join(folder, "keys/registrar.key"),
  ])
  await signaturesOf(court.url)
  await must("The conformance of MCP", process.execPath, [
    "node_modules/@modelcontextprotocol/conformance/dist/index.js",
    "server",
    "--url",
    `${court.url}/mcp`,
    "--expected-failures",
    "mcp.yaml",
  ])
  await oauthByClient(court.url)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  court?.child.removeAllListeners("exit")
  court?.child.kill("SIGTERM")
  rmSync(folder, { recursive: true, force: true })
}
