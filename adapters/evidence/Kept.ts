/** Results of the last minutes by the hash of the piece, so that a filing that is gathered again verifies nothing twice. */
import type { Examined } from "../../core/evidence/index.ts"
import { type Instant, minutes } from "../../core/kernel/Time.ts"

/** How long a result is kept. One that lacks a document is kept shorter, so that whoever mends the document may try again. */
const keptMs = { whole: minutes(3), lacking: 20_000 }
/** The most results, and the most characters of their documents and statements. */
const most = { results: 2_000, characters: 8_000_000 }

interface Entry {
  readonly at: Instant
  readonly lacking: boolean
  readonly size: number
  readonly result: Examined | null
}

const sizeOf = (result: Examined | null): number => (result === null ? 0 : JSON.stringify(result).length)

export class Kept {
  readonly #entries = new Map<string, Entry>()
  #size = 0

  /** The result of a piece; undefined if none is kept. */
  find(hash: string, now: Instant): Examined | null | undefined {
    const entry = this.#entries.get(hash)
    if (entry === undefined) return undefined
    const age = now - entry.at
    if (age >= 0 && age < (entry.lacking ? keptMs.lacking : keptMs.whole)) return entry.result
    this.#drop(hash, entry)
    return undefined
  }

  keep(hash: string, now: Instant, result: Examined | null, lacking: boolean): void {
    const before = this.#entries.get(hash)
    if (before !== undefined) this.#drop(hash, before)
    const entry = { at: now, lacking, size: sizeOf(result), result }
    this.#entries.set(hash, entry)
    this.#size += entry.size
    for (const [oldest, it] of this.#entries) {
      if (this.#entries.size <= most.results && this.#size <= most.characters) break
      this.#drop(oldest, it)
    }
  }

  #drop(hash: string, { size }: Entry): void {
    this.#entries.delete(hash)
    this.#size -= size
  }
}
