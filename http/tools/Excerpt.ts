/**
 * An answer as a model reads it: without the members that only a program checks, and cut to a bound. `more` lists the places that were cut:
 * a caller that sends a place back as `at` reads on there. The shape of the answer stays, so a model that has read one answer finds its way
 * in the next.
 */
import type { Json } from "../../core/kernel/Json.ts"

type Members = { readonly [name: string]: Json }
export const isMembers = (value: Json): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The greatest length of an answer in characters. Where it is ids and times, a token has 2.1 characters (o200k), so it has 2,000 tokens. */
export const answerCharsMax = 4_200

/** The greatest length of a text in characters. In prose a token has more than 4 of them. */
export const textCharsMax = 6_500

/** How many items a list has if the model names no number. */
export const itemsUsual = 5

const forPrograms = new Set(["signature", "signatures", "receipt", "verify"])

/** A text that a seal covers is JSON: a model reads what it says. */
const sealed = "payload"
const openSealed = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A place in an answer: the names that lead there, and from which item or character on. */
export interface Place {
  readonly names: ReadonlyArray<string>
  readonly from: number
}

export const plain = (value: Json): Json => {
  if (Array.isArray(value)) return value.map((one: Json) => plain(one))
  if (!isMembers(value)) return value
  const kept = Object.entries(value).filter(([name]) => !forPrograms.has(name))
  return Object.fromEntries(
    kept.map(([name, member]) => [
      name,
      name === sealed && typeof member === "string" ? openSealed(member) : plain(member),
    ]),
  )
}

/** How much of an answer is shown: items of a list, characters of a text, and levels of what is inside another. */
interface Measure {
  readonly items: number
  readonly chars: number
  readonly levels: number
}
/** From the most to the least that is shown. The first that fits is taken. */
const measures: ReadonlyArray<Measure> = [
  { items: 30, chars: 4_000, levels: 12 },
  { items: 20, chars: 1_200, levels: 12 },
  { items: 12, chars: 500, levels: 12 },
  { items: 8, chars: 300, levels: 8 },
  { items: 5, chars: 200, levels: 6 },
  { items: 3, chars: 160, levels: 5 },
  { items: 2, chars: 120, levels: 4 },
  { items: 1, chars: 80, levels: 3 },
  { items: 1, chars: 60, levels: 2 },
]

/** A place where something was cut: `at` reads on there, and `of` is how many items or characters there are. */
interface Cut {
  readonly at: string
  readonly of: number
}

const inside = (at: string, name: string | number): string => (at === "" ? `${name}` : `${at}.${name}`)

/** The mark that is left of a member that was cut away, and that stands behind a text that was cut. */
const unseen = "…"

/** Cuts what stands at a place, and says where the rest is. */
const cutValue = (value: Json, place: Place, { items, chars, levels }: Measure) => {
  const more: Array<Cut> = []
  const within = (found: Json, at: string, level: number, from: number): Json => {
    if (typeof found === "string") {
      if (found.length <= chars) return found
      more.push({ at: `${at}:${from + chars}`, of: from + found.length })
      return `${found.slice(0, chars)}${unseen}`
    }
    if (typeof found !== "object" || found === null) return found
    if (level > levels) {
      more.push({ at, of: Object.keys(found).length })
      return unseen
    }
    if (Array.isArray(found)) {
      if (found.length > items) more.push({ at: `${at}:${from + items}`, of: from + found.length })
      return found.slice(0, items).map((one: Json, i) => within(one, inside(at, from + i), level + 1, 0))
    }
    return Object.fromEntries(
      Object.entries(found as Members).map(([name, member]) => [
        name,
        within(member, inside(at, name), level + 1, 0),
      ]),
    )
  }
  return { value: within(value, place.names.join("."), 0, place.from), more }
}

/** How many places of a cut are named: the first of them show how the others are asked for. */
const placesMax = 8

/** A value other than an object stands in `value`, since every answer is an object. */
const asMembers = (value: Json): Members => (isMembers(value) ? value : { value })

export const excerptOf = (value: Json, place: Place): Members => {
  const fits = (shown: Members) => JSON.stringify(shown).length <= answerCharsMax
  const whole = asMembers(value)
  if (fits(whole)) return whole
  for (const measure of measures) {
    const { value: left, more } = cutValue(value, place, measure)
    const shown = { ...asMembers(left), more: more.slice(0, placesMax).map((one) => ({ ...one })) }
    if (fits(shown)) return shown
  }
  return { value: unseen, more: [{ at: place.names.join("."), of: Object.keys(whole).length }] }
}

const restOf = (end: number, length: number): string =>
  `\n\n[${end} of ${length} characters: read on with at ":${end}"]`
const restCharsMax = 100

export const excerptOfText = (text: string, from: number): string => {
  const end = from + textCharsMax - restCharsMax
  return end >= text.length ? text.slice(from) : text.slice(from, end) + restOf(end, text.length)
}

const placeForm = /^([^:]{0,400})(?::(\d{1,9}))?$/

/** The place that `at` names; null if it has not that form. */
export const placeOf = (at: unknown): Place | null => {
  const [, names, from = "0"] = (typeof at === "string" ? placeForm.exec(at) : null) ?? []
  return names === undefined
    ? null
    : { names: names === "" ? [] : names.split("."), from: Number.parseInt(from, 10) }
}

const memberOf = (value: Json | undefined, name: string): Json | undefined => {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined
  return value !== undefined && isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** The value at a place of an answer; undefined if the place is empty. */
export const lookAt = (value: Json, { names, from }: Place): Json | undefined => {
  const found = names.reduce<Json | undefined>(memberOf, value)
  return typeof found === "string" || Array.isArray(found) ? found.slice(from) : found
}
