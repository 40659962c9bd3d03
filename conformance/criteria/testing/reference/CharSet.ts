/** A set of code points, as pairs of first and last in order. */
export interface CharSet {
  readonly ranges: ReadonlyArray<readonly [number, number]>
}

const last = 0x10ffff

export const setOf = (ranges: ReadonlyArray<readonly [number, number]>): CharSet => {
  const merged: Array<[number, number]> = []
  for (const [from, to] of [...ranges].sort((left, right) => left[0] - right[0])) {
    const top = merged.at(-1)
    if (top !== undefined && from <= top[1] + 1) top[1] = Math.max(top[1], to)
    else merged.push([from, to])
  }
  return { ranges: merged }
}

export const union = (sets: ReadonlyArray<CharSet>): CharSet => setOf(sets.flatMap((set) => set.ranges))

export const complement = (set: CharSet): CharSet => {
  const edges = [-1, ...set.ranges.flat(), last + 1]
  const gaps: Array<[number, number]> = []
  for (let at = 0; at < edges.length; at += 2) {
    const [from, to] = [(edges[at] ?? 0) + 1, (edges[at + 1] ?? 0) - 1]
    if (from <= to) gaps.push([from, to])
  }
  return { ranges: gaps }
}

export const has = (set: CharSet, point: number): boolean => {
  let [low, high] = [0, set.ranges.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const [from, to] = set.ranges[middle] ?? [0, 0]
    if (point < from) high = middle - 1
    else if (point > to) low = middle + 1
    else return true
  }
  return false
}

const collect = (test: RegExp): CharSet => {
  const ranges: Array<[number, number]> = []
  for (let point = 0; point <= last; point++) {
    if (!test.test(String.fromCodePoint(point))) continue
    const top = ranges.at(-1)
    if (top?.[1] === point - 1) top[1] = point
    else ranges.push([point, point])
  }
  return { ranges }
}

const categories = new Map<string, CharSet>()
/** One of the categories L, M, N, P, S, Z, from the tables of the engine that runs this. */
export const category = (letter: string): CharSet => {
  const known = categories.get(letter) ?? collect(new RegExp(`^\\p{${letter}}$`, "u"))
  categories.set(letter, known)
  return known
}

/** The single code points that differ from a text in case only, by the engine's simple folding. */
const siblings = (point: number, candidates: ReadonlyArray<string>): ReadonlyArray<number> => {
  const same = new RegExp(`^\\u{${point.toString(16)}}$`, "iu")
  return candidates.filter((text) => same.test(text)).map((text) => text.codePointAt(0) ?? 0)
}

let orbits: ReadonlyMap<number, ReadonlyArray<number>> | undefined
/** For each code point with more than one case: all its cases. */
const foldings = (): ReadonlyMap<number, ReadonlyArray<number>> => {
  if (orbits !== undefined) return orbits
  const cased = collect(/^[\p{CWCM}\p{CWCF}]$/u).ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
  )
  const buckets = new Map<string, Array<string>>()
  for (const text of cased) {
    const key = text.toUpperCase().toLowerCase().toUpperCase()
    buckets.set(key, [...(buckets.get(key) ?? []), text])
  }
  const found = new Map<number, ReadonlyArray<number>>()
  for (const bucket of buckets.values())
    for (const text of bucket) {
      const point = text.codePointAt(0) ?? 0
      const others = siblings(point, bucket)
      if (others.length > 1) found.set(point, others)
    }
  orbits = found
  return found
}

export const fold = (set: CharSet): CharSet => {
  const added: Array<[number, number]> = []
  for (const [point, cases] of foldings())
    if (has(set, point)) for (const other of cases) added.push([other, other])
  return setOf([...set.ranges, ...added])
}
