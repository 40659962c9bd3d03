/** A thread that verifies one piece at a time. If it takes too long or dies, the next piece starts another thread. */
import { setImmediate, setTimeout } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import type { Answered, Asked } from "./Work.ts"

/** The thread's script, in the same language as this file: TypeScript in the repository, JavaScript in the package. */
const verifyingScript = new URL(
  import.meta.url.endsWith(".ts") ? "./VerifyingThread.ts" : "./VerifyingThread.js",
  import.meta.url,
)

/** The longest time that a thread may take to load its libraries, on a busy machine. */
const startMs = 60_000

// Far more memory than any piece needs. A piece that uses it up ends the thread and not the process.
const resourceLimits = { maxOldGenerationSizeMb: 128 }

/** How many times its limit a thread may take by the clock, if the machine is so busy that it hardly runs. */
const busyFactor = 40

type Spent = Awaited<ReturnType<Worker["cpuUsage"]>>

/** The time that a thread has run, in all or since an earlier reading; null if the runtime does not tell. */
const spentBy = async (worker: Partial<Pick<Worker, "cpuUsage">>, before: Spent | null): Promise<Spent | null> =>
  (await worker.cpuUsage?.(before ?? undefined).catch(() => null)) ?? null

export class Thread {
  readonly #script: URL
  #ready: Promise<Worker> | null = null

  constructor(script: URL = verifyingScript) {
    this.#script = script
  }

  /**
   * Verifies a piece. Null if the thread ran longer than `limitMs` or died. On a busy machine the time counts that it ran, if the
   * runtime tells it. Call it for one piece at a time. It rejects if no thread
   * can be started, which is a fault of the installation and not of the piece.
   */
  async ask(asked: Asked, limitMs: number): Promise<Answered | null> {
    this.#ready ??= this.#start()
    const worker = await this.#ready
    worker.ref()
    return await new Promise<Answered | null>((resolve) => {
      let settled = false
      const settle = (answered: Answered | null): void => {
        settled = true
        worker.off("message", settle)
        worker.off("exit", died)
        // A thread without work keeps no process alive.
        worker.unref()
        resolve(answered)
      }
      const died = (): void => settle(null)
      worker.on("message", settle)
      worker.once("exit", died)
      worker.postMessage(asked)
      void this.#watch(worker, limitMs, () => settled).then(() => {
        if (settled) return
        this.#ready = null
        void worker.terminate()
        settle(null)
      })
    })
  }

  /** Ends when the piece is settled, or when the thread has spent its time on it. */
  async #watch(worker: Worker, limitMs: number, isSettled: () => boolean): Promise<void> {
    const stepMs = limitMs / 2
    let before: Spent | null = null
    for (let waited = 0; waited < limitMs * busyFactor; waited += stepMs) {
      await setTimeout(stepMs)
      // The answer may be waiting already, if this process was busy meanwhile. One turn of the loop brings it.
      await setImmediate()
      if (isSettled()) return
      const spent = await spentBy(worker, before)
      if (spent === null && waited > 0) return
      if (before !== null && spent !== null && (spent.user + spent.system) / 1000 >= stepMs) return
      before ??= spent
    }
  }

  async close(): Promise<void> {
    const ready = this.#ready
    this.#ready = null
    const worker = await ready?.catch(() => null)
    await worker?.terminate()
  }

  #start(): Promise<Worker> {
    const starting = new Promise<Worker>((resolve, reject) => {
      const worker = new Worker(this.#script, { resourceLimits })
      const late = globalThis.setTimeout(() => {
        reject(new Error(`the thread that verifies evidence did not start within ${startMs} ms`))
        void worker.terminate()
      }, startMs)
      worker.once("message", () => {
        clearTimeout(late)
        resolve(worker)
      })
      // This tells the caller. Without a listener, an error of the thread would end the process.
      worker.on("error", reject)
      worker.once("exit", () => {
        clearTimeout(late)
        if (this.#ready === starting) this.#ready = null
        reject(new Error("the thread that verifies evidence ended as it started"))
      })
    })
    return starting
  }
}
