/** The random choices of a run: streams from a seed, the same on every machine. */
import { place } from "../../laboratory/engine/Threefry.ts"

export interface Dice {
  readonly int: (below: number) => number
  /** True `percent` times in a hundred. */
  readonly chance: (percent: number) => boolean
  /** One of these; undefined if the list is empty. */
  readonly pick: <A>(from: ReadonlyArray<A>) => A | undefined
  /** One of these; there must be at least one. */
  readonly of: <const A>(...from: readonly [A, ...A[]]) => A
  /** This many hexadecimal characters; a multiple of four. */
  readonly hex: (length: number) => string
}

export const make = (seed: number, stream = 0): Dice => {
  let drawn = 0
  const int = (below: number): number => place(below, seed, stream, drawn++, 0)
  const pick = <A>(from: ReadonlyArray<A>): A | undefined => from[int(from.length)]
  return {
    int,
    chance: (percent) => percent > 0 && int(1000) < percent * 10,
    pick: (from) => (from.length === 0 ? undefined : pick(from)),
    of: (...from) => pick(from) ?? from[0],
    hex: (length) =>
      Array.from({ length: length / 4 }, () => int(0x10000).toString(16).padStart(4, "0")).join(""),
  }
}
