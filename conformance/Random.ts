/** A pseudorandom generator: the same seed gives the same numbers. */
export interface Random {
  readonly int: (below: number) => number
  /** True `percent` times in a hundred. */
  readonly chance: (percent: number) => boolean
  readonly pick: <A>(from: readonly [A, ...A[]]) => A
  readonly shuffle: <A>(items: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** A linear congruential generator whose output bits are permuted. Its 32 bits of state are enough to choose test data. */
export const make = (seed: number): Random => {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b) >>> 0
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    int,
    chance: (percent) => next() * 100 < percent,
    pick: (from) => from[int(from.length)] ?? from[0],
    shuffle: (items) => {
      const left = [...items]
      return items.flatMap(() => left.splice(int(left.length), 1))
    },
  }
}

export const seedOf = (text: string): number => {
  let hash = 0
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return hash >>> 0
}
