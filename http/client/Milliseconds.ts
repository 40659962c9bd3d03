/** A length of time as Effect writes it, in milliseconds, without Effect. */
import type { Duration } from "effect"

const second = 1_000
const units: Readonly<Record<string, number>> = {
  nano: 1e-6,
  micro: 1e-3,
  milli: 1,
  second,
  minute: 60 * second,
  hour: 3_600 * second,
  day: 86_400 * second,
  week: 604_800 * second,
}
const nanos = (count: bigint): number => Number(count) / 1e6

const ofText = (text: string): number => {
  const [, count = "", unit = ""] = /^(-?\d+(?:\.\d+)?) (\w+?)s?$/.exec(text) ?? []
  const each = units[unit]
  if (each === undefined) throw new TypeError(`"${text}" is no length of time, such as "30 seconds"`)
  return Number(count) * each
}

/** The milliseconds of a length of time; never less than 0. Throws a `TypeError` for a text that isn't a length of time. */
export const millisecondsOf = (given: Duration.DurationInput): number => {
  if (typeof given === "number") return Math.max(0, given)
  if (typeof given === "bigint") return Math.max(0, nanos(given))
  if (typeof given === "string") return Math.max(0, ofText(given))
  if ("value" in given) {
    const { value } = given
    if (value._tag === "Millis") return value.millis
    return value._tag === "Nanos" ? nanos(value.nanos) : Number.POSITIVE_INFINITY
  }
  const [seconds, rest] = given
  return Math.max(0, seconds * second + rest / 1e6)
}
