/** Commands of `agent-court` for tests, each in its own process. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import * as Client from "../../audit/Client.ts"
import { enrolmentBody } from "../../testing/Bodies.ts"

export const program = join(import.meta.dirname, "../../bin", "agent-court.ts")
type Environment = Readonly<Record<string, string>>

export interface Running {
  readonly child: ChildProcess
  readonly written: { out: string; error: string }
  /** The exit code; null if a signal ended the command. */
  readonly ended: Promise<number | null>
}

/** Starts a command. It inherits the environment of this process without the court's variables. */
export const command = (args: ReadonlyArray<string>, environment: Environment): Running => {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:COURT_|HOST$|PORT$)/.test(name))
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Object.fromEntries(own), PORT: "0", ...environment },
  })
  const written = { out: "", error: "" }
  child.stderr.on("data", (chunk) => {
    written.error += chunk
  })
  child.stdout.on("data", (chunk) => {
    written.out += chunk
  })
  return { child, written, ended: once(child, "exit").then(([code]) => code) }
}

/** Starts a court and waits until it says where it serves. */
export const serving = async (
  environment: Environment,
  flags: ReadonlyArray<string> = [],
): Promise<Running & { readonly url: string }> => {
  const started = command(["serve", ...flags], environment)
  const { stdout } = started.child
  if (stdout === null) throw new Error("no output of the court is read")
  for await (const line of createInterface({ input: stdout })) {
    const url = /open at (\S+)/.exec(line)?.[1]
    if (url !== undefined) return { ...started, url }
  }
  throw new Error(`the court did not start: ${started.written.error}`)
}

export const enrol = async (url: string, handle: string): Promise<string> => {
  const body = await Client.call(url, "POST", "/api/v1/enrol", { body: enrolmentBody(handle) })
  return (body as { readonly apiKey: string }).apiKey
}

/** Lodges a hash, and gives its sequence number once the court has acknowledged it. */
export const lodge = async (url: string, token: string): Promise<number> => {
  const body = await Client.call(url, "POST", "/api/v1/notarise", {
    token,
    body: { sha256: "ab".repeat(32), kind: "delivery" },
  })
  return (body as { readonly sequence: number }).sequence
}
