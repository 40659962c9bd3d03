/**
 * Four runs of a million entries each, with their entries and agents as Parquet, on two workers; and what CSV takes besides. The build is
 * measured, since that is what is installed. Seconds of the processor are told too, since they depend less on what else the machine does.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Either } from "effect"

const built = new URL("../../dist/scheduler/laboratory/", import.meta.url)
const { simulate }: typeof import("./Simulate.ts") = await import(new URL("Simulate.js", built).href)
const { read }: typeof import("./Study.ts") = await import(new URL("Study.js", built).href)

const scenario = (more: string) => `
name: bench
horizon: { days: 120 }
agents: 60000
populations:
  - { name: honest, share: rest, behaviours: [{ strategy: honours-promptly }] }
  - { name: careless, share: 0.5, breaches: 0.7, behaviours: [{ strategy: ignores }] }
dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.4 } }
schedule: { claimsMax: 1000, openMattersMax: 1000 }
experiment: { replicates: 4, ${more} }
`
const aimSeconds = 30
const signal = new AbortController().signal
const quiet = { begins: () => {}, progress: () => {}, makes: () => {} }
const folder = mkdtempSync(join(tmpdir(), "entries-"))

for (const [name, more] of [
  ["without entries", "entries: false"],
  ["with entries", "entries: true"],
  ["with entries, as CSV too", "entries: true, csv: true"],
] as const) {
  const study = Either.getOrThrow(
    read("bench.yaml", scenario(more), { set: [], runs: undefined }, () => Either.left("none")),
  )
  const out = join(folder, "out")
  const before = process.cpuUsage()
  const began = performance.now()
  const { findings } = await simulate(study, { out, workers: 2, signal, report: false, ...quiet })
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(before)
  const entries = findings.observed[0]?.runs.reduce((sum, one) => sum + one.entries, 0) ?? 0
  const parts = join(out, "entries")
  const bytes = more.startsWith("entries: true")
    ? readdirSync(parts).reduce((sum, part) => sum + statSync(join(parts, part)).size, 0)
    : 0
  const aim = more === "entries: true" ? ` (aim: ${aimSeconds} s)` : ""
  console.log(
    `${(entries / 1e6).toFixed(2)} M entries in four runs, two workers, ${name}: ${seconds.toFixed(1)} s${aim}, ${((user + system) / 1e6).toFixed(1)} s of the processor${bytes === 0 ? "" : `, ${(bytes / 1e6).toFixed(0)} MB of Parquet`}`,
  )
  rmSync(out, { recursive: true })
}
rmSync(folder, { recursive: true })
