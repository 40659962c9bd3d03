/** `npm run seeds -- [count] [operations] [first seed]`: runs the whole court on many seeds, each with random operations and faults. */
import { availableParallelism } from "node:os"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { run, shortest } from "./Run.ts"

interface Job {
  readonly first: number
  readonly count: number
  readonly step: number
  readonly operations: number
}
interface Line {
  readonly seed: number
  readonly hash: string
  readonly counts: ReadonlyMap<string, number>
  /** The fault that was found and how to reproduce it, in words; null if nothing was broken. */
  readonly problem: string | null
}

const problemOf = (seed: number, operations: number): string | null => {
  const found = shortest(seed, operations)
  return found === null || found.problem === null
    ? null
    : [
        `seed ${seed} fails with no fewer than ${found.operations} operations: npm run seeds -- 1 ${found.operations} ${seed}`,
        `After operation ${found.problem.operation}, ${found.problem.name}:`,
        ...found.problem.broken,
      ].join("\n  ")
}

const lineOf = (seed: number, operations: number): Line => {
  try {
    const { hash, counts, problem } = run(seed, operations)
    return { seed, hash, counts, problem: problem === null ? null : problemOf(seed, operations) }
  } catch (error) {
    return { seed, hash: "", counts: new Map(), problem: `seed ${seed} threw: ${String(error)}` }
  }
}

const work = ({ first, count, step, operations }: Job): void => {
  // There are thousands of refusals and lost connections, and their stack traces take time.
  Error.stackTraceLimit = 0
  for (let seed = first; seed < first + count; seed += step) parentPort?.postMessage(lineOf(seed, operations))
}

const main = async (): Promise<void> => {
  const [count = 1000, operations = 500, first = 1] = process.argv.slice(2).map(Number)
  const step = Math.min(count, availableParallelism())
  const lines: Array<Line> = []
  const started = performance.now()
  const workers = Array.from(
    { length: step },
    (_, i) =>
      new Promise<void>((resolve, reject) => {
        const workerData: Job = { first: first + i, count: count - i, step, operations }
        const worker = new Worker(new URL(import.meta.url), {
          workerData,
          resourceLimits: { maxYoungGenerationSizeMb: 64 },
        })
        worker.on("message", (line: Line) => {
          lines.push(line)
          if (line.problem !== null) console.error(line.problem)
        })
        worker.on("error", reject)
        worker.on("exit", () => resolve())
      }),
  )
  await Promise.all(workers)
  const totals = new Map<string, number>()
  for (const { counts } of lines)
    for (const [name, n] of counts) totals.set(name, (totals.get(name) ?? 0) + n)
  const total = (ending: string) =>
    [...totals].reduce((sum, [name, n]) => sum + (name.endsWith(ending) ? n : 0), 0)
  const failed = lines.filter(({ problem }) => problem !== null).length
  const sorted = [...lines].sort((a, b) => a.seed - b.seed)
  const hash = sha256Hex(sorted.map((line) => line.hash).join("\n"))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(
    `${lines.length} seeds from ${first}, ${operations} operations each, in ${seconds} s: ${failed} failed. Requests done: ${total(" done")}, refused: ${total(" refused")}, never answered: ${total(" unknown")}. Hash of all: ${hash}`,
  )
  process.exitCode = failed > 0 || lines.length !== count ? 1 : 0
}

if (isMainThread) await main()
else work(workerData as Job)
