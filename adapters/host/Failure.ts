/** What a log may say of a failure: names, codes and places. Never a message, which may quote what somebody wrote. */
import { Cause } from "effect"

/** The code of what went wrong, or its name where it has no code. */
export const nameOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (typeof error !== "object" || error === null) return "unknown"
  if ("code" in error && typeof error.code === "string") return error.code
  return "name" in error && typeof error.name === "string" ? error.name : "unknown"
}

/** The names of all that went wrong, each with the places in the code where it did. */
export const trace = (cause: Cause.Cause<unknown>): string =>
  Cause.prettyErrors(cause)
    .map(({ name, stack }) => [name, ...(stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [])])
    .map((lines) => lines.join("\n"))
    .join("\n")

/** Whether a cause holds a defect: a mistake of this program, as against something that it met. */
export const isBug = (cause: Cause.Cause<unknown>): boolean => Cause.isDie(cause)

/** An error that says a name and places in the code, and nothing else. */
export const onlyNamed = (name: string, stack: string): Error =>
  Object.assign(new Error(name), { name, stack })

/** A cause as it may be logged and sent: what it says is the name of what failed, and places in the code. */
export const wordless = (cause: Cause.Cause<unknown>): Cause.Cause<Error> => {
  const name = nameOf(cause)
  const error = onlyNamed(name, [name, ...trace(cause).split("\n")].join("\n"))
  return isBug(cause) ? Cause.die(error) : Cause.fail(error)
}
