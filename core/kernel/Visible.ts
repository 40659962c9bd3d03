/**
 * Invisible characters, and characters that change the direction of text. With them a text can say one thing to a person and another to a
 * model. A text that names something, such as a label or an address, may not hold such characters; everywhere else they are shown as marks.
 */
import { Schema } from "effect"
import { needPresent } from "./Defect.ts"
import { bounds } from "./Schedule.ts"

/** A character class of the scripts in which the joiners U+200C and U+200D change the form of a word. */
const joining = [
  ..."Arabic Syriac Mongolian Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada".split(" "),
  ..."Malayalam Sinhala Khmer Myanmar Tibetan Lao Thai Javanese Balinese Sundanese".split(" "),
]
  .map((script) => `\\p{Script=${script}}`)
  .join("")

const pictograph = "\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f])?"

/** Legitimate uses of such characters: emoji of several code points, keycaps, flags, joined letters, and a blank between words of Braille. */
const meant = [
  "[0-9#*]\\ufe0f?\\u20e3",
  // The flags of England, Scotland and Wales.
  "\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}",
  `${pictograph}(?:\\u200d${pictograph}){0,7}`,
  `(?<=[${joining}])[\\u200c\\u200d](?![\\u200c\\u200d])`,
  "(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]",
  "(?<=[\\u2801-\\u28ff])\\u2800(?=[\\u2801-\\u28ff])",
].join("|")

// Tabs and line ends show in the layout, and the number marks of Arabic, Syriac and Kaithi are visible.
const seen = "[\\t\\n\\r\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]"
// Characters that Unicode counts as letters, marks or symbols, and that fonts draw as nothing or as blank space: the blank of Braille, the
// placeholder of an object, a joiner of Brahmi, blanks of Egyptian, a filler of Khitan, and a note without a head.
const blank = "\\u2800\\ufffc\\u{1107f}\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}"
const unseen = `(?:(?!${seen})[\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{Cc}\\p{Cs}\\p{Noncharacter_Code_Point}\\u2028\\u2029${blank}])+`
const either = new RegExp(`(${meant})|${unseen}`, "gu")
/** Printable ASCII, tabs and line ends: most texts, which need no closer look. */
const plain = /^[\t\n\r\x20-\x7e]*$/

const codePoint = (character: string): string =>
  `U+${needPresent(character.codePointAt(0), "a character").toString(16).toUpperCase().padStart(4, "0")}`

/** The most characters of a run that a mark names one by one. */
const namedMax = 8

const mark = (run: string): string => {
  const characters = [...run]
  const named = characters.slice(0, namedMax).map(codePoint).join(" ")
  const more = characters.length - namedMax
  return `⟨${named}${more > 0 ? ` and ${more} more` : ""}⟩`
}

/** The text with each invisible run as a visible mark, such as `⟨U+200B⟩`. Readers, judges and models get the same text. */
export const markInvisible = (text: string): string =>
  plain.test(text) ? text : text.replace(either, (run: string, kept?: string) => kept ?? mark(run))

/** A description of the first invisible character with its place, counted from 1; null if the text has no such character. */
const firstUnseen = (text: string): string | null => {
  if (plain.test(text)) return null
  for (const match of text.matchAll(either))
    if (match[1] === undefined) return `${codePoint(match[0])} stands at character ${match.index + 1}`
  return null
}

/** A filter for texts that name or label something: they hold no invisible character, and are not made of blanks alone. */
export const visible = <S extends Schema.Schema<string, string>>(self: S): Schema.filter<S> =>
  Schema.filter<S>((text) => {
    if (text !== "" && text.trim() === "") return "must not be made of blanks alone"
    const found = firstUnseen(text)
    return found === null || `must hold no invisible character; ${found}`
  })(self)

/** An absolute `http` or `https` URL without credentials. No other scheme is accepted, since a page may link to it. */
export const HttpUrl = Schema.String.pipe(
  Schema.maxLength(bounds.urlCharsMax),
  Schema.pattern(/^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i, {
    message: () => "must be an http or https URL without credentials",
  }),
  visible,
).annotations({ jsonSchema: { type: "string", format: "uri" } })

/** The text with a visible mark for each invisible character, and with `\n` for every line end. */
export const clean = (text: string): string => markInvisible(text.replace(/\r\n?/g, "\n"))
