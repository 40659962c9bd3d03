import type { Random } from "../../../Random.ts"

const atoms = [
  "a",
  "b",
  "k",
  "s",
  "é",
  "日",
  "😀",
  ".",
  "\\d",
  "\\w",
  "\\W",
  "\\s",
  "\\S",
  "\\D",
  "\\pL",
  "\\PL",
  "\\p{N}",
  "\\pP",
  "\\pS",
  "[a-c]",
  "[^a]",
  "[]a]",
  "[^\\w]",
  "[a-k0-9]",
  "[[:alpha:]]",
  "[[:^digit:]é]",
  "\\x61",
  "\\x{1F600}",
  "\\141",
  "\\.",
  "\\n",
  "-",
  "_",
  "0",
] as const
const edges = ["^", "$", "\\b", "\\B", "\\A", "\\z"] as const
const stars = ["*", "+", "?", "*?", "+?", "??"] as const
const counts = ["{2}", "{1,2}", "{0,3}", "{1,}", "{0}", "{64}", "{0,64}", "{2}?"] as const
const flags = ["(?i)", "(?s)", "(?m)", "(?U)", "(?im-s)", "(?-i)"] as const
const opens = ["(", "(?:", "(?i:", "(?s:", "(?-i:"] as const
const wrongs = [
  "(",
  ")",
  "[",
  "**",
  "(a){2}",
  "a{65}",
  "\\pC",
  "\\Q",
  "\\C",
  "(?P<n>a)",
  "(?=a)",
  "\\1",
  "{2}{2}",
  "[b-a]",
  "\\q",
] as const

const itemOf = (random: Random, depth: number): string => {
  const kind = random.int(20)
  if (kind < 2) return random.pick(edges)
  if (kind === 2) return random.pick(flags)
  if (kind < 6 && depth > 0) {
    const inner = rowOf(random, depth - 1) + (random.chance(40) ? `|${rowOf(random, depth - 1)}` : "")
    return `${random.pick(opens)}${inner})${random.chance(40) ? random.pick(stars) : ""}`
  }
  const atom = random.pick(atoms)
  if (random.chance(12)) return atom + random.pick(counts)
  return random.chance(25) ? atom + random.pick(stars) : atom
}
const rowOf = (random: Random, depth: number): string =>
  Array.from({ length: 1 + random.int(3) }, () => itemOf(random, depth)).join("")

/** A pattern; one of a hundred is refused. */
export const patternOf = (random: Random): string => {
  if (random.chance(1)) return rowOf(random, 1) + random.pick(wrongs)
  return rowOf(random, 2) + (random.chance(15) ? `|${rowOf(random, 1)}` : "")
}
