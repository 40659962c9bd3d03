/** A server that a benchmark measures, in a process of its own: requests over connections that stay open, and the processor time it took. */
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { createInterface } from "node:readline"

// A court is measured as `npm start` runs it.
const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"))
const asStarted: ReadonlyArray<string> = scripts.start.match(/--\S+/g)

export interface Served {
  readonly port: number
  readonly key: string
  readonly process: ChildProcess
}

/** Starts a server of `http/testing`, which prints its port. */
export const serve = async (script: string, ...args: ReadonlyArray<string>): Promise<Served> => {
  const flags = script === "BenchCourt.ts" ? asStarted : []
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, script), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  process.once("exit", () => child.kill("SIGKILL"))
  for await (const line of createInterface(child.stdout)) return { ...JSON.parse(line), process: child }
  throw new Error(`${script} ended without a word`)
}

/** The processor time of a process so far, in seconds. Linux counts it in hundredths. */
const cpuSeconds = ({ pid }: ChildProcess): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export interface Asked {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

/** The bytes of an answer; fails if its status is not 200. */
export const ask = (agent: Agent, port: number, { method, path, headers, body }: Asked): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const sent = request({ agent, host: "127.0.0.1", port, method, path, headers }, (answer) => {
      const parts: Array<Buffer> = []
      answer.on("data", (part: Buffer) => parts.push(part))
      answer.on("end", () => {
        const bytes = Buffer.concat(parts)
        if (answer.statusCode === 200) resolve(bytes)
        else reject(new Error(`${answer.statusCode} ${bytes.toString().slice(0, 300)}`))
      })
    })
    sent.on("error", reject)
    sent.end(body)
  })

export interface Load {
  readonly connections: number
  readonly warmUpMs: number
  readonly ms: number
  readonly next: () => Asked
}

/** How many answers a second a server gives under a load, and its processor time for each in microseconds. */
export const measure = async (
  { port, process: child }: Served,
  { connections, warmUpMs, ms, next }: Load,
): Promise<{ readonly perSecond: number; readonly cpuMicros: number; readonly worstMs: number }> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const run = async (until: number) => {
    let [answers, worstMs] = [0, 0]
    const one = async () => {
      while (performance.now() < until) {
        const begun = performance.now()
        await ask(agent, port, next())
        answers += 1
        worstMs = Math.max(worstMs, performance.now() - begun)
      }
    }
    await Promise.all(Array.from({ length: connections }, one))
    return { answers, worstMs }
  }
  await run(performance.now() + warmUpMs)
  const [begun, before] = [performance.now(), cpuSeconds(child)]
  const { answers, worstMs } = await run(begun + ms)
  const [seconds, cpu] = [(performance.now() - begun) / 1000, cpuSeconds(child) - before]
  agent.destroy()
  return { perSecond: answers / seconds, cpuMicros: (cpu * 1e6) / answers, worstMs }
}
