import type { Effect } from "effect"
import { canonical, type Json } from "../../core/Json.ts"
import type { Driver, StoreUnavailable } from "../../core/store/Store.ts"

/** One store of the two, with what it gave that only it understands. */
export interface Side {
  readonly store: Driver
  /** Tokens by task id, oldest first. */
  readonly tokens: Map<string, Array<string>>
  /** Numbers in the order in which they were given, by series. */
  readonly numbers: Map<string, Array<number>>
  /** Cursors of events, by event id. */
  readonly cursors: Map<string, string>
}

/** A command for either side; its answer is what the two must have in common. */
export interface Command {
  readonly text: string
  readonly run: (side: Side) => Effect.Effect<Json, StoreUnavailable>
}

/** A value as canonical JSON. */
export const text = (value: unknown): string => canonical(JSON.parse(JSON.stringify(value ?? null)) as Json) // any text that JSON.parse reads is Json

export const remembered = <A>(map: Map<string, Array<A>>, key: string): Array<A> => {
  const list = map.get(key) ?? []
  map.set(key, list)
  return list
}

/** A number as its place among those that its series gave, from 0. */
export const ordinal = (side: Side, series: string, number: number | null): number | null => {
  if (number === null) return null
  const given = remembered(side.numbers, series)
  if (!given.includes(number)) given.push(number)
  // A number that is out of order or comes twice shows as a difference.
  return [...given].sort((a, b) => a - b).indexOf(number)
}

export const sideOf = (store: Driver): Side => ({
  store,
  tokens: new Map(),
  numbers: new Map(),
  cursors: new Map(),
})
