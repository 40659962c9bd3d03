/**
 * Spans of what the court does. A trace begins with a request or a task, if the sampler takes it. Other work has a span only inside a
 * recorded span. If tracing is off, it costs one look at the fiber.
 */
import { Cause, Context, Effect, Exit, type Fiber, Tracer } from "effect"
import { nameOf, onlyNamed, wordless } from "../host/Failure.ts"
import type { Begun, Sampler } from "./Sampler.ts"

type Span = Tracer.Span
type Attributes = Readonly<Record<string, string | number>>

/** The sampler of a process, which chooses the work that is traced, and the recorder of its spans. */
export interface Recorder {
  readonly sampler: Sampler
  /** Records spans; null: no spans are recorded. Only recorded work runs with it, since Effect asks its tracer at every step. */
  readonly tracer: Tracer.Tracer | null
  /** Whether work that is not recorded has trace ids too, for the log. */
  readonly ids: boolean
}

/** How traces begin in this process, and which of its tasks go on with a trace. */
export interface TracingService extends Recorder {
  /** Keeps the span of the act that left a task, for the work on that task. */
  readonly keep: (task: string, span: Tracer.AnySpan) => void
  readonly kept: (task: string) => Tracer.AnySpan | null
}
/** The tracing of the process, which the program may provide; null if tracing is off. */
export class Tracing extends Context.Reference<Tracing>()("agent-court/Tracing", {
  defaultValue: (): TracingService | null => null,
}) {}

// A task is worked on right after it was leased, so the spans of all but the last few tasks are no longer needed.
const keptMax = 10_000

/** The tracing of a process over a recorder. It keeps the spans of the latest tasks only. */
export const make = (recorder: Recorder): TracingService => {
  const spans = new Map<string, Tracer.AnySpan>()
  return {
    ...recorder,
    keep: (task, { traceId, spanId, sampled }) => {
      if (spans.size >= keptMax) spans.clear()
      spans.set(task, Tracer.externalSpan({ traceId, spanId, sampled }))
    },
    kept: (task) => spans.get(task) ?? null,
  }
}

