/** Text of parties and judges inside a judgment's Markdown: it says what it says and can't pass for anything else. */
import { present } from "../Missing.ts"
import type { Instant } from "../Time.ts"
import { shown } from "../Visible.ts"

/** The text with a mark for each character that nobody can see, and with `\n` for every line end. */
export const clean = (text: string): string => shown(text.replace(/\r\n?/g, "\n"))

/** The text on one line. */
export const oneLine = (text: string): string => clean(text).replace(/\s+/g, " ").trim()

const entities: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

/** The text on one line with everything that Markdown or HTML would read as markup made plain. */
export const inline = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_[\]#|~!]/g, "\\$&")
    .replace(/[&<>]/g, (character) => present(entities[character], "the entity of a character"))
    .replace(/^([-+]|\d+[.)])(?=\s|$)/, "\\$1")

/** What a party wrote, as a quotation of at most `max` characters within a sentence. */
export const quotation = (text: string, max: number): string => {
  const line = oneLine(text)
  const characters = [...line]
  return `“${inline(characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : line)}”`
}

/**
 * Prose of a judge: paragraphs, lists and emphasis stay; headings, rules, code fences and raw HTML become plain,
 * so that the parts of a judgment are those that the court wrote.
 */
export const prose = (text: string): string =>
  clean(text)
    .replace(/&(?=\s*#?\w{1,32};)/g, "&amp;")
    .replace(/</g, "&lt;")
    .split("\n")
    .map((line) =>
      line
        .replace(/\s+$/, "")
        .replace(/^((?:[\s>]|[-+*]\s|\d{1,9}[.)]\s)*)(#|={1,}$|-{1,}$|`{3,}|~{3,})/, "$1\\$2")
        // Two spaces of indent at most: four would make code of it, and hide what follows.
        .replace(/^[\t ]{3,}/, "  "),
    )
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
]

/** `20 November 2026`, in UTC. */
export const dateOf = (at: Instant): string => {
  const date = new Date(at)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}
