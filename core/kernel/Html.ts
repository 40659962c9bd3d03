/** HTML that is safe by its type. */
import { clean } from "./Visible.ts"

/** HTML as a value. A template escapes every value that is not HTML already, so that text can't become markup. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | false | ReadonlyArray<Value>

const entities = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
} as const

const plain = (text: string): string =>
  // The pattern matches nothing else than the characters of the table.
  text.replace(/[&<>"'`]/g, (character) => entities[character as keyof typeof entities])

/** Text escaped for content and for quoted attributes, without the characters that hide or reorder the text after them. */
const escapeText = (text: string): string => plain(clean(text))

/** Text that the page must give back unchanged, such as the words under a seal. */
export const exact = (text: string): Html => new Html(plain(text))

const textOf = (value: Value): string => {
  if (value === null || value === false) return ""
  if (value instanceof Html) return value.text
  return typeof value === "string" || typeof value === "number"
    ? escapeText(String(value))
    : value.map(textOf).join("")
}

/** A template whose values are escaped. Attributes that take a value are written in double quotes. */
export const html = (parts: TemplateStringsArray, ...values: ReadonlyArray<Value>): Html =>
  new Html(parts.reduce((text, part, i) => `${text}${textOf(values[i - 1] ?? null)}${part}`))
