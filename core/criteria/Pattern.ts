/** Patterns in the syntax of RE2, bounded so that the cost of a match is known before it is tried. */
import { RE2JS } from "re2js"
import { countPoints } from "./Text.ts"

const pointsMax = 256
const repeatMax = 64
const categories = new Set(["L", "M", "N", "P", "S", "Z"])

export interface Pattern {
  readonly source: string
  readonly weight: number
  readonly matches: (text: string) => boolean
}

/** The steps of one try: over this many bytes of a text. */
export const stepsOf = ({ weight }: Pattern, bytes: number): number => weight * (1 + bytes)

/** The part before a repetition. `one` takes one character; `other` is any other part, or nothing that could be repeated. */
type Before = "one" | "other"

/** The sort of each part of a pattern, by the text with which the part begins. The first row that fits counts. */
const parts: ReadonlyArray<
  readonly [form: RegExp, what: Before | "same" | "counted" | "class" | { readonly refused: string }]
> = [
  [/\\Q/y, { refused: "must not quote by \\Q: escape each character instead" }],
  [/\\C/y, { refused: "must not use \\C, which takes a byte" }],
  [/\\[pP](?:\{\^?([^}]*)\}|(.))/suy, "one"],
  [/\\[AbBz]/y, "other"],
  [/\\x\{[^}]*\}|\\x..|\\[0-7]{1,3}|\\./suy, "one"],
  [/\[/y, "class"],
  [/\(\?(?:P|<)/y, { refused: "must not name a group: use (…) or (?:…)" }],
  [/\(\?[a-zA-Z-]*\)/y, "same"],
  [/\(\?[^:)]*:?|\(/y, "other"],
  [/\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\}/y, "counted"],
  [/[)|*+?^$]/y, "other"],
]

/** A class in brackets: a bracket that closes it may stand first, and names such as `[:alpha:]` within. */
const classForm = /\[\^?\]?(?:\[:[^\]]*?:\]|\\[pP](?:\{[^}]*\}|.)|\\x\{[^}]*\}|\\.|[^\]\\])*\]/suy

const at = (form: RegExp, source: string, index: number): RegExpExecArray | null => {
  form.lastIndex = index
  return form.exec(source)
}

/** The part of a pattern that begins at a place. A character that no row knows stands for itself. */
const partAt = (source: string, index: number) => {
  for (const [form, what] of parts) {
    const match = at(form, source, index)
    if (match !== null) return { text: match[0], what }
  }
  return { text: source.charAt(index), what: "one" as const }
}

const refusedCategory = (source: string): string | undefined => {
  for (const [, braced, single] of source.matchAll(/\\(?:[pP](?:\{\^?([^}]*)\}|(.))|[^pP])/gsu)) {
    const name = braced ?? single
    if (name !== undefined && !categories.has(name)) return name
  }
}

/** The sum of the greatest counts of the counted repetitions, or why the pattern is refused. */
const countRepetitions = (source: string): number | string => {
  let counts = 0
  let before: Before = "other"
  for (let index = 0; index < source.length; ) {
    const { text, what } = partAt(source, index)
    index += text.length
    if (typeof what === "object") return what.refused
    if (what === "class") {
      const whole = at(classForm, source, index - 1)
      if (whole === null) return "has a bracket [ that nothing closes"
      index += whole[0].length - 1
      before = "one"
    } else if (what === "counted") {
      // Of one or two numbers the second is the greater, or the engine refuses them.
      const greatest = Math.max(...text.split(/\D+/).map(Number))
      if (greatest > repeatMax) return `must not repeat anything more than ${repeatMax} times by a count`
      if (before !== "one")
        return "may count the repetitions of one character, a class, a dot or an escape of one character alone"
      counts += greatest
      before = "other"
    } else if (what !== "same") before = what
  }
  return counts
}

export const readPattern = (source: string): Pattern | string => {
  const points = countPoints(source)
  if (points < 1 || points > pointsMax) return `must have 1 to ${pointsMax} characters`
  const counts = countRepetitions(source)
  if (typeof counts === "string") return counts
  const category = refusedCategory(source)
  if (category !== undefined)
    return `must not use the category ${category}: use one of ${[...categories].join(", ")}`
  try {
    const compiled = RE2JS.compile(source)
    return {
      source,
      weight: Math.ceil((points + counts) / 8),
      matches: (text) => compiled.test(text),
    }
  } catch (failure) {
    return `is no pattern in the syntax of RE2: ${String(failure)}`
  }
}
