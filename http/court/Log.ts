/**
 * The log: its lines, for people or for programs, and their way to standard error. A line about a failure has names, codes and places in
 * the code, and never an error's message, since a message may quote what somebody wrote. A log that can't be written loses lines, and
 * nothing else: a full or frozen disk, or a reader that has gone, neither ends the process nor delays it, and the next line that can
 * be written says how many are missing.
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
import { AccessLog } from "../server/AccessLog.ts"
import type { LogConfig } from "./TelemetryConfig.ts"

type Given = Logger.Logger.Options<unknown>

const words = ({ message }: Given): string =>
  (Array.isArray(message) ? message : [message]).map(String).join(" ")

/** A line in the format logfmt. A defect of this program has its stack of places in the code. */
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

/** The name of what failed, and the places in the code of each part. */
const causeOf = (cause: Cause.Cause<unknown>) => ({
  name: nameOf(cause),
  bug: isBug(cause),
  at: trace(cause).split("\n"),
})

/** A line that is a JSON object. Annotations such as `instance` are its members, and replace no other member. */
export const json: Logger.Logger<unknown, string> = Logger.make((given: Given) => {
  const { annotations, cause, date, logLevel } = given
  const span = spanOf(given)
  const head = { time: date.toISOString(), level: logLevel.label.toLowerCase(), message: words(given) }
  return JSON.stringify({
    ...head,
    ...Object.fromEntries(HashMap.toEntries(annotations)),
    ...head,
    ...(span === null ? {} : { trace_id: span.traceId, span_id: span.spanId }),
    ...(Cause.isEmpty(cause) ? {} : { cause: causeOf(cause) }),
  })
})

type Written = (error: NodeJS.ErrnoException | null, bytes: number) => void
/** Writes some of these bytes and reports how many, without blocking this thread. */
export type Write = (bytes: Buffer, done: Written) => void

type Missing = (lines: number, why: string) => string

const missing: { readonly [form in LogConfig["form"]]: Missing } = {
  human: (lines, why) => `level=WARN message="${lines} lines of this log were lost: ${why}"`,
  json: (lines, why) =>
    JSON.stringify({ level: "warn", message: `${lines} lines of this log were lost: ${why}` }),
}

const standardError: Write = (bytes, done) => write(2, bytes, 0, bytes.length, null, done)

// How many lines wait for a slow disk; further lines are lost.
const waitingMax = 10_000
// How soon a write is tried again if the reader of a pipe is slow.
const againMs = 20
const flushWithinMs = 1_000
// How long a line of the access log waits for others, since a write to the disk costs more than many lines.
const gatherMs = 20

export class Log {
  readonly #write: Write
  readonly #missing: Missing
  #waiting: Array<string> = []
  #busy = false
  #lost = 0
  #why = ""
  #idle: Array<() => void> = []
  #gathering: NodeJS.Timeout | null = null

  constructor(to: Write = standardError, says: Missing = missing.human) {
    this.#write = to
    this.#missing = says
  }

  line(text: string): void {
    this.#wait(text)
    this.#next()
  }

  /** A line that is written together with the lines of the next `gatherMs`. */
  gather(text: string): void {
    this.#wait(text)
    this.#gathering ??= setTimeout(() => this.#next(), gatherMs)
  }

  /** Resolves when every line has been written or lost. */
  flush(): Promise<void> {
    this.#next()
    if (!this.#busy) return Promise.resolve()
    return new Promise((resolve) => {
      this.#idle.push(resolve)
    })
  }

  #wait(text: string): void {
    if (this.#waiting.length >= waitingMax) this.#lose(1, "too slow")
    else this.#waiting.push(text)
  }

  #lose(lines: number, why: string): void {
    this.#lost += lines
    this.#why = why
  }

  #next(): void {
    if (this.#busy) return
    if (this.#gathering !== null) clearTimeout(this.#gathering)
    this.#gathering = null
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
    (log) => Effect.timeoutOption(Effect.interruptible(Effect.promise(() => log.flush())), flushWithinMs),
  )

const forms = { human, json } as const
const leastOf = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warn: LogLevel.Warning,
  error: LogLevel.Error,
  off: LogLevel.None,
} as const satisfies Record<LogConfig["level"], LogLevel.LogLevel>

const hasAccess = ({ form, level }: LogConfig): boolean =>
  form === "json" && LogLevel.lessThanEqual(leastOf[level], LogLevel.Info)

/** The logger: one line on standard error for each message from the level on. As JSON it has a line for each request too. */
export const loggerOf = (config: LogConfig): Layer.Layer<never> =>
  Layer.unwrapScoped(
    Effect.map(sink(config.form), (log) =>
      Layer.mergeAll(
        Logger.replace(
          Logger.defaultLogger,
          Logger.map(forms[config.form], (line) => log.line(line)),
        ),
        Logger.minimumLogLevel(leastOf[config.level]),
        Layer.succeed(AccessLog, hasAccess(config) ? (line) => log.gather(line) : null),
      ),
    ),
  )
