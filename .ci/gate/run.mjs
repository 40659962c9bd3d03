// Puts the gate before the payments and tools of published programs: `npm run gate`. They are installed here, at the first run, so that
// `npm ci` of the court stays small. Each is asked to pay an agent in default, which the gate stops with the court's reasons, and an agent
// that honoured an order, which it lets through. The gate is its bundle, by the name that users import.
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { debtor, seller, startGateCourt } from "../../http/testing/GateCourt.ts"

const here = import.meta.dirname
const root = resolve(here, "../..")
const programs = ["x402", "mcpSdk", "a2a", "aiSdk", "langChain", "openAiAgents", "claudeHook"]

const installed = join(here, "node_modules")
if (!existsSync(installed))
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: here, stdio: "inherit" })
const own = join(installed, "agent-court")
mkdirSync(own, { recursive: true })
const exported = { type: "module", exports: { "./gate": "./gate.js" } }
writeFileSync(join(own, "package.json"), JSON.stringify(exported))
execFileSync(process.execPath, [join(root, ".ci/bundle.mjs"), join(own, "gate.js"), "http/gate/index.ts"])

const { gate } = await import(join(own, "gate.js"))
const { court } = await startGateCourt()
const door = gate({ court: court.url, timeoutMs: 20_000 })
const partyOf = ({ name, input }) => (name === "pay" ? input.to : null)
const failed = []
/** Asks a program to pay an agent. Gives whether it paid, and what it said. */
const ask = async (played, { handle, address, place }) => {
  let paid = 0
  const pay = async () => {
    paid += 1
    return "paid"
  }
  const said = await played({ court: court.url, door, partyOf, to: handle, address, place, pay })
  return { paid, said }
}
try {
  for (const name of programs) {
    const { played } = await import(`./${name}.mjs`)
    const stopped = await ask(played, debtor)
    const passed = await ask(played, seller)
    const holds = stopped.paid === 0 && stopped.said.includes("unsatisfied") && passed.paid === 1
    console.log(`${holds ? "holds" : "FAILED"}: ${name}`)
    if (!holds) failed.push([name, stopped, passed])
  }
} finally {
  await court.stop()
}
for (const one of failed) console.error(JSON.stringify(one, null, 2))
process.exit(failed.length === 0 ? 0 : 1)
