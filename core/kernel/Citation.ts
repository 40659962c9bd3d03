/** The one fold by which citations of judgments are read, in paths and in bodies. */
import { Schema } from "effect"
import { GivenName } from "./Id.ts"

/** `[2026] mc 07` with any spaces, once compatible forms are folded: its year, its series and its number. */
const neutral = /^\s*\[\s*(\d{4})\s*\]\s*([a-z]{2})\s*0*([1-9]\d{0,9})\s*$/iu

/**
 * A citation as the court writes it: in capitals, with one space between its parts and no leading zeros. Whatever has another form stays
 * as it is, so that a refusal repeats what was sent.
 */
export const canonicalCitation = (text: string): string => {
  const [, year = "", series = "", number = ""] = neutral.exec(text.normalize("NFKC")) ?? []
  return year === "" ? text : `[${year}] ${series.toUpperCase()} ${number}`
}

export const Citation = Schema.transform(GivenName, Schema.String, {
  strict: true,
  decode: canonicalCitation,
  encode: (citation) => citation,
}).annotations({ jsonSchema: { type: "string", minLength: 1, maxLength: 200 } })
