/**
 * A 4-ary heap of events on typed arrays, which grow by half. The earliest event comes out first, and of two at one instant the one with
 * the smaller item.
 */
import { never } from "./State.ts"

export class Heap {
  size = 0
  private times: Float64Array
  private items: Uint32Array

  constructor(capacity = 1024) {
    this.times = new Float64Array(capacity)
    this.items = new Uint32Array(capacity)
  }

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

  /** The instant of the first event; `never` if the heap is empty. */
  get time(): number {
    return this.size === 0 ? never : (this.times[0] ?? 0)
  }

  /** The item of the first event. The heap must not be empty. */
  get item(): number {
    return this.items[0] ?? 0
  }

  /** Takes the first event out and gives its item. The heap must not be empty. */
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
