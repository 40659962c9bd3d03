/** A thread of a store, as seen by the thread that submits jobs to it. */
import { setImmediate, setTimeout } from "node:timers"
import { Worker } from "node:worker_threads"
import { scriptOf } from "../host/Script.ts"
import type { Options } from "./Connection.ts"
import type { Descriptors } from "./Descriptors.ts"
import { type Answers, type Job, JobFailed, notInTime, type Started, type Works } from "./Work.ts"

/** The scripts of the threads. They are looked up once a store is opened, so a bundle without them may still be imported. */
export const writerScript = (): URL => scriptOf("sqlite/WriterThread", import.meta.url)
export const readerScript = (): URL => scriptOf("sqlite/ReaderThread", import.meta.url)
export const copierScript = (): URL => scriptOf("sqlite/CopierThread", import.meta.url)

interface Waiting {
  readonly done: (text: string) => void
  readonly failed: (error: JobFailed) => void
  readonly serial: number
  readonly until: number
}

/** Gives the value of a result's text. The bodies of records stand in it as the file has them, so a damaged file can spoil it. */
const parseAnswer = <A>(
  text: string,
  done: (result: A) => void,
  failed: (error: JobFailed) => void,
): void => {
  let result: A
  try {
    result = JSON.parse(text)
  } catch (error) {
    failed(new JobFailed({ name: "NotJson", message: String(error), code: null, trouble: false }))
    return
  }
  done(result)
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
 * A thread of a store: one writes, one reads, and one copies the log. They run the statements and wait for the disk, while the main thread decides and
 * answers. If a thread ends unexpectedly, its jobs fail, and the next job starts another thread.
 *
 * If the disk freezes, no caller waits beyond the deadline: jobs that have begun fail with an unknown outcome, jobs that wait are never
 * begun, and new jobs fail at once until the thread answers again.
 */
export class Thread {
  readonly #options: Options
  readonly #script: URL
  readonly #descriptors: Pick<Descriptors, "keep" | "end">
  readonly #answerWithinMs: number
  // Places are used again. In a map that fills and empties with every job, each job would end in the old generation of the heap.
  #waiting: Array<Waiting | null> = []
  #free: Array<number> = []
  #outgoing: Array<Job> = []
  #worker: Worker | null = null
  #ending: Worker | null = null
  #watched = false
  #serial = 0
  readonly #givenUp = new BigInt64Array(new SharedArrayBuffer(8))
  readonly #uncopied = new Int32Array(new SharedArrayBuffer(4))
  /** The error of new jobs while the disk doesn't answer; null if jobs are sent. */
  #refusing: JobFailed | null = null
  #paused = false
  // A statement that waits for a frozen disk can't be ended.
  #unclosed = false

  constructor(options: Options, script: URL, descriptors: Pick<Descriptors, "keep" | "end">) {
    this.#options = options
    this.#script = script
    this.#descriptors = descriptors
    this.#answerWithinMs = options.answerWithinMs ?? answerWithinMsDefault
  }

  /** Of the thread that writes: how many frames of the log were not in the main file when it answered last. */
  get uncopied(): number {
    return Atomics.load(this.#uncopied, 0)
  }

  /** Sends a job. Returns a function that withdraws the job if it was not sent yet. */
  submit<Name extends keyof Works>(
    work: Name,
    of: Works[Name]["of"],
    done: (result: Works[Name]["gives"]) => void,
    failed: (error: JobFailed) => void,
  ): () => void {
    if (this.#refusing !== null) {
      failed(this.#refusing)
      return () => {}
    }
    const place = this.#free.pop() ?? this.#waiting.length
    const serial = ++this.#serial
    const until = performance.now() + this.#answerWithinMs
    const job = { place, serial, work, of } as Job // `work` and `of` belong together by their types
    this.#waiting[place] = { done: (text) => parseAnswer(text, done, failed), failed, serial, until }
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

  /**
   * Ends the thread after it has done the waiting jobs, or when the disk has not answered in time. Gives whether every connection of the
   * thread is closed.
   */
  async close(): Promise<boolean> {
    this.#send()
    const worker = this.#worker
    if (worker === null) return !this.#unclosed
    // Until it has ended it keeps the process alive, also once it has answered the last jobs: whoever waits would never go on.
    this.#ending = worker
    worker.ref()
    const ended = new Promise<void>((resolve) => {
      worker.once("exit", () => resolve())
      worker.on("message", (answers: Answers) => {
        if (answers === null) resolve()
      })
      setTimeout(resolve, this.#refusing === null ? this.#answerWithinMs : closeWithinMs).unref()
    })
    worker.postMessage(JSON.stringify("close"))
    await ended
    if (this.#worker === worker) {
      this.#unclosed = true
      this.#failAll("a thread of the store did not end in time")
      void worker.terminate()
    }
    return !this.#unclosed
  }

  /** Ends the thread, so that its connection is closed. Jobs that come meanwhile wait until `resume`. */
  async pause(): Promise<void> {
    this.#paused = true
    await this.close()
  }

  /** Lets the next thread begin, with the jobs that wait. */
  resume(): void {
    this.#paused = false
    this.#send()
  }

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
        this.#refusing ??= new JobFailed(notInTime(this.#answerWithinMs))
        waiting.failed(this.#refusing)
      })
      if (next < Number.POSITIVE_INFINITY) this.#watch(next - now)
    }, afterMs).unref()
  }

  #send(): void {
    if (this.#outgoing.length === 0 || this.#paused) return
    const text = JSON.stringify(this.#outgoing)
    this.#outgoing = []
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage(text)
  }

  #start(): Worker {
    const workerData: Started = {
      options: this.#options,
      givenUp: this.#givenUp,
      uncopied: this.#uncopied,
    }
    // Otherwise Node closes what the thread opened as soon as it ends, before `Descriptors` may.
    const worker = new Worker(this.#script, { workerData, resourceLimits, trackUnmanagedFds: false })
    worker.on("message", (answers: Answers) => {
      if (typeof answers === "number") {
        this.#descriptors.keep(answers)
        return
      }
      // The disk answers again.
      this.#refusing = null
      if (answers === null) {
        worker.unref()
        this.#descriptors.end(worker)
        if (this.#worker === worker) this.#failAll("a thread of the store was closed")
        return
      }
      this.#takeAnswers(answers)
      // A thread without work keeps no process alive.
      if (this.#free.length === this.#waiting.length && worker !== this.#ending) worker.unref()
    })
    let reason = "a thread of the store ended"
    worker.on("error", (error) => {
      reason = `a thread of the store failed: ${error instanceof Error ? error.message : String(error)}`
    })
    worker.on("exit", () => {
      if (this.#worker === worker) this.#failAll(reason)
    })
    return worker
  }

  #takeAnswers(answers: ReadonlyArray<number | string>): void {
    for (let i = 0; i < answers.length; i += 2) {
      const [place, text] = [Number(answers[i]), String(answers[i + 1])]
      if (place >= 0) this.#take(place)?.done(text)
      else this.#take(-1 - place)?.failed(new JobFailed(JSON.parse(text)))
    }
  }

  #take(place: number): Waiting | null {
    const waiting = this.#waiting[place] ?? null
    this.#waiting[place] = null
    this.#free.push(place)
    return waiting
  }

  #failAll(message: string): void {
    this.#worker = null
    this.#refusing = null
    const error = new JobFailed({ name: "JobFailed", message, code: null, trouble: true })
    const sent = this.#waiting
    const unsent = new Set(this.#outgoing.map(({ place }) => place))
    sent.forEach((waiting, place) => {
      if (waiting !== null && !unsent.has(place)) this.#take(place)?.failed(error)
    })
  }
}
