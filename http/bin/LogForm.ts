/**
 * A line of the log, for people or for programs. Of what failed both tell names, codes and places in the code, never a message: it may
 * quote what somebody wrote.
 */
import { Cause, Context, FiberRef, FiberRefs, HashMap, Logger, Option, Tracer } from "effect"
import { isBug, nameOf, trace } from "../../adapters/host/Failure.ts"

type Given = Logger.Logger.Options<unknown>

const words = ({ message }: Given): string =>
  (Array.isArray(message) ? message : [message]).map(String).join(" ")

/** As logfmt has it. A mistake of this program is told with its places. */
export const human: Logger.Logger<unknown, string> = Logger.mapInputOptions(
  Logger.logfmtLogger,
  (given: Given) => {
    const { cause } = given
    const message = isBug(cause) ? `${words(given)}: ${trace(cause)}` : words(given)
    return { ...given, message, cause: Cause.empty }
  },
)

const spanOf = ({ context }: Given): Tracer.AnySpan | null =>
  Option.getOrNull(
    Context.getOption(FiberRefs.getOrDefault(context, FiberRef.currentContext), Tracer.ParentSpan),
  )

/** The name of what failed, and of each part of it its places in the code. */
const causeOf = (cause: Cause.Cause<unknown>) => ({
  name: nameOf(cause),
  bug: isBug(cause),
  at: trace(cause).split("\n"),
})

/** A JSON object of one line. Annotations such as `instance` are members of their own. */
export const json: Logger.Logger<unknown, string> = Logger.make((given: Given) => {
  const { annotations, cause, date, logLevel } = given
  const span = spanOf(given)
  return JSON.stringify({
    ...Object.fromEntries(HashMap.toEntries(annotations)),
    time: date.toISOString(),
    level: logLevel.label.toLowerCase(),
    message: words(given),
    ...(span === null ? {} : { trace_id: span.traceId, span_id: span.spanId }),
    ...(Cause.isEmpty(cause) ? {} : { cause: causeOf(cause) }),
  })
})
