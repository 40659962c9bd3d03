/** A run of the kit in a process of its own. If a case stops the process, the run begins again after that case. */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { Effect } from "effect"
import { scriptArguments } from "./Children.ts"
import * as Limit from "./Limit.ts"
import * as Report from "./Report.ts"
import { Unusable } from "./StoreModule.ts"

/** The messages of the process that examines the store (`examiner.ts`). */
export type Message =
  | { readonly _tag: "begins"; readonly part: Report.Part }
  | { readonly _tag: "asks"; readonly words: string }
  | { readonly _tag: "ended"; readonly line: Report.Line }
  | { readonly _tag: "unusable"; readonly message: string; readonly stack: string }
  | { readonly _tag: "done" }

type End =
  | { readonly _tag: "done" }
  | { readonly _tag: "unusable"; readonly error: Unusable }
  /** It was killed, or ended by itself, in this part of the run. */
  | { readonly _tag: "stopped"; readonly during: Report.Part; readonly ms: number; readonly why: string }

/** The first part of a run, which fails if the store can't be opened in time. */
export const opening: Report.Part = { id: "open", title: "the store opens" }

/** A case that only waits is ended by its own process. This process waits a little longer before it concludes that the other is stuck. */
const graceMs = (limitMs: number): number => Math.min(2 * limitMs, 5_000)
/** How long the process may take to start, before anything of the store runs. */
const startMs = 60_000

const marks = '{"kit":'
const linesKept = 20
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** Examines the store in one process, from the case after the one with the id `after`. */
const superviseCases = (
  options: Report.Options & { readonly limitMs: number },
  after: string | null,
  ended: (line: Report.Line) => void,
) =>
  Effect.async<End>((resume) => {
    const { limitMs } = options
    // It leads a group of processes, so that the processes that its cases start are ended with it.
    const child = spawn(
      process.execPath,
      [...scriptArguments("examiner"), JSON.stringify(options), after ?? ""],
      { stdio: ["ignore", "pipe", "pipe"], detached: true },
    )
    const errors: Array<string> = []
    let during = opening
    let asked = ""
    let since = performance.now()
    let late = false
    let end: End | null = null
    let timer = setTimeout(() => {}, 0)

    const kill = () => {
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL")
      } catch {
        // It has ended.
      }
    }
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        late = true
        kill()
      }, ms)
    }
    const enter = (part: Report.Part) => {
      during = part
      asked = ""
      since = performance.now()
      wait(limitMs + graceMs(limitMs))
    }
    const hear = (message: Message) => {
      switch (message._tag) {
        case "begins":
          return enter(message.part)
        case "asks":
          asked = message.words
          return
        case "ended":
          // Work that a case leaves behind may still end the process before the next case begins.
          enter(message.line)
          return ended(message.line)
        case "unusable":
          end = {
            _tag: "unusable",
            error: new Unusable({ message: message.message, cause: message.stack }),
          }
          return
        case "done":
          end = message
      }
    }
    const stopping = (signal: NodeJS.Signals) => {
      kill()
      tidy()
      process.kill(process.pid, signal)
    }
    const tidy = () => {
      clearTimeout(timer)
      for (const signal of signals) process.removeListener(signal, stopping)
    }
    for (const signal of signals) process.once(signal, stopping)
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith(marks)) hear(JSON.parse(line).kit)
      // The lines that the module under test prints are not part of the report.
      else if (line !== "") process.stderr.write(`${line}\n`)
    })
    createInterface(child.stderr).on("line", (line) => {
      errors.push(line)
      if (errors.length > linesKept) errors.shift()
      process.stderr.write(`${line}\n`)
    })
    wait(startMs)
    child.on("close", (code, signal) => {
      tidy()
      // Processes that a case has started must not outlive the process that they belong to.
      kill()
      const last = asked === "" ? "" : `\nThe last call: ${asked}`
      const why = late
        ? `did not end within ${Limit.inSeconds(limitMs)}, and its process gave no sign: code that the store runs never gives the thread back, as a loop without an end.${last}`
        : `ended the process that examined the store (${signal ?? `exit code ${code}`}).${last}${errors.map((line) => `\n${line}`).join("")}`
      resume(Effect.succeed(end ?? { _tag: "stopped", during, ms: performance.now() - since, why }))
    })
    return Effect.sync(() => {
      tidy()
      kill()
    })
  })

const unusable = (why: string): Unusable =>
  new Unusable({ message: `its open ${why}; correct the module, or what it opens` })

/**
 * Runs the cases of the kit on a store, then the comparison with the model, in a process beside this one. `ended` is called with each result
 * as it is known. A case that stops the process is broken; the run goes on after it with a new process and a new store.
 */
export const run = (
  given: Report.Options,
  ended: (line: Report.Line) => void = () => {},
): Effect.Effect<Report.Report, Unusable> =>
  Effect.gen(function* () {
    const { store, seed = Report.freshSeed(), limitMs = Limit.usualMs } = given
    const options = { ...given, seed, limitMs }
    const lines: Array<Report.Line> = []
    const add = (line: Report.Line) => {
      lines.push(line)
      ended(line)
    }
    for (let after: string | null = null; ; ) {
      const end: End = yield* superviseCases(options, after, add)
      if (end._tag === "unusable") return yield* end.error
      if (end._tag === "done") break
      const { ms, why } = end
      const during: Report.Part = end.during
      if (during.id === opening.id) return yield* unusable(why)
      const { id, title } = during
      const what = id === Report.closing.id ? "the end of the run" : `the case ${id}`
      add({ id, title, outcome: { _tag: "broken", ms, message: `${what} ${why}` } })
      if (id === Report.closing.id) break
      after = id
    }
    return Report.of(store, seed, lines)
  })
