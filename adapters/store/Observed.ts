/** A store whose operations are timed and counted, each with a span where its request has one. */
import { Cause, Effect, Layer, Option } from "effect"
import type { ChangeSet } from "../../core/ChangeSet.ts"
import { type CommitResult, type Driver, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import { asLabel } from "../telemetry/Family.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import { errorType, isRecorded, Tracing, type TracingService, timed, within } from "../telemetry/Tracing.ts"
import type { Recorded } from "../telemetry/Vitals.ts"
import { reasonOf } from "./Health.ts"

/** The code of what failed, where it is one: a store's own words never become a label. */
const codeOf = (cause: Cause.Cause<StoreUnavailable>): string => {
  if (Cause.isInterruptedOnly(cause)) return "interrupted"
  return Option.match(Cause.failureOption(cause), {
    onNone: () => "defect",
    onSome: (error) => asLabel(reasonOf(error.cause).code),
  })
}

type Told = Readonly<Record<string, string>>

/** Times an operation of a store. */
const timing = (system: string) => (operation: keyof Driver) => {
  const attributes = { "db.system.name": system, "db.operation.name": operation }
  const options = { kind: "client", attributes } as const
  const succeeded = Metrics.operations.under(system, operation, "")
  return <A>(
    run: Effect.Effect<A, StoreUnavailable>,
    ended: ((value: A) => Told) | null = null,
  ): Effect.Effect<A, StoreUnavailable> =>
    within(operation, options, (span) =>
      timed(
        run,
        (seconds, value) => {
          succeeded(seconds)
          if (ended === null) return
          for (const [name, told] of Object.entries(ended(value))) span?.attribute(name, told)
        },
        (seconds, cause) => {
          const code = codeOf(cause)
          Metrics.operations.record(seconds, system, operation, code)
          span?.attribute(errorType, code)
        },
      ),
    )
}

const counted = ({ _tag }: CommitResult) => {
  const result = _tag.toLowerCase()
  Metrics.commits.record(1, result)
  return { "court.commit.result": result }
}

/** Before a commit: what it leaves to be done at once is done in the trace of whoever commits. */
const leaving = ({ keep }: TracingService, { at, tasks }: ChangeSet): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    const { currentSpan } = fiber
    if (isRecorded(currentSpan)) for (const { id, dueAt } of tasks) if (dueAt <= at) keep(id, currentSpan)
    return Effect.void
  })

export interface Options {
  /** As OpenTelemetry names the database, or a name of one's own where it has none. */
  readonly system: string
  /** Is told of the newest event of each commit. */
  readonly recorded: (event: Recorded) => void
}

export const observed = (
  driver: Driver,
  { system, recorded }: Options,
  tracing: TracingService | null,
): Driver => {
  const operation = timing(system)
  const [read, list, search] = [operation("read"), operation("list"), operation("search")]
  const [holder, tallies, blob] = [operation("holder"), operation("tallies"), operation("blob")]
  const [receipt, journal, lease] = [operation("receipt"), operation("journal"), operation("lease")]
  const committing = operation("commit")
  const commit: Driver["commit"] = (changes) => {
    const committed = committing(driver.commit(changes), (result) => {
      const event = changes.events.at(-1)
      if (result._tag === "Committed" && event !== undefined)
        recorded({ subject: event.subject, id: event.id, atMs: performance.now() })
      return counted(result)
    })
    return tracing === null || changes.tasks.length === 0
      ? committed
      : Effect.zipRight(leaving(tracing, changes), committed)
  }
  return {
    supports: driver.supports,
    read: (refs) => read(driver.read(refs)),
    list: (query) => list(driver.list(query)),
    search: (query) => search(driver.search(query)),
    holder: (claim) => holder(driver.holder(claim)),
    tallies: (names) => tallies(driver.tallies(names)),
    blob: (sha256) => blob(driver.blob(sha256)),
    receipt: (id, now) => receipt(driver.receipt(id, now)),
    journal: (query) => journal(driver.journal(query)),
    lease: (query) => lease(driver.lease(query)),
    commit,
  }
}

/** The store, observed. */
export const layer = (options: Options): Layer.Layer<Store, never, Store> =>
  Layer.effect(
    Store,
    Effect.gen(function* () {
      return observed(yield* Store, options, yield* Tracing)
    }),
  )
