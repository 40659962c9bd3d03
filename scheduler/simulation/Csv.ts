/** Comma-separated values as RFC 4180 has them, with line feeds alone. */

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
