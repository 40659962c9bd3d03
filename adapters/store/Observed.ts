/** A store whose operations are timed and counted. Each has a span if its request has one, and the tasks of an act have its trace. */
import { Cause, Effect, Layer, Option, type Tracer } from "effect"
import type { Json } from "../../core/kernel/Json.ts"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import {
  type CommitResult,
  type Driver,
  type Leased,
  Store,
  type StoreUnavailable,
} from "../../core/store/Store.ts"
import { asLabel } from "../telemetry/Family.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import {
  errorType,
  isRecorded,
  parentOf,
  Tracing,
  type TracingService,
  timeEffect,
  traceparentOf,
  within,
} from "../telemetry/Tracing.ts"
import type { Recorded } from "../telemetry/Vitals.ts"
import { reasonOf } from "./Health.ts"

/** The code of a failure as a label. The message of an error never becomes one. */
const codeOf = (cause: Cause.Cause<StoreUnavailable>): string => {
  if (Cause.isInterruptedOnly(cause)) return "interrupted"
  return Option.match(Cause.failureOption(cause), {
    onNone: () => "defect",
    onSome: (error) => asLabel(reasonOf(error.cause).code),
  })
}

type Attributes = Readonly<Record<string, string>>

const makeTimer = (system: string) => (operation: keyof Driver) => {
  const attributes = { "db.system.name": system, "db.operation.name": operation }
  const options = { kind: "client", attributes } as const
  const recordSuccess = Metrics.operations.under(system, operation, "")
  return <A>(
    run: Effect.Effect<A, StoreUnavailable>,
    ended: ((value: A) => Attributes) | null = null,
  ): Effect.Effect<A, StoreUnavailable> =>
    within(operation, options, (span) =>
      timeEffect(
        run,
        (seconds, value) => {
          recordSuccess(seconds)
          if (ended === null) return
          for (const [name, attribute] of Object.entries(ended(value))) span?.attribute(name, attribute)
        },
        (seconds, cause) => {
          const code = codeOf(cause)
          Metrics.operations.record(seconds, system, operation, code)
          span?.attribute(errorType, code)
        },
      ),
    )
}

const countResult = ({ _tag }: CommitResult) => {
  const result = _tag.toLowerCase()
  Metrics.commits.record(1, result)
  return { "court.commit.result": result }
}

/** The field of a task's body that has the span of the act that left the task, as a `traceparent`. Only an observed store knows it. */
const field = "traceparent"

const isObject = (body: Json): body is { readonly [name: string]: Json } =>
  typeof body === "object" && body !== null && !Array.isArray(body)

/** A change set whose tasks that are due at once have the span, so that any process can work on them in the same trace. */
const addSpan = (changes: ChangeSet, span: Tracer.AnySpan): ChangeSet => ({
  ...changes,
  tasks: changes.tasks.map((task) =>
    task.dueAt <= changes.at && isObject(task.body)
      ? { ...task, body: { ...task.body, [field]: traceparentOf(span) } }
      : task,
  ),
})

/** Leased tasks as they were before they were sent; keeps the spans that they have. */
const takeSpans =
  (tracing: TracingService | null) =>
  (tasks: ReadonlyArray<Leased>): ReadonlyArray<Leased> =>
    tasks.map((task) => {
      if (!isObject(task.body) || !(field in task.body)) return task
      const { [field]: traceparent, ...body } = task.body
      const span = parentOf(typeof traceparent === "string" ? traceparent : undefined)
      if (span !== null) tracing?.keep(task.id, span)
      return { ...task, body }
    })

/** The name of a store in telemetry, and a function that is told of each event that a commit records. */
export interface Options {
  /** The database as OpenTelemetry names it, or a name of our own if OpenTelemetry has no name for it. */
  readonly system: string
  readonly recorded: (event: Recorded) => void
}

/** Wraps a driver. `tracing` is null if no spans are recorded. */
export const observeDriver = (
  driver: Driver,
  { system, recorded }: Options,
  tracing: TracingService | null,
): Driver => {
  const operation = makeTimer(system)
  const [read, list, search] = [operation("read"), operation("list"), operation("search")]
  const [holder, tallies, blob] = [operation("holder"), operation("tallies"), operation("blob")]
  const [receipt, journal, lease] = [operation("receipt"), operation("journal"), operation("lease")]
  const committing = operation("commit")
  const commit = (changes: ChangeSet) =>
    committing(driver.commit(changes), (result) => {
      const event = changes.events.at(-1)
      if (result._tag === "Committed" && event !== undefined)
        recorded({ subject: event.subject, id: event.id, atMs: performance.now() })
      return countResult(result)
    })
  const commitTraced: Driver["commit"] = (changes) =>
    Effect.withFiberRuntime(({ currentSpan }) =>
      commit(isRecorded(currentSpan) ? addSpan(changes, currentSpan) : changes),
    )
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
    lease: (query) => Effect.map(lease(driver.lease(query)), takeSpans(tracing)),
    commit: (changes) =>
      tracing === null || changes.tasks.length === 0 ? commit(changes) : commitTraced(changes),
  }
}

/** The store, with each operation measured and traced. */
export const layer = (options: Options): Layer.Layer<Store, never, Store> =>
  Layer.effect(
    Store,
    Effect.gen(function* () {
      return observeDriver(yield* Store, options, yield* Tracing)
    }),
  )
