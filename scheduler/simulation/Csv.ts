/** Comma-separated values as RFC 4180 has them. They are written with line feeds alone, and read with any end of a line. */

export type Cell = string | number | boolean | null | undefined

const special = /[",\r\n]/

/** A field: empty where nothing is known; a text in quotes where it needs them. */
export const field = (value: Cell): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "number") return Number.isNaN(value) ? "" : `${value}`
  const text = String(value)
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const line = (cells: ReadonlyArray<Cell>): string => `${cells.map(field).join(",")}\n`

/** A field that was read, without its quotes, and where it begins; lines and columns count from 1. */
export interface Field {
  readonly text: string
  readonly line: number
  readonly column: number
}

/** One field with what comes before it, a comma or the end of a line: in quotes, where two stand for one, or without any. */
const pattern = /(,|\r\n?|\n)(?:[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*(?=[,\r\n]|$)|([^,\r\n]*))/gy

/** The rows of a text, those without any text left out. Fields may be in quotes and may then go over several lines. */
export const parse = (text: string): ReadonlyArray<ReadonlyArray<Field>> => {
  const rows: Array<Array<Field>> = []
  let number = 0
  let lineStart = 0
  // Every field has something before it, the first one too.
  for (const { 0: whole, 1: before = "", 2: quoted, 3: bare = "", index } of `\n${text}`.matchAll(pattern)) {
    const begins = index + before.length
    if (before !== ",") {
      number += 1
      lineStart = begins
      rows.push([])
    }
    const content = quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"')
    rows.at(-1)?.push({ text: content, line: number, column: begins - lineStart + 1 })
    const breaks = quoted?.match(/\n/g)?.length ?? 0
    if (breaks > 0) {
      number += breaks
      lineStart = index + whole.lastIndexOf("\n") + 1
    }
  }
  return rows.filter((row) => row.length > 1 || row[0]?.text !== "")
}

const enough = 1 << 16

/** Lines in pieces worth writing. */
export const gathered = function* (lines: Iterable<string>): Generator<string> {
  let waiting = ""
  for (const line of lines) {
    waiting += line
    if (waiting.length < enough) continue
    yield waiting
    waiting = ""
  }
  yield waiting
}
