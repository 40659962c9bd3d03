/** The parts of a failure that a log may have: names, codes and places in the code, but no message, since a message may quote a user. */
import { Cause } from "effect"

/** The code of an error, or its name if it has no code. */
export const nameOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (typeof error !== "object" || error === null) return "unknown"
  if ("code" in error && typeof error.code === "string") return error.code
  return "name" in error && typeof error.name === "string" ? error.name : "unknown"
}

/** The name of each error in a cause, with its stack. */
export const trace = (cause: Cause.Cause<unknown>): string =>
  Cause.prettyErrors(cause)
    .map(({ name, stack }) => [name, ...(stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [])])
    .map((lines) => lines.join("\n"))
    .join("\n")

/** Whether a cause holds a defect: a mistake of this program, as opposed to a failure that it expects. */
export const isBug = (cause: Cause.Cause<unknown>): boolean => Cause.isDie(cause)

/** An error with a name and a stack, whose message is the name. */
export const onlyNamed = (name: string, stack: string): Error =>
  Object.assign(new Error(name), { name, stack })

/** A cause as it may be logged and sent: the name of the error and its stack, without its message. */
export const wordless = (cause: Cause.Cause<unknown>): Cause.Cause<Error> => {
  const name = nameOf(cause)
  const error = onlyNamed(name, [name, ...trace(cause).split("\n")].join("\n"))
  return isBug(cause) ? Cause.die(error) : Cause.fail(error)
}
