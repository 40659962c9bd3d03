/** What is measured at intervals, since nothing that happens would tell of it: due tasks, the journal's lag, the event loop, memory. */
import { Duration, Effect } from "effect"
import { Host } from "../../core/Host.ts"
import { limits, Store } from "../../core/store/Store.ts"
import * as Metrics from "./Metrics.ts"

/** An event that this process has recorded, and when by a clock that only goes on. */
export interface Recorded {
  readonly subject: string
  readonly id: string
  readonly atMs: number
}

/** The newest event that this process has recorded. */
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
 * Leases that end as they begin tell which tasks are due, and leave them to whoever works on them. A task that somebody holds
 * already is not among them.
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

/** How long an event that was recorded has not been seen by readers of the journal; 0 where it can be read. */
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

/** Between two looks at how late a timer is. */
const tickMs = 50

/** How late a timer runs, in seconds: the same on every runtime. Gives the delays since the last time it was asked. */
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
    const taken = (): ReadonlyArray<number> => {
      const sorted = delays.sort((a, b) => a - b)
      delays = []
      return sorted
    }
    return { taken, timer }
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

/** Between two looks. */
const usually = 15_000

/** Measures again and again until the scope closes. A store that is away is missing from what is measured, and says so itself. */
export const start = (recorded: () => Recorded | null, everyMs: number = usually) =>
  Effect.gen(function* () {
    const { taken } = yield* eventLoop
    const look = Effect.all([
      loopAndMemory(taken),
      Effect.ignore(dueTasks),
      Effect.ignore(Effect.suspend(() => journalLag(recorded()))),
    ])
    yield* Effect.forkScoped(Effect.forever(Effect.zipRight(look, Effect.sleep(Duration.millis(everyMs)))))
  })
