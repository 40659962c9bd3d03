/**
 * What is still to happen, the earliest first. An event is an instant and one whole number (up to 2³² − 1) that says what; of two at
 * one instant, the smaller number comes first, so that the order never depends on the order in which they were put in.
 */

/** A heap of four children a node on typed arrays, which grow by half. */
export class Heap {
  size = 0
  private times: Float64Array
  private items: Uint32Array

  constructor(capacity = 1024) {
    this.times = new Float64Array(capacity)
    this.items = new Uint32Array(capacity)
  }

  /** Bytes held for events, used or not. */
  get bytes(): number {
    return this.times.byteLength + this.items.byteLength
  }

  private grow(): void {
    const capacity = Math.ceil(this.times.length * 1.5)
    const times = new Float64Array(capacity)
    times.set(this.times)
    this.times = times
    const items = new Uint32Array(capacity)
    items.set(this.items)
    this.items = items
  }

  push(time: number, item: number): void {
    if (this.size === this.times.length) this.grow()
    const { times, items } = this
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 2
      const theirs = times[parent] ?? 0
      if (theirs < time || (theirs === time && (items[parent] ?? 0) <= item)) break
      times[at] = theirs
      items[at] = items[parent] ?? 0
      at = parent
    }
    times[at] = time
    items[at] = item
  }

  /** The instant of the first event; never where there is none. */
  get time(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : (this.times[0] ?? 0)
  }

  /** Takes the first event out and gives what it is. There must be one. */
  pop(): number {
    const { times, items } = this
    const first = items[0] ?? 0
    const last = --this.size
    const time = times[last] ?? 0
    const item = items[last] ?? 0
    let at = 0
    for (;;) {
      const begin = at * 4 + 1
      if (begin >= last) break
      const end = begin + 4 < last ? begin + 4 : last
      let least = begin
      let leastTime = times[begin] ?? 0
      for (let child = begin + 1; child < end; child++) {
        const theirs = times[child] ?? 0
        if (theirs < leastTime || (theirs === leastTime && (items[child] ?? 0) < (items[least] ?? 0))) {
          least = child
          leastTime = theirs
        }
      }
      if (time < leastTime || (time === leastTime && item <= (items[least] ?? 0))) break
      times[at] = leastTime
      items[at] = items[least] ?? 0
      at = least
    }
    times[at] = time
    items[at] = item
    return first
  }
}

/** Events of one span of time, in the order in which they were put in. */
interface Span {
  times: Float64Array
  items: Uint32Array
  size: number
}

const spanCount = 4096

/**
 * A calendar over a heap: the time from start to end is cut into spans, events of later spans lie as they came, and only those of
 * the present one are in order, in a heap that stays in the processor's cache whatever is pending. With millions pending this is
 * several times quicker than one heap of all. What lies at or after the end is dropped: it never happens.
 */
export class Events {
  private readonly now = new Heap()
  private readonly spans: Array<Span | undefined> = []
  private readonly spare: Array<Span> = []
  private present = 0
  private later = 0
  private readonly start: number
  private readonly end: number
  private readonly width: number

  constructor(start: number, end: number) {
    this.start = start
    this.end = end
    this.width = Math.max(1, Math.ceil((end - start) / spanCount))
  }

  get size(): number {
    return this.now.size + this.later
  }

  /** Bytes held for events, used or not. */
  get bytes(): number {
    const held = [...this.spans, ...this.spare].reduce(
      (sum, span) => sum + (span === undefined ? 0 : span.times.byteLength + span.items.byteLength),
      0,
    )
    return held + this.now.bytes
  }

  push(time: number, item: number): void {
    if (time >= this.end) return
    const at = Math.floor((time - this.start) / this.width)
    if (at <= this.present) {
      this.now.push(time, item)
      return
    }
    let span = this.spans[at]
    if (span === undefined) {
      span = this.spare.pop() ?? { times: new Float64Array(8), items: new Uint32Array(8), size: 0 }
      this.spans[at] = span
    }
    if (span.size === span.times.length) {
      const times = new Float64Array(span.size * 2)
      times.set(span.times)
      const items = new Uint32Array(span.size * 2)
      items.set(span.items)
      span.times = times
      span.items = items
    }
    span.times[span.size] = time
    span.items[span.size] = item
    span.size += 1
    this.later += 1
  }

  /** Puts the next span that has events into order. */
  private turn(): void {
    while (this.later > 0 && this.now.size === 0) {
      this.present += 1
      const span = this.spans[this.present]
      if (span === undefined) continue
      for (let i = 0; i < span.size; i++) this.now.push(span.times[i] ?? 0, span.items[i] ?? 0)
      this.later -= span.size
      span.size = 0
      this.spans[this.present] = undefined
      this.spare.push(span)
    }
  }

  /** The instant of the first event; never where there is none. */
  get time(): number {
    if (this.now.size === 0) this.turn()
    return this.now.time
  }

  /** Takes the first event out and gives what it is. There must be one. */
  pop(): number {
    if (this.now.size === 0) this.turn()
    return this.now.pop()
  }
}
