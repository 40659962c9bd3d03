/** The processes of the court: two servers and two schedulers on one cluster, with the same keys. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { openSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { psql } from "./Beats.ts"
import { urlOf } from "./Cluster.ts"
import type { Seen } from "./Load.ts"

const program = join(import.meta.dirname, "../../bin/agent-court.ts")

/** A process of the court. After a stop it can be started again. */
export class Process {
  readonly #name: string
  readonly #args: ReadonlyArray<string>
  readonly #folder: string
  readonly #port: number
  #child: ChildProcess | null = null
  /** When the running process was asked to stop, in ms of the epoch; infinity if it was not. */
  stoppedAt = Number.POSITIVE_INFINITY

  constructor(folder: string, name: string, args: ReadonlyArray<string>, port = 0) {
    this.#name = name
    this.#args = args
    this.#folder = folder
    this.#port = port
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    const log = openSync(join(this.#folder, `${this.#name}.log`), "a")
    const child = spawn(process.execPath, [program, ...this.#args], {
      stdio: ["ignore", "pipe", log],
      env: {
        ...process.env,
        COURT_DATA: join(this.#folder, "court-data"),
        COURT_STORE: urlOf("court"),
        PORT: String(this.#port),
        COURT_RATE_LIMIT: "off",
        COURT_SCHEDULER: "off",
      },
    })
    const { stdout } = child
    if (stdout === null) throw new Error("the process has no standard output")
    this.#child = child
    this.stoppedAt = Number.POSITIVE_INFINITY
    for await (const line of createInterface({ input: stdout }))
      if (/The court is open|The scheduler is running/.test(line)) return
    throw new Error(`${this.#name} did not start: see ${this.#name}.log`)
  }

  /** Asks the process to stop, as an operator does, and waits until it has ended. Gives how long that took, in ms. */
  async stop(): Promise<number> {
    const child = this.#child
    if (child === null) return 0
    const ended = once(child, "exit")
    this.stoppedAt = Date.now()
    child.kill("SIGTERM")
    await ended
    return Date.now() - this.stoppedAt
  }
}

export interface Court {
  readonly servers: readonly [Process, Process]
  readonly schedulers: readonly [Process, Process]
}

export const start = async (folder: string): Promise<Court> => {
  const server = (n: number) => new Process(folder, `serve-${n}`, ["serve"], 8_080 + n)
  const scheduler = (n: number) => new Process(folder, `schedule-${n}`, ["schedule"])
  const servers = [server(1), server(2)] as const
  const schedulers = [scheduler(1), scheduler(2)] as const
  // One starts after the other, because the first makes the keys.
  for (const each of [...servers, ...schedulers]) await each.start()
  return { servers, schedulers }
}

/** A stopping process completes what is under way within ten seconds. */
const stopWithinMs = 10_000
const settleMs = 3_000

type Line = readonly [what: string, holds: boolean]

/**
 * Restarts the schedulers and then the servers. The fingerprint in the database is changed before each start, so that each process
 * takes the definitions for those of another version and makes them anew.
 */
export const changeVersion = async (
  { servers, schedulers }: Court,
  seen: Seen,
): Promise<ReadonlyArray<Line>> => {
  const before = { acknowledged: seen.acknowledged.length, faults: seen.faults.size }
  const stops: Array<number> = []
  for (const each of [...schedulers, ...servers]) {
    stops.push(await each.stop())
    psql("update agent_court.definitions set fingerprint = 'of another version'", "court")
    await each.start()
    await sleep(settleMs)
  }
  const done = seen.acknowledged.length - before.acknowledged
  return [
    [`a change of version of four processes under load: ${done} acts acknowledged meanwhile`, done > 0],
    [
      `their stops took ${stops.map((ms) => (ms / 1_000).toFixed(1)).join(", ")} s`,
      stops.every((ms) => ms < stopWithinMs),
    ],
    [
      "the only answer of 5xx was 503 with Retry-After, and every request was answered",
      seen.faults.size === before.faults,
    ],
  ]
}
