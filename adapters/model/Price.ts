/** The cost of an answer, as the endpoint states it or by the tokens that it counted, in millionths of a US dollar. */

/** The price of a model, in millionths of a US dollar for a million tokens. */
export interface Price {
  readonly inputMicros: number
  readonly outputMicros: number
}

/** The usage that an endpoint states about an answer. A member is null if the endpoint does not state it. */
export interface Usage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** The cost in US dollars, which only routing services state. */
  readonly costUsd: number | null
}

/** The usage of an answer that does not state its usage. */
export const noUsage: Usage = { inputTokens: null, outputTokens: null, costUsd: null }

const micros = 1_000_000
/** A cost in US dollars, from one in millionths of a dollar. */
export const dollarsOf = (costMicros: number): number => costMicros / micros
/** The highest cost that is believed: an endpoint that states more does not mean a cost in US dollars. */
const costMicrosMax = 1000 * micros

/**
 * The cost of an answer, rounded up. Null if neither the endpoint nor a price gives it. It is rounded to a thousandth first, so that 0.07
 * dollars, which is not a binary fraction, gives 70,000 and not 70,001.
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

/** The cost of several answers together. Null if the cost of one is not known. */
export const sumMicros = (costs: ReadonlyArray<number | null>): number | null =>
  costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)

const amount = /^\d{1,6}(?:\.\d{1,6})?$/
const dollars = (text: string): number => Math.round(Number(text) * micros)

/** Reads a sum of US dollars such as `2.50`, in millionths of a dollar. Null if the text is not such a sum. */
export const parseDollars = (text: string): number | null => (amount.test(text) ? dollars(text) : null)

/** Reads a price such as `3/15`: US dollars for a million tokens in, and out. Null if the text is not a price. */
export const parsePrice = (text: string): Price | null => {
  const [input, output, ...rest] = text.split("/")
  if (input === undefined || output === undefined || rest.length > 0) return null
  return amount.test(input) && amount.test(output)
    ? { inputMicros: dollars(input), outputMicros: dollars(output) }
    : null
}
