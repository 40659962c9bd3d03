/** A map sorted by the UTF-8 bytes of its keys, for the store in memory. */
import { needPresent } from "../kernel/Defect.ts"

/** Compares two texts by their UTF-8 bytes. UTF-16 sorts surrogates below U+E000 to U+FFFF, and UTF-8 sorts them above. */
export const compareUtf8 = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return byteRank(x) - byteRank(y)
  }
  return a.length - b.length
}

const byteRank = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit

const chunkMax = 1024

/** The first position in sorted keys whose key is not before `key`. */
const lowerBound = (keys: ReadonlyArray<string>, key: string): number => {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareUtf8(needPresent(keys[middle], "a key"), key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** A map whose keys are read in the order of their UTF-8 bytes. It keeps keys in sorted chunks, so that an insertion moves few of them. */
export class SortedMap<V> {
  readonly #values = new Map<string, V>()
  readonly #chunks: Array<Array<string>> = []

  set(key: string, value: V): void {
    if (!this.#values.has(key)) this.#insert(key)
    this.#values.set(key, value)
  }

  delete(key: string): void {
    if (!this.#values.delete(key)) return
    const at = this.#chunkOf(key)
    const chunk = needPresent(this.#chunks[at], "the chunk of a key")
    chunk.splice(lowerBound(chunk, key), 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
  }

  /** The entries whose key is not before `key`, in order. */
  *from(key: string): Generator<readonly [key: string, value: V]> {
    const first = this.#chunkOf(key)
    for (let at = first; at < this.#chunks.length; at++) {
      const chunk = needPresent(this.#chunks[at], "a chunk")
      for (let i = at === first ? lowerBound(chunk, key) : 0; i < chunk.length; i++) {
        const found = needPresent(chunk[i], "a key")
        yield [found, this.#values.get(found) as V] // every key of a chunk has its value
      }
    }
  }

  /** The last chunk whose first key is not after `key`, or the first. */
  #chunkOf(key: string): number {
    let low = 0
    let high = this.#chunks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareUtf8(needPresent(this.#chunks[middle]?.[0], "the first key of a chunk"), key) <= 0)
        low = middle + 1
      else high = middle
    }
    return Math.max(low - 1, 0)
  }

  #insert(key: string): void {
    const at = this.#chunkOf(key)
    const chunk = this.#chunks[at]
    if (chunk === undefined) {
      this.#chunks.push([key])
      return
    }
    chunk.splice(lowerBound(chunk, key), 0, key)
    if (chunk.length > chunkMax) this.#chunks.splice(at + 1, 0, chunk.splice(chunkMax / 2))
  }
}
