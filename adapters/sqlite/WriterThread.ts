/** The script of the writing thread. It has a connection of its own, and ends when its store is closed. */
import { setImmediate } from "node:timers"
import { parentPort, workerData } from "node:worker_threads"
import { commit } from "./Commit.ts"
import { Access, isTrouble } from "./Connection.ts"
import { lease } from "./Reads.ts"
import type { Statements } from "./Statements.ts"
import type { Done, Failed, Job, Started } from "./Work.ts"
import { Writer } from "./Writer.ts"

if (parentPort === null) throw new Error("this script runs only as a worker thread")
const port = parentPort
const { options, givenUp }: Started = workerData
const access = new Access(options)
const writer = new Writer(access, options.lockTimeoutMs ?? 5000)

const failedBy = (error: unknown): Failed => {
  const trouble = isTrouble(error)
  if (!(error instanceof Error)) return { name: "Error", message: String(error), code: null, trouble }
  const { name, message } = error
  return { name, message, code: "code" in error ? String(error.code) : null, trouble }
}

// The answers of a batch are sent together.
let answers: Array<Done> = []
const answer = (done: Done): void => {
  if (answers.push(done) > 1) return
  queueMicrotask(() => {
    port.postMessage(JSON.stringify(answers))
    answers = []
  })
}

const runOf = (job: Job) => (db: Statements) =>
  job.work === "commit" ? commit(db, job.of) : lease(db, job.of)

port.on("message", (text: string) => {
  const message: ReadonlyArray<Job> | "close" = JSON.parse(text)
  if (message === "close") {
    writer.drain()
    access.close()
    // After the last answers, which a microtask sends.
    setImmediate(() => port.postMessage(JSON.stringify("closed")))
    return
  }
  for (const job of message) {
    const { place, serial } = job
    writer.submit(
      runOf(job),
      () => serial > Number(Atomics.load(givenUp, 0)),
      (result) => answer({ place, result }),
      (error) => answer({ place, failed: failedBy(error) }),
    )
  }
})
