/**
 * The log on its way to standard error. A log that can't be written costs its own lines and nothing else: a full disk, a frozen
 * one or a reader that went away neither ends the process nor holds it up, and the next line that can be written says how many
 * are missing.
 */
import { write } from "node:fs"
import { setTimeout } from "node:timers"
import { Effect, Logger } from "effect"

type Written = (error: NodeJS.ErrnoException | null, bytes: number) => void
/** Writes some of these bytes and tells how many. Other threads wait for the disk. */
export type Write = (bytes: Buffer, done: Written) => void

const standardError: Write = (bytes, done) => write(2, bytes, 0, bytes.length, null, done)

// Lines that wait for a slow disk; more are lost.
const waitingMax = 10_000
// A pipe whose reader is slow is asked again.
const againMs = 20
const flushWithinMs = 1_000

export class Log {
  readonly #write: Write
  #waiting: Array<string> = []
  #busy = false
  #lost = 0
  #why = ""
  #idle: Array<() => void> = []

  constructor(to: Write = standardError) {
    this.#write = to
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
    const head =
      missing === 0 ? "" : `level=WARN message="${missing} lines of this log were lost: ${this.#why}"\n`
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

const sink = Effect.acquireRelease(
  Effect.sync(() => new Log()),
  (log) => Effect.timeoutOption(Effect.interruptible(Effect.promise(() => log.flushed())), flushWithinMs),
)

/** Logs go to standard error, a line each. */
export const logging = Logger.replaceScoped(
  Logger.defaultLogger,
  Effect.map(sink, (log) => Logger.map(Logger.logfmtLogger, (line) => log.line(line))),
)

/** Neither a full disk that holds what is printed nor a reader that went away (`| head`) ends what is being done. */
export const outliveTerminal = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
}
