/**
 * Runs of one study on one worker and on two, side by side: the same files, and at least 1.7 times as fast where two processors are
 * free. Beside it, what the machine itself gives: the same arithmetic on one thread and on two.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { Either } from "effect"
import { simulate } from "./Simulate.ts"
import { read, type Study } from "./Study.ts"

const runs = 8
const repeats = 3
const scenario = `
name: bench
horizon: { days: 120 }
agents: 20000
populations:
  - { name: honest, share: rest, behaviours: [{ strategy: honours-promptly }] }
  - { name: careless, share: 0.2, breaches: 0.2, behaviours: [{ strategy: ignores }] }
dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.4 } }
experiment: { replicates: ${runs}, entries: false }
`
const study: Study = Either.getOrThrowWith(
  read("bench.yaml", scenario, { set: [], runs: undefined }, () => Either.left("none")),
  (problems) => new Error(JSON.stringify(problems)),
)

const folder = mkdtempSync(join(tmpdir(), "pool-"))
let made = 0
/** Seconds that the runs take, and what they give. */
const timed = async (workers: number) => {
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

const ones: Array<number> = []
const twos: Array<number> = []
const machine: Array<number> = []
for (let i = 0; i < repeats; i++) {
  const one = await timed(1)
  const two = await timed(2)
  if (one.table !== two.table) throw new Error("two workers gave another table than one")
  ones.push(one.seconds)
  twos.push(two.seconds)
  machine.push((await spun(2)) / (await spun(1)))
}
rmSync(folder, { recursive: true })
const times = (value: number) => `${value.toFixed(2)} times`
console.log(`${runs} runs of 20,000 agents on one worker   ${median(ones).toFixed(2)} s`)
console.log(
  `the same on two workers                ${median(twos).toFixed(2)} s, ${times(median(ones) / median(twos))} (aim: 1.7)`,
)
console.log(`bare arithmetic on two threads         ${times(median(machine))}: what this machine gives now`)
