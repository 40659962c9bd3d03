import { Schema } from "effect"
import { bounds } from "./Schedule.ts"
import { visible } from "./Visible.ts"

/** An absolute address of the schemes `http` and `https`, without credentials. No other scheme is taken: a page may link to it. */
export const HttpUrl = Schema.String.pipe(
  Schema.maxLength(bounds.urlCharsMax),
  Schema.pattern(/^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i, {
    message: () => "must be an http or https URL without credentials",
  }),
  visible,
).annotations({ jsonSchema: { type: "string", format: "uri" } })
