/** What a text proves: the facts whose own words stand in it, sentence for sentence (Rule 5.1). */

import { bounds, type Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { fold } from "../law/index.ts"

/** Superscripts, fractions and numbers in circles. Folded alone they would join the digits before them: `500²` would read as `5002`. */
const otherNumbers = /\p{No}/gu

/** The words of a text on one line, without what editions differ in (Rule 4.10). */
const foldText = (text: string): string => fold(text.replace(otherNumbers, " $& "))

const stop = /[.!?\u3002]["')\]]*$/u
const letters = /[\p{L}\p{N}]/gu
const goesOn = /^[^\p{L}\p{N}]*[\p{Ll}\p{N}]/u

/** Whether a word that stands before `next` on its line ends a sentence. Abbreviations and the numbers of a list end none. */
const ends = (word: string, next: string | undefined): boolean =>
  stop.test(word) &&
  (word.match(letters) ?? []).length >= bounds.sentenceWordCharsMin &&
  (next === undefined || !goesOn.test(next))

/** The sentences of what a party wrote, folded, in order. A line end is white space, since lines are broken anywhere. */
export const sentencesOf = rule(["Rule 5.1"], (text: string): ReadonlyArray<string> => {
  const lines = text.split(/[\n\r]/).map((line) => foldText(line).split(" "))
  const sentences: Array<string> = []
  let words: Array<string> = []
  let isQuoted = false
  for (const line of lines)
    for (const [i, word] of line.entries()) {
      if (word === "") continue
      words.push(word)
      if ((word.split('"').length - 1) % 2 === 1) isQuoted = !isQuoted
      if (isQuoted || !ends(word, line[i + 1])) continue
      sentences.push(words.join(" "))
      words = []
    }
  return words.length === 0 ? sentences : [...sentences, words.join(" ")]
})

/** A text as facts are compared with it: where each of its sentences begins and, without its full stop, ends. */
export interface ProvingText {
  readonly words: string
  /** The words in lower case, each character in its place. */
  readonly lower: string
  readonly starts: ReadonlySet<number>
  readonly ends: ReadonlySet<number>
  /** True for a text of the court. What a party wrote may deny in one sentence what it says in another. */
  readonly own: boolean
}

const lowerCase = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => letter.toLowerCase().slice(0, letter.length))

const withoutStop = (text: string): string => text.replace(/\.$/, "")

const textOf = (sentences: ReadonlyArray<string>, own: boolean): ProvingText => {
  const starts = new Set<number>()
  const ended = new Set<number>()
  let at = 0
  for (const sentence of sentences) {
    starts.add(at)
    ended.add(at + withoutStop(sentence).length)
    at += sentence.length + 1
  }
  const words = sentences.join(" ")
  return { words, lower: lowerCase(words), starts, ends: ended, own }
}

/** What a party wrote, as a text that may prove facts against the party that stands by it. */
export const textOfParty = (text: string): ProvingText => textOf(sentencesOf(text), false)

/** A text of the court, whose sentences are given: what a party wrote within one of them makes no other. */
export const textOfCourt = (sentences: ReadonlyArray<string>): ProvingText =>
  textOf(sentences.map(foldText), true)

/** What a fact needs to stand in a text, as the Rules and the tools say it. */
export const standingText = (t: Terms): string =>
  `A fact stands in a text if its words are one or more whole sentences of it, in a row, and stand nowhere else in it; compatibility forms, white space, quotes and dashes are folded as in passages, and case is kept. A sentence ends with the text, or at a full stop, a question mark or an exclamation mark before white space. It does not end after a word of fewer than ${t.sentenceWordCharsMin} letters and digits, within double quotes, or if a small letter or a digit follows on the same line.`

/**
 * Whether the words of a fact stand in a text: as whole sentences of it, in a row and without gaps. In what a party wrote they stand
 * nowhere else, since "It is false that the price was paid." says nothing for "The price was paid.".
 */
export const standsAsSentences = rule(["Rule 5.1"], (fact: string, text: ProvingText): boolean => {
  const words = withoutStop(foldText(fact))
  if (words.search(letters) < 0) return false
  const lower = lowerCase(words)
  let stands = false
  for (let at = text.lower.indexOf(lower); at >= 0; at = text.lower.indexOf(lower, at + 1)) {
    const isWhole = text.starts.has(at) && text.ends.has(at + words.length)
    if (!isWhole && !text.own) return false
    if (isWhole && text.words.startsWith(words, at)) stands = true
  }
  return stands
})
