import { setImmediate } from "node:timers"
import { Worker } from "node:worker_threads"
import type { Options } from "./Connection.ts"
import { type Done, type Job, type Works, WriteFailed } from "./Work.ts"

/** As this file is: TypeScript in the tree, JavaScript where it is built. */
const script = new URL(
  import.meta.url.endsWith(".ts") ? "./WriterThread.ts" : "./WriterThread.js",
  import.meta.url,
)

interface Waiting {
  readonly done: (result: unknown) => void
  readonly failed: (error: WriteFailed) => void
}

// What the thread handles is gone with its batch.
const resourceLimits = { maxYoungGenerationSizeMb: 3 }

// So many jobs set out at once; fewer wait for the end of the turn. The thread writes the first while the rest are made ready.
const convoy = 8

/**
 * The writing thread of a store. The statements of a commit and the wait for the disk take place there, while the process
 * reads, decides and answers. A thread that ends before its time leaves its jobs unanswered; the next job starts another.
 */
export class Thread {
  readonly #options: Options
  // Places are used again: a map that fills and empties with every job would hand each job on to the old generation.
  #waiting: Array<Waiting | null> = []
  #free: Array<number> = []
  #outgoing: Array<Job> = []
  #worker: Worker | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** Sends a job. Calling what it gives back takes the job out again, where it has not left yet. */
  submit<Name extends keyof Works>(
    work: Name,
    of: Works[Name]["of"],
    done: (result: Works[Name]["gives"]) => void,
    failed: (error: WriteFailed) => void,
  ): () => void {
    const place = this.#free.pop() ?? this.#waiting.length
    const job = { place, work, of } as Job // `work` and `of` belong together by their types
    this.#waiting[place] = { done: (result) => done(result as Works[Name]["gives"]), failed } // the result of this very work
    const outgoing = this.#outgoing.push(job)
    if (outgoing === 1) setImmediate(() => this.#send())
    if (outgoing === convoy) this.#send()
    return () => {
      if (!this.#outgoing.includes(job)) return
      this.#outgoing = this.#outgoing.filter((waiting) => waiting !== job)
      this.#take(place)
    }
  }

  /** Ends the thread once it has written what waits. */
  async close(): Promise<void> {
    this.#send()
    const worker = this.#worker
    if (worker === null) return
    worker.ref()
    const ended = new Promise((resolve) => worker.once("exit", resolve))
    worker.postMessage(JSON.stringify("close"))
    await ended
  }

  #send(): void {
    if (this.#outgoing.length === 0) return
    const text = JSON.stringify(this.#outgoing)
    this.#outgoing = []
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage(text)
  }

  #start(): Worker {
    const worker = new Worker(script, { workerData: this.#options, resourceLimits })
    worker.on("message", (text: string) => {
      const answers: ReadonlyArray<Done> | "closed" = JSON.parse(text)
      if (answers === "closed") {
        void worker.terminate()
        return
      }
      for (const answer of answers) {
        const waiting = this.#take(answer.place)
        if ("failed" in answer) waiting?.failed(new WriteFailed(answer.failed))
        else waiting?.done(answer.result)
      }
      // A thread without work keeps no process alive.
      if (this.#free.length === this.#waiting.length) worker.unref()
    })
    let reason = "the writing thread ended"
    worker.on("error", (error) => {
      reason = `the writing thread failed: ${error instanceof Error ? error.message : String(error)}`
    })
    worker.on("exit", () => this.#lost(reason))
    return worker
  }

  #take(place: number): Waiting | null {
    const waiting = this.#waiting[place] ?? null
    this.#waiting[place] = null
    this.#free.push(place)
    return waiting
  }

  #lost(message: string): void {
    this.#worker = null
    const error = new WriteFailed({ name: "WriteFailed", message, code: null, trouble: true })
    const sent = this.#waiting
    const unsent = new Set(this.#outgoing.map(({ place }) => place))
    sent.forEach((waiting, place) => {
      if (waiting !== null && !unsent.has(place)) this.#take(place)?.failed(error)
    })
  }
}
