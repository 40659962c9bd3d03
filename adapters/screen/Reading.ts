/** Reads the texts of a paper for what PD1 §4 keeps out. The time is proportional to the length of the texts. */
import type { Screen } from "../../core/matters/index.ts"
import { type Detector, withoutNoise } from "./Detector.ts"
import { identity } from "./Identity.ts"
import { names } from "./Names.ts"
import { accounts, contacts, life } from "./Personal.ts"

const detectors: ReadonlyArray<Detector> = [...names, ...life, ...contacts, ...accounts, ...identity]

/** The kinds of things that were found in a text. A finding never holds words of the text. */
export const readText = ({ path, text }: Screen.Passage): ReadonlyArray<Screen.Finding> => {
  const read = withoutNoise(text)
  return detectors.filter(({ found }) => found(read)).map(({ code, what }) => ({ path, code, what }))
}

export const readTexts = (texts: ReadonlyArray<Screen.Passage>): ReadonlyArray<Screen.Finding> =>
  texts.flatMap(readText)
