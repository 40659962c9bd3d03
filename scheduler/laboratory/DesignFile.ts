/** A design from a CSV file: the paths of parameters in its header, and a condition in each further row. */
import { Either } from "effect"
import * as Csv from "./Csv.ts"
import type { Parameters, Value } from "./Design.ts"
import type { Problem, Read } from "./Source.ts"

const missing = "NA"

const cellOf = (text: string): Value => {
  if (text === "true" || text === "TRUE") return true
  if (text === "false" || text === "FALSE") return false
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text
}

/** Reads a design. A first column without a name, as R and pandas write for row names, is left out. Left: every mistake with its line. */
export const parse = (name: string, text: string): Read<ReadonlyArray<Parameters>> => {
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
