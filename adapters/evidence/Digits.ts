/**
 * Numbers of JSON as they were written, since a double can't hold the digits of every number. A signed number is shown in its own digits,
 * and the court does not reckon with a whole number that a double can't hold.
 */

/** A number whose digits are not those of its double. */
export class Digits {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }

  get double(): number {
    return Number(this.source)
  }
}

/** A text without a number in one of these forms has only numbers that their doubles write again. */
const mayDiffer = /\d{16}|\d[.eE]|-0/

/** The value of a JSON text, with `Digits` where a double would be written in another way. */
export const parseWithDigits = (text: string): unknown =>
  mayDiffer.test(text)
    ? JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) => {
        const source = context?.source
        return typeof value !== "number" || source === undefined || String(value) === source
          ? value
          : new Digits(source)
      })
    : JSON.parse(text)

const maps = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null

/** A value with the nearest doubles, as RFC 8785 writes numbers. */
export const asDoubles = (value: unknown): unknown => {
  if (value instanceof Digits) return value.double
  if (Array.isArray(value)) return value.map(asDoubles)
  return maps(value)
    ? Object.fromEntries(Object.entries(value).map(([name, it]) => [name, asDoubles(it)]))
    : value
}

/** The JSON of a value, with the digits that were written. */
export const toJson = (value: unknown): string => {
  if (value instanceof Digits) return value.source
  if (Array.isArray(value)) return `[${value.map(toJson).join(",")}]`
  return maps(value)
    ? `{${Object.entries(value)
        .map(([name, it]) => `${JSON.stringify(name)}:${toJson(it)}`)
        .join(",")}}`
    : JSON.stringify(value)
}

/** The number to reckon with; undefined if the value is not a number, or a whole number that a double can't hold. */
export const numberIn = (value: unknown): number | undefined => {
  const number = value instanceof Digits ? value.double : value
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number
}

const whole = /^(?:0|[1-9]\d{0,77})$/
const wordBits = 256n

/** The digits of a whole number from 0 that fits into a word of a chain; undefined if the value is not such a number. */
export const wholeIn = (value: unknown): string | undefined => {
  const number = numberIn(value)
  const source = value instanceof Digits && number === undefined ? value.source : String(number)
  return whole.test(source) && BigInt(source) >> wordBits === 0n ? source : undefined
}
