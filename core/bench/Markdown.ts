/**
 * Text of parties and judges in Markdown. It is escaped, so that it can't pass for a heading, an order or another part that the court
 * writes.
 */
import { needPresent } from "../kernel/Defect.ts"
import { clean } from "../kernel/Visible.ts"

export const oneLine = (text: string): string => clean(text).replace(/\s+/g, " ").trim()

const entities: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

/** The text on one line, with all markup of Markdown and HTML escaped. */
export const inline = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_[\]#|~!]/g, "\\$&")
    .replace(/[&<>]/g, (character) => needPresent(entities[character], "the entity of a character"))
    .replace(/^([-+]|\d+[.)])(?=\s|$)/, "\\$1")

/** The words of a party, as a quotation of at most `max` characters within a sentence. */
export const quotation = (text: string, max: number): string => {
  const line = oneLine(text)
  const characters = [...line]
  return `“${inline(characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : line)}”`
}

/**
 * Prose of a judge: paragraphs, lists and emphasis stay; headings, rules, code fences and raw HTML are escaped,
 * so that the court alone makes the parts of a judgment.
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
        // At most two spaces of indent: four would make the line a block of code.
        .replace(/^[\t ]{3,}/, "  "),
    )
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
