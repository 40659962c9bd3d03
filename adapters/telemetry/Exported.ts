/**
 * What leaves this process of a span: how it ended, as a name and places in the code. The exporter would send the messages of errors
 * too, and they may quote what somebody wrote.
 */
import { Cause, Exit, Tracer } from "effect"
import { nameOf, onlyNamed, wordless } from "../host/Failure.ts"

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

/** A tracer whose spans end without the words of what failed in them. */
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
