/** What the texts of a paper hold that PD1 §4 keeps out: patterns with check digits, and names. It takes time in proportion to them. */
import type { Passage, ScreenFinding } from "../../core/matters/Screen.ts"
import { type Detector, withoutNoise } from "./Detector.ts"
import { identity } from "./Identity.ts"
import { names } from "./Names.ts"
import { accounts, contacts, life } from "./Personal.ts"

const detectors: ReadonlyArray<Detector> = [...names, ...life, ...contacts, ...accounts, ...identity]

/** The kinds of things that a text holds, never the words. */
export const readText = ({ path, text }: Passage): ReadonlyArray<ScreenFinding> => {
  const read = withoutNoise(text)
  return detectors.filter(({ found }) => found(read)).map(({ code, what }) => ({ path, code, what }))
}

export const readTexts = (texts: ReadonlyArray<Passage>): ReadonlyArray<ScreenFinding> =>
  texts.flatMap(readText)
