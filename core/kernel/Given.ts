/**
 * The values that a program gives to a maker of a record: plain values, each of a form. A maker names all problems at once, with their
 * paths.
 */
import type { Fault } from "./Refusal.ts"
import { lastInstant } from "./Time.ts"

/** The values that a program gave to a maker do not fit a record. The message names every problem. */
export class UnfitValues extends Error {
  override readonly name = "UnfitValues"
  readonly errors: ReadonlyArray<Fault>
  constructor(record: string, errors: ReadonlyArray<Fault>) {
    super(`${record}: ${errors.map(({ path, message }) => `${path} ${message}`).join("; ")}`)
    this.errors = errors
  }
}

/** The form of a value: a function that says what is wrong with the value, or null if nothing is wrong. */
export type Form = (value: unknown) => string | null

const form =
  (holds: (value: unknown) => boolean, message: string): Form =>
  (value) =>
    holds(value) ? null : message

const isWhole = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

export const text = form(
  (value) => typeof value === "string" && value !== "",
  "must be a text with a character",
)
export const whole = form(isWhole, "must be a whole number, 0 or more")
export const instant = form(
  (value) => isWhole(value) && value <= lastInstant,
  "must be an instant: milliseconds since 1970-01-01T00:00:00Z",
)
export const flag = form((value) => typeof value === "boolean", "must be true or false")
export const list = form(Array.isArray, "must be a list")
export const record = form((value) => isObject(value) && !Array.isArray(value), "must be an object")
export const oneOf = (words: ReadonlyArray<string>): Form =>
  form((value) => words.some((word) => word === value), `must be one of ${words.join(", ")}`)
/** Null, or a value of a form. */
export const nullOr =
  (of: Form): Form =>
  (value) =>
    value === null ? null : of(value)

export type Forms = { readonly [member: string]: Form }

/** Throws `UnfitValues` unless each value fits the form of its member, all of `needed` are given, and nothing else is. */
export const checkGiven = (
  name: string,
  given: object,
  forms: Forms,
  needed: ReadonlyArray<string>,
): void => {
  const problems = Object.entries(given).flatMap(([path, value]): ReadonlyArray<Fault> => {
    const of = Object.hasOwn(forms, path) ? forms[path] : undefined
    const message = of === undefined ? "is not a member" : of(value)
    return message === null ? [] : [{ path, message }]
  })
  const missing = needed
    .filter((path) => !Object.hasOwn(given, path))
    .map((path): Fault => ({ path, message: "is missing" }))
  if (problems.length + missing.length > 0) throw new UnfitValues(name, [...missing, ...problems])
}
