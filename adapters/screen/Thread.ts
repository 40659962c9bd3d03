/** A thread that reads one paper at a time. One that takes too long, or dies over a paper, is replaced for the next. */
import { Worker } from "node:worker_threads"
import type { Passage, ScreenFinding } from "../../core/matters/Screen.ts"

/** As this file is: TypeScript in the tree, JavaScript where it is built. */
const readingScript = new URL(
  import.meta.url.endsWith(".ts") ? "./ReadingThread.ts" : "./ReadingThread.js",
  import.meta.url,
)

type Findings = ReadonlyArray<ScreenFinding>

/** The longest that a thread takes to load what it reads with, on a machine with much else to do. */
const startMs = 60_000

// Far more than any paper needs, so that what would take all memory takes that of the thread.
const resourceLimits = { maxOldGenerationSizeMb: 256 }

export class Thread {
  readonly #script: URL
  #ready: Promise<Worker> | null = null

  constructor(script: URL = readingScript) {
    this.#script = script
  }

  /**
   * What the texts hold; null where the thread had not read them when `limitMs` had passed, or died over them. One call at a
   * time. Rejects where no thread can be started: that is a fault of the installation and of no paper.
   */
  async read(texts: ReadonlyArray<Passage>, limitMs: number): Promise<Findings | null> {
    this.#ready ??= this.#start()
    const worker = await this.#ready
    worker.ref()
    return await new Promise<Findings | null>((resolve) => {
      const settle = (findings: Findings | null): void => {
        clearTimeout(timer)
        worker.removeAllListeners("message")
        worker.off("exit", died)
        // A thread without work keeps no process alive.
        worker.unref()
        resolve(findings)
      }
      const died = (): void => settle(null)
      const timer = setTimeout(() => {
        this.#ready = null
        void worker.terminate()
        settle(null)
      }, limitMs)
      worker.on("message", settle)
      worker.once("exit", died)
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
      // Whoever waits for the thread learns of its end; without a listener the process would end with it.
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
