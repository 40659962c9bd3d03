/** The body of a refusal (RFC 9457), read without the schemas. */
import type { Code, Place } from "./Failure.ts"

interface Problem {
  readonly title: string
  readonly detail: string
  readonly code: Code
  readonly rule?: string
  readonly errors?: ReadonlyArray<Place>
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null
const areTexts = (value: unknown, names: ReadonlyArray<string>): boolean =>
  isObject(value) && names.every((name) => typeof value[name] === "string")

const isProblem = (value: unknown): value is Problem =>
  isObject(value) &&
  areTexts(value, ["type", "title", "detail", "instance", "code"]) &&
  Number.isInteger(value.status) &&
  ["string", "undefined"].includes(typeof value.rule) &&
  (value.errors === undefined ||
    (Array.isArray(value.errors) && value.errors.every((one) => areTexts(one, ["path", "message"]))))

/** The problem that a text states; null if the text isn't a problem. */
export const problemOf = (text: string): Problem | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isProblem(value) ? value : null
  } catch {
    return null
  }
}
