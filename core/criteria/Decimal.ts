/** Exact decimal numbers: what JSON writes, without a step through binary fractions. */

/** The value `digits` × 10^`exponent`. The digits neither begin nor end with a zero, so that equal numbers have equal parts. */
export class Decimal {
  readonly isNegative: boolean
  /** Empty for zero. */
  readonly digits: string
  readonly exponent: number

  constructor(isNegative: boolean, digits: string, exponent: number) {
    this.isNegative = isNegative
    this.digits = digits
    this.exponent = exponent
  }
}

export const zero = new Decimal(false, "", 0)

const zeroCode = 0x30

const make = (isNegative: boolean, written: string, exponent: number): Decimal => {
  let from = 0
  let to = written.length
  while (from < to && written.charCodeAt(from) === zeroCode) from++
  while (to > from && written.charCodeAt(to - 1) === zeroCode) to--
  return from === to ? zero : new Decimal(isNegative, written.slice(from, to), exponent + written.length - to)
}

export const parseDecimal = (text: string): Decimal => {
  const isNegative = text.startsWith("-")
  const unsigned = isNegative ? text.slice(1) : text
  const mark = unsigned.search(/[eE]/)
  const written = mark < 0 ? unsigned : unsigned.slice(0, mark)
  const exponent = mark < 0 ? 0 : Number(unsigned.slice(mark + 1))
  const point = written.indexOf(".")
  if (point < 0) return make(isNegative, written, exponent)
  const decimals = written.length - point - 1
  return make(isNegative, written.slice(0, point) + written.slice(point + 1), exponent - decimals)
}

export const decimalOf = (whole: number): Decimal => parseDecimal(String(whole))

export const isWhole = ({ exponent }: Decimal): boolean => exponent >= 0

export const isEqual = (a: Decimal, b: Decimal): boolean =>
  a.digits === b.digits && a.exponent === b.exponent && a.isNegative === b.isNegative

const signOf = ({ isNegative, digits }: Decimal): number => (isNegative ? -1 : digits === "" ? 0 : 1)

/** Less than zero, zero or more than zero, as `a` is less than `b`, equal to it or more. */
export const compare = (a: Decimal, b: Decimal): number => {
  const sign = signOf(a)
  if (sign !== signOf(b)) return sign - signOf(b)
  // The place of the first digit before the point decides. At the same place the digits do, as texts.
  const places = a.digits.length + a.exponent - b.digits.length - b.exponent
  if (places !== 0) return sign * places
  return a.digits < b.digits ? -sign : a.digits > b.digits ? sign : 0
}

/** The most digits that a safe integer has whatever they are. */
const safeDigits = 15

/** The sum of the numbers with one exponent: while a double holds it exactly, and beyond. */
interface Part {
  readonly exponent: number
  small: number
  large: bigint
}

/** Adds many numbers. Those with the same exponent are added first, so that few of them must be brought to one scale. */
export class Sum {
  readonly #parts = new Map<number, Part>()
  /** The part of the last number: most lists have numbers of one exponent. */
  #last: Part = { exponent: Number.NaN, small: 0, large: 0n }

  add({ isNegative, digits, exponent }: Decimal): void {
    const part = exponent === this.#last.exponent ? this.#last : this.#partOf(exponent)
    const small =
      digits.length <= safeDigits ? part.small + (isNegative ? -1 : 1) * Number(digits) : Number.NaN
    if (Number.isSafeInteger(small)) part.small = small
    else part.large += BigInt(isNegative ? `-${digits}` : digits)
  }

  total(): Decimal {
    const parts = [...this.#parts.values()]
    const low = Math.min(...parts.map(({ exponent }) => exponent))
    let total = 0n
    for (const { exponent, small, large } of parts)
      total += (large + BigInt(small)) * 10n ** BigInt(exponent - low)
    return parts.length === 0 ? zero : make(total < 0n, String(total < 0n ? -total : total), low)
  }

  #partOf(exponent: number): Part {
    const part = this.#parts.get(exponent) ?? { exponent, small: 0, large: 0n }
    this.#parts.set(exponent, part)
    this.#last = part
    return part
  }
}

export const doubleOf = ({ isNegative, digits, exponent }: Decimal): number =>
  Number(`${isNegative ? "-" : ""}0${digits}e${exponent}`)

/** The number as RFC 8785 writes it, which is how ECMAScript writes the nearest double. */
export const writeDecimal = (number: Decimal): string => String(doubleOf(number))

/** Whether a number keeps its value when RFC 8785 writes it. */
export const isKept = (number: Decimal): boolean => {
  const double = doubleOf(number)
  return Number.isFinite(double) && isEqual(parseDecimal(String(double)), number)
}
