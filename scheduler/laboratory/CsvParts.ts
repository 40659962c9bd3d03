/**
 * The parts of a study that a CSV file may give: of its scenario, listed arrivals (`dealings.arrivals: {kind: csv, file}`) and the links of a
 * network (`dealings.network`); of its experiment, a design with a condition in each row.
 */
import { dirname, resolve } from "node:path"
import { Either } from "effect"
import { isObject } from "../../core/kernel/Fits.ts"
import type { Field } from "./Csv.ts"
import * as Csv from "./Csv.ts"
import type { Parameters, Value } from "./Design.ts"
import { assign, valueAt } from "./Parameter.ts"
import type { Problem, Read, ReadFile, Source } from "./Source.ts"

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

type Item = Readonly<Record<string, Cell>>

const missing = "NA"
/** The column of row names, which R and pandas write first and without a name. */
const isRowNames = ({ text }: Field, place: number): boolean => text === "" && place === 0

/**
 * Reads observed dealings or disputes. The header of their table has `atHours` (hours since the start) and any of `respondent`, `claimant` (numbers of agents), `valueCents`
 * and `broken` (true or false). A field that is empty or `NA` is drawn at random. Left: every mistake with its line and column.
 */
const parseArrivals = (name: string, text: string): Read<ReadonlyArray<Item>> => {
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

type Edge = readonly [number, number]

const ends = ["from", "to"] as const
const isAgent = (text: string): boolean => /^\d+$/.test(text) && Number.isSafeInteger(Number(text))

/**
 * Reads a table of links, a pair of numbers of agents in each row. Its header has `from` and `to`; further columns are left alone, and it
 * does not matter which end is which. Left: every mistake with its line and column.
 */
export const parseEdges = (name: string, text: string): Read<ReadonlyArray<Edge>> => {
  const [header = [], ...rows] = Csv.parse(text)
  const [from, to] = ends.map((column) => header.findIndex((field) => field.text === column))
  if (from === undefined || to === undefined || from < 0 || to < 0)
    return Either.left([
      { place: `${name}:1:1`, message: `the header must have the columns ${ends.join(", ")}` },
    ])
  const problems: Array<Problem> = []
  const edges = rows.map((row): Edge => {
    const [a, b] = [from, to].map((column, i) => {
      const field = row[column]
      if (field === undefined || !isAgent(field.text))
        problems.push({
          place: `${name}:${field?.line ?? row[0]?.line ?? 1}:${field?.column ?? 1}`,
          message: `${ends[i]} must be the number of an agent, not "${field?.text ?? ""}"`,
        })
      return Number(field?.text)
    })
    return [a ?? 0, b ?? 0]
  })
  return problems.length > 0 ? Either.left(problems) : Either.right(edges)
}

/** A part of a scenario that a CSV file may give: the member that its rows become, and how they are read. */
interface CsvPart {
  readonly rows: string
  readonly parse: (name: string, text: string) => Read<ReadonlyArray<unknown>>
}
const csvParts: Readonly<Record<"dealings.arrivals" | "dealings.network", CsvPart>> = {
  "dealings.arrivals": { rows: "items", parse: parseArrivals },
  "dealings.network": { rows: "edges", parse: parseEdges },
}

/** The scenario with a part from the CSV file that it names, and the name of that file; null if the scenario names no file. */
export const withTable = (
  scenario: unknown,
  path: keyof typeof csvParts,
  source: Source,
  read: ReadFile,
): Read<{ readonly value: unknown; readonly table: string | null }> => {
  const given = valueAt(scenario, path)
  if (!isObject(given) || given.kind !== "csv") return Either.right({ value: scenario, table: null })
  const { file, ...others } = given
  const at = path.split(".")
  if (typeof file !== "string") {
    return Either.left([
      { place: source.placeOf(at), message: `${path}: file must be the path of a CSV file` },
    ])
  }
  const { rows, parse: parseTable } = csvParts[path]
  const text = Either.mapLeft(read(resolve(dirname(source.name), file)), (message) => [
    { place: source.placeOf([...at, "file"]), message },
  ])
  return Either.flatMap(text, (table) =>
    Either.flatMap(parseTable(file, table), (found) =>
      Either.map(
        Either.mapLeft(assign(scenario, path, { ...others, kind: "listed", [rows]: found }), (message) => [
          { place: source.name, message },
        ]),
        ({ value }) => ({ value, table: file }),
      ),
    ),
  )
}

const cellOf = (text: string): Value => {
  if (text === "true" || text === "TRUE") return true
  if (text === "false" || text === "FALSE") return false
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text
}

/**
 * Reads a design: the paths of parameters in the header, and a condition in each further row. A first column without a name, as R and pandas
 * write for row names, is left out. Left: every mistake with its line.
 */
export const parseDesign = (name: string, text: string): Read<ReadonlyArray<Parameters>> => {
  const [header = [], ...rows] = Csv.parse(text)
  const paths = header.map((field) => field.text)
  const problems: Array<Problem> = header.flatMap(({ text: path, line, column }, i) =>
    (path === "" && i > 0) || paths.indexOf(path) < i
      ? [{ place: `${name}:${line}:${column}`, message: `column ${i + 1} has no name, or that of another` }]
      : [],
  )
  if (rows.length === 0) problems.push({ place: `${name}:1:1`, message: "there is no row with a condition" })
  if (rows.length > 0 && rows.every((row) => row.length === paths.length + 1))
    return Either.left([
      {
        place: `${name}:1:1`,
        message:
          "every row has one field more than the header; if it is the name of the row, the header must begin with an empty field, as R's write.csv writes it",
      },
    ])
  for (const row of rows) {
    const place = `${name}:${row[0]?.line ?? 1}:1`
    if (row.length !== paths.length)
      problems.push({
        place,
        message: `the row has ${row.length} fields, but the header has ${paths.length}`,
      })
    for (const { text: value, line, column } of row)
      if (value === "" || value === missing)
        problems.push({ place: `${name}:${line}:${column}`, message: "a value is missing" })
  }
  if (problems.length > 0) return Either.left(problems)
  return Either.right(
    rows.map((row) =>
      Object.fromEntries(
        paths.flatMap((path, i) => (path === "" ? [] : [[path, cellOf(row[i]?.text ?? "")]])),
      ),
    ),
  )
}
