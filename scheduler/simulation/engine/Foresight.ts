/**
 * Brings what coming events read into the processor's cache before they read it. Rows and agents lie all over memory, and an event that
 * finds none of its own in the cache waits for each in turn; here none waits for another, so that many come at once. Nothing depends on it.
 */
import type { Agents } from "./Agents.ts"
import { EventKind, kindOf, subjectOf } from "./EventKind.ts"
import type { Foresee } from "./Events.ts"
import type { Rows } from "./Rows.ts"

export class Foresight {
  /** What was read, lest a compiler leaves the reading out. */
  private read = 0
  readonly foresee: Foresee

  constructor(rows: Rows, agents: Agents) {
    this.foresee = (items, count) => {
      for (let k = 0; k < count; k++) {
        const item = items[k] ?? 0
        if (kindOf(item) >= EventKind.judgment) this.read ^= rows.touch(subjectOf(item))
        else if (kindOf(item) === EventKind.arrival) this.read ^= agents.touch(subjectOf(item))
      }
      for (let k = 0; k < count; k++) {
        const item = items[k] ?? 0
        const subject = subjectOf(item)
        if (kindOf(item) >= EventKind.judgment) this.read ^= agents.touch(rows.boundOf(subject))
        if (kindOf(item) === EventKind.judgment) this.read ^= agents.touch(rows.favouredOf(subject))
      }
    }
  }
}
