/** A thread that does one piece of work at a time. If it takes too long or dies, the next piece starts another thread. */
import { setImmediate, setTimeout } from "node:timers/promises"
import { Worker as Running } from "node:worker_threads"

/** The longest time that a thread may take to load its libraries, on a busy machine. */
const startMs = 60_000

type Spent = Awaited<ReturnType<Running["cpuUsage"]>>

/** The time that a thread has run, in all or since an earlier reading; null if the runtime does not tell. */
const readSpent = async (
  running: Partial<Pick<Running, "cpuUsage">>,
  before: Spent | null,
): Promise<Spent | null> => (await running.cpuUsage?.(before ?? undefined).catch(() => null)) ?? null

interface Options {
  /** It posts one message when it is ready, and one for each piece of work. */
  readonly script: URL
  /** The task of the thread, as the end of a sentence: `that reads papers`. */
  readonly what: string
  /** The most memory of the thread. Work that uses it up ends the thread and not the process. */
  readonly memoryMb: number
  /** How many times its limit a thread may take by the clock, if the machine is so busy that it hardly runs. */
  readonly busyFactor: number
}

export class Worker<Work, Answer> {
  readonly #options: Options
  #ready: Promise<Running> | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Does a piece of work. Null if the thread ran longer than `limitMs` or died. On a busy machine the time counts that it ran, if the
   * runtime tells it. Call it for one piece at a time. It rejects if no thread can be started, which is a fault of the installation
   * and not of the work.
   */
  async ask(work: Work, limitMs: number): Promise<Answer | null> {
    this.#ready ??= this.#start()
    const running = await this.#ready
    running.ref()
    return await new Promise<Answer | null>((resolve) => {
      const watching = new AbortController()
      const settle = (answer: Answer | null): void => {
        watching.abort()
        running.off("message", settle)
        running.off("exit", settleEmpty)
        // A thread without work keeps no process alive.
        running.unref()
        resolve(answer)
      }
      const settleEmpty = (): void => settle(null)
      running.on("message", settle)
      running.once("exit", settleEmpty)
      running.postMessage(work)
      void this.#isSpent(running, limitMs, watching.signal).then((isSpent) => {
        if (!isSpent) return
        this.#ready = null
        void running.terminate()
        settle(null)
      })
    })
  }

  /** Whether the thread spent its time on the work before the signal that the work is done. */
  async #isSpent(running: Running, limitMs: number, signal: AbortSignal): Promise<boolean> {
    const stepMs = limitMs / 2
    let before: Spent | null = null
    for (let waited = 0; waited < limitMs * this.#options.busyFactor; waited += stepMs) {
      // The signal ends the waiting at once, so that no timer outlives the work.
      await setTimeout(stepMs, undefined, { signal }).catch(() => undefined)
      // The answer may be waiting already, if this process was busy meanwhile. One turn of the loop brings it.
      await setImmediate()
      if (signal.aborted) return false
      const spent = await readSpent(running, before)
      if (spent === null && waited > 0) return !signal.aborted
      if (before !== null && spent !== null && (spent.user + spent.system) / 1000 >= stepMs)
        return !signal.aborted
      before ??= spent
    }
    return !signal.aborted
  }

  async close(): Promise<void> {
    const ready = this.#ready
    this.#ready = null
    const running = await ready?.catch(() => null)
    await running?.terminate()
  }

  #start(): Promise<Running> {
    const { script, what, memoryMb } = this.#options
    const starting = new Promise<Running>((resolve, reject) => {
      const running = new Running(script, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
      const late = globalThis.setTimeout(() => {
        reject(new Error(`the thread ${what} did not start within ${startMs} ms`))
        void running.terminate()
      }, startMs)
      running.once("message", () => {
        clearTimeout(late)
        resolve(running)
      })
      // This tells the caller. Without a listener, an error of the thread would end the process.
      running.on("error", reject)
      running.once("exit", () => {
        clearTimeout(late)
        if (this.#ready === starting) this.#ready = null
        reject(new Error(`the thread ${what} ended as it started`))
      })
    })
    return starting
  }
}
