/**
 * What is still to happen, the earliest first. An event is an instant, in whole milliseconds, and one whole number (up to 2³² − 1) that
 * says what; of two at one instant, the smaller number comes first, so that the order never depends on the order in which they were
 * put in.
 */
import { never } from "../compliance/State.ts"
import { Heap } from "./Heap.ts"

/** Events of one span of time: of each its number and how long after the span's beginning it comes, as one number of 64 bits. */
interface Span {
  pairs: Uint32Array<ArrayBuffer>
  size: number
}

/** Where the words of a pair lie, so that pairs are in order by the time and then by the number. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
const offsetWord = isLittleEndian ? 1 : 0
const itemWord = 1 - offsetWord

const emptySpan = (): Span => ({ pairs: new Uint32Array(16), size: 0 })

const append = (span: Span, offset: number, item: number): void => {
  const at = span.size * 2
  if (at === span.pairs.length) {
    const pairs = new Uint32Array(at * 2)
    pairs.set(span.pairs)
    span.pairs = pairs
  }
  span.pairs[at + offsetWord] = offset
  span.pairs[at + itemWord] = item
  span.size += 1
}

const spansMin = 4096
const seenAtOnce = 32
export type Foresee = (items: Uint32Array, count: number) => void

/**
 * A calendar: the time from start to end is cut into spans, events of later spans lie as they came, and a span is sorted when its time
 * comes. What is put into a span that has begun waits in a heap beside it, and that is little. With millions pending this is several
 * times quicker than one heap of all. What lies at or after the end is dropped: it never happens.
 */
export class Events {
  private readonly spans: Array<Span | undefined> = []
  private readonly spare: Array<Span> = []
  private readonly soon = new Heap()
  private present = -1
  private running = emptySpan()
  /** How many of the present span have been taken out. */
  private taken = 0
  private later = 0
  private readonly seen = new Uint32Array(seenAtOnce)
  /** Up to where the present span was shown to `foresee`. */
  private seenUntil = 0
  private readonly foresee: Foresee
  private readonly start: number
  private readonly end: number
  private readonly width: number

  /** `foresee` is shown most of what comes shortly before it comes, `count` of `items` at a time. */
  constructor(start: number, end: number, foresee: Foresee = () => {}) {
    this.foresee = foresee
    this.start = start
    this.end = end
    this.width = Math.max(1, Math.ceil((end - start) / Math.max(spansMin, (end - start) / 2 ** 32)))
  }

  get size(): number {
    return this.running.size - this.taken + this.soon.size + this.later
  }

  /** Bytes held for events, used or not. */
  get bytes(): number {
    const held = [...this.spans, ...this.spare, this.running]
    return held.reduce((sum, span) => sum + (span?.pairs.byteLength ?? 0), this.soon.bytes)
  }

  push(time: number, item: number): void {
    if (time >= this.end) return
    const at = Math.floor((time - this.start) / this.width)
    if (at <= this.present) {
      this.soon.push(time, item)
      return
    }
    let span = this.spans[at]
    if (span === undefined) {
      span = this.spare.pop() ?? emptySpan()
      this.spans[at] = span
    }
    append(span, time - this.start - at * this.width, item)
    this.later += 1
  }

  /** Puts the next span that has events into order, where nothing is left of the present one. */
  private turn(): void {
    while (this.later > 0 && this.taken === this.running.size && this.soon.size === 0) {
      this.present += 1
      const span = this.spans[this.present]
      if (span === undefined) continue
      this.spans[this.present] = undefined
      this.running.size = 0
      this.spare.push(this.running)
      this.running = span
      this.taken = 0
      this.seenUntil = 0
      this.later -= span.size
      new BigUint64Array(span.pairs.buffer, 0, span.size).sort()
    }
  }

  /** The instant of the first event that was in the present span when it began. */
  private get first(): number {
    const { running, taken } = this
    if (taken === running.size) return never
    return this.start + this.present * this.width + (running.pairs[taken * 2 + offsetWord] ?? 0)
  }

  /** The instant of the first event; never where there is none. */
  get time(): number {
    this.turn()
    return Math.min(this.first, this.soon.time)
  }

  private lookAhead(): void {
    const { running, taken, seen } = this
    const count = Math.min(running.size - taken, seenAtOnce)
    for (let k = 0; k < count; k++) seen[k] = running.pairs[(taken + k) * 2 + itemWord] ?? 0
    this.seenUntil = taken + count
    this.foresee(seen, count)
  }

  /** Takes the first event out and gives what it is. There must be one. */
  pop(): number {
    this.turn()
    const { soon, running, taken, first } = this
    const item = running.pairs[taken * 2 + itemWord] ?? 0
    if (soon.time < first || (soon.time === first && soon.item < item)) return soon.pop()
    if (taken === this.seenUntil) this.lookAhead()
    this.taken += 1
    return item
  }
}
