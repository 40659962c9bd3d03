/** What an answer costs: as the endpoint says, or by the tokens that it counted. All in millionths of a US dollar. */

/** Millionths of a US dollar for a million tokens. */
export interface Price {
  readonly inputMicros: number
  readonly outputMicros: number
}

/** What an endpoint says of an answer; null for what it does not say. */
export interface Usage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** In US dollars, as routing services say it. */
  readonly costUsd: number | null
}

export const noUsage: Usage = { inputTokens: null, outputTokens: null, costUsd: null }

const micros = 1_000_000
/** Millionths of a US dollar, in dollars. */
export const dollarsOf = (costMicros: number): number => costMicros / micros
/** No answer costs more; an endpoint that says so says something else. */
const costMicrosMax = 1000 * micros

/**
 * The cost of an answer, rounded up; null where neither the endpoint nor a price tells it. Binary fractions are rounded to a
 * thousandth first, so that 0.07 dollars is 70,000 and not 70,001.
 */
export const costMicrosOf = (
  { inputTokens, outputTokens, costUsd }: Usage,
  price: Price | undefined,
): number | null => {
  const cost = (() => {
    if (costUsd !== null) return costUsd * micros
    if (price === undefined || inputTokens === null || outputTokens === null) return null
    return (inputTokens * price.inputMicros + outputTokens * price.outputMicros) / micros
  })()
  return cost === null || !(cost >= 0 && cost <= costMicrosMax)
    ? null
    : Math.ceil(Math.round(cost * 1000) / 1000)
}

/** What several answers cost together; null where one of them has no price. */
export const sumMicros = (costs: ReadonlyArray<number | null>): number | null =>
  costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)

const amount = /^\d{1,6}(?:\.\d{1,6})?$/
const dollars = (text: string): number => Math.round(Number(text) * micros)

/** `3/15`: US dollars for a million tokens in and out; null where the text is none. */
export const parsePrice = (text: string): Price | null => {
  const [input, output, ...rest] = text.split("/")
  if (input === undefined || output === undefined || rest.length > 0) return null
  return amount.test(input) && amount.test(output)
    ? { inputMicros: dollars(input), outputMicros: dollars(output) }
    : null
}
