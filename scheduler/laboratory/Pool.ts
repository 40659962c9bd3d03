/** The worker threads that carry out the runs of a study. The results do not depend on which thread carries out which run. */
import { Worker } from "node:worker_threads"
import { script } from "./Code.ts"
import type { Digest, RunId } from "./Digest.ts"
import { Watch } from "./Guard.ts"
import type { Report, Setup } from "./RunWorker.ts"

export interface Failure {
  readonly error: string
  readonly stack: string
  /** How far the simulation had come, in hours since the start. */
  readonly reachedHours: number
}

/** The results of a run could not be written to the disk. */
export class Unwritten extends Error {
  override readonly name = "Unwritten"
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

export interface Pool {
  readonly setup: Setup
  readonly runs: ReadonlyArray<RunId>
  readonly workers: number
  /** Ends the workers; unfinished runs are lost. */
  readonly signal: AbortSignal
  readonly done: (id: RunId, digest: Digest) => Promise<void>
  readonly failed: (id: RunId, failure: Failure) => Promise<void>
  /** How long a strategy of one's own may take for one answer; 10 s if absent. */
  readonly answerMs?: number
  /** Called with the finished part of all runs, from 0 to 1. An unfinished run counts by its simulated time. */
  readonly progress: (part: number) => void
}

/** A larger young generation than the court's own makes a simulation quicker. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 }

/**
 * Carries out all runs, or the runs that finish before the signal. Rejects with `Unwritten` if results can't be written, or with the error
 * that `done` or `failed` rejects with.
 */
export const perform = ({
  setup,
  runs,
  workers,
  signal,
  done,
  failed,
  answerMs = 10_000,
  progress,
}: Pool): Promise<void> =>
  new Promise((resolve, reject) => {
    const waiting = [...runs].reverse()
    const threads = new Set<Worker>()
    const watches = new Set<() => void>()
    const watching = setInterval(() => {
      for (const guard of watches) guard()
    }, answerMs / 4)
    const parts = new Map<Worker, number>()
    let finished = 0
    let settled = false

    const settle = (act: () => void) => {
      if (settled) return
      settled = true
      signal.removeEventListener("abort", stop)
      clearInterval(watching)
      void Promise.all([...threads].map((thread) => thread.terminate())).then(act)
    }
    const stop = () => settle(resolve)
    const reportProgress = () => {
      const underWay = [...parts.values()].reduce((sum, part) => sum + part, 0)
      progress(Math.min(1, (finished + underWay) / runs.length))
    }

    const begin = () => {
      const watch = setup.strategies === undefined ? undefined : new Watch()
      const workerData = watch === undefined ? setup : { ...setup, asking: watch.asking }
      const thread = new Worker(script, { workerData, resourceLimits })
      threads.add(thread)
      let current: RunId | undefined
      const next = () => {
        parts.set(thread, 0)
        current = waiting.pop()
        if (current !== undefined) return thread.postMessage(current)
        threads.delete(thread)
        parts.delete(thread)
        void thread.terminate().then(() => {
          if (threads.size === 0) settle(resolve)
        })
      }
      const after = (id: RunId | undefined, act: (id: RunId) => Promise<void>, go: () => void) => {
        if (id === undefined || settled) return
        act(id).then(
          () => {
            if (settled) return
            finished += 1
            go()
            reportProgress()
          },
          (error) => settle(() => reject(error)),
        )
      }
      thread.on("message", (report: Report) => {
        switch (report.kind) {
          case "progress":
            parts.set(thread, report.part)
            return reportProgress()
          case "asks":
            return watch?.askers.push(report.of)
          case "done":
            return after(current, (id) => done(id, report.digest), next)
          case "failed":
            return after(current, (id) => failed(id, report), next)
          case "unwritten":
            return settle(() => reject(new Unwritten(report.error, report.code)))
        }
      })
      // If a thread dies, for example of too little memory, only its own run fails.
      const lose = (failure: Failure) => {
        threads.delete(thread)
        parts.delete(thread)
        watches.delete(guard)
        after(
          current,
          (id) => failed(id, failure),
          () => {
            if (waiting.length > 0) begin()
            else if (threads.size === 0) settle(resolve)
          },
        )
      }
      thread.on("error", (error) => {
        const { message, stack = "" } = error instanceof Error ? error : new Error(String(error))
        lose({ error: message, stack, reachedHours: 0 })
      })
      // A thread whose strategy gives no answer is ended, and its run fails.
      const guard = () => {
        const error = watch?.findOverdue(performance.now(), answerMs) ?? null
        if (error === null) return
        void thread.terminate()
        lose({ error, stack: "", reachedHours: 0 })
      }
      if (watch !== undefined) watches.add(guard)
      next()
    }

    if (runs.length === 0 || signal.aborted) return settle(resolve)
    signal.addEventListener("abort", stop)
    for (let i = 0; i < Math.min(workers, runs.length); i++) begin()
  })
