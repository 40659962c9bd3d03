import { Effect } from "effect"
import { canonical, type Json } from "../core/Json.ts"
import { Broken } from "./Case.ts"

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "undefined"
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text
}

// A value is compared as the JSON that it stands for: the order of an object's members is no difference.
const comparable = (value: unknown): string => canonical(JSON.parse(JSON.stringify(value ?? null)) as Json) // any text that JSON.parse reads is Json

/** Breaks the case unless both values are the same JSON. */
export const equal = <A>(what: string, actual: A, expected: A): Effect.Effect<void, Broken> =>
  comparable(actual) === comparable(expected)
    ? Effect.void
    : Effect.fail(new Broken({ message: `${what}: expected ${show(expected)}, got ${show(actual)}` }))

/** Breaks the case unless both lists have the same members, in whatever order. */
export const sameMembers = <A>(
  what: string,
  actual: ReadonlyArray<A>,
  expected: ReadonlyArray<A>,
): Effect.Effect<void, Broken> => {
  const sorted = (list: ReadonlyArray<A>) => list.map(comparable).sort()
  return equal(what, sorted(actual), sorted(expected))
}

/** Breaks the case unless the condition holds. */
export const holds = (what: string, condition: boolean, seen: unknown): Effect.Effect<void, Broken> =>
  condition ? Effect.void : Effect.fail(new Broken({ message: `${what}: got ${show(seen)}` }))
