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
  readonly isAct: boolean
}

/** A job was given up before its batch began, so it was not run. */
export class Late extends Error {
  override readonly name = "Late"
}

// The limits of a batch, so that jobs of the next one don't wait long.
const batchJobs = 256
const batchMs = 20

/**
 * After a batch with so many acts more are on their way, and the next batch waits `ms` for them, unless `enough` jobs are there: fewer and
 * larger commits cost less (http/docs/figures.md). If fewer come at once, no job waits.
 */
const usual = { after: 6, enough: 16, ms: 1 }

/**
 * Group commit: the waiting jobs share one transaction, and so one fsync. Each job is atomic, sees what earlier jobs of the batch
 * wrote, and is answered only after COMMIT.
 */
export class Writer {
  readonly #access: Access
  readonly #lockTimeoutMs: number
  readonly #gather: typeof usual
  #queue: Array<Job> = []
  #scheduled = false
  #lastActs = 0

  constructor(access: Access, lockTimeoutMs: number, gather: typeof usual = usual) {
    this.#access = access
    this.#lockTimeoutMs = lockTimeoutMs
    this.#gather = gather
  }

  /**
   * Puts a job in the next batch. If it is not awaited any more when the batch begins, it is not run and fails with `Late`. `isAct`: a
   * caller sent it, who comes back after the answer; the jobs of the scheduler would only lose time by waiting for more.
   */
  submit<A>(
    run: (db: Statements) => A,
    isAwaited: () => boolean,
    done: (result: A) => void,
    failed: (error: unknown) => void,
    isAct: boolean,
  ): void {
    const since = performance.now()
    this.#queue.push({ run, done: (result) => done(result as A), failed, since, isAwaited, isAct }) // the result of this job's own `run`
    this.#schedule()
  }

  drain(): void {
    while (this.#queue.length > 0) this.#flush()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    const begin = (): void => {
      this.#scheduled = false
      this.#flush()
      if (this.#queue.length > 0) this.#schedule()
    }
    const { after, enough, ms } = this.#gather
    if (this.#lastActs >= after && this.#queue.length < enough) setTimeout(begin, ms)
    // After the events of this turn of the event loop, so that all jobs that they submit share the batch.
    else setImmediate(begin)
  }

  #flush(): void {
    const jobs = this.#queue.splice(0, batchJobs)
    this.#lastActs = jobs.filter(({ isAct }) => isAct).length
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
    const awaited = this.#keepAwaited(jobs)
    if (awaited.length > 0) this.#transact(connection, awaited)
    else this.#rollback(connection)
  }

  /** The jobs that are still awaited; the others fail. */
  #keepAwaited(jobs: ReadonlyArray<Job>): ReadonlyArray<Job> {
    return jobs.filter((job) => {
      if (job.isAwaited()) return true
      job.failed(new Late("the job was given up before it began"))
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
      // One job failed. Each job is run again in a transaction of its own, so that the others succeed.
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
      // The error that led here is reported instead. If the connection can't roll back, that error closes it.
    }
  }

  #fail(jobs: ReadonlyArray<Job>, error: unknown): void {
    this.#access.report(error)
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
