/** Which words are names of persons: by lists of our own, and by what a language library knows of a word that stands alone. */

import nlp from "compromise/two"
import { givenNames, otherwise, wordSurnames } from "./NameLists.ts"

/** A table within the library's model, whose type says nothing of what is in it. */
const tableAt = (...path: ReadonlyArray<string>): object =>
  path.reduce<object>((within, name) => {
    const found: unknown = Reflect.get(within, name)
    if (typeof found !== "object" || found === null)
      throw new Error(`the language library has no ${path.join(".")}`)
    return found
  }, nlp.model())
const lexicon = tableAt("one", "lexicon")
const switches = tableAt("two", "switches")

/** Whether the library lists a word. It reads what it doesn't list by the ending alone, which never makes a given name of it. */
const isListed = (lower: string): boolean => Object.hasOwn(lexicon, lower) || Object.hasOwn(switches, lower)

/** How many words are remembered, so that those that come again and again are read once. */
const rememberedMax = 20_000

const remembering = <A>(read: (word: string) => A): ((word: string) => A) => {
  const known = new Map<string, A>()
  return (word) => {
    const found = known.get(word)
    if (found !== undefined) return found
    // A text that fills the memory makes other words be read again, and no more.
    if (known.size >= rememberedMax) known.clear()
    const answer = read(word)
    known.set(word, answer)
    return answer
  }
}

const tagsOf = remembering(
  (word): ReadonlySet<string> =>
    new Set(nlp(word).docs.flatMap((terms) => terms.flatMap(({ tags }) => [...(tags ?? [])]))),
)

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** The word in lower case, without a possessive and without the marks that a name may hold. */
export const plain = remembering((word) =>
  word
    .toLowerCase()
    .replace(/['’]s$/u, "")
    .replace(/[.'’]/gu, ""),
)

/** True for a given name in wide use, on its own or as the first half of a double one. */
export const isGiven = remembering((word) => {
  const first = plain(word).split("-")[0] ?? ""
  return givenNames.has(first) || (isListed(first) && tagsOf(titled(first)).has("FirstName"))
})

export const isSurname = remembering((word) => {
  const tags = tagsOf(titled(word))
  return tags.has("LastName") || tags.has("Person") || wordSurnames.has(plain(word))
})

const ordinaryEnding =
  /(?:tion|sion|ment|ness|ity|ware|ing|ance|ence|able|ible|ics|ship|ory|ery|ism|ers|als|ures?|ages?)$/u
const ordinary = [
  "Verb",
  "Adjective",
  "Adverb",
  "Preposition",
  "Determiner",
  "Conjunction",
  "Pronoun",
  "Date",
  "Value",
]

/** A word that may be a surname: known as one, or no word of dealings, no place and no other word that the library knows. */
export const maybeSurname = remembering((word) => {
  const lower = plain(word)
  if (lower.length < 2 || otherwise.has(lower)) return false
  if (isSurname(word)) return true
  // The library takes a name with a hyphen apart and reads its pieces as words.
  if (lower.includes("-")) return true
  if (ordinaryEnding.test(lower) || tagsOf(titled(word)).has("Place")) return false
  const tags = tagsOf(lower)
  return !ordinary.some((tag) => tags.has(tag))
})
