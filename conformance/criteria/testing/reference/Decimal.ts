/** Each number that a document or an artifact can hold is a whole multiple of 10⁻⁵⁰⁰: at most 100 digits, and an exponent of −400 at least. */
const scale = 500

const powers: Array<bigint> = []
const powerOfTen = (exponent: number): bigint => {
  const power = powers[exponent] ?? 10n ** BigInt(exponent)
  powers[exponent] = power
  return power
}

const literal = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/

/** An exact number, named by its shortest text (`key`): equal numbers have one key. */
export class Decimal {
  readonly written: string
  readonly key: string
  readonly whole: boolean
  private readonly sign: string
  private readonly digits: string
  private readonly exponent: number
  private fixed: bigint | undefined

  constructor(written: string) {
    const [, sign = "", before = "", after = "", exponent = "0"] = literal.exec(written) ?? []
    const all = (before + after).replace(/^0+/, "")
    this.written = written
    this.digits = all.replace(/0+$/, "")
    this.exponent = this.digits === "" ? 0 : Number(exponent) - after.length + all.length - this.digits.length
    this.sign = this.digits === "" ? "" : sign
    this.key = `${this.sign}${this.digits}e${this.exponent}`
    this.whole = this.exponent >= 0
  }

  /** The number times 10⁵⁰⁰, so that comparing and adding need whole numbers alone. */
  get scaled(): bigint {
    this.fixed ??= BigInt(`${this.sign}${this.digits || "0"}`) * powerOfTen(this.exponent + scale)
    return this.fixed
  }
}

/** The decimal that stands in the RFC 8785 form of a double. */
export const ofDouble = (double: number): Decimal => new Decimal(String(double))

export const scaledCount = (count: number): bigint => BigInt(count) * powerOfTen(scale)
