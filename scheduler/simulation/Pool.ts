/** Worker threads that share the runs of a study. Which of them runs what changes nothing in the results. */
import { Worker } from "node:worker_threads"
import { script } from "./Code.ts"
import type { Digest, RunId } from "./Digest.ts"
import type { Report, Setup } from "./RunWorker.ts"

/** Why a run ended in an error. */
export interface Failure {
  readonly error: string
  readonly stack: string
  /** How far the simulation had come. */
  readonly reachedHours: number
}

/** The disk refused what a run gave. */
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
  /** Ends the workers; the runs under way are lost. */
  readonly signal: AbortSignal
  readonly done: (id: RunId, digest: Digest) => Promise<void>
  readonly failed: (id: RunId, failure: Failure) => Promise<void>
  /** The part of the runs that is done, those under way counted by how far they are. */
  readonly progress: (part: number) => void
}

/** The court keeps its own young generation small; a simulation is quicker with room. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 }

/** Runs them all, or until the signal. Rejects with `Unwritten` where the disk refuses, with what `done` and `failed` throw otherwise. */
export const perform = ({ setup, runs, workers, signal, done, failed, progress }: Pool): Promise<void> =>
  new Promise((resolve, reject) => {
    const waiting = [...runs].reverse()
    const threads = new Set<Worker>()
    const parts = new Map<Worker, number>()
    let finished = 0
    let settled = false

    const settle = (act: () => void) => {
      if (settled) return
      settled = true
      signal.removeEventListener("abort", stop)
      void Promise.all([...threads].map((thread) => thread.terminate())).then(act)
    }
    const stop = () => settle(resolve)
    const tell = () => {
      const underWay = [...parts.values()].reduce((sum, part) => sum + part, 0)
      progress(Math.min(1, (finished + underWay) / runs.length))
    }

    const begin = () => {
      const thread = new Worker(script, { workerData: setup, resourceLimits })
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
            tell()
          },
          (error) => settle(() => reject(error)),
        )
      }
      thread.on("message", (report: Report) => {
        switch (report.kind) {
          case "progress":
            parts.set(thread, report.part)
            return tell()
          case "done":
            return after(current, (id) => done(id, report.digest), next)
          case "failed":
            return after(current, (id) => failed(id, report), next)
          case "unwritten":
            return settle(() => reject(new Unwritten(report.error, report.code)))
        }
      })
      // A thread that dies, of too little memory for example, takes its run with it and nothing else.
      thread.on("error", (error) => {
        threads.delete(thread)
        parts.delete(thread)
        const { message, stack = "" } = error instanceof Error ? error : new Error(String(error))
        after(
          current,
          (id) => failed(id, { error: message, stack, reachedHours: 0 }),
          () => {
            if (waiting.length > 0) begin()
            else if (threads.size === 0) settle(resolve)
          },
        )
      })
      next()
    }

    if (runs.length === 0 || signal.aborted) return resolve()
    signal.addEventListener("abort", stop)
    for (let i = 0; i < Math.min(workers, runs.length); i++) begin()
  })
