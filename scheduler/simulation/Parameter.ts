/**
 * Paths into a scenario: `schedule.noticeHours`, `populations.defaulters.share`. A part of a path is a key, a place in a list
 * counted from 0, or the name of an element of a list.
 */
import { Either } from "effect"
import { didYouMean } from "./engine/Near.ts"
import type { Path } from "./Source.ts"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const nameOf = (element: unknown): string | null =>
  isRecord(element) && typeof element.name === "string" ? element.name : null

/** The place of an element of a list: by its name or by its number. */
const placeIn = (list: ReadonlyArray<unknown>, part: string, of: string): Either.Either<number, string> => {
  const named = list.findIndex((element) => nameOf(element) === part)
  if (named >= 0) return Either.right(named)
  if (/^\d+$/.test(part) && Number(part) < list.length) return Either.right(Number(part))
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
  if (part === "") return Either.left("a path is keys with dots between them")
  if (Array.isArray(holder)) {
    return Either.flatMap(placeIn(holder, part, done.join(".")), (i) =>
      Either.map(write(holder[i], rest, value, [...done, i]), (inner) => ({
        ...inner,
        value: holder.map((element: unknown, j) => (j === i ? inner.value : element)),
      })),
    )
  }
  if (holder !== undefined && holder !== null && !isRecord(holder)) {
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

/** A copy in which the value at a path is another, and the path as the scenario has it. What is missing on the way is made. */
export const assign = (
  scenario: unknown,
  path: string,
  value: unknown,
): Either.Either<{ readonly value: unknown; readonly path: Path }, string> =>
  write(scenario, path.split("."), value, [])

/** What stands at a path; undefined where nothing does. */
export const valueAt = (scenario: unknown, path: string): unknown => {
  let value = scenario
  for (const part of path.split(".")) {
    if (Array.isArray(value)) value = value[Either.getOrElse(placeIn(value, part, ""), () => -1)]
    else value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined
  }
  return value
}

const rest = "rest"
/** Numbers that people write have few decimals; what is left of 1 is given as many. */
const decimals = 12

const filled = (list: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const others = list.map((element) =>
    isRecord(element) && typeof element.share === "number" ? element.share : 0,
  )
  const left = 1 - others.reduce((sum, share) => sum + share, 0)
  return list.map((element) =>
    isRecord(element) && element.share === rest
      ? { ...element, share: Number(left.toFixed(decimals)) }
      : element,
  )
}

/**
 * A scenario in which `share: rest` is what the other shares of its list leave of 1, so that one share can be varied alone.
 * Only the first of a list may say so; a second is left as it is, and refused by the schema.
 */
export const withRests = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const inner = value.map(withRests)
    return inner.filter((element) => isRecord(element) && element.share === rest).length === 1
      ? filled(inner)
      : inner
  }
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withRests(inner)]))
    : value
}
