/** Dealings or disputes that happened, read from CSV: what `dealings.arrivals: {kind: csv, file}` stands for. */
import { Either } from "effect"
import type { Problem } from "./Source.ts"

type Cell = number | boolean
const number = (text: string): Cell | undefined => {
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}
const columns: Readonly<Record<string, (text: string) => Cell | undefined>> = {
  atHours: number,
  respondent: number,
  claimant: number,
  valueCents: number,
  broken: (text) => ({ true: true, false: false, "1": true, "0": false })[text.toLowerCase()],
}
const known = Object.keys(columns)

export type Item = Readonly<Record<string, Cell>>

/**
 * Reads a table with a header of `atHours` (hours since the start) and any of `respondent`, `claimant` (numbers of agents),
 * `valueCents` and `broken` (true or false); a field left empty is drawn. Left: every mistake with its line and column.
 */
export const parse = (
  name: string,
  text: string,
): Either.Either<ReadonlyArray<Item>, ReadonlyArray<Problem>> => {
  const [header = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/)
  const names = header.split(",").map((field) => field.trim())
  const problems: Array<Problem> = names.flatMap((field, i) =>
    known.includes(field) && names.indexOf(field) === i
      ? []
      : [
          {
            place: placeOf(name, 1, names, i),
            message: `unknown or repeated column ${field}; known are ${known.join(", ")}`,
          },
        ],
  )
  if (!names.includes("atHours"))
    problems.push({ place: `${name}:1:1`, message: "there is no column atHours" })
  if (problems.length > 0) return Either.left(problems)
  const items: Array<Item> = []
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") continue
    const fields = line.split(",")
    if (fields.length !== names.length) {
      problems.push({
        place: `${name}:${i + 2}:1`,
        message: `has ${fields.length} fields; the header has ${names.length}`,
      })
      continue
    }
    const item: Record<string, Cell> = {}
    for (const [j, column] of names.entries()) {
      const field = fields[j]?.trim() ?? ""
      if (field === "" && column !== "atHours") continue
      const value = field === "" ? undefined : columns[column]?.(field)
      if (value === undefined) {
        problems.push({ place: placeOf(name, i + 2, fields, j), message: `${column} can't be "${field}"` })
      } else item[column] = value
    }
    items.push(item)
  }
  return problems.length > 0 ? Either.left(problems) : Either.right(items)
}

const placeOf = (name: string, line: number, fields: ReadonlyArray<string>, i: number): string =>
  `${name}:${line}:${fields.slice(0, i).join(",").length + (i === 0 ? 1 : 2)}`
