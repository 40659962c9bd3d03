/** The code that the threads of a store share: how they receive jobs, and how they answer. */
import { setImmediate } from "node:timers"
import { parentPort, workerData } from "node:worker_threads"
import { type Access, isTrouble } from "./Connection.ts"
import type { Answers, Failed, JobOf, Started, Works } from "./Work.ts"

const failureOf = (error: unknown): Failed => {
  const trouble = isTrouble(error)
  if (!(error instanceof Error)) return { name: "Error", message: String(error), code: null, trouble }
  const { name, message } = error
  return { name, message, code: "code" in error ? String(error.code) : null, trouble }
}

/** The thread's end of its port. Answers that are given in one turn of the event loop are sent together. */
export class Port<Names extends keyof Works> {
  readonly #port: NonNullable<typeof parentPort>
  readonly #givenUp: BigInt64Array
  readonly #uncopied: Int32Array
  readonly options: Started["options"]
  #answers: Array<number | string> = []

  constructor() {
    if (parentPort === null) throw new Error("this script runs only as a worker thread")
    this.#port = parentPort
    const { options, givenUp, uncopied }: Started = workerData
    this.options = options
    this.#givenUp = givenUp
    this.#uncopied = uncopied
  }

  /** Takes jobs until the store is closed. Then `end` does what waits, and the port says so after the last answers. */
  serve(access: Access, take: (jobs: ReadonlyArray<JobOf<Names>>) => void, end: () => void): void {
    this.#port.on("message", (text: string) => {
      const message: ReadonlyArray<JobOf<Names>> | "close" = JSON.parse(text)
      if (message !== "close") return take(message)
      end()
      access.close()
      // After the last answers, which a microtask sends.
      setImmediate(() => this.#port.postMessage(null satisfies Answers))
    })
  }

  /** Tells the descriptor of an index of the log that this thread opened. */
  readonly tellOpened = (descriptor: number): void => this.#port.postMessage(descriptor satisfies Answers)

  isAwaited(serial: number): boolean {
    return serial > Number(Atomics.load(this.#givenUp, 0))
  }

  /** Tells how many frames of the log are not in the main file yet. The answers that follow come after it. */
  tellLeft(frames: number): void {
    Atomics.store(this.#uncopied, 0, frames)
  }

  succeed(place: number, text: string): void {
    this.#answer(place, text)
  }

  fail(place: number, error: unknown): void {
    this.#answer(-1 - place, JSON.stringify(failureOf(error)))
  }

  #answer(place: number, text: string): void {
    if (this.#answers.push(place, text) > 2) return
    queueMicrotask(() => {
      const answers = this.#answers
      this.#answers = []
      this.#port.postMessage(answers)
    })
  }
}
