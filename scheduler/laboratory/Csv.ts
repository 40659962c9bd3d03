/** Comma-separated values (RFC 4180). Lines are written with a line feed at the end, and read with any line ending. */

export type Cell = string | number | boolean | null | undefined

const special = /[",\r\n]/

/** A value as a field: empty if it is missing, in quotes if its text needs them. */
export const field = (value: Cell): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "number") return Number.isNaN(value) ? "" : `${value}`
  const text = String(value)
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export type Row = ReadonlyArray<Cell>

export const line = (cells: Row): string => `${cells.map(field).join(",")}\n`

/** A field without its quotes, and the place where it begins. Lines and columns count from 1. */
export interface Field {
  readonly text: string
  readonly line: number
  readonly column: number
}

/** A comma or line ending and the field after it, which is quoted (with quotes doubled) or bare. */
const pattern = /(,|\r\n?|\n)(?:[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*(?=[,\r\n]|$)|([^,\r\n]*))/gy

/** The rows of a text without empty lines and without the mark of its byte order. A quoted field may span several lines. */
export const parse = (text: string): ReadonlyArray<ReadonlyArray<Field>> => {
  const rows: Array<Array<Field>> = []
  let number = 0
  let lineStart = 0
  // The pattern needs a comma or line ending before every field, also before the first.
  for (const {
    0: whole,
    1: before = "",
    2: quoted,
    3: bare = "",
    index,
  } of `\n${text.replace(/^\uFEFF/, "")}`.matchAll(pattern)) {
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

const pieceLength = 1 << 16

/** The text of a table, in pieces so long that a file is written with few calls. */
export const textOf = function* (rows: Iterable<Row>): Generator<string> {
  let waiting = ""
  for (const row of rows) {
    waiting += line(row)
    if (waiting.length < pieceLength) continue
    yield waiting
    waiting = ""
  }
  yield waiting
}
