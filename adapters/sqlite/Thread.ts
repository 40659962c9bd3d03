/** The writing thread of a store, as seen by the thread that submits jobs to it. */
import { setImmediate, setTimeout } from "node:timers"
import { Worker } from "node:worker_threads"
import type { Options } from "./Connection.ts"
import { type Done, type Job, notInTime, type Started, type Works, WriteFailed } from "./Work.ts"

/** TypeScript in the source tree, JavaScript in the built package. */
const writerScript = new URL(
  import.meta.url.endsWith(".ts") ? "./WriterThread.ts" : "./WriterThread.js",
  import.meta.url,
)

interface Waiting {
  readonly done: (result: unknown) => void
  readonly failed: (error: WriteFailed) => void
  readonly serial: number
  /** When the job is given up, by `performance.now`. */
  readonly until: number
}

/** Stands for a job that was given up. Its place can't be used again before the thread has answered. */
const givenUp: Waiting = { done: () => {}, failed: () => {}, serial: 0, until: Number.POSITIVE_INFINITY }

// The thread keeps nothing beyond its batch, so a small young generation is enough.
const resourceLimits = { maxYoungGenerationSizeMb: 3 }

// So many jobs are sent at once; fewer are sent at the end of the turn of the event loop. The thread begins while more come in.
const sendAt = 8

const answerWithinMsDefault = 8_000

// How long a close waits while the disk doesn't answer.
const closeWithinMs = 2_000

/**
 * The writing thread of a store. It runs the statements of commits and waits for the disk, while the main thread reads, decides and
 * answers. If the thread ends unexpectedly, its jobs fail, and the next job starts another thread.
 *
 * If the disk freezes, no caller waits beyond the deadline: jobs that have begun fail with an unknown outcome, jobs that wait are never
 * written, and new jobs fail at once until the thread answers again.
 */
export class Thread {
  readonly #options: Options
  readonly #script: URL
  readonly #answerWithinMs: number
  // Places are used again. In a map that fills and empties with every job, each job would end in the old generation of the heap.
  #waiting: Array<Waiting | null> = []
  #free: Array<number> = []
  #outgoing: Array<Job> = []
  #worker: Worker | null = null
  #watched = false
  #serial = 0
  readonly #givenUp = new BigInt64Array(new SharedArrayBuffer(8))
  /** The error of new jobs while the disk doesn't answer; null if jobs are sent. */
  #refusing: WriteFailed | null = null
  #renewing = false

  constructor(options: Options, script: URL = writerScript) {
    this.#options = options
    this.#script = script
    this.#answerWithinMs = options.answerWithinMs ?? answerWithinMsDefault
  }

  /** Sends a job. Returns a function that withdraws the job if it was not sent yet. */
  submit<Name extends keyof Works>(
    work: Name,
    of: Works[Name]["of"],
    done: (result: Works[Name]["gives"]) => void,
    failed: (error: WriteFailed) => void,
  ): () => void {
    if (this.#refusing !== null) {
      failed(this.#refusing)
      return () => {}
    }
    const place = this.#free.pop() ?? this.#waiting.length
    const serial = ++this.#serial
    const until = performance.now() + this.#answerWithinMs
    const job = { place, serial, work, of } as Job // `work` and `of` belong together by their types
    this.#waiting[place] = { done: (result) => done(result as Works[Name]["gives"]), failed, serial, until } // the result of this very work
    this.#watch(this.#answerWithinMs)
    const outgoing = this.#outgoing.push(job)
    if (outgoing === 1) setImmediate(() => this.#send())
    if (outgoing === sendAt) this.#send()
    return () => {
      if (!this.#outgoing.includes(job)) return
      this.#outgoing = this.#outgoing.filter((waiting) => waiting !== job)
      this.#take(place)
    }
  }

  /** Ends the thread after it has written the waiting jobs, or when the disk has not answered in time. */
  async close(): Promise<void> {
    this.#send()
    const worker = this.#worker
    if (worker === null) return
    worker.ref()
    const ended = new Promise<void>((resolve) => {
      worker.once("exit", () => resolve())
      setTimeout(resolve, this.#refusing === null ? this.#answerWithinMs : closeWithinMs).unref()
    })
    worker.postMessage(JSON.stringify("close"))
    await ended
    if (this.#worker === worker) this.#lost("the writing thread did not end in time")
    void worker.terminate()
  }

  /** Ends the thread and calls `ended` when its connection is closed. Jobs that come meanwhile wait for the next thread. */
  renew(ended: () => void): void {
    if (this.#renewing) return
    this.#renewing = true
    void this.close().then(() => {
      this.#renewing = false
      ended()
      this.#send()
    })
  }

  /** Gives up jobs that were not answered in time. */
  #watch(afterMs: number): void {
    if (this.#watched) return
    this.#watched = true
    setTimeout(() => {
      this.#watched = false
      const now = performance.now()
      let next = Number.POSITIVE_INFINITY
      this.#waiting.forEach((waiting, place) => {
        if (waiting === null) return
        if (waiting.until > now) {
          next = Math.min(next, waiting.until)
          return
        }
        // All jobs have the same time, in the order of their serials, so every earlier job is given up as well.
        if (waiting.serial > Atomics.load(this.#givenUp, 0))
          Atomics.store(this.#givenUp, 0, BigInt(waiting.serial))
        this.#waiting[place] = givenUp
        this.#refusing ??= new WriteFailed(notInTime(this.#answerWithinMs))
        waiting.failed(this.#refusing)
      })
      if (next < Number.POSITIVE_INFINITY) this.#watch(next - now)
    }, afterMs).unref()
  }

  #send(): void {
    if (this.#outgoing.length === 0 || this.#renewing) return
    const text = JSON.stringify(this.#outgoing)
    this.#outgoing = []
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage(text)
  }

  #start(): Worker {
    const workerData: Started = { options: this.#options, givenUp: this.#givenUp }
    const worker = new Worker(this.#script, { workerData, resourceLimits })
    worker.on("message", (text: string) => {
      // The disk answers again.
      this.#refusing = null
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
    worker.on("exit", () => {
      if (this.#worker === worker) this.#lost(reason)
    })
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
    this.#refusing = null
    const error = new WriteFailed({ name: "WriteFailed", message, code: null, trouble: true })
    const sent = this.#waiting
    const unsent = new Set(this.#outgoing.map(({ place }) => place))
    sent.forEach((waiting, place) => {
      if (waiting !== null && !unsent.has(place)) this.#take(place)?.failed(error)
    })
  }
}
