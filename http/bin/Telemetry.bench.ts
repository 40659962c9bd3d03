/**
 * What telemetry costs: `POST /notarise` over the whole path on SQLite, served by processes that differ in their telemetry alone and are
 * measured in turns. `TELEMETRY_BASE` names another checkout, whose court is measured beside them as `before`.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { enrolled } from "../testing/TestCourt.ts"

const root = join(import.meta.dirname, "../..")
const [seconds, connections] = ["8", "32"]
const rounds = Number(process.env.TELEMETRY_ROUNDS ?? "5")

/** A collector that takes everything and looks at nothing. */
const collector = createServer((request, response) => request.resume().once("end", () => response.end()))
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve))
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

const metrics = { COURT_METRICS: "127.0.0.1:0" }
const sent = { ...metrics, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
const before = process.env.TELEMETRY_BASE
const variants: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string]> = [
  ...(before === undefined ? [] : [["before", {}, before] as const]),
  ["off", {}, root],
  ["/metrics", metrics, root],
  ["/metrics and traces (20 a second)", sent, root],
  ["/metrics and every trace", { ...sent, OTEL_TRACES_SAMPLER: "always_on" }, root],
]

interface Measured {
  readonly perSecond: number
  /** Of the serving process with its threads, in microseconds a request. */
  readonly cpu: number
}

const lineOf = async (child: ChildProcess, wanted: RegExp): Promise<string> => {
  if (child.stdout === null) throw new Error("no output")
  for await (const line of createInterface(child.stdout)) {
    const found = wanted.exec(line)
    if (found !== null) return found[1] ?? line
  }
  throw new Error("ended without a word")
}

/** Processor time of a process so far, in ms, by Linux's hundredths of a second. */
const cpuMs = (pid: number | undefined): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const asStarted: ReadonlyArray<string> = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
).scripts.start.match(/--\S+/g)

const measure = async (checkout: string, telemetry: Readonly<Record<string, string>>): Promise<Measured> => {
  const folder = mkdtempSync(join(tmpdir(), "court-telemetry-"))
  const env = { PATH: process.env.PATH, PORT: "0", COURT_DATA: folder, COURT_RATE_LIMIT: "off", ...telemetry }
  const court = spawn(process.execPath, [...asStarted, join(checkout, "http/bin/agent-court.ts"), "serve"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  })
  try {
    const url = await lineOf(court, /The court is open at (\S+)/)
    const key = await enrolled({ url }, "seller")
    await enrolled({ url }, "buyer")
    const load = spawn(
      process.execPath,
      [join(root, "http/testing/Load.ts"), new URL(url).port, connections, seconds, key],
      { stdio: ["ignore", "pipe", "inherit"] },
    )
    await new Promise((resolve) => setTimeout(resolve, 12_500))
    const [startedAt, used] = [performance.now(), cpuMs(court.pid)]
    const { perSecond } = JSON.parse(await lineOf(load, /^(\{.*)$/)) as Pick<Measured, "perSecond">
    const perMs = (cpuMs(court.pid) - used) / (performance.now() - startedAt)
    return { perSecond, cpu: (perMs * 1_000_000) / perSecond }
  } finally {
    court.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  }
}

const taken = new Map(variants.map(([name]) => [name, [] as Array<Measured>]))
for (let round = 0; round < rounds; round++) {
  // In another order each time: who comes first is not always the one that another process disturbs.
  const turn = variants.map((_, i) => variants[(i + round) % variants.length])
  for (const variant of turn) {
    if (variant === undefined) continue
    const [name, telemetry, checkout] = variant
    taken.get(name)?.push(await measure(checkout, telemetry))
  }
}
collector.close()

/** What else runs on the machine only adds to the processor time of a request, so the least of the rounds says most. */
console.log(`POST /notarise on SQLite, ${connections} connections, ${rounds} rounds in turns`)
const least = (all: ReadonlyArray<Measured>): number => Math.min(...all.map(({ cpu }) => cpu))
const off = least(taken.get("off") ?? [])
for (const [name, all] of taken) {
  const [cpu, perSecond] = [least(all), Math.max(...all.map((one) => one.perSecond))]
  console.log(
    `  ${name.padEnd(36)} ${cpu.toFixed(1)} µs of processor a request (${(cpu / off).toFixed(3)}; of all rounds ${all.map((one) => one.cpu.toFixed(0)).join(", ")}); at best ${perSecond.toFixed(0)}/s`,
  )
}
