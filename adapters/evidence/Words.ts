/**
 * Sentences of a fixed form over members that others wrote. Each stands on a line of its own and ends with a full stop. The words of
 * a party are quoted, so that no text of a party can look like a sentence of the court.
 */
import { Networks } from "../../core/chains/index.ts"
import { format, lastInstant } from "../../core/kernel/Time.ts"
import { markInvisible } from "../../core/kernel/Visible.ts"
import { Digits, numberIn, toJson, wholeIn } from "./Digits.ts"

/** The most characters of a text that a sentence repeats, and the most sentences of one artifact. */
const textCharsMax = 600
export const sentencesMax = 60
const cutMark = " …"

/** Addresses, identifiers and the like: these characters can't end a sentence, a quotation or a line. */
const bare = /^[A-Za-z0-9/_-](?:[A-Za-z0-9:/?#@!$&()*+;=._~%-]*[A-Za-z0-9/=_-])?$/
const hasWords = /[A-Za-z]\.[A-Z]/

/** A text on one line in quotation marks of its own kind. Line ends become blanks, invisible characters become marks. */
export const quote = (text: string): string => {
  const line = markInvisible(text.slice(0, textCharsMax).replace(/[\s\u0085\u2028\u2029]+/gu, " "))
    .replace(/[“”„‟"]/gu, "'")
    .trim()
  return `“${line}${text.length > textCharsMax ? cutMark : ""}”`
}

/** Whether a text in a sentence is cut. A text that ends so by itself is rather called cut than passed over. */
export const isCut = (sentence: string): boolean => sentence.includes(`${cutMark}”`)

/** An address or an identifier as it is, and anything else in quotation marks. */
export const nameOrQuote = (text: string): string =>
  text.length <= textCharsMax && bare.test(text) && !hasWords.test(text) ? text : quote(text)

const namesMax = 5
export const namesOf = (names: ReadonlyArray<string>): string =>
  `${names.slice(0, namesMax).map(nameOrQuote).join(", ")}${names.length > namesMax ? ", and others" : ""}`

export const show = (value: unknown): string => {
  if (typeof value === "string") return nameOrQuote(value)
  if (typeof value === "object" && value !== null && !(value instanceof Digits)) return quote(toJson(value))
  return toJson(value)
}

/** Whole base units of a token, in the token's decimals and at least two of them. */
const inDecimals = (units: string, decimals: number): string => {
  const digits = units.replace(/^0+(?=\d)/, "").padStart(decimals + 1, "0")
  const fraction = digits.slice(-decimals).replace(/0+$/, "")
  return `${digits.slice(0, -decimals)}.${fraction.padEnd(2, "0")}`
}

/** An amount of a token: in its decimals and by its symbol if the court knows it, else in base units. */
export const amountOf = (units: string, network: string, token: string): string => {
  const known = Networks.find(network)
  const asset = known === undefined ? undefined : Networks.findAsset(known.id, token)
  if (!/^\d{1,78}$/.test(units)) return `${quote(units)} of ${nameOrQuote(token)}`
  // A symbol as the token's name would be the seller's word for it. Only a contract's address names a token.
  if (asset === undefined || asset.contract === null || asset.symbol === token)
    return `${units} base units of ${nameOrQuote(token)}`
  return `${inDecimals(units, asset.decimals)} ${asset.symbol}`
}

const noMinor = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "))
const threeMinor = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "))

/** How many decimals the minor units of a currency are (ISO 4217). */
export const decimalsOf = (code: string): number => (noMinor.has(code) ? 0 : threeMinor.has(code) ? 3 : 2)

/** An amount in minor units of a currency (ISO 4217). */
export const moneyOf = (minor: unknown, currency: unknown): string => {
  const code = typeof currency === "string" ? currency : ""
  const units = wholeIn(minor)
  if (units === undefined || !/^[A-Z]{3}$/.test(code))
    return `${show(minor ?? null)} ${show(currency ?? null)}`
  const decimals = decimalsOf(code)
  if (decimals === 0) return `${units} ${code}`
  const digits = units.padStart(decimals + 1, "0")
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)} ${code}`
}

/** The instant of seconds since 1970; null if they are not a time of this calendar. */
export const instantOf = (seconds: unknown): number | null => {
  const number = numberIn(seconds)
  return number !== undefined && number > 0 && number * 1000 <= lastInstant ? Math.floor(number * 1000) : null
}

export const timeOf = (seconds: unknown): string => {
  const at = instantOf(seconds)
  return at === null ? show(seconds ?? null) : format(at)
}
