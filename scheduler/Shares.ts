/**
 * The places of deliveries that are under way. A delivery counts for each of its addressees (a host, an operator), and an addressee has a
 * share of the places, so that a service that answers slowly takes its own share and no more.
 */
import type { Leased } from "../core/store/Store.ts"

export interface Delivery {
  readonly task: Leased
  readonly addressees: ReadonlyArray<string>
  /** When it began to wait, by the machine's clock, in milliseconds. */
  readonly since: number
}

export interface Bounds {
  readonly places: number
  readonly share: number
}

export class Shares {
  readonly #bounds: Bounds
  readonly #taken = new Map<string, number>()
  #underWay = 0
  #waiting: ReadonlyArray<Delivery> = []

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get waiting(): number {
    return this.#waiting.length
  }

  add(deliveries: ReadonlyArray<Delivery>): void {
    this.#waiting = [...this.#waiting, ...deliveries]
  }

  /** Gives a place to the delivery whose addressees have the fewest, the earliest of several; null if no delivery may begin now. */
  begin(): Delivery | null {
    if (this.#underWay >= this.#bounds.places) return null
    let least = this.#bounds.share
    let next: Delivery | null = null
    for (const delivery of this.#waiting) {
      const load = Math.max(0, ...delivery.addressees.map((name) => this.#taken.get(name) ?? 0))
      if (load < least) [least, next] = [load, delivery]
      if (least === 0) break
    }
    if (next === null) return null
    const begun = next
    this.#waiting = this.#waiting.filter((delivery) => delivery !== begun)
    this.#count(begun, 1)
    return begun
  }

  /** Gives back the place of a delivery that has ended. */
  end(delivery: Delivery): void {
    this.#count(delivery, -1)
  }

  /** Removes and gives the deliveries that have waited since this instant or longer. */
  late(since: number): ReadonlyArray<Delivery> {
    const late = this.#waiting.filter((delivery) => delivery.since <= since)
    if (late.length > 0) this.#waiting = this.#waiting.filter((delivery) => delivery.since > since)
    return late
  }

  clear(): void {
    this.#waiting = []
  }

  #count({ addressees }: Delivery, change: number): void {
    this.#underWay += change
    for (const name of addressees) {
      const taken = (this.#taken.get(name) ?? 0) + change
      if (taken === 0) this.#taken.delete(name)
      else this.#taken.set(name, taken)
    }
  }
}
