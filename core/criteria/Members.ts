/** How the members of a document are read: by a decoder each, with every problem collected under its path. */
import { compare, type Decimal, doubleOf, isWhole } from "./Decimal.ts"
import { isDecimal, isList, isObject, type Value } from "./Json.ts"
import { escapeToken, parsePointer, type Tokens } from "./Pointer.ts"
import { countPoints } from "./Text.ts"

/** A problem of a document of criteria: it doesn't fit, or could cost too many steps. `path` is a JSON pointer into it. */
export interface Problem {
  readonly path: string
  readonly code: "criteria_refused" | "criteria_unaffordable"
  readonly message: string
}

export class Problems {
  readonly all: Array<Problem> = []

  refuse(path: string, message: string): undefined {
    this.all.push({ path, code: "criteria_refused", message })
  }

  refuseCost(path: string, message: string): undefined {
    this.all.push({ path, code: "criteria_unaffordable", message })
  }
}

/** The meaning of a value; undefined if the value has a problem, which is then among the problems. */
export type Decoder<T> = (value: Value, path: string, problems: Problems) => T | undefined
type Decoders = { readonly [name: string]: Decoder<unknown> }
type Decoded<D extends Decoders> = { readonly [K in keyof D]: D[K] extends Decoder<infer T> ? T : never }
export type Fields<R extends Decoders, O extends Decoders> = Decoded<R> & Partial<Decoded<O>>

const under = (path: string, name: string | number): string => `${path}/${escapeToken(name)}`

/** The members of an object with these names and no others. Undefined where one of them has a problem or is missing. */
export const readMembers = <R extends Decoders, O extends Decoders>(
  value: Value,
  path: string,
  problems: Problems,
  required: R,
  optional: O,
): Fields<R, O> | undefined => {
  if (!isObject(value)) return problems.refuse(path, "must be an object")
  const before = problems.all.length
  const decoders = new Map(Object.entries({ ...required, ...optional }))
  for (const name of Object.keys(required))
    if (!value.has(name)) problems.refuse(under(path, name), "is missing: state it")
  const fields = [...value].map(([name, member]) => {
    const decoder = decoders.get(name)
    const known = [...decoders.keys()].join(", ")
    if (decoder === undefined)
      problems.refuse(under(path, name), `is not known: leave it out. The known members are ${known}`)
    return [name, decoder?.(member, under(path, name), problems)]
  })
  // Each member was read by the decoder of its name, and no required one is missing.
  return problems.all.length === before ? (Object.fromEntries(fields) as Fields<R, O>) : undefined
}

export const readText =
  (min: number, max: number): Decoder<string> =>
  (value, path, problems) => {
    const isWithin = typeof value === "string" && countPoints(value) >= min && countPoints(value) <= max
    return isWithin ? value : problems.refuse(path, `must be a text of ${min} to ${max} characters`)
  }

export const readForm =
  (form: RegExp, words: string): Decoder<string> =>
  (value, path, problems) =>
    typeof value === "string" && form.test(value) ? value : problems.refuse(path, `must be ${words}`)

export const readOneOf =
  <const T extends string>(...known: ReadonlyArray<T>): Decoder<T> =>
  (value, path, problems) =>
    known.find((one) => one === value) ?? problems.refuse(path, `must be one of ${known.join(", ")}`)

export const readNumber: Decoder<Decimal> = (value, path, problems) =>
  isDecimal(value) ? value : problems.refuse(path, "must be a number")

export const readWhole =
  (min: number, max: number): Decoder<number> =>
  (value, path, problems) => {
    const number = isDecimal(value) && isWhole(value) ? doubleOf(value) : Number.NaN
    return number >= min && number <= max
      ? number
      : problems.refuse(path, `must be a whole number from ${min} to ${max}`)
  }

export const readList =
  <T>(item: Decoder<T>, min: number, max: number): Decoder<ReadonlyArray<T>> =>
  (value, path, problems) => {
    if (!isList(value) || value.length < min || value.length > max)
      return problems.refuse(path, `must be a list of ${min} to ${max}`)
    const items = value.map((one, i) => item(one, under(path, i), problems))
    const read = items.filter((one) => one !== undefined)
    return read.length === items.length ? read : undefined
  }

export const readPointer: Decoder<Tokens> = (value, path, problems) =>
  (typeof value === "string" ? parsePointer(value) : null) ??
  problems.refuse(
    path,
    'must be a JSON pointer (RFC 6901), such as "/rows/0/price", or "" for the whole value',
  )

export const refuseOver = (
  least: Decimal | undefined,
  greatest: Decimal | undefined,
  path: string,
  words: string,
  problems: Problems,
): void => {
  if (least !== undefined && greatest !== undefined && compare(least, greatest) > 0)
    problems.refuse(path, `must not be over ${words}: no value can meet both`)
}
