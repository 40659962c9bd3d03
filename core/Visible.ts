/**
 * Characters that nobody can see, or that turn the direction of what stands beside them: a text may say one thing to its reader
 * and another to a model with them. They are refused where a text is one line that names something, an address for one, and shown
 * everywhere else.
 */
import { Schema } from "effect"
import { present } from "./Defect.ts"
import { bounds } from "./Schedule.ts"

/** Scripts in which the joiners U+200C and U+200D change how a word is written. */
const joining = [
  ..."Arabic Syriac Mongolian Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada".split(" "),
  ..."Malayalam Sinhala Khmer Myanmar Tibetan Lao Thai Javanese Balinese Sundanese".split(" "),
]
  .map((script) => `\\p{Script=${script}}`)
  .join("")

const pictograph = "\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f])?"

/** What looks like such characters and says something to whoever reads: emoji made of several, keycaps, flags, joined letters. */
const meant = [
  "[0-9#*]\\ufe0f?\\u20e3",
  // The flags of England, Scotland and Wales.
  "\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}",
  `${pictograph}(?:\\u200d${pictograph}){0,7}`,
  `(?<=[${joining}])[\\u200c\\u200d](?![\\u200c\\u200d])`,
  "(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]",
].join("|")

// Tabs and ends of lines are seen by what follows them; the marks of Arabic, Syriac and Kaithi numbers are seen as they are.
const seen = "[\\t\\n\\r\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]"
const unseen = `(?:(?!${seen})[\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{Cc}\\p{Cs}\\u2028\\u2029])+`
const either = new RegExp(`(${meant})|${unseen}`, "gu")
/** Most texts have nothing of the kind. */
const plain = /^[\t\n\r\x20-\x7e]*$/

const codePoint = (character: string): string =>
  `U+${present(character.codePointAt(0), "a character").toString(16).toUpperCase().padStart(4, "0")}`

/** As many of a run as are named one by one. */
const namedMax = 8

const mark = (run: string): string => {
  const characters = [...run]
  const named = characters.slice(0, namedMax).map(codePoint).join(" ")
  const more = characters.length - namedMax
  return `⟨${named}${more > 0 ? ` and ${more} more` : ""}⟩`
}

/** The text with such characters as marks that everybody sees, `⟨U+200B⟩`: the same for readers, for the bench and for models. */
export const shown = (text: string): string =>
  plain.test(text) ? text : text.replace(either, (run: string, kept?: string) => kept ?? mark(run))

/** The first such character, and its place counted from 1; null where the text has none. */
const firstUnseen = (text: string): string | null => {
  if (plain.test(text)) return null
  for (const match of text.matchAll(either))
    if (match[1] === undefined) return `${codePoint(match[0])} stands at character ${match.index + 1}`
  return null
}

/** A text in which everybody sees everything: for what names or labels something. */
export const visible = <S extends Schema.Schema<string, string>>(self: S): Schema.filter<S> =>
  Schema.filter<S>((text) => {
    const found = firstUnseen(text)
    return found === null || `must hold no invisible character; ${found}`
  })(self)

/** An absolute address of the schemes `http` and `https`, without credentials. No other scheme is taken: a page may link to it. */
export const HttpUrl = Schema.String.pipe(
  Schema.maxLength(bounds.urlCharsMax),
  Schema.pattern(/^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i, {
    message: () => "must be an http or https URL without credentials",
  }),
  visible,
).annotations({ jsonSchema: { type: "string", format: "uri" } })
