/** The child processes of the kit: a process that commits until it is killed, and processes that open the store for cases of several processes. */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Effect, type Scope } from "effect"
import type { Instant } from "../core/kernel/Time.ts"
import { type Driver, StoreUnavailable, type Supports } from "../core/store/Store.ts"
import { Broken, type Distant, type Kit } from "./Case.ts"

/** The arguments that run a script beside this file, which is compiled where this file is. */
export const scriptArguments = (name: string): ReadonlyArray<string> => {
  const script = new URL(`./${name}${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
  return [...("Deno" in globalThis ? ["run", "-A"] : []), fileURLToPath(script)]
}

const killMs = 20_000

/**
 * Starts a child that commits without end (`child.ts`), kills it shortly after it has reported this many commits, and gives the names
 * of all the commits that it reported. Breaks the case if the child reports too few within 20 seconds.
 */
export const killAfter = (kit: Kit, location: string, prefix: string, commits: number) =>
  kit.note(`${commits} commits that a child process reports`, writeInChild(kit, location, prefix, commits))

const writeInChild = (kit: Kit, location: string, prefix: string, commits: number) =>
  Effect.async<ReadonlyArray<string>, Broken>((resume) => {
    const args = [...scriptArguments("child"), kit.module, location, prefix]
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] })
    const reported: Array<string> = []
    const errors: Array<string> = []
    const kill = () => child.kill("SIGKILL")
    const tooLate = setTimeout(kill, killMs)
    createInterface(child.stdout).on("line", (line) => {
      reported.push(line)
      // A random delay, so that the kill may fall into any part of a commit.
      if (reported.length === commits) setTimeout(kill, kit.random.int(15))
    })
    createInterface(child.stderr).on("line", (line) => errors.push(line))
    child.on("close", () => {
      clearTimeout(tooLate)
      const message = `a child process that writes to the store reported ${reported.length} commits instead of ${commits}: ${errors.join("\n")}`
      resume(reported.length < commits ? Effect.fail(new Broken({ message })) : Effect.succeed(reported))
    })
    return Effect.sync(kill)
  })

const openMs = 30_000

/** A line that a child writes (`opener.ts`). The first, whose id is 0, has what the store supports. */
interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly failed?: string
}

/** Receives one answer; null if the child ended before it answered. */
type Receive = (answer: Answer | null) => void

/** A child that has the store open, and how to call it. */
const startOpener = (module: string, location: string) => {
  const args = [...scriptArguments("opener"), module, location]
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] })
  const waiting = new Map<number, Receive>()
  const errors: Array<string> = []
  let ended = false
  let lastId = 0
  createInterface(child.stdout).on("line", (line) => {
    // The module under test may print lines of its own.
    if (!line.startsWith('{"id":')) return
    const answer: Answer = JSON.parse(line)
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  createInterface(child.stderr).on("line", (line) => errors.push(line))
  // Writing to a child that has ended fails; its calls are answered with null on "close".
  child.stdin.on("error", () => {})
  child.on("close", () => {
    ended = true
    for (const receive of waiting.values()) receive(null)
    waiting.clear()
  })
  const expect = (id: number, receive: Receive) => {
    if (ended) receive(null)
    else waiting.set(id, receive)
  }
  return {
    errors: () => errors.join("\n"),
    opened: (receive: Receive) => expect(0, receive),
    send: (operation: string, parameters: ReadonlyArray<unknown>, at: Instant | null, receive: Receive) => {
      const id = ++lastId
      expect(id, receive)
      child.stdin.write(`${JSON.stringify({ id, operation, parameters, at })}\n`)
    },
    signal: (signal: "SIGSTOP" | "SIGCONT" | "SIGKILL") => {
      // `child.kill` sends one signal only under Deno, which takes the child for dead after it.
      if (child.pid !== undefined && !ended) process.kill(child.pid, signal)
    },
  }
}
type Opener = ReturnType<typeof startOpener>

const unavailable = (operation: string, cause: unknown) => new StoreUnavailable({ operation, cause })

/** Calls an operation of the driver in the child, at an instant if one is given. */
const calling =
  (child: Opener, at: Instant | null) =>
  <A>(operation: string, ...parameters: ReadonlyArray<unknown>): Effect.Effect<A, StoreUnavailable> =>
    Effect.async((resume) =>
      child.send(operation, parameters, at, (answer) => {
        const failed = answer === null ? `the child process ended: ${child.errors()}` : answer.failed
        resume(
          failed === undefined
            ? Effect.succeed(answer?.value as A) // the operation's own result, which went through JSON
            : Effect.fail(unavailable(operation, failed)),
        )
      }),
    )

const driver = (child: Opener, supports: Supports, at: Instant | null): Driver => {
  const call = calling(child, at)
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

const distant = (child: Opener, supports: Supports): Distant => ({
  ...driver(child, supports, null),
  at: (instant) => driver(child, supports, instant),
  pause: Effect.sync(() => child.signal("SIGSTOP")),
  resume: Effect.sync(() => child.signal("SIGCONT")),
})

const failureOf = (message: string) =>
  new Broken({ message: `opening the store in another process: ${message}` })

/** Opens the store of a module, at a location, in a child process that ends with the scope. */
export const openInChild = (module: string, location: string): Effect.Effect<Distant, Broken, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => startOpener(module, location)),
    (child) => Effect.sync(() => child.signal("SIGKILL")),
  ).pipe(
    Effect.flatMap((child) =>
      Effect.async<Distant, Broken>((resume) =>
        child.opened((answer) =>
          resume(
            answer?.value === undefined
              ? Effect.fail(failureOf(answer?.failed ?? child.errors()))
              : Effect.succeed(distant(child, answer.value as Supports)), // the child sends its store's `supports`
          ),
        ),
      ).pipe(
        Effect.timeoutFail({ duration: openMs, onTimeout: () => failureOf(`no answer. ${child.errors()}`) }),
      ),
    ),
  )
