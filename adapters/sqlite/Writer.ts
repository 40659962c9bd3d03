/** Group commit: the batches of the writing thread. */
import { setImmediate, setTimeout } from "node:timers"
import Sqlite from "better-sqlite3"
import type { Access, Connection } from "./Connection.ts"
import type { Statements } from "./Statements.ts"

interface Job {
  readonly run: (db: Statements) => unknown
  readonly done: (result: unknown) => void
  readonly failed: (error: unknown) => void
  readonly since: number
  readonly isAwaited: () => boolean
}

/** Nobody waits for a job any more whose batch has not begun. */
export class Late extends Error {
  override readonly name = "Late"
}

// A batch stays small enough that those who wait for the next one don't wait long.
const batchJobs = 256
const batchMs = 20

/**
 * Group commit: jobs that wait share one transaction and so one fsync. Each job is atomic by itself, sees what those before it
 * in the batch wrote, and is answered only after COMMIT.
 */
export class Writer {
  readonly #access: Access
  readonly #lockTimeoutMs: number
  #queue: Array<Job> = []
  #scheduled = false

  constructor(access: Access, lockTimeoutMs: number) {
    this.#access = access
    this.#lockTimeoutMs = lockTimeoutMs
  }

  /** Puts a job in the next batch. One that is not awaited any more when its batch begins is not run, and fails as `Late`. */
  submit<A>(
    run: (db: Statements) => A,
    isAwaited: () => boolean,
    done: (result: A) => void,
    failed: (error: unknown) => void,
  ): void {
    const since = performance.now()
    this.#queue.push({ run, done: (result) => done(result as A), failed, since, isAwaited }) // the result of this job's own `run`
    this.#schedule()
  }

  /** Writes what waits, now. */
  drain(): void {
    while (this.#queue.length > 0) this.#flush()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    // After the events of this turn of the loop: whatever they submit shares the batch.
    setImmediate(() => {
      this.#scheduled = false
      this.#flush()
      if (this.#queue.length > 0) this.#schedule()
    })
  }

  #flush(): void {
    const jobs = this.#queue.splice(0, batchJobs)
    if (jobs.length > 0) this.#attempt(jobs)
  }

  #attempt(jobs: ReadonlyArray<Job>): void {
    let connection: Connection
    try {
      connection = this.#access.connection()
      connection.statements.beginImmediate.run()
    } catch (error) {
      if (isBusy(error)) this.#later(jobs, error)
      else this.#fail(jobs, error)
      return
    }
    const awaited = this.#awaited(jobs)
    if (awaited.length > 0) this.#transact(connection, awaited)
    else this.#rollback(connection)
  }

  /** The jobs that somebody still waits for; the others fail. */
  #awaited(jobs: ReadonlyArray<Job>): ReadonlyArray<Job> {
    return jobs.filter((job) => {
      if (job.isAwaited()) return true
      job.failed(new Late("nobody waits for this any more"))
      return false
    })
  }

  #transact(connection: Connection, jobs: ReadonlyArray<Job>): void {
    const { statements } = connection
    const results: Array<unknown> = []
    const started = performance.now()
    try {
      for (const job of jobs) {
        if (results.length > 0 && performance.now() - started > batchMs) break
        results.push(job.run(statements))
      }
    } catch (error) {
      this.#rollback(connection)
      // One job's failure is its own: the others go again, each in a transaction of its own.
      if (jobs.length === 1) this.#fail(jobs, error)
      else for (const job of jobs) this.#attempt([job])
      return
    }
    this.#queue.unshift(...jobs.slice(results.length))
    const batch = jobs.slice(0, results.length)
    try {
      statements.commit.run()
      connection.checkCommitted()
    } catch (error) {
      this.#rollback(connection)
      this.#fail(batch, error)
      return
    }
    batch.forEach((job, i) => {
      job.done(results[i])
    })
  }

  #rollback({ statements, inTransaction }: Connection): void {
    try {
      if (inTransaction) statements.rollback.run()
    } catch {
      // The error that led here says more, and a connection that can't roll back is closed with it.
    }
  }

  #fail(jobs: ReadonlyArray<Job>, error: unknown): void {
    this.#access.failed(error)
    for (const job of jobs) job.failed(error)
  }

  #later(jobs: ReadonlyArray<Job>, error: unknown): void {
    const now = performance.now()
    const tooLong = jobs.filter(({ since }) => now - since > this.#lockTimeoutMs)
    if (tooLong.length > 0) this.#fail(tooLong, error)
    this.#queue.unshift(...jobs.filter(({ since }) => now - since <= this.#lockTimeoutMs))
    this.#scheduled = true
    setTimeout(
      () => {
        this.#scheduled = false
        this.#schedule()
      },
      1 + Math.random() * 4,
    )
  }
}

export const isBusy = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY")
