/** The waiting of claims: for a place on a list (PD1 §5), and for a judge. */
import { hours, type Instant } from "../../../core/kernel/Time.ts"
import { draw } from "./Distribution.ts"
import type { Scenario } from "./Scenario.ts"
import { never } from "./State.ts"
import { Purpose, uniform } from "./Threefry.ts"

const key = 0x6c697374

export class Queue {
  readonly lists: boolean
  readonly judges: boolean
  private readonly scenario: Scenario
  private readonly seed: number
  /** The number of the current list, its places that are taken, when it opened or opens, and when the last place was taken. */
  private list = 0
  private placed = 0
  private opensAt: Instant = -never
  private takenAt: Instant = -never
  private readonly freeAt: Float64Array

  constructor(scenario: Scenario, seed: number) {
    this.scenario = scenario
    this.seed = seed
    this.lists = scenario.list !== undefined
    this.judges = scenario.judge.judges !== undefined
    this.freeAt = new Float64Array(scenario.judge.judges?.count ?? 0).fill(-never)
  }

  /** Gives a claim that is filed now the next place, and when its list serves it. Claims are served in the order of filing. */
  takePlace(now: Instant, capacity: number): Instant {
    const { list } = this.scenario
    if (list === undefined) return now
    if (this.placed >= capacity) {
      this.list += 1
      const waits = Math.round(
        hours(draw(list.opensHours, uniform(this.seed, key, this.list, Purpose.opens))),
      )
      this.opensAt = Math.max(this.takenAt, this.opensAt) + waits
      this.placed = 0
    }
    this.placed += 1
    this.takenAt = now
    return Math.max(now, this.opensAt)
  }

  /** Gives a claim to the judge who is free first, and when it is decided: `work` is the judge's time for it. */
  takeJudge(now: Instant, work: number): Instant {
    const { freeAt } = this
    let first = 0
    for (let i = 1; i < freeAt.length; i++) if ((freeAt[i] ?? 0) < (freeAt[first] ?? 0)) first = i
    const { hoursPerDay = 24 } = this.scenario.judge.judges ?? {}
    const decided = Math.max(now, freeAt[first] ?? now) + Math.round((work * 24) / hoursPerDay)
    freeAt[first] = decided
    return decided
  }
}
