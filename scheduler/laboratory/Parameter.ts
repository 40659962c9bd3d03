/**
 * Paths into a scenario, for example `schedule.noticeHours` or `populations.defaulters.share`. A part of a path is a key, the name of
 * an element of a list, or its index from 0 if it has no name. So a parameter has one path, in files, columns and messages.
 */
import { Either } from "effect"
import { isObject } from "../../core/kernel/Fits.ts"
import { didYouMean } from "../../core/kernel/Near.ts"
import type { Path } from "./Source.ts"

/** The name of an element that a path can have: a dot would end it. */
const nameOf = (element: unknown): string | null =>
  isObject(element) && typeof element.name === "string" && /^[^.]+$/.test(element.name) ? element.name : null

/** The index of an element of a list, found by its name or its number. */
const indexIn = (list: ReadonlyArray<unknown>, part: string, of: string): Either.Either<number, string> => {
  const named = list.findIndex((element) => nameOf(element) === part)
  if (named >= 0) return Either.right(named)
  if (/^\d+$/.test(part) && Number(part) < list.length) {
    const name = nameOf(list[Number(part)])
    return name === null
      ? Either.right(Number(part))
      : Either.left(`${of}.${part} is called ${name}; write ${of}.${name}`)
  }
  const names = list.flatMap((element) => nameOf(element) ?? [])
  const known = names.length === 0 ? `; it has ${list.length}, counted from 0` : didYouMean(part, names)
  return Either.left(`${of} has no element ${part}${known}`)
}

const write = (
  holder: unknown,
  parts: ReadonlyArray<string>,
  value: unknown,
  done: Path,
): Either.Either<{ readonly value: unknown; readonly path: Path }, string> => {
  const [part, ...rest] = parts
  if (part === undefined) return Either.right({ value, path: done })
  if (part === "") return Either.left("a path must be keys separated by dots")
  if (/[[\]]/.test(part))
    return Either.left(
      `${part}: a path has no brackets; write a dot before the name of an element, as in populations.honest.share`,
    )
  if (Array.isArray(holder)) {
    return Either.flatMap(indexIn(holder, part, done.join(".")), (i) =>
      Either.map(write(holder[i], rest, value, [...done, i]), (inner) => ({
        ...inner,
        value: holder.map((element: unknown, j) => (j === i ? inner.value : element)),
      })),
    )
  }
  if (holder !== undefined && holder !== null && !isObject(holder)) {
    return Either.left(`${done.join(".")} is ${JSON.stringify(holder)} and has no ${part}`)
  }
  const known = holder ?? {}
  return Either.map(
    write(Object.hasOwn(known, part) ? known[part] : undefined, rest, value, [...done, part]),
    (inner) => ({
      ...inner,
      value: { ...known, [part]: inner.value },
    }),
  )
}

/** A copy of a scenario with another value at a path, and the path with names replaced by indexes. Missing parts are made. */
export const assign = (
  scenario: unknown,
  path: string,
  value: unknown,
): Either.Either<{ readonly value: unknown; readonly path: Path }, string> =>
  write(scenario, path.split("."), value, [])

/** The value at a path; undefined if the path leads to no value. */
export const valueAt = (scenario: unknown, path: string): unknown => {
  let value = scenario
  for (const part of path.split(".")) {
    if (Array.isArray(value)) value = value[Either.getOrElse(indexIn(value, part, ""), () => -1)]
    else value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
  }
  return value
}

/** A path as files write it: an element of a list by its name, if it has one. */
export const pathText = (scenario: unknown, path: Path): string => {
  let value = scenario
  return path
    .map((part) => {
      const name = Array.isArray(value) ? nameOf(value[Number(part)]) : null
      if (Array.isArray(value)) value = value[Number(part)]
      else value = isObject(value) ? value[part] : undefined
      return name ?? String(part)
    })
    .join(".")
}

const rest = "rest"
/** The rest is rounded, since sums of shares such as 0.1 + 0.2 are inexact. */
const decimals = 12

/** Sums of shares that differ by so much are the same. */
const tolerance = 1e-9

const sharesOf = (list: ReadonlyArray<unknown>): number =>
  list
    .map((element) => (isObject(element) && typeof element.share === "number" ? element.share : 0))
    .reduce((sum, share) => sum + share, 0)

const withRest = (list: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const left = 1 - sharesOf(list)
  return list.map((element) =>
    isObject(element) && isRest(element) ? { ...element, share: Number(left.toFixed(decimals)) } : element,
  )
}

const isRest = (element: unknown): boolean => isObject(element) && element.share === rest

interface WrongRest {
  readonly path: Path
  readonly message: string
  /** Whether another share of the list is `rest`, so that neither has a value. */
  readonly repeated: boolean
}

/** The shares that can't be `rest`: another of their list is, or the others leave nothing. */
export const wrongRests = (value: unknown, path: Path = []): ReadonlyArray<WrongRest> => {
  if (Array.isArray(value)) {
    const first = value.findIndex(isRest)
    const others = sharesOf(value)
    const nothing = `nothing is left for \`rest\`, since the other shares add up to ${Number(others.toFixed(6))}`
    return value.flatMap((element, i) => {
      const repeated = i > first
      const isWrong = isRest(element) && (repeated || others > 1 + tolerance)
      const message = repeated ? "only one share of a list can be `rest`" : nothing
      return [
        ...(isWrong ? [{ path: [...path, i, "share"], message, repeated }] : []),
        ...wrongRests(element, [...path, i]),
      ]
    })
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => wrongRests(inner, [...path, key]))
    : []
}

/**
 * A scenario in which `share: rest` is replaced by 1 minus the other shares of its list, so that one share can be varied alone. A list
 * has one at most (`wrongRests`).
 */
export const withRests = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const inner = value.map(withRests)
    return inner.some(isRest) ? withRest(inner) : inner
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withRests(inner)]))
    : value
}
