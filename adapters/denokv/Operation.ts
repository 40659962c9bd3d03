/** Rows that are written together, as one atomic operation and within what one may hold. */
import { byteLength } from "../../core/Hash.ts"
import type { Written } from "./Draft.ts"
import { type Atomic, type Key, most } from "./Kv.ts"
import { pieceKeys, valuesOf } from "./Rows.ts"

type Mutation = readonly [key: Key, value: Uint8Array | { readonly pieces: number } | null]

/** What it takes to write a row: values, and null for what goes. */
const mutationsOf = ({ key, text, pieces }: Written): ReadonlyArray<Mutation> => {
  const values = text === null ? [] : valuesOf(text)
  const cut = values.length > 1 ? values : []
  const row = cut.length > 0 ? { pieces: cut.length } : (values[0] ?? null)
  const all = pieceKeys(key, Math.max(pieces > 1 ? pieces : 0, cut.length))
  return [[key, row], ...all.map((piece, i): Mutation => [piece, cut[i] ?? null])]
}

/** The bytes of a key: a text ends with a zero byte, and each part begins with its type. A key that is too long fits nowhere. */
const keyBytes = (key: Key): number => {
  const bytes = key.reduce<number>(
    (sum, part) => sum + (typeof part === "number" ? 9 : byteLength(part) + 2),
    0,
  )
  return bytes > most.keyBytes ? Number.POSITIVE_INFINITY : bytes
}

const around = 32

export class Operation {
  readonly #rows = new Map<string, ReadonlyArray<Mutation>>()
  // What is checked and written besides, with some room.
  #mutations = around
  #keyBytes = around * around
  #valueBytes = around * around

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  /** Adds rows; false where there is no room left for them. A row that is added twice counts twice, which errs on the safe side. */
  add(written: ReadonlyMap<string, Written>): boolean {
    const rows = [...written].map(([name, row]) => [name, mutationsOf(row)] as const)
    const all = rows.flatMap(([, mutations]) => mutations)
    const mutations = this.#mutations + all.length
    const inKeys = all.reduce((sum, [key]) => sum + keyBytes(key), this.#keyBytes)
    // A value that isn't plain bytes says how many pieces there are.
    const inValues = all.reduce(
      (sum, [, value]) => sum + (value instanceof Uint8Array ? value.length : around),
      this.#valueBytes,
    )
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
