/** The detectors of the screen: their type, and how a text is prepared for them. */
import type { Screen } from "../../core/matters/index.ts"

/** Finds one kind of thing that PD1 §4 keeps out of papers. */
export interface Detector {
  readonly what: string
  readonly code: Screen.Finding["code"]
  readonly found: (text: string) => boolean
}

const noise = [
  // UUIDs, hashes, keys and addresses of chains
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu,
  /\b0x[0-9a-f]{8,}\b/giu,
  /\b(?=[0-9]*[a-f])[0-9a-f]{32,}\b/giu,
  // Instants
  /\b\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})?/gu,
  // Amounts
  /(?:\b(?:USD|EUR|GBP|USDC|USDT|ADA|BTC|ETH)\s?|[$€£¥])\d[\d,.]*/gu,
  /\b\d[\d,.]{0,40}\s?(?:USD|EUR|GBP|USDC|USDT|ADA|BTC|ETH|cents)\b/gu,
]

// Invisible characters and repeated spaces are removed, so that they can't hide anything from the detectors.
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const foldText = (text: string): string =>
  text
    .replace(unseen, "")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ ?\n(?: ?\n)* ?/gu, "\n")

/** The text without ids, hashes, instants and amounts, which the detectors don't read. */
export const withoutNoise = (text: string): string =>
  noise.reduce((rest, pattern) => rest.replace(pattern, " \u00b7 "), foldText(text))

export const matches = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  Array.from(text.matchAll(pattern), ([match]) => match)

/** How many different candidates of a text are examined. */
const candidatesMax = 1_000

/**
 * Whether `is` holds for one of the candidates, if `is` is slow. A text with more different candidates than are examined is a list of
 * such things, so it counts as a match.
 */
export const anyOf = (candidates: ReadonlyArray<string>, is: (candidate: string) => boolean): boolean => {
  const different = new Set(candidates)
  return different.size > candidatesMax || [...different].some(is)
}
