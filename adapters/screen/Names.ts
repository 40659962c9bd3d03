/**
 * Names of persons in running text. A capitalised given name before something that reads as a surname, a title before a
 * name, or a name where people sign and are introduced. Handles, models, companies, cases and places are not names.
 */
import nlp from "compromise/two"
import type { Detector } from "./Detector.ts"
import { ambiguousFirst, brands, givenNames, otherwise, wordSurnames } from "./NameLists.ts"

type Tag = "FirstName" | "LastName" | "Person" | "Place"
const known = new Map<string, ReadonlySet<Tag>>()
const tags: ReadonlyArray<Tag> = ["FirstName", "LastName", "Person", "Place"]
/** Words remembered; the library is asked once for each. */
const knownMax = 20_000

/** How the language library reads a word that stands alone. */
const tagsOf = (word: string): ReadonlySet<Tag> => {
  const found = known.get(word)
  if (found !== undefined) return found
  const doc = nlp(word)
  const read = new Set(tags.filter((tag) => doc.has(`#${tag}`)))
  if (known.size < knownMax) known.set(word, read)
  return read
}

const titled = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase()
const plain = (word: string): string =>
  word
    .toLowerCase()
    .replace(/['’]s$/u, "")
    .replace(/[.'’]/gu, "")

const isGiven = (word: string): boolean => {
  const first = plain(word).split("-")[0] ?? ""
  return (
    givenNames.has(first) || tagsOf(titled(first.charAt(0).toUpperCase() + first.slice(1))).has("FirstName")
  )
}

const ordinaryEnding =
  /(?:tion|sion|ment|ness|ity|ware|ing|ance|ence|able|ible|ics|ship|ory|ery|ism|ers|als|ures?|ages?)$/u

const isSurname = (word: string): boolean =>
  tagsOf(titled(word)).has("LastName") || tagsOf(titled(word)).has("Person") || wordSurnames.has(plain(word))

/** A word that may be a surname: known as one, or no word of dealings and no place. */
const maybeSurname = (word: string): boolean => {
  const lower = plain(word)
  if (lower.length < 2 || otherwise.has(lower)) return false
  if (isSurname(word)) return true
  // The library takes a name with a hyphen apart and reads its pieces as words.
  if (lower.includes("-")) return true
  return !ordinaryEnding.test(lower) && !tagsOf(titled(word)).has("Place") && !commonWord(lower)
}

const common = new Map<string, boolean>()
/** True for a word that the library knows as something other than a name, in lower case. */
const commonWord = (lower: string): boolean => {
  const found = common.get(lower)
  if (found !== undefined) return found
  const is = nlp(lower).has(
    "(#Verb|#Adjective|#Adverb|#Preposition|#Determiner|#Conjunction|#Pronoun|#Date|#Value)",
  )
  if (common.size < knownMax) common.set(lower, is)
  return is
}

const capital = "(?:(?:al|el|ul|ibn)-)?\\p{Lu}[\\p{L}'’]*(?:-\\p{Lu}[\\p{L}'’]+)*"
const spans = new RegExp(
  `(?<![\\p{L}\\p{N}_.@/-])${capital}(?:[ ]+(?:\\p{Lu}\\.[ ]?)*(?:(?:van|von|de|da|del|bin|al|der|den|la|di)[ ])*${capital}){1,4}(?![\\p{L}\\p{N}_@/-])`,
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

/** A name may begin at the second or third capital of a span: a sentence or a role stands before it. */
const namesIn = (span: string): boolean => {
  const words = span.split(/ +/u)
  return words.slice(0, -1).some((_, i) => {
    const name = words.slice(i)
    const lower = name.map(plain).join(" ")
    return !brands.some((brand) => lower.startsWith(brand)) && isPerson(name)
  })
}

const spanned = (text: string): boolean =>
  Array.from(text.matchAll(spans)).some((match) => {
    const [span] = match
    const end = match.index + span.length
    const isCase =
      / v\.? /u.test(span) || caseBefore.test(text.slice(Math.max(0, match.index - 8), match.index))
    return !isCase && !companyAfter.test(text.slice(end, end + 14)) && namesIn(span)
  })

const titles =
  /(?<![\p{L}\p{N}_-])(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Madam|Herr|Frau|Señora?|Sra?|Monsieur|Madame|Mme|Signora?|Dott)\.? (?:\p{Lu}\. ?)*(\p{Lu}\p{L}[\p{L}'’-]*)/gu
// Behind a figure, `ms` is a unit of time.
const smallTitles = /(?<![\p{L}\p{N}_-]|\d )(?:mr|mrs|ms)\.? (\p{L}[\p{L}'’-]+)/gu
const entitled = (text: string): boolean =>
  [titles, smallTitles].some((pattern) =>
    Array.from(text.matchAll(pattern), ([, name]) => name ?? "").some((name) => !otherwise.has(plain(name))),
  )

const introduced = new RegExp(
  `(?:\\b(?:signed(?: by)?|regards|sincerely|yours|cheers|my name is|i am|i'm|named|attn|attention|c/o|contact person|spoke (?:to|with)|on behalf of)[:,]?\\s+)(${capital})(?![\\p{L}\\p{N}_-])`,
  "giu",
)
const initials = /(?<![\p{L}\p{N}_.-])(?:\p{Lu}\. ?){1,3}(\p{Lu}\p{Ll}[\p{L}'’-]+)(?![\p{L}\p{N}_-])/gu

const signs = (text: string): boolean =>
  Array.from(text.matchAll(introduced), ([, name]) => name ?? "").some(
    (name) => /^\p{Lu}/u.test(name) && isGiven(name) && !ambiguousFirst.has(plain(name)),
  ) || Array.from(text.matchAll(initials), ([, name]) => name ?? "").some(isSurname)

export const names: ReadonlyArray<Detector> = [
  {
    what: "personal name",
    code: "natural_person",
    found: (text) => spanned(text) || entitled(text) || signs(text),
  },
]
