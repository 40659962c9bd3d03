/** JSON: its values, its canonical text, and texts of a known set in answers. */
import { Schema } from "effect"

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
