/** Observed figures from a file: JSON, numbers by the names of measures, or CSV with the columns `measure` and `value`. */
import { Either } from "effect"
import { isObject } from "../../../core/kernel/Fits.ts"
import * as Csv from "../Csv.ts"
import { type Problem, parse as parseText, type Read } from "../Source.ts"

export interface Observed {
  readonly measure: string
  readonly value: number
  readonly place: string
}

const numberIn = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null

/** Figures by the names of measures; `placeOf` says where each stands. */
export const fromValues = (
  values: unknown,
  name: string,
  placeOf: (measure: string) => string,
): Read<ReadonlyArray<Observed>> => {
  if (!isObject(values))
    return Either.left([{ place: name, message: "must be an object with numbers by the names of measures" }])
  const found = Object.entries(values).map(([measure, value]) => ({
    measure,
    value: numberIn(value),
    place: placeOf(measure),
  }))
  const wrong = found.filter(({ value }) => value === null)
  return wrong.length > 0
    ? Either.left(wrong.map(({ place, measure }) => ({ place, message: `${measure} must be a number` })))
    : Either.right(found.map((one) => ({ ...one, value: one.value ?? 0 })))
}

const fromTable = (name: string, text: string): Read<ReadonlyArray<Observed>> => {
  const [header = [], ...rows] = Csv.parse(text)
  const names = header.map((field) => field.text)
  const [measureAt, valueAt] = [names.indexOf("measure"), names.indexOf("value")]
  if (measureAt < 0 || valueAt < 0)
    return Either.left([
      { place: `${name}:1:1`, message: "the first line must name the columns measure and value" },
    ])
  const problems: Array<Problem> = []
  const found = rows.map((row): Observed => {
    const place = `${name}:${row[0]?.line ?? 1}:1`
    const measure = row[measureAt]?.text ?? ""
    const text = row[valueAt]?.text ?? ""
    const value = text === "" ? Number.NaN : Number(text)
    if (!Number.isFinite(value)) problems.push({ place, message: `the value of ${measure} must be a number` })
    return { measure, value, place }
  })
  for (const [i, { measure, place }] of found.entries())
    if (found.findIndex((one) => one.measure === measure) < i)
      problems.push({ place, message: `${measure} is observed twice` })
  return problems.length > 0 ? Either.left(problems) : Either.right(found)
}

/** Reads a file of observed figures. Left: every mistake with its place. */
export const parse = (name: string, text: string): Read<ReadonlyArray<Observed>> =>
  text.trimStart().startsWith("{")
    ? Either.flatMap(parseText(name, text), ({ value, keyPlaceOf }) =>
        fromValues(value, name, (measure) => keyPlaceOf([measure])),
      )
    : fromTable(name, text)
