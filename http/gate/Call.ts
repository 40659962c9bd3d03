/** The gate before a call of a tool, whatever program makes it: whom the call deals with, and why it may not be made. */
import type { Gate } from "./Gate.ts"

/** A call of a tool by a model: the name of the tool, and the input as the model wrote it. */
export interface ToolCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Whom a call deals with, by all names that it has; null if it deals with nobody. The owner of the program writes it. */
export type PartyOf = (call: ToolCall) => string | ReadonlyArray<string> | null

/** The error of a call that the gate refused. Its message gives the reasons. */
export class Refused extends Error {
  override readonly name = "Refused"
}

/** The members of what a model gave for the arguments of a call, which may be JSON text; no members if it isn't an object. */
export const readInput = (given: unknown): ToolCall["input"] => {
  const value: unknown = typeof given === "string" ? JSON.parse(given) : given
  return typeof value === "object" && value !== null ? { ...value } : {}
}

/** Why a call may not be made; null if it may. A call that can't be read may not be made. */
export const reasonAgainst = async (
  { ask }: Gate,
  partyOf: PartyOf,
  name: string,
  given: unknown,
): Promise<string | null> => {
  try {
    const call = { name, input: readInput(given) }
    const party = partyOf(call)
    if (party === null) return null
    const { allow, why } = await ask(party, call)
    return allow ? null : why.join(" ")
  } catch {
    return "Whom this call deals with could not be read."
  }
}
