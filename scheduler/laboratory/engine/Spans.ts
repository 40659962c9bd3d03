/**
 * The unsorted events of future spans of time. They are kept in chunks of one memory pool, and a span has as many chunks as it needs. So
 * adding an event writes to one place, and little memory is wasted however the events are spread.
 */

/** The order of the words in a pair. Read as a 64-bit number, pairs are sorted by the time and then by the item. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
export const offsetWord = isLittleEndian ? 1 : 0
export const itemWord = 1 - offsetWord

/** A chunk has 31 pairs of words. Its last pair links to the chunk before it in its span, or in the list of free chunks. */
const chunkBits = 6
const chunkWords = 2 ** chunkBits
const linkWord = chunkWords - 2

const grown = (words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
  const more = new Uint32Array(Math.ceil((words.length / chunkWords) * 1.5) * chunkWords)
  more.set(words)
  return more
}

export class Spans {
  private pool = new Uint32Array(chunkWords * 64)
  private taken = new Uint32Array(chunkWords * 64)
  /** For each span the index in the pool of its next event; 0 if it has no event. No span uses chunk 0. */
  private readonly ends: Uint32Array
  private used = 1
  private free = 0

  constructor(count: number) {
    this.ends = new Uint32Array(count)
  }

  get bytes(): number {
    return this.pool.byteLength + this.taken.byteLength + this.ends.byteLength
  }

  /** Takes a free chunk, linked to the span's last one. */
  private chunk(before: number): number {
    let chunk = this.free
    if (chunk !== 0) this.free = this.pool[(chunk << chunkBits) + linkWord] ?? 0
    else {
      chunk = this.used++
      if (this.used << chunkBits > this.pool.length) this.pool = grown(this.pool)
    }
    this.pool[(chunk << chunkBits) + linkWord] = before
    return chunk
  }

  push(span: number, offset: number, item: number): void {
    let end = this.ends[span] ?? 0
    if (end === 0 || (end & (chunkWords - 1)) === linkWord) end = this.chunk(end >>> chunkBits) << chunkBits
    this.pool[end + offsetWord] = offset
    this.pool[end + itemWord] = item
    this.ends[span] = end + 2
  }

  /** Takes all events out of a span, sorted, as pairs of words. They are valid until the next call. */
  take(span: number): Uint32Array {
    const end = this.ends[span] ?? 0
    this.ends[span] = 0
    let words = 0
    let count = end & (chunkWords - 1)
    for (let chunk = end >>> chunkBits; chunk !== 0; count = linkWord) {
      const from = chunk << chunkBits
      if (words + count > this.taken.length) this.taken = grown(this.taken)
      this.taken.set(this.pool.subarray(from, from + count), words)
      words += count
      const before = this.pool[from + linkWord] ?? 0
      this.pool[from + linkWord] = this.free
      this.free = chunk
      chunk = before
    }
    new BigUint64Array(this.taken.buffer, 0, words / 2).sort()
    return this.taken.subarray(0, words)
  }
}
