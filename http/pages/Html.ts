/** HTML as a value: what is put into a template is text and can't become markup, unless it is HTML already. */
import { clean } from "../../core/judgments/Reasons.ts"

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | false | ReadonlyArray<Value>

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
}

const plain = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => entities[character] ?? character)

/** Text as HTML shows it, in content and in a quoted attribute alike; without characters that hide or turn what follows. */
export const escaped = (text: string): string => plain(clean(text))

/** Text that must come out of the page exactly as it is, such as what is under a seal. */
export const exact = (text: string): Html => new Html(plain(text))

const written = (value: Value): string => {
  if (value === null || value === false) return ""
  if (value instanceof Html) return value.text
  return typeof value === "string" || typeof value === "number"
    ? escaped(String(value))
    : value.map(written).join("")
}

/** A template whose values are escaped. Attributes that take a value are written in double quotes. */
export const html = (parts: TemplateStringsArray, ...values: ReadonlyArray<Value>): Html =>
  new Html(parts.reduce((text, part, i) => `${text}${written(values[i - 1] ?? null)}${part}`))
