/** Rows that are written together, as one atomic operation and within what one may hold. */
import { byteLength } from "../../core/Text.ts"
import type { Written } from "../keyvalue/Draft.ts"
import type { Key } from "../keyvalue/Rows.ts"
import { type Atomic, most } from "./Kv.ts"
import { mutationsOf, type Value } from "./Values.ts"

/** The bytes of a key: a text ends with a zero byte, and each part begins with its type. One that is too long fits nowhere. */
export const keyBytes = (key: Key): number => {
  let bytes = 0
  for (const part of key) bytes += typeof part === "number" ? 9 : byteLength(part) + 2
  return bytes > most.keyBytes ? Number.POSITIVE_INFINITY : bytes
}

/** The bytes of a value, or about those of a number of pieces. */
const valueBytes = (value: Value | null): number => (value instanceof Uint8Array ? value.length : 32)

export class Operation {
  readonly #rows = new Map<string, ReturnType<typeof mutationsOf>>()
  // There is room for the turn, its check and the writer's row.
  #mutations = 2
  #keyBytes = 512
  #valueBytes = 512

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  /** Adds rows; false where there is no room left for them. A row that is added twice counts twice, which errs on the safe side. */
  add(written: ReadonlyMap<string, Written>): boolean {
    const rows = [...written].map(
      ([name, { key, text, storedBytes }]) => [name, mutationsOf(key, text, storedBytes)] as const,
    )
    const all = rows.flatMap(([, mutations]) => mutations)
    const mutations = this.#mutations + all.length
    const inKeys = all.reduce((sum, [key]) => sum + keyBytes(key), this.#keyBytes)
    const inValues = all.reduce((sum, [, value]) => sum + valueBytes(value), this.#valueBytes)
    if (mutations > most.mutations || inKeys > most.allKeysBytes || inKeys + inValues > most.allBytes)
      return false
    for (const [name, row] of rows) this.#rows.set(name, row)
    this.#mutations = mutations
    this.#keyBytes = inKeys
    this.#valueBytes = inValues
    return true
  }

  /** Puts it all into an atomic operation. */
  into(atomic: Atomic): Atomic {
    for (const [key, value] of [...this.#rows.values()].flat())
      value === null ? atomic.delete(key) : atomic.set(key, value)
    return atomic
  }
}
