/** Measurements at intervals of states that no event shows: due tasks, the lag of the journal, the event loop, memory. */
import { Duration, Effect } from "effect"
import { Host } from "../../core/kernel/Host.ts"
import { limits, Store } from "../../core/store/Store.ts"
import * as Metrics from "./Metrics.ts"

/** An event that a commit of this process recorded, at `atMs` of `performance.now`. */
export interface Recorded {
  readonly subject: string
  readonly id: string
  readonly atMs: number
}

/** Holds the newest event that this process has recorded. */
export const newest = () => {
  let event: Recorded | null = null
  return {
    tell: (recorded: Recorded): void => {
      event = recorded
    },
    get: (): Recorded | null => event,
  }
}

/**
 * Counts the due tasks by leasing them for no time, so that they stay free for the workers. A task that a worker holds already is not
 * counted.
 */
const dueTasks = Effect.gen(function* () {
  const [store, host] = [yield* Store, yield* Host]
  const now = yield* host.now
  const due = yield* store.lease({ kinds: null, worker: "metrics", now, until: now, limit: limits.pageItems })
  const oldest = due.reduce((first, { dueAt }) => Math.min(first, dueAt), now)
  Metrics.tasksDue.record(due.length)
  Metrics.oldestTask.record((now - oldest) / 1_000)
})

const pagesMax = 10

/** Measures for how long a recorded event has been missing from the journal; 0 if it can be read. */
const journalLag = (event: Recorded | null) =>
  Effect.gen(function* () {
    if (event === null) return
    const store = yield* Store
    let after: string | null = null
    for (let page = 0; page < pagesMax; page++) {
      const { items, next }: Effect.Effect.Success<ReturnType<typeof store.journal>> = yield* store.journal({
        subject: event.subject,
        after,
        limit: limits.pageItems,
      })
      if (items.some(({ id }) => id === event.id)) return Metrics.journalLag.record(0)
      if (items.length < limits.pageItems)
        return Metrics.journalLag.record((performance.now() - event.atMs) / 1_000)
      after = next
    }
  })

/** The interval of the timer whose delay is measured. */
const tickMs = 50

/** Measures how late a timer runs, which works on every runtime. `taken` gives the delays since its last call, in seconds and sorted. */
const eventLoop = Effect.acquireRelease(
  Effect.sync(() => {
    let delays: Array<number> = []
    let expected = performance.now() + tickMs
    const timer = setInterval(() => {
      const now = performance.now()
      delays.push(Math.max(0, now - expected) / 1_000)
      expected = now + tickMs
    }, tickMs)
    timer.unref()
    const takeDelays = (): ReadonlyArray<number> => {
      const sorted = delays.sort((a, b) => a - b)
      delays = []
      return sorted
    }
    return { taken: takeDelays, timer }
  }),
  ({ timer }) => Effect.sync(() => clearInterval(timer)),
)

const loopAndMemory = (taken: () => ReadonlyArray<number>) =>
  Effect.sync(() => {
    const delays = taken()
    const at = (share: number): number => delays[Math.floor(delays.length * share)] ?? 0
    Metrics.eventLoopP50.record(at(0.5))
    Metrics.eventLoopP99.record(at(0.99))
    Metrics.eventLoopMax.record(delays.at(-1) ?? 0)
    Metrics.memory.record(process.memoryUsage.rss())
  })

const everyMsDefault = 15_000

/** Measures at an interval until the scope closes. If the store fails, its measurements are left out: its own metrics show the failure. */
export const start = (recorded: () => Recorded | null, everyMs: number = everyMsDefault) =>
  Effect.gen(function* () {
    const { taken } = yield* eventLoop
    const measure = Effect.all([
      loopAndMemory(taken),
      Effect.ignore(dueTasks),
      Effect.ignore(Effect.suspend(() => journalLag(recorded()))),
    ])
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(measure, Effect.sleep(Duration.millis(everyMs)))))
  })
