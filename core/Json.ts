/** JSON: its values, its canonical text, texts of a known set in answers, and the places at which two values differ. */
import { Predicate, Schema } from "effect"

/** A JSON value: what records, events, tasks and replies are made of. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/**
 * JSON text with the keys of every object in code-unit order, as RFC 8785 asks.
 * Numbers and strings are written as ECMAScript writes them, which RFC 8785 adopts.
 */
export const canonical = (value: Json): string => {
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  const members = Object.entries(value as { readonly [key: string]: Json })
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(",")}}`
}

/** A text of a known set, as answers carry it: whoever reads it must bear a word that is new. */
export const oneOf = (...values: ReadonlyArray<string>) =>
  Schema.String.annotations({ jsonSchema: { type: "string", enum: values } })

/** A word of a known set inside records, which leaves the court as `oneOf`: one schema serves both. */
export const word = <Values extends readonly [string, ...string[]]>(
  known: Schema.Literal<Values>,
): Schema.Schema<Values[number], string> =>
  Schema.transform(oneOf(...known.literals), known, {
    strict: false,
    decode: (text: string) => text,
    encode: (text: string) => text,
  })

/** A place at which two values differ. `path` joins names of members and places of lists by dots; it is empty for the value itself. */
export interface Difference {
  readonly path: string
  /** Undefined where this side has no such member. */
  readonly ours: Json | undefined
  readonly theirs: Json | undefined
}

const membersOf = (value: Json | undefined): { readonly [key: string]: Json } | null => {
  if (Array.isArray(value)) return Object.fromEntries(value.map((item: Json, i) => [String(i), item]))
  return Predicate.isReadonlyRecord(value) ? (value as { readonly [key: string]: Json }) : null
}

const same = (ours: Json | undefined, theirs: Json | undefined): boolean =>
  ours === undefined || theirs === undefined ? ours === theirs : canonical(ours) === canonical(theirs)

/** The innermost places at which two values differ; none where they are equal. The order of members makes no difference. */
export const differences = (
  ours: Json | undefined,
  theirs: Json | undefined,
  path = "",
): ReadonlyArray<Difference> => {
  if (same(ours, theirs)) return []
  const [left, right] = [membersOf(ours), membersOf(theirs)]
  if (left === null || right === null || Array.isArray(ours) !== Array.isArray(theirs))
    return [{ path, ours, theirs }]
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  return keys.flatMap((key) => differences(left[key], right[key], path === "" ? key : `${path}.${key}`))
}

/** A value in a line for a person: JSON, and `nothing` where there is none. */
export const shown = (value: Json | undefined): string => (value === undefined ? "nothing" : canonical(value))
