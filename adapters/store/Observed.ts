/** A store whose operations are timed and counted, each with a span where its request has one. */
import { Cause, Effect, Exit, Layer, Option } from "effect"
import type { ChangeSet } from "../../core/ChangeSet.ts"
import { type CommitResult, type Driver, Store, type StoreUnavailable } from "../../core/store/Store.ts"
import { errorType } from "../telemetry/Exported.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import { isRecorded, type TracingService, within } from "../telemetry/Tracing.ts"
import type { Recorded } from "../telemetry/Vitals.ts"
import { reasonOf } from "./Health.ts"

/** The code of what failed, where it is one: a store's own words never become a label. */
const codeOf = (exit: Exit.Exit<unknown, StoreUnavailable>): string => {
  if (Exit.isSuccess(exit)) return ""
  if (Cause.isInterruptedOnly(exit.cause)) return "interrupted"
  const code = Option.match(Cause.failureOption(exit.cause), {
    onNone: () => "defect",
    onSome: ({ cause }) => reasonOf(cause).code,
  })
  return /^[A-Za-z0-9_]{1,32}$/.test(code) ? code : "_OTHER"
}

/** Times an operation of a store. */
const timing = (system: string) => {
  const options = (operation: string) => ({
    kind: "client" as const,
    attributes: { "db.system.name": system, "db.operation.name": operation },
  })
  return <A>(
    operation: string,
    run: Effect.Effect<A, StoreUnavailable>,
    ended: (value: A) => Readonly<Record<string, string>> | null = () => null,
  ): Effect.Effect<A, StoreUnavailable> =>
    within(operation, options(operation), (span) =>
      Effect.suspend(() => {
        const startedAt = performance.now()
        return Effect.onExit(run, (exit) =>
          Effect.sync(() => {
            const code = codeOf(exit)
            Metrics.operations.record((performance.now() - startedAt) / 1_000, system, operation, code)
            const told = Exit.isSuccess(exit) ? ended(exit.value) : { [errorType]: code }
            if (span === null || told === null) return
            for (const [name, value] of Object.entries(told)) span.attribute(name, value)
          }),
        )
      }),
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
  /** Null: tracing is off. */
  readonly tracing: TracingService | null
  /** Is told of the newest event of each commit. */
  readonly recorded: (event: Recorded) => void
}

export const observed = (driver: Driver, { system, tracing, recorded }: Options): Driver => {
  const timed = timing(system)
  const commit: Driver["commit"] = (changes) => {
    const committed = timed("commit", driver.commit(changes), (result) => {
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
    read: (refs) => timed("read", driver.read(refs)),
    list: (query) => timed("list", driver.list(query)),
    search: (query) => timed("search", driver.search(query)),
    holder: (claim) => timed("holder", driver.holder(claim)),
    tallies: (names) => timed("tallies", driver.tallies(names)),
    blob: (sha256) => timed("blob", driver.blob(sha256)),
    receipt: (id, now) => timed("receipt", driver.receipt(id, now)),
    journal: (query) => timed("journal", driver.journal(query)),
    lease: (query) => timed("lease", driver.lease(query)),
    commit,
  }
}

/** The store, observed. */
export const layer = (options: Options): Layer.Layer<Store, never, Store> =>
  Layer.effect(
    Store,
    Effect.map(Store, (driver) => observed(driver, options)),
  )
