/** The thread that reads papers, one at a time. If it takes too long or dies, the next paper starts another thread. */
import { Worker } from "node:worker_threads"
import type { Passage, ScreenFinding } from "../../core/matters/index.ts"

/** The thread's script, in the same language as this file: TypeScript in the repository, JavaScript in the package. */
const readingScript = new URL(
  import.meta.url.endsWith(".ts") ? "./ReadingThread.ts" : "./ReadingThread.js",
  import.meta.url,
)

type Findings = ReadonlyArray<ScreenFinding>

/** The longest time that a thread may take to load its libraries, on a busy machine. */
const startMs = 60_000

// Far more memory than any paper needs. A paper that uses it up ends the thread and not the process.
const resourceLimits = { maxOldGenerationSizeMb: 256 }

export class Thread {
  readonly #script: URL
  #ready: Promise<Worker> | null = null

  constructor(script: URL = readingScript) {
    this.#script = script
  }

  /**
   * Reads the texts and gives the findings. Null if the thread took longer than `limitMs` or died. Call it for one paper at a time. It
   * rejects if no thread can be started, which is a fault of the installation and not of the paper.
   */
  async read(texts: ReadonlyArray<Passage>, limitMs: number): Promise<Findings | null> {
    this.#ready ??= this.#start()
    const worker = await this.#ready
    worker.ref()
    return await new Promise<Findings | null>((resolve) => {
      const settle = (findings: Findings | null): void => {
        clearTimeout(timer)
        worker.removeAllListeners("message")
        worker.off("exit", settleDeath)
        // A thread without work keeps no process alive.
        worker.unref()
        resolve(findings)
      }
      const settleDeath = (): void => settle(null)
      const timer = setTimeout(() => {
        this.#ready = null
        void worker.terminate()
        settle(null)
      }, limitMs)
      worker.on("message", settle)
      worker.once("exit", settleDeath)
      worker.postMessage(texts)
    })
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
      const late = setTimeout(() => {
        reject(new Error(`the thread that reads papers did not start within ${startMs} ms`))
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
        reject(new Error("the thread that reads papers ended as it started"))
      })
    })
    return starting
  }
}
