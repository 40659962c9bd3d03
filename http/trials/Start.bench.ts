/**
 * How long `agent-court serve` takes from the start of its process to its first answer, on SQLite, and what it holds at rest, beside bare
 * Fastify with one route: `node http/trials/Start.bench.ts`. Linux only. A first start makes keys and a store; the next finds both, without
 * what Node had compiled, or with it.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"

const rounds = 5
const restMs = 10_000
const folder = mkdtempSync(join(tmpdir(), "court-start-"))
const data = join(folder, "data")
const program = join(import.meta.dirname, "../../dist/http/bin/agent-court.js")
/** The options with which the program runs for people. */
const [first = ""] = readFileSync(program, "utf8").split("\n")
const court = [...(first.match(/--\S+/g) ?? []), program, "serve"]

const bareFile = join(folder, "bare.mjs")
const fastify = pathToFileURL(join(import.meta.dirname, "../../node_modules/fastify/fastify.js"))
writeFileSync(
  bareFile,
  `import Fastify from "${fastify}"
const app = Fastify()
app.get("/healthz", () => ({ ok: true }))
console.log("open at " + await app.listen({ port: 0, host: "127.0.0.1" }))
process.on("SIGTERM", () => process.exit())`,
)

const megabytes = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000
/** Processor time of a process so far, in milliseconds. Linux counts it in hundredths of a second. */
const processorMs = (pid: number | undefined): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const started = async (args: ReadonlyArray<string>, rest: boolean) => {
  const begun = performance.now()
  const env = { ...process.env, PORT: "0", COURT_DATA: data }
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] })
  let url = ""
  for await (const line of createInterface({ input: child.stdout })) {
    url = /open at (\S+)/.exec(line)?.[1] ?? ""
    if (url !== "") break
  }
  const { status } = await fetch(`${url}/healthz`)
  if (status !== 200) throw new Error(`/healthz answered ${status}`)
  const [ms, processor] = [performance.now() - begun, processorMs(child.pid)]
  if (rest) await new Promise((resolve) => setTimeout(resolve, restMs))
  const held = megabytes(child.pid)
  child.kill("SIGTERM")
  await once(child, "close")
  return { ms, processor, held }
}

const median = (values: ReadonlyArray<number>): string =>
  ([...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN).toFixed(0)

const kinds = {
  "the first start": { args: court, before: () => rmSync(data, { recursive: true, force: true }) },
  "the next, cold of compiled code": {
    args: court,
    before: () => rmSync(join(data, "compiled"), { recursive: true, force: true }),
  },
  "the next, warm": { args: court, before: () => {} },
  "bare Fastify": { args: [bareFile], before: () => {} },
}
const runs = Object.entries(kinds).map(([name, kind]) => ({
  name,
  ...kind,
  starts: [] as Array<Awaited<ReturnType<typeof started>>>,
}))
// In turns, so that a busy moment of the machine falls on all of them.
for (let round = 0; round < rounds; round++)
  for (const { args, before, starts } of runs) {
    before()
    starts.push(await started(args, round === rounds - 1))
  }
for (const { name, starts } of runs)
  console.log(
    `${name}: ${median(starts.map(({ ms }) => ms))} ms to the first answer, ${median(starts.map(({ processor }) => processor))} ms of processor time; after ${restMs / 1000} s at rest ${starts.at(-1)?.held.toFixed(0)} MB`,
  )
rmSync(folder, { recursive: true })
