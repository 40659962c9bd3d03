/**
 * The detector of personal names in running text: a capitalised given name before a possible surname, a title before a name, or a name
 * where people sign or are introduced. Handles, models, companies, cases and places are not names.
 */
import { anyOf, type Detector } from "./Detector.ts"
import { ambiguousFirst, brands, isGiven, isSurname, maybeSurname, otherwise, plain } from "./Vocabulary.ts"

// Every repetition is bounded, here and in the other detectors, so that the time of reading is proportional to the text.
const capital = "(?:(?:al|el|ul|ibn)-)?\\p{Lu}[\\p{L}'’]{0,30}(?:-\\p{Lu}[\\p{L}'’]{1,30}){0,3}"
const spans = new RegExp(
  `(?<![\\p{L}\\p{N}_.@/-])${capital}(?:[ ]{1,4}(?:\\p{Lu}\\.[ ]?){0,3}(?:(?:van|von|de|da|del|bin|al|der|den|la|di)[ ]){0,3}${capital}){1,4}(?![\\p{L}\\p{N}_@/-])`,
  "gu",
)
const particle = /^(?:van|von|de|da|del|bin|al|der|den|la|di|\p{Lu}\.?)$/u
const companyAfter =
  /^[,\s]*(?:&|Inc|Ltd|LLC|GmbH|Corp|PLC|AG|S\.?A|Co\b|Logistics|Bank|Group|Labs?|University|Foundation|Street|Road|Avenue|v\.?\s|vs\.?\s)/u
const caseBefore = /(?:\bv\.?|\bvs\.?|\bIn re|\bRe|&)\s*$/u

const isPerson = (words: ReadonlyArray<string>): boolean => {
  const [first, ...rest] = words
  const last = rest.filter((word) => !particle.test(word)).at(-1)
  if (first === undefined || last === undefined) return false
  const second = rest.find((word) => !particle.test(word)) ?? last
  if (otherwise.has(plain(last)) || !isGiven(first)) return false
  const shouting = first.length > 2 && first === first.toUpperCase()
  return ambiguousFirst.has(plain(first)) || shouting
    ? !otherwise.has(plain(second)) && (isSurname(second) || (shouting && isGiven(second)))
    : maybeSurname(second)
}

const isBrand = (lower: string): boolean => brands.some((brand) => lower.startsWith(brand))

/** Whether a span holds a name. The name may begin at a later word of the span, after the first word of a sentence or a role. */
const namesIn = (span: string): boolean => {
  const words = span.split(/ +/u)
  return words.slice(0, -1).some((_, i) => {
    const name = words.slice(i)
    return isPerson(name) && !isBrand(name.map(plain).join(" "))
  })
}

const hasNameSpan = (text: string): boolean =>
  Array.from(text.matchAll(spans)).some((match) => {
    const [span] = match
    const end = match.index + span.length
    const isCase =
      / v\.? /u.test(span) || caseBefore.test(text.slice(Math.max(0, match.index - 8), match.index))
    return !isCase && !companyAfter.test(text.slice(end, end + 14)) && namesIn(span)
  })

const titles =
  /(?<![\p{L}\p{N}_-])(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Madam|Herr|Frau|Señora?|Sra?|Monsieur|Madame|Mme|Signora?|Dott)\.? (?:\p{Lu}\. ?){0,3}(\p{Lu}\p{L}[\p{L}'’-]{0,40})/gu
// After a number, `ms` is a unit of time.
const smallTitles = /(?<![\p{L}\p{N}_-]|\d )(?:mr|mrs|ms)\.? (\p{L}[\p{L}'’-]{1,40})/gu
const hasTitle = (text: string): boolean =>
  [titles, smallTitles].some((pattern) =>
    Array.from(text.matchAll(pattern), ([, name]) => name ?? "").some((name) => !otherwise.has(plain(name))),
  )

const introduced = new RegExp(
  `(?:\\b(?:signed(?: by)?|regards|sincerely|yours|cheers|my name is|i am|i'm|named|attn|attention|c/o|contact person|spoke (?:to|with)|on behalf of)[:,]?\\s{1,8})(${capital})(?![\\p{L}\\p{N}_-])`,
  "giu",
)
const initials = /(?<![\p{L}\p{N}_.-])(?:\p{Lu}\. ?){1,3}(\p{Lu}\p{Ll}[\p{L}'’-]{1,40})(?![\p{L}\p{N}_-])/gu

const signs = (text: string): boolean =>
  Array.from(text.matchAll(introduced), ([, name]) => name ?? "").some(
    (name) => /^\p{Lu}/u.test(name) && isGiven(name) && !ambiguousFirst.has(plain(name)),
  ) ||
  anyOf(
    Array.from(text.matchAll(initials), ([, name]) => name ?? ""),
    isSurname,
  )

export const names: ReadonlyArray<Detector> = [
  {
    what: "personal name",
    code: "natural_person",
    found: (text) => hasNameSpan(text) || hasTitle(text) || signs(text),
  },
]
