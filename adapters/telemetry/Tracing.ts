/**
 * Spans of what the court does. A trace begins where a request or a task does, if its sampler takes it; below that, work has a span
 * only inside another one that is recorded. Where tracing is off, all of this is one look at the fiber.
 */
import { Cause, Context, Effect, Exit, Tracer } from "effect"
import { nameOf, onlyNamed, wordless } from "../host/Failure.ts"
import type { Begun, Sampler } from "./Sampler.ts"

type Span = Tracer.Span
type Attributes = Readonly<Record<string, string | number>>

export interface Recorder {
  readonly sampler: Sampler
  /** What records spans; null: nothing does. It is the tracer of recorded work alone, since Effect asks its tracer at every step. */
  readonly tracer: Tracer.Tracer | null
  /** Whether work that is not recorded has the ids of its trace too, for the log. */
  readonly ids: boolean
}

/** How a trace begins here, and what goes on after its request was answered. Null: tracing is off. */
export interface TracingService extends Recorder {
  /** Keeps the current span for a task, which another piece of work of this process carries on. */
  readonly keep: (task: string, span: Tracer.AnySpan) => void
  readonly kept: (task: string) => Tracer.AnySpan | null
}
export class Tracing extends Context.Reference<Tracing>()("agent-court/Tracing", {
  defaultValue: (): TracingService | null => null,
}) {}

// Notices are carried within seconds; what is older than this many others has been carried, or is carried by another process.
const keptMax = 10_000

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

/** The span that a `traceparent` names (W3C Trace Context); null where it names none. */
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

/** A span that is not recorded. What is below it isn't either. Its ids are for the log, and made when the log asks for them. */
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

/** What a span is around. It is called when the work begins. */
type Running<A, E, R> = (span: Span | null) => Effect.Effect<A, E, R>

interface Options {
  readonly kind: Tracer.SpanKind
  readonly attributes: Attributes
}

// The place in the code is not worth what it costs to find it.
const spanned = <A, E, R>(
  name: string,
  options: Tracer.SpanOptions,
  run: (span: Span) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.useSpan(name, { ...options, captureStackTrace: false }, (span) =>
    Effect.provideService(run(span), Tracer.ParentSpan, span),
  )

/** Begins a trace, or goes on with the one of its parent. The span is null where this one is not recorded. */
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
    return Effect.withTracer(spanned(name, { ...options, ...from }, run), tracer)
  })

/** Whether a span is recorded. */
export const isRecorded = (span: Tracer.AnySpan | null | undefined): span is Tracer.AnySpan =>
  span?.sampled === true

/** Goes on with a task in the trace of the act that left it, where that is known and recorded; else as `within`. */
export const resume = <A, E, R>(
  name: string,
  { task, ...options }: Options & { readonly task: string },
  run: Running<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Tracing, (tracing) => {
    const [parent, tracer] = [tracing?.kept(task), tracing?.tracer ?? null]
    return tracer !== null && isRecorded(parent)
      ? Effect.withTracer(spanned(name, { ...options, parent }, run), tracer)
      : within(name, options, run)
  })

/** A span for a part of what has one. The span is null where nothing is recorded here. */
export const within = <A, E, R>(
  name: string,
  options: Options,
  run: Running<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime((fiber) =>
    isRecorded(fiber.currentSpan) ? spanned(name, options, run) : run(null),
  )

/** Tells how long work took, in seconds, and its value or what failed; not of work that was interrupted half-way. */
export const timed = <A, E, R>(
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

/** The attribute that says of a span why its work failed. */
export const errorType = "error.type"

/** A refusal is an answer, and so is the end of work that nobody waits for. What failed says so by its name. */
const ended = (span: Tracer.Span, exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
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
      span.end = (at, exit) => end(at, ended(span, exit))
      return span
    },
    context: (run) => run(),
  })
