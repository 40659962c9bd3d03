/** Exact decimal numbers: what JSON writes, without a step through binary fractions. */

/** The value `mantissa` × 10^`exponent`. The mantissa does not end with a zero, so that equal numbers have equal parts. */
export class Decimal {
  readonly mantissa: bigint
  readonly exponent: number
  /** The place of the first digit before the point: numbers of one sign are in the order of it, unless it is the same. */
  readonly order: number

  constructor(mantissa: bigint, exponent: number, digits: number) {
    this.mantissa = mantissa
    this.exponent = exponent
    this.order = digits + exponent
  }
}

export const zero = new Decimal(0n, 0, 0)

const make = (isNegative: boolean, digits: string, exponent: number): Decimal => {
  const shown = digits.replace(/^0+/, "").replace(/0+$/, "")
  if (shown === "") return zero
  const cut = digits.length - digits.replace(/0+$/, "").length
  const magnitude = BigInt(shown)
  return new Decimal(isNegative ? -magnitude : magnitude, exponent + cut, shown.length)
}

const form = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** The number that a JSON text of a number states. */
export const parseDecimal = (text: string): Decimal => {
  const [, sign = "", whole = "0", fraction = "", exponent = "0"] = form.exec(text) ?? []
  return make(sign === "-", whole + fraction, Number(exponent) - fraction.length)
}

export const decimalOf = (mantissa: bigint, exponent = 0): Decimal => {
  const text = mantissa.toString()
  return mantissa < 0n ? make(true, text.slice(1), exponent) : make(false, text, exponent)
}

export const isWhole = ({ exponent }: Decimal): boolean => exponent >= 0

export const isEqual = (a: Decimal, b: Decimal): boolean =>
  a.mantissa === b.mantissa && a.exponent === b.exponent

const signOf = ({ mantissa }: Decimal): number => (mantissa > 0n ? 1 : mantissa < 0n ? -1 : 0)

/** Less than zero, zero or more than zero, as `a` is less than `b`, equal to it or more. */
export const compare = (a: Decimal, b: Decimal): number => {
  const sign = signOf(a)
  if (sign !== signOf(b)) return sign - signOf(b)
  if (a.order !== b.order) return sign * (a.order - b.order)
  const low = Math.min(a.exponent, b.exponent)
  const left = a.mantissa * 10n ** BigInt(a.exponent - low)
  const right = b.mantissa * 10n ** BigInt(b.exponent - low)
  return left < right ? -1 : left > right ? 1 : 0
}

/** The sum of many numbers. Those with the same exponent are added first, so that few of them must be brought to one scale. */
export const sumOf = (numbers: Iterable<Decimal>): Decimal => {
  const parts = new Map<number, bigint>()
  for (const { mantissa, exponent } of numbers) parts.set(exponent, (parts.get(exponent) ?? 0n) + mantissa)
  if (parts.size === 0) return zero
  const low = Math.min(...parts.keys())
  let total = 0n
  for (const [exponent, part] of parts) total += part * 10n ** BigInt(exponent - low)
  return decimalOf(total, low)
}

/** The double that is nearest to a number. */
export const doubleOf = ({ mantissa, exponent }: Decimal): number => Number(`${mantissa}e${exponent}`)

/** The number as RFC 8785 writes it, which is how ECMAScript writes the nearest double. */
export const writeDecimal = (number: Decimal): string => String(doubleOf(number))

/** Whether a number keeps its value when RFC 8785 writes it. */
export const isKept = (number: Decimal): boolean => {
  const double = doubleOf(number)
  return Number.isFinite(double) && isEqual(parseDecimal(String(double)), number)
}
