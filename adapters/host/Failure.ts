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
