/**
 * The runs of a study on one worker and on two. The files must be the same, and two workers must be at least 1.7 times as fast if two
 * processors are free. It is measured again with a quarter of the runs, since the start of the workers then counts for more. For
 * comparison, the same arithmetic runs on one thread and on two. The build is measured, since that is what is installed.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { Either } from "effect"
import type { Study } from "./Study.ts"

const built = new URL("../../dist/scheduler/laboratory/", import.meta.url)
const { simulate }: typeof import("./Simulate.ts") = await import(new URL("Simulate.js", built).href)
const { read }: typeof import("./Study.ts") = await import(new URL("Study.js", built).href)

const repeats = 3
const scenario = (runs: number) => `
name: bench
horizon: { days: 120 }
agents: 20000
populations:
  - { name: honest, share: rest, behaviours: [{ strategy: honours-promptly }] }
  - { name: careless, share: 0.2, breaches: 0.2, behaviours: [{ strategy: ignores }] }
dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.4 } }
experiment: { replicates: ${runs}, entries: false }
`
const studyOf = (runs: number): Study =>
  Either.getOrThrowWith(
    read("bench.yaml", scenario(runs), { set: [], runs: undefined }, () => Either.left("none")),
    (problems) => new Error(JSON.stringify(problems)),
  )

const folder = mkdtempSync(join(tmpdir(), "pool-"))
let made = 0
/** The seconds that the runs take, and their results. */
const timed = async (study: Study, workers: number) => {
  const out = join(folder, String(made++))
  const began = performance.now()
  const signal = new AbortController().signal
  const quiet = { begins: () => {}, progress: () => {}, makes: () => {} }
  await simulate(study, { out, workers, signal, report: false, ...quiet })
  return { seconds: (performance.now() - began) / 1000, table: readFileSync(join(out, "runs.csv"), "utf8") }
}

const spin = "let x = 1; for (let i = 0; i < 3e8; i++) x = (x * 48271) % 2147483647"
const spun = async (threads: number): Promise<number> => {
  const began = performance.now()
  await Promise.all(
    Array.from(
      { length: threads },
      () =>
        new Promise((resolve, reject) =>
          new Worker(spin, { eval: true }).on("exit", resolve).on("error", reject),
        ),
    ),
  )
  return threads / (performance.now() - began)
}

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const machine: Array<number> = []
const times = (value: number) => `${value.toFixed(2)} times`
for (const runs of [24, 6]) {
  const study = studyOf(runs)
  const ones: Array<number> = []
  const twos: Array<number> = []
  for (let i = 0; i < repeats; i++) {
    const one = await timed(study, 1)
    const two = await timed(study, 2)
    if (one.table !== two.table) throw new Error("two workers gave another table than one")
    ones.push(one.seconds)
    twos.push(two.seconds)
    machine.push((await spun(2)) / (await spun(1)))
  }
  const [one, two] = [median(ones), median(twos)]
  console.log(
    `${runs} runs of 20,000 agents: one worker ${one.toFixed(2)} s, two ${two.toFixed(2)} s, ${times(one / two)} (aim: 1.7)`,
  )
}
rmSync(folder, { recursive: true })
console.log(`bare arithmetic on two threads: ${times(median(machine))}: what this machine gives now`)
