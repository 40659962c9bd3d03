// `npm run bundle -- --beside`: bundles a small program on the rules, and one on each of three other libraries, as a user would (esbuild,
// minified). Prints the size of each, gzipped, and how long a fresh process takes to import the library. It is the least of ten, in rounds
// over all programs, since other work of the machine only adds to it. The others are installed into a folder that is removed again (they
// need the network). The package must be built.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"

const root = resolve(import.meta.dirname, "..")
const others = ["xstate@5.33.3", "@event-driven-io/emmett@0.42.0", "stripe@23.1.0"]
const times = 10

/** The programs that are compared. Each has a name, the modules that it imports from, and its code. */
const programs = [
  {
    name: "agent-court: one fee",
    from: ["agent-court/ledger", "agent-court/schedule"],
    code: `import { magistrateFee } from "agent-court/ledger"
import { published } from "agent-court/schedule"
console.log(magistrateFee(30, published.at(0)))`,
  },
  {
    name: "agent-court: a step of compliance",
    from: ["agent-court/compliance"],
    code: `import { entry, statusAt } from "agent-court/compliance"
const made = entry({ citation: "c", bound: "a", favoured: "b", deliveredAt: 0 })
console.log(statusAt(made, made.dueAt))`,
  },
  {
    name: "agent-court: the gate",
    from: ["agent-court/gate"],
    code: `import { gate } from "agent-court/gate"
console.log(gate({ court: "https://court.example", stakeAtLeast: 1_000 }))`,
  },
  {
    name: "agent-court: an account",
    from: ["agent-court/account", "agent-court/schedule"],
    code: `import { debtDeal, drawUp } from "agent-court/account"
import { published } from "agent-court/schedule"
const deal = debtDeal({ id: "d", parties: { supplier: "a", buyer: "b" }, cents: 1, from: "invoice", madeAt: 0 })
console.log(drawUp(deal, 0, published.at(0)).balance)`,
  },
  {
    name: "agent-court: the whole core",
    from: ["agent-court"],
    code: `import * as court from "agent-court"
console.log(court)`,
  },
  {
    name: "xstate: a machine",
    from: ["xstate"],
    code: `import { createActor, createMachine } from "xstate"
const machine = createMachine({ initial: "open", states: { open: { on: { PASS: "notified" } }, notified: {} } })
console.log(createActor(machine).getSnapshot())`,
  },
  {
    name: "emmett: a command",
    from: ["@event-driven-io/emmett"],
    code: `import { CommandHandler, getInMemoryEventStore } from "@event-driven-io/emmett"
const handle = CommandHandler({ evolve: (state) => state, initialState: () => ({}) })
console.log(handle, getInMemoryEventStore())`,
  },
  {
    name: "stripe: a client",
    from: ["stripe"],
    code: `import Stripe from "stripe"
console.log(new Stripe("sk_test_0").charges.create)`,
  },
]

const folder = mkdtempSync(join(tmpdir(), "agent-court-beside-"))

/** How long a fresh process takes to import these modules, in milliseconds. */
const importing = (from) => {
  const code = `const begun = performance.now()
await Promise.all(${JSON.stringify(from)}.map((name) => import(name)))
console.log(performance.now() - begun)`
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NODE_COMPILE_CACHE: "" },
  })
  if (status !== 0) throw new Error(`${from} can't be imported: ${stderr}`)
  return Number(stdout)
}

try {
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "beside", private: true, type: "module" }),
  )
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...others],
    { cwd: folder, encoding: "utf8" },
  )
  if (status !== 0) throw new Error(stderr)
  mkdirSync(join(folder, "node_modules"), { recursive: true })
  symlinkSync(root, join(folder, "node_modules/agent-court"))
  const least = new Map(programs.map(({ name }) => [name, Number.POSITIVE_INFINITY]))
  for (let round = 0; round < times; round++)
    for (const { name, from } of programs) least.set(name, Math.min(least.get(name), importing(from)))
  console.log(`${"program".padEnd(34)}${"gzipped".padStart(10)}${"imports in".padStart(13)}`)
  for (const { name, code } of programs) {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: folder },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "node",
      target: "node22",
      write: false,
      preserveSymlinks: true,
      logLevel: "error",
    })
    const kB = gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000
    const ms = least.get(name)
    console.log(
      `${name.padEnd(34)}${`${kB.toFixed(1)} kB`.padStart(10)}${`${ms.toFixed(0)} ms`.padStart(13)}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
