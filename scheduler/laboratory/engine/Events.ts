/**
 * The queue of events, the earliest first. An event is an instant, in whole milliseconds, and an item: a whole number up to 2³² − 1. Of
 * two events at one instant the one with the smaller item comes first, so the order does not depend on when they were put in.
 */
import type { Agents } from "./Agents.ts"
import { Heap } from "./Heap.ts"
import type { Rows } from "./Rows.ts"
import { never } from "./State.ts"

/** The order of the words in a pair. Read as a 64-bit number, pairs are sorted by the time and then by the item. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
const offsetWord = isLittleEndian ? 1 : 0
const itemWord = 1 - offsetWord

/** A chunk has 31 pairs of words. Its last pair links to the chunk before it in its span, or in the list of free chunks. */
const chunkBits = 6
const chunkWords = 2 ** chunkBits
const linkWord = chunkWords - 2

const grow = (words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
  const more = new Uint32Array(Math.ceil((words.length / chunkWords) * 1.5) * chunkWords)
  more.set(words)
  return more
}

class Spans {
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
      if (this.used << chunkBits > this.pool.length) this.pool = grow(this.pool)
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
      if (words + count > this.taken.length) this.taken = grow(this.taken)
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

const spansMin = 4096
const seenAtOnce = 32
/** Is shown the items of `count` events shortly before they come. */
export type Foresee = (items: Uint32Array, count: number) => void

/**
 * A calendar queue. The time from start to end is divided into spans. The events of a later span are unsorted, and a span is sorted when
 * it begins. The few events that are put into the current span go into a heap. With millions of events this is several times faster than
 * one heap. Events at or after the end never happen, so they are dropped.
 */
export class Events {
  /** The instant and the item of the event that was taken out last. */
  time = 0
  item = 0
  private readonly spans: Spans
  private readonly soon = new Heap()
  private present = -1
  /** The sorted events of the current span, as pairs of words. */
  private running: Uint32Array = new Uint32Array(0)
  private taken = 0
  private later = 0
  private readonly seen = new Uint32Array(seenAtOnce)
  /** The word up to which the current span was shown to `foresee`. */
  private seenUntil = 0
  private readonly foresee: Foresee
  private readonly start: number
  private readonly end: number
  private readonly width: number

  /** `foresee` is shown most events shortly before they come. */
  constructor(start: number, end: number, foresee: Foresee = () => {}) {
    this.foresee = foresee
    this.start = start
    this.end = end
    this.width = Math.max(1, Math.ceil((end - start) / Math.max(spansMin, (end - start) / 2 ** 32)))
    this.spans = new Spans(Math.ceil((end - start) / this.width))
  }

  get size(): number {
    return (this.running.length - this.taken) / 2 + this.soon.size + this.later
  }

  get bytes(): number {
    return this.spans.bytes + this.soon.bytes
  }

  push(time: number, item: number): void {
    if (time >= this.end) return
    const at = Math.floor((time - this.start) / this.width)
    if (at <= this.present) {
      this.soon.push(time, item)
      return
    }
    this.spans.push(at, time - this.start - at * this.width, item)
    this.later += 1
  }

  /** If no event of the current span is left, sorts the next span that has events. */
  private turn(): void {
    while (this.later > 0 && this.taken === this.running.length && this.soon.size === 0) {
      this.present += 1
      this.running = this.spans.take(this.present)
      this.later -= this.running.length / 2
      this.taken = 0
      this.seenUntil = 0
    }
  }

  private lookAhead(): void {
    const { running, taken, seen } = this
    const count = Math.min((running.length - taken) / 2, seenAtOnce)
    for (let k = 0; k < count; k++) seen[k] = running[taken + 2 * k + itemWord] ?? 0
    this.seenUntil = taken + 2 * count
    this.foresee(seen, count)
  }

  /** Takes the first event out if it comes before `until`, and sets `time` and `item`. Gives false if no event comes before it. */
  take(until: number): boolean {
    this.turn()
    const { soon, running, taken } = this
    const own = taken < running.length
    const first = own ? this.start + this.present * this.width + (running[taken + offsetWord] ?? 0) : never
    const item = own ? (running[taken + itemWord] ?? 0) : 0
    if (Math.min(first, soon.time) >= until) return false
    if (soon.time < first || (soon.time === first && soon.item < item)) {
      this.time = soon.time
      this.item = soon.pop()
      return true
    }
    if (taken === this.seenUntil) this.lookAhead()
    this.time = first
    this.item = item
    this.taken += 2
    return true
  }
}

/** The kinds of events. An item is 16 times the number of the agent, listed dealing or matter, plus the kind. */
export const EventKind = {
  arrival: 0,
  listed: 1,
  judgment: 2,
  deadline: 3,
  bound: 4,
  favoured: 5,
  registrar: 6,
  appealEnd: 7,
  proof: 8,
  /** Of a claim that has waited for a list, or whose pleadings close. */
  served: 9,
  closed: 10,
  enters: 11,
  leaves: 12,
  renames: 13,
} as const

export const itemOf = (subject: number, kind: number): number => subject * 16 + kind
export const kindOf = (item: number): number => item & 15
export const subjectOf = (item: number): number => item >>> 4
const isOfMatter = (kind: number): boolean => kind >= EventKind.judgment && kind <= EventKind.closed

/** Loads the data of coming events into the processor's cache, which makes a large run faster. */
export class Foresight {
  /** Holds the values read, so that a compiler does not remove the reads. */
  private read = 0
  readonly foresee: Foresee

  constructor(rows: Rows, agents: Agents) {
    this.foresee = (items, count) => {
      for (let k = 0; k < count; k++) {
        const item = items[k] ?? 0
        if (isOfMatter(kindOf(item))) this.read ^= rows.touch(subjectOf(item))
        else if (kindOf(item) === EventKind.arrival) this.read ^= agents.touch(subjectOf(item))
      }
      for (let k = 0; k < count; k++) {
        const item = items[k] ?? 0
        const subject = subjectOf(item)
        if (isOfMatter(kindOf(item))) this.read ^= agents.touch(rows.boundOf(subject))
        if (kindOf(item) === EventKind.judgment) this.read ^= agents.touch(rows.favouredOf(subject))
      }
    }
  }
}
