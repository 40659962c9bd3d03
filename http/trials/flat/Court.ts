/** A court that `npm run flat` serves in a process of its own, with the flags of `npm start`. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"

const root = join(import.meta.dirname, "../../..")
const built = join(root, "dist/http/bin/agent-court.js")
const isBuilt = existsSync(built)
export const program = isBuilt ? built : join(root, "http/bin/agent-court.ts")

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const flags: ReadonlyArray<string> = scripts.start.match(/--\S+/g)

export interface Place {
  readonly data: string
  readonly store: string
}

export interface Court {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** How long it took until it said where it serves, in milliseconds. */
  readonly startMs: number
  readonly stop: () => Promise<void>
}

export const environment = ({ data, store }: Place): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:COURT_|HOST$|PORT$)/.test(name))
  return {
    ...Object.fromEntries(own),
    COURT_DATA: data,
    COURT_STORE: store,
    COURT_RATE_LIMIT: "off",
    COURT_JUDGE: "bench",
    PORT: "0",
  }
}

/** A clock that is `behind` milliseconds behind, or a clock that goes `times` as fast as this one from now on. */
export const clocks = {
  behind: (behind: number): string => `n()-${behind}`,
  faster: (times: number): string => `Math.floor(${Date.now()}+(n()-${Date.now()})*${times})`,
}

/** Starts a court, by the clock of the machine or by another one of `clocks`. */
export const serve = async (place: Place, clock?: string): Promise<Court> => {
  const script = `const n=Date.now;Date.now=()=>${clock}`
  const late = clock === undefined ? [] : ["--import", `data:text/javascript,${encodeURIComponent(script)}`]
  const begun = performance.now()
  const child = spawn(process.execPath, [...flags, ...late, program, "serve"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: environment(place),
  })
  const end = () => child.kill("SIGKILL")
  process.once("exit", end)
  const stop = async () => {
    process.off("exit", end)
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    await ended
  }
  for await (const line of createInterface(child.stdout)) {
    const url = /open at (http:\S+:(\d+))/.exec(line)
    if (url === null) continue
    child.stdout.resume()
    const startMs = performance.now() - begun
    return { url: url[1] ?? "", port: Number(url[2]), pid: Number(child.pid), startMs, stop }
  }
  throw new Error("the court did not start")
}

export const residentMb = (pid: number): number => {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))
  return Number(found?.[1] ?? Number.NaN) / 1024
}
