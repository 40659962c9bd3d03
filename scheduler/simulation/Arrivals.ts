/** Observed dealings or disputes, read from a CSV file: `dealings.arrivals: {kind: csv, file}`. */
import { dirname, resolve } from "node:path"
import { Either } from "effect"
import type { Field } from "./Csv.ts"
import * as Csv from "./Csv.ts"
import { assign, valueAt } from "./Parameter.ts"
import type { Problem, ReadFile, Source } from "./Source.ts"

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

type Read = Either.Either<ReadonlyArray<Item>, ReadonlyArray<Problem>>

/** How R writes a missing value. */
const missing = "NA"
/** The column of row names, which R and pandas write first and without a name. */
const isRowNames = ({ text }: Field, place: number): boolean => text === "" && place === 0

/**
 * Reads a table. Its header has `atHours` (hours since the start) and any of `respondent`, `claimant` (numbers of agents), `valueCents`
 * and `broken` (true or false). A field that is empty or `NA` is drawn at random. Left: every mistake with its line and column.
 */
export const parse = (name: string, text: string): Read => {
  const placeOf = ({ line, column }: Pick<Field, "line" | "column">) => `${name}:${line}:${column}`
  const [header = [], ...rows] = Csv.parse(text.replace(/^\uFEFF/, ""))
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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A scenario with the arrivals of the CSV file that it names, and the name of that file; null if it names none. */
export const withArrivals = (
  scenario: unknown,
  source: Source,
  read: ReadFile,
): Either.Either<{ readonly value: unknown; readonly table: string | null }, ReadonlyArray<Problem>> => {
  const arrivals = valueAt(scenario, "dealings.arrivals")
  if (!isRecord(arrivals) || arrivals.kind !== "csv") return Either.right({ value: scenario, table: null })
  const { file, ...others } = arrivals
  if (typeof file !== "string") {
    return Either.left([
      {
        place: source.placeOf(["dealings", "arrivals"]),
        message: "dealings.arrivals: file must be the path of a CSV file",
      },
    ])
  }
  const text = Either.mapLeft(read(resolve(dirname(source.name), file)), (message) => [
    { place: source.placeOf(["dealings", "arrivals", "file"]), message },
  ])
  return Either.flatMap(text, (table) =>
    Either.flatMap(parse(file, table), (items) =>
      Either.map(
        Either.mapLeft(
          assign(scenario, "dealings.arrivals", { ...others, kind: "listed", items }),
          (message) => [{ place: source.name, message }],
        ),
        ({ value }) => ({ value, table: file }),
      ),
    ),
  )
}
