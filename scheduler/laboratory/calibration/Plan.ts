/** The plan of a calibration: a scenario with priors and observed figures, checked before anything is run or written. */

import { dirname, resolve } from "node:path"
import { Either } from "effect"
import { isObject } from "../../../core/kernel/Fits.ts"
import * as Csv from "../Csv.ts"
import { isWhole, type Parameters } from "../Design.ts"
import { unknownMeasures } from "../Outcome.ts"
import { type Problem, parse as parseText, type Read, type ReadFile } from "../Source.ts"
import { type Additions, read, type Study } from "../Study.ts"
import { type Scale, scaleOf } from "./Prior.ts"
import type { Calibration } from "./Settings.ts"

interface Observed {
  readonly measure: string
  readonly value: number
  readonly place: string
}

const numberIn = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null

/** Figures by the names of measures; `placeOf` says where each stands. */
const fromValues = (
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
const parseObserved = (name: string, text: string): Read<ReadonlyArray<Observed>> =>
  text.trimStart().startsWith("{")
    ? Either.flatMap(parseText(name, text), ({ value, keyPlaceOf }) =>
        fromValues(value, name, (measure) => keyPlaceOf([measure])),
      )
    : fromTable(name, text)

export interface Plan {
  /** The scenario with every parameter at the middle of its prior. */
  readonly study: Study
  readonly calibration: Calibration
  /** The paths of the parameters, and the scales of their priors. */
  readonly paths: ReadonlyArray<string>
  readonly scales: ReadonlyArray<Scale>
  readonly observed: ReadonlyArray<Observed>
  readonly parametersAt: (point: ReadonlyArray<number>) => Parameters
  readonly studyOf: (points: ReadonlyArray<Parameters>) => Read<Study>
}

/** A file of observed figures that the command line names. */
export interface Given {
  readonly name: string
  readonly text: string
}

const cornersMax = 6

/** The points at which the priors are checked: every corner of a few priors, or the ends of each, and the middle. */
const checkedPoints = (scales: ReadonlyArray<Scale>): ReadonlyArray<ReadonlyArray<number>> => {
  const middle = scales.map(({ quantile }) => quantile(1 / 2))
  const ends =
    scales.length <= cornersMax
      ? scales.reduce<ReadonlyArray<ReadonlyArray<number>>>(
          (points, { low, high }) =>
            points.flatMap((point) => [
              [...point, low],
              [...point, high],
            ]),
          [[]],
        )
      : scales.flatMap(({ low, high }, i) => [middle.with(i, low), middle.with(i, high)])
  return [middle, ...ends]
}

const decimals = 12

/** Reads a scenario with its calibration. Left: every mistake with its place. */
export const plan = (
  name: string,
  text: string,
  additions: Additions,
  file: ReadFile,
  given?: Given,
): Read<Plan> =>
  Either.gen(function* () {
    const source = yield* parseText(name, text)
    const base = yield* read(name, text, { ...additions, points: [{}] }, file)
    const { calibration } = base.experiment
    const at = ["experiment", "calibration"]
    if (calibration === undefined)
      return yield* Either.left([
        {
          place: source.placeOf(["experiment"]),
          message:
            "there is no experiment.calibration; it has priors and observed, for example priors: { judge.errorRate: [0, 0.2] } and observed: { defaultRate: 0.3 }",
        },
      ])
    const paths = Object.keys(calibration.priors)
    if (paths.length === 0)
      return yield* Either.left([
        {
          place: source.placeOf([...at, "priors"]),
          message: "experiment.calibration.priors: has no parameter",
        },
      ])
    const { observed: stated } = calibration
    const fileOf = (path: string) =>
      Either.mapLeft(file(resolve(dirname(name), path)), (message) => [
        { place: source.placeOf([...at, "observed"]), message },
      ])
    const observed =
      given !== undefined
        ? yield* parseObserved(given.name, given.text)
        : typeof stated === "string"
          ? yield* Either.flatMap(fileOf(stated), (found) => parseObserved(stated, found))
          : yield* fromValues(stated ?? {}, name, (measure) =>
              source.keyPlaceOf([...at, "observed", measure]),
            )
    if (observed.length === 0)
      return yield* Either.left([
        {
          place: source.placeOf(at),
          message:
            "there is no observed figure; state some in experiment.calibration.observed, or name a file with --observed",
        },
      ])
    const unknown = unknownMeasures(
      observed.map(({ measure, place }) => [place, measure] as const),
      base.conditions[0].scenario,
      additions.own?.given,
    )
    if (unknown.length > 0)
      return yield* Either.left(unknown.map(({ path, message }) => ({ place: path, message })))
    const scales = Object.values(calibration.priors).map(scaleOf)
    const parametersAt = (point: ReadonlyArray<number>): Parameters =>
      Object.fromEntries(
        paths.map((path, i) => {
          const value = scales[i]?.value(point[i] ?? 0) ?? 0
          return [path, isWhole(path) ? Math.round(value) : Number(value.toFixed(decimals))]
        }),
      )
    const studyOf = (points: ReadonlyArray<Parameters>) => read(name, text, { ...additions, points }, file)
    const study = yield* studyOf(checkedPoints(scales).map(parametersAt))
    return { study, calibration, paths, scales, observed, parametersAt, studyOf }
  })
