/**
 * A line of the log, for people or for programs. Of what failed both tell names, codes and places in the code, never a message: it may
 * quote what somebody wrote.
 */

import { write } from "node:fs"
import { setTimeout } from "node:timers"
import {
  Cause,
  Context,
  Effect,
  FiberRef,
  FiberRefs,
  HashMap,
  Layer,
  Logger,
  LogLevel,
  Option,
  Tracer,
} from "effect"
import { isBug, nameOf, trace } from "../../adapters/host/Failure.ts"
import type { LogConfig } from "./TelemetryConfig.ts"

type Given = Logger.Logger.Options<unknown>

const words = ({ message }: Given): string =>
  (Array.isArray(message) ? message : [message]).map(String).join(" ")

/** As logfmt has it. A mistake of this program is told with its places. */
export const human: Logger.Logger<unknown, string> = Logger.mapInputOptions(
  Logger.logfmtLogger,
  (given: Given) => {
    const { cause } = given
    const message = isBug(cause) ? `${words(given)}: ${trace(cause)}` : words(given)
    return { ...given, message, cause: Cause.empty }
  },
)

const spanOf = ({ context }: Given): Tracer.AnySpan | null =>
  Option.getOrNull(
    Context.getOption(FiberRefs.getOrDefault(context, FiberRef.currentContext), Tracer.ParentSpan),
  )

/** The name of what failed, and of each part of it its places in the code. */
const causeOf = (cause: Cause.Cause<unknown>) => ({
  name: nameOf(cause),
  bug: isBug(cause),
  at: trace(cause).split("\n"),
})

/** A JSON object of one line. Annotations such as `instance` are members of their own. */
export const json: Logger.Logger<unknown, string> = Logger.make((given: Given) => {
  const { annotations, cause, date, logLevel } = given
  const span = spanOf(given)
  return JSON.stringify({
    ...Object.fromEntries(HashMap.toEntries(annotations)),
    time: date.toISOString(),
    level: logLevel.label.toLowerCase(),
    message: words(given),
    ...(span === null ? {} : { trace_id: span.traceId, span_id: span.spanId }),
    ...(Cause.isEmpty(cause) ? {} : { cause: causeOf(cause) }),
  })
})

/**
 * The log on its way to standard error. A log that can't be written costs its own lines and nothing else: a full disk, a frozen
 * one or a reader that went away neither ends the process nor holds it up, and the next line that can be written says how many
 * are missing.
 */

type Written = (error: NodeJS.ErrnoException | null, bytes: number) => void
/** Writes some of these bytes and tells how many. Other threads wait for the disk. */
export type Write = (bytes: Buffer, done: Written) => void

/** How the log says that lines of it are missing. */
export type Missing = (lines: number, why: string) => string

export const missing: { readonly [form in LogConfig["form"]]: Missing } = {
  human: (lines, why) => `level=WARN message="${lines} lines of this log were lost: ${why}"`,
  json: (lines, why) =>
    JSON.stringify({ level: "warn", message: `${lines} lines of this log were lost: ${why}` }),
}

const standardError: Write = (bytes, done) => write(2, bytes, 0, bytes.length, null, done)

// Lines that wait for a slow disk; more are lost.
const waitingMax = 10_000
// A pipe whose reader is slow is asked again.
const againMs = 20
const flushWithinMs = 1_000

export class Log {
  readonly #write: Write
  readonly #missing: Missing
  #waiting: Array<string> = []
  #busy = false
  #lost = 0
  #why = ""
  #idle: Array<() => void> = []

  constructor(to: Write = standardError, says: Missing = missing.human) {
    this.#write = to
    this.#missing = says
  }

  line(text: string): void {
    if (this.#waiting.length >= waitingMax) this.#lose(1, "too slow")
    else this.#waiting.push(text)
    this.#next()
  }

  /** Ends when every line was written or lost. */
  flushed(): Promise<void> {
    if (!this.#busy) return Promise.resolve()
    return new Promise((resolve) => {
      this.#idle.push(resolve)
    })
  }

  #lose(lines: number, why: string): void {
    this.#lost += lines
    this.#why = why
  }

  #next(): void {
    if (this.#busy) return
    if (this.#waiting.length === 0) {
      for (const resolve of this.#idle.splice(0)) resolve()
      return
    }
    const lines = this.#waiting
    this.#waiting = []
    this.#busy = true
    const missing = this.#lost
    const head = missing === 0 ? "" : `${this.#missing(missing, this.#why)}\n`
    this.#put(Buffer.from(`${head}${lines.join("\n")}\n`), (error) => {
      if (error === null) this.#lost -= missing
      else this.#lose(lines.length, error.code ?? error.name)
      this.#busy = false
      this.#next()
    })
  }

  #put(bytes: Buffer, done: (error: NodeJS.ErrnoException | null) => void): void {
    this.#write(bytes, (error, count) => {
      if (error?.code === "EAGAIN") setTimeout(() => this.#put(bytes, done), againMs).unref()
      else if (error !== null) done(error)
      else if (count < bytes.length) this.#put(bytes.subarray(count), done)
      else done(null)
    })
  }
}

const sink = (form: LogConfig["form"]) =>
  Effect.acquireRelease(
    Effect.sync(() => new Log(standardError, missing[form])),
    (log) => Effect.timeoutOption(Effect.interruptible(Effect.promise(() => log.flushed())), flushWithinMs),
  )

const forms = { human, json } as const
const leastOf = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warn: LogLevel.Warning,
  error: LogLevel.Error,
  off: LogLevel.None,
} as const satisfies Record<LogConfig["level"], LogLevel.LogLevel>

/** Logs go to standard error, a line each. */
export const logging = ({ form, level }: LogConfig): Layer.Layer<never> =>
  Layer.merge(
    Logger.replaceScoped(
      Logger.defaultLogger,
      Effect.map(sink(form), (log) => Logger.map(forms[form], (line) => log.line(line))),
    ),
    Logger.minimumLogLevel(leastOf[level]),
  )

/** Neither a full disk that holds what is printed nor a reader that went away (`| head`) ends what is being done. */
export const outliveTerminal = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
}
