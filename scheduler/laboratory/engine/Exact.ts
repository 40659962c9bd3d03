/**
 * Logarithm, exponential, arctangent and normal quantile that give the same bits on every machine. They use only additions, multiplications,
 * divisions and square roots, which ECMAScript defines to the last bit (IEEE 754), whereas `Math.log`, `Math.exp` and their like depend on the engine.
 */

const ln2High = 0.6931471803691238
const ln2Low = 1.9082149292705877e-10
// biome-ignore lint/suspicious/noApproximativeNumericConstant: any number near the root works, but it must never change
const halfRoot = 0.7071067811865476

/** The natural logarithm of a positive finite number, exact to two units of the last place. */
export const ln = (x: number): number => {
  let mantissa = x
  let exponent = 0
  while (mantissa < 2 ** -16) {
    mantissa *= 2 ** 16
    exponent -= 16
  }
  while (mantissa >= 2 ** 16) {
    mantissa /= 2 ** 16
    exponent += 16
  }
  while (mantissa < halfRoot) {
    mantissa *= 2
    exponent -= 1
  }
  while (mantissa >= 2 * halfRoot) {
    mantissa /= 2
    exponent += 1
  }
  // 2 artanh((m − 1) / (m + 1)). The square is at most 0.0295, so eleven terms reach the last bit.
  const s = (mantissa - 1) / (mantissa + 1)
  const z = s * s
  let sum = 0
  for (let k = 23; k >= 3; k -= 2) sum = (sum + 1 / k) * z
  const fraction = 2 * s + 2 * s * sum
  return exponent * ln2High + (fraction + exponent * ln2Low)
}

/** e to the power of x, for |x| up to 700. */
export const exp = (x: number): number => {
  const power = Math.floor(x / (ln2High + ln2Low) + 0.5)
  const rest = x - power * ln2High - power * ln2Low
  let sum = 1
  for (let k = 15; k >= 1; k--) sum = 1 + (sum * rest) / k
  const scale = power < 0 ? 0.5 : 2
  for (let k = Math.abs(power); k > 0; k--) sum *= scale
  return sum
}

export const power = (base: number, exponent: number): number => exp(exponent * ln(base))

/** The angle whose tangent is x, in (−π/2, π/2). */
export const atan = (x: number): number => {
  // Four halvings of the angle bring the tangent below 0.1, where twelve terms reach the last bit.
  let t = x
  for (let i = 0; i < 4; i++) t = t / (1 + Math.sqrt(1 + t * t))
  const z = t * t
  let sum = 0
  for (let k = 25; k >= 3; k -= 2) sum = (1 / k - sum) * z
  return 16 * t * (1 - sum)
}

// The rational approximation of P. J. Acklam: a relative error below 1.2e-9.
const central = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
  2.506628277459239,
]
const centralBelow = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
]
const tail = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const tailBelow = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]
const tailFrom = 0.02425

const polynomial = (coefficients: ReadonlyArray<number>, x: number): number => {
  let sum = 0
  for (const coefficient of coefficients) sum = sum * x + coefficient
  return sum
}

const lowerTail = (p: number): number => {
  const q = power(-2 * ln(p), 0.5)
  return polynomial(tail, q) / polynomial(tailBelow, q)
}

/** The quantile of the standard normal distribution at a probability `p` with 0 < p < 1. */
export const normalQuantile = (p: number): number => {
  if (p < tailFrom) return lowerTail(p)
  if (p > 1 - tailFrom) return -lowerTail(1 - p)
  const q = p - 0.5
  return (polynomial(central, q * q) * q) / polynomial(centralBelow, q * q)
}
