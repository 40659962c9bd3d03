/** The two sides of the comparison with the model, and the state of a sequence. */
import type { Effect } from "effect"
import { canonical, type Json } from "../../core/kernel/Json.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import type { Driver, StoreUnavailable } from "../../core/store/Store.ts"
import type * as Random from "../Random.ts"

/** One of the two stores, with the values that it chose itself: tokens by task id, oldest first, and numbers. */
interface Side {
  readonly store: Driver
  readonly tokens: Map<string, Array<string>>
  /** Numbers in the order in which they were given, by series. */
  readonly numbers: Map<string, Array<number>>
  readonly cursors: Map<string, string>
}

/** A command that runs on either side. Its answer holds only what must be the same on both. */
export interface Command {
  readonly text: string
  readonly run: (side: Side) => Effect.Effect<Json, StoreUnavailable>
}

export const text = (value: unknown): string => canonical(JSON.parse(JSON.stringify(value ?? null)) as Json) // any text that JSON.parse reads is Json

/** The list of a key in a map, which is added if it is missing. */
export const listUnder = <A>(map: Map<string, Array<A>>, key: string): Array<A> => {
  const list = map.get(key) ?? []
  map.set(key, list)
  return list
}

/** The place of a number among the numbers that its series has given, from 0. */
export const ordinal = (side: Side, series: string, number: number | null): number | null => {
  if (number === null) return null
  const given = listUnder(side.numbers, series)
  if (!given.includes(number)) given.push(number)
  // So a number that is out of order or repeated shows as a difference.
  return [...given].sort((a, b) => a - b).indexOf(number)
}

export const sideOf = (store: Driver): Side => ({
  store,
  tokens: new Map(),
  numbers: new Map(),
  cursors: new Map(),
})

/** The names that a sequence uses. They are few, so that commands often concern the same records. */
export const names = (prefix: string) => ({
  kinds: ["note", "paper"].map((kind) => `${prefix}/${kind}`),
  ids: ["1", "2", "3", "é", "😀"],
  indexes: [`${prefix}/i`, `${prefix}/j`],
  placed: [`${prefix}/o`, `${prefix}/p`],
  lists: ["m/", "n/"],
  claims: ["a", "b", "c"].map((claim) => `${prefix}/${claim}`),
  holders: ["us", "them"],
  tasks: ["t1", "t2", "t3", "t4"].map((task) => `${prefix}/${task}`),
  taskKinds: ["x", "y"].map((kind) => `${prefix}/${kind}`),
  subjects: ["s1", "s2"].map((subject) => `${prefix}/${subject}`),
  tallies: ["n", "m"].map((tally) => `${prefix}/${tally}`),
  blobs: ["p", "q"].map((blob) => `${prefix}/${blob}`),
  commands: ["c1", "c2", "c3"].map((command) => `${prefix}/${command}`),
})
type Names = ReturnType<typeof names>

export interface Play {
  readonly random: Random.Random
  readonly names: Names
  readonly model: Side
  /** Never falls from one command to the next. */
  now: Instant
  /** Rises with every use. Due instants are made from it, so that no two tasks are due at once and leases have one order. */
  serial: number
  readonly events: Array<string>
}

export const choose = <A>({ random }: Play, from: ReadonlyArray<A>): A => from[random.int(from.length)] as A // every list of names has members

/** Each of these with a probability of `percent`. */
export const some = <A>({ random }: Play, from: ReadonlyArray<A>, percent: number): ReadonlyArray<A> =>
  from.filter(() => random.chance(percent))
