/** The store under test, opened by a process of its own: a driver whose every call is a line to that process and a line back. */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Effect, type Scope } from "effect"
import { type Driver, StoreUnavailable, type Supports } from "../core/store/Store.ts"
import { Broken } from "./Case.ts"

// Compiled or as it is, the script lies beside this file and has this file's ending.
const script = new URL(`./opener${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
const runtime = "Deno" in globalThis ? ["run", "-A"] : []
const openMs = 30_000

/** A line of the process. The first, of id 0, says what the store supports. */
interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly failed?: string
}

/** Hears one answer; null where the process has ended without one. */
type Hearing = (answer: Answer | null) => void

/** The process, and a way to send it calls. */
const started = (module: string, location: string) => {
  const args = [...runtime, fileURLToPath(script), module, location]
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] })
  const waiting = new Map<number, Hearing>()
  const errors: Array<string> = []
  let ended = false
  let last = 0
  createInterface(child.stdout).on("line", (line) => {
    // What a module prints by itself is no answer.
    if (!line.startsWith('{"id":')) return
    const answer: Answer = JSON.parse(line)
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  createInterface(child.stderr).on("line", (line) => errors.push(line))
  // A call to a process that has ended is answered by its end.
  child.stdin.on("error", () => {})
  child.on("close", () => {
    ended = true
    for (const hear of waiting.values()) hear(null)
    waiting.clear()
  })
  const hear = (id: number, hearing: Hearing) => {
    if (ended) hearing(null)
    else waiting.set(id, hearing)
  }
  return {
    why: () => errors.join("\n"),
    opened: (hearing: Hearing) => hear(0, hearing),
    send: (operation: string, parameters: ReadonlyArray<unknown>, hearing: Hearing) => {
      const id = ++last
      hear(id, hearing)
      child.stdin.write(`${JSON.stringify({ id, operation, parameters })}\n`)
    },
    stop: () => child.kill("SIGKILL"),
  }
}
type Process = ReturnType<typeof started>

const unavailable = (operation: string, cause: unknown) => new StoreUnavailable({ operation, cause })

/** Calls an operation of the driver there. What comes back is what the operation gave, as JSON. */
const calling =
  (child: Process) =>
  <A>(operation: string, ...parameters: ReadonlyArray<unknown>): Effect.Effect<A, StoreUnavailable> =>
    Effect.async((resume) =>
      child.send(operation, parameters, (answer) => {
        const failed = answer === null ? `the process ended: ${child.why()}` : answer.failed
        resume(
          failed === undefined
            ? Effect.succeed(answer?.value as A)
            : Effect.fail(unavailable(operation, failed)),
        )
      }),
    )

const driver = (child: Process, supports: Supports): Driver => {
  const call = calling(child)
  return {
    supports,
    read: (refs) => call("read", refs),
    list: (query) => call("list", query),
    search: (query) => call("search", query),
    holder: (claim) => call("holder", claim),
    tallies: (names) => call("tallies", names),
    blob: (sha256) => call("blob", sha256),
    receipt: (id, now) => call("receipt", id, now),
    journal: (query) => call("journal", query),
    lease: (query) => call("lease", query),
    commit: (set) => call("commit", set),
  }
}

const broken = (message: string) =>
  new Broken({ message: `opening the store in another process: ${message}` })

/** Opens the store of a module, at a location, in a process that ends with the scope. */
export const open = (module: string, location: string): Effect.Effect<Driver, Broken, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => started(module, location)),
    (child) => Effect.sync(() => child.stop()),
  ).pipe(
    Effect.flatMap((child) =>
      Effect.async<Driver, Broken>((resume) =>
        child.opened((answer) =>
          resume(
            answer?.value === undefined
              ? Effect.fail(broken(answer?.failed ?? child.why()))
              : Effect.succeed(driver(child, answer.value as Supports)),
          ),
        ),
      ).pipe(Effect.timeoutFail({ duration: openMs, onTimeout: () => broken(`no answer. ${child.why()}`) })),
    ),
  )