const header = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/** A span as the field `traceparent` of a request that goes on with it (W3C Trace Context). */
export const traceparentOf = ({ traceId, spanId, sampled }: Tracer.AnySpan): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`

/** The span that a `traceparent` names; null if it names no span. */
export const parentOf = (traceparent: string | undefined): Tracer.ExternalSpan | null => {
  if (traceparent === undefined) return null
  const [, traceId, spanId, flags] = header.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  if (/^(?:ff|0{2}-0{32}|..-0{32}|..-.{32}-0{16})/.test(traceparent)) return null
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
}

const hexadecimal = (words: number): string =>
  Array.from({ length: words }, () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("")

/** A span that is not recorded, and nothing below it is. Its ids are for the log, and are drawn when the log asks for them. */
class Unrecorded implements Tracer.ExternalSpan {
  readonly _tag = "ExternalSpan"
  readonly sampled = false
  readonly context = Context.empty()
  readonly #begun: Begun | null
  #traceId: string | null = null
  #spanId: string | null = null

  constructor(begun: Begun | null) {
    this.#begun = begun
  }

  get traceId(): string {
    this.#traceId ??= this.#begun?.traceId ?? hexadecimal(4)
    return this.#traceId
  }

  get spanId(): string {
    this.#spanId ??= hexadecimal(2)
    return this.#spanId
  }
}

/** The work inside a span, as a function of that span. */
type Running<A, E, R> = (span: Span | null) => Effect.Effect<A, E, R>

interface Options {
  readonly kind: Tracer.SpanKind
  readonly attributes: Attributes
}

// No stack trace: finding the place in the code costs more than it is worth.
const runInSpan = <A, E, R>(
  name: string,
  options: Tracer.SpanOptions,
  run: (span: Span) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.useSpan(name, { ...options, captureStackTrace: false }, (span) =>
    Effect.provideService(run(span), Tracer.ParentSpan, span),
  )

/** Begins a trace, or continues that of `parent`. `run` gets the span, or null if the trace is not recorded. */
export const begin = <A, E, R>(
  name: string,
  { parent, ...options }: Options & { readonly parent: Tracer.AnySpan | null },
  run: Running<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Tracing, (tracing) => {
    if (tracing === null) return run(null)
    const { sampler, tracer, ids } = tracing
    if (tracer === null || !sampler(parent))
      return ids ? Effect.provideService(run(null), Tracer.ParentSpan, new Unrecorded(parent)) : run(null)
    const from = parent === null ? { root: true } : { parent }
    return Effect.withTracer(runInSpan(name, { ...options, ...from }, run), tracer)
  })

/** Whether a span is recorded; false if there is no span. */
export const isRecorded = (span: Tracer.AnySpan | null | undefined): span is Tracer.AnySpan =>
  span?.sampled === true

/** Works on a task in the trace of the act that left it, if that trace is known and recorded; else as `within`. */
export const resume = <A, E, R>(
  name: string,
  { task, ...options }: Options & { readonly task: string },
  run: Running<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) => {
    const tracing = Context.get(fiber.currentContext, Tracing)
    const [parent, tracer] = [tracing?.kept(task), tracing?.tracer ?? null]
    return tracer !== null && isRecorded(parent)
      ? Effect.withTracer(runInSpan(name, { ...options, parent }, run), tracer)
      : runWithin(fiber, name, options, run)
  })

/** Runs work in a span of its own if the current span is recorded. `run` gets the new span, or null. */
export const within = <A, E, R>(
  name: string,
  options: Options,
  run: Running<A, E, R>,
): Effect.Effect<A, E, R> => Effect.withFiberRuntime((fiber) => runWithin(fiber, name, options, run))

const runWithin = <A, E, R>(
  { currentSpan }: Fiber.RuntimeFiber<unknown, unknown>,
  name: string,
  options: Options,
  run: Running<A, E, R>,
): Effect.Effect<A, E, R> => (isRecorded(currentSpan) ? runInSpan(name, options, run) : run(null))

/** Runs work and reports how long it took, in seconds, with its value or its cause of failure. */
export const timeEffect = <A, E, R>(
  run: Effect.Effect<A, E, R>,
  done: (seconds: number, value: A) => void,
  failed: (seconds: number, cause: Cause.Cause<E>) => void,
): Effect.Effect<A, E, R> => {
  const startedAt = performance.now()
  return Effect.matchCauseEffect(run, {
    onSuccess: (value) => {
      done((performance.now() - startedAt) / 1_000, value)
      return Effect.succeed(value)
    },
    onFailure: (cause) => {
      failed((performance.now() - startedAt) / 1_000, cause)
      return Effect.failCause(cause)
    },
  })
}

/** The attribute of a span that says why its work failed. */
export const errorType = "error.type"

/** How a span ends: a refusal or an interruption is not a failure, and a failure has the name of its error and no message. */
const endSpan = (span: Tracer.Span, exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  const told = span.attributes.get(errorType)
  if (Exit.isSuccess(exit)) return typeof told === "string" ? Exit.fail(onlyNamed(told, told)) : exit
  const { cause } = exit
  if (Cause.isInterruptedOnly(cause)) return Exit.void
  const error = Cause.squash(cause)
  if (typeof error === "object" && error !== null && "_tag" in error && error._tag === "Refusal")
    return Exit.void
  if (told === undefined) span.attribute(errorType, nameOf(cause))
  return Exit.failCause(wordless(cause))
}

/** A tracer whose spans end without the messages of errors, which may quote what somebody wrote. The exporter would send them. */
export const withoutWords = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (...given) => {
      const span = tracer.span(...given)
      const end = span.end.bind(span)
      span.end = (at, exit) => end(at, endSpan(span, exit))
      return span
    },
    context: (run) => run(),
  })
