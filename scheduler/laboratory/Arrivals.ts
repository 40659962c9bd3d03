/** Observed dealings or disputes, read from a CSV file: `dealings.arrivals: {kind: csv, file}`. */
import { Either } from "effect"
import type { Field } from "./Csv.ts"
import * as Csv from "./Csv.ts"
import type { Problem, Read } from "./Source.ts"

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

const missing = "NA"
/** The column of row names, which R and pandas write first and without a name. */
const isRowNames = ({ text }: Field, place: number): boolean => text === "" && place === 0

/**
 * Reads a table. Its header has `atHours` (hours since the start) and any of `respondent`, `claimant` (numbers of agents), `valueCents`
 * and `broken` (true or false). A field that is empty or `NA` is drawn at random. Left: every mistake with its line and column.
 */
export const parse = (name: string, text: string): Read<ReadonlyArray<Item>> => {
  const placeOf = ({ line, column }: Pick<Field, "line" | "column">) => `${name}:${line}:${column}`
  const [header = [], ...rows] = Csv.parse(text)
  const names = header.map((field) => field.text)
  const problems: Array<Problem> = header.flatMap((field, i) =>
    isRowNames(field, i) || (known.includes(field.text) && names.indexOf(field.text) === i)
      ? []
      : [
          {
            place: placeOf(field),
            message: `unknown or repeated column ${field.text}; the known columns are ${known.join(", ")}`,
          },
        ],
  )
  if (!names.includes("atHours"))
    problems.push({ place: placeOf({ line: 1, column: 1 }), message: "there is no column atHours" })
  if (problems.length > 0) return Either.left(problems)
  const items: Array<Item> = []
  for (const row of rows) {
    const [first] = row
    if (row.length !== names.length) {
      problems.push({
        place: placeOf({ line: first?.line ?? 1, column: 1 }),
        message: `the row has ${row.length} fields, but the header has ${names.length}`,
      })
      continue
    }
    const item: Record<string, Cell> = {}
    for (const [i, field] of row.entries()) {
      const column = names[i] ?? ""
      const given = field.text === missing ? "" : field.text
      if (column === "" || (given === "" && column !== "atHours")) continue
      const value = given === "" ? undefined : columns[column]?.(given)
      if (value === undefined) {
        problems.push({ place: placeOf(field), message: `${column} can't be "${field.text}"` })
      } else item[column] = value
    }
    items.push(item)
  }
  return problems.length > 0 ? Either.left(problems) : Either.right(items)
}
