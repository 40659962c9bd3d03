/** The agents of a run, as columns: the population, stake, reputation, label and claims of each. */
import { Standing } from "../../../core/agents/index.ts"
import { Reputation } from "../../../core/compliance/index.ts"
import { type Distribution, draw } from "./Distribution.ts"
import { codeOf } from "./Rows.ts"
import type { Scenario } from "./Scenario.ts"
import { deriveKey, uniform } from "./Threefry.ts"

const statuses = Standing.EntryStatus.literals
export const labels = Reputation.Label.literals
const labelCodes = new Map<Reputation.Label, number>(labels.map((label, i) => [label, i]))

/**
 * The label of an agent by the set of statuses that it has entries of, one bit for each status. PD11 §9 is applied once to each of the
 * 256 sets, since a label depends on which statuses there are and not on how many entries have them.
 */
const labelsOfHeld = Uint8Array.from({ length: 2 ** statuses.length }, (_, held) => {
  const counts = { ...Standing.make("", "").counts }
  statuses.forEach((status, code) => {
    counts[status] = (held >> code) & 1
  })
  return labelCodes.get(Reputation.labelOfCounts(counts)) ?? 0
})

const noRecord = labelCodes.get("no record") ?? 0

/** The counter of draws that an agent makes only once; no arrival has this number. `Purpose` has the draws for each arrival. */
const once = 0xffffffff
const stakePurpose = 0
const traitPurpose = 1

/**
 * Gives each agent the population that is furthest below its share among the agents before. So the shares hold for every number of
 * agents, and another agent does not change the populations of the others.
 */
const apportion = (shares: ReadonlyArray<number>, count: number): Uint8Array => {
  const places = new Uint8Array(count)
  const held = shares.map(() => 0)
  for (let i = 0; i < count; i++) {
    let furthest = 0
    let most = Number.NEGATIVE_INFINITY
    for (let p = 0; p < shares.length; p++) {
      const missing = (shares[p] ?? 0) * (i + 1) - (held[p] ?? 0)
      if (missing > most + 1e-9) {
        most = missing
        furthest = p
      }
    }
    places[i] = furthest
    held[furthest] = (held[furthest] ?? 0) + 1
  }
  return places
}

/**
 * The words of an agent's record: sixteen 32-bit words, so that an event finds everything about an agent in 64 consecutive bytes. They
 * include the agent's random key, which never changes.
 */
const word = {
  key0: 0,
  key1: 1,
  arrived: 2,
  /** How many claims it has filed, and how many of them are open. */
  claims: 3,
  open: 4,
  reputation: 5,
  label: 6,
  /** The statuses that it has entries of, one bit each; then the number of entries of each status. */
  held: 7,
  counts: 8,
} as const
const wordBits = 4

export const stakeOf = (stake: Distribution, luck: number): number => Math.floor(draw(stake, luck))
const words = 2 ** wordBits

export class Agents {
  /** How many agents there are, including the agents that were given up. */
  count: number
  population: Uint8Array
  stakeCents: Float64Array
  readonly labelled: Float64Array
  reputationSum = 0
  /** How many agents are in the Register: the agents that are there from the start, and the agents that have entered. */
  enrolled: number
  private records: Int32Array

  constructor(scenario: Scenario, seed: number) {
    const { agents: count, populations } = scenario
    this.count = count
    this.enrolled = count
    this.population = apportion(
      populations.map(({ share }) => share),
      count,
    )
    this.stakeCents = new Float64Array(count)
    this.labelled = new Float64Array(labels.length)
    this.labelled[noRecord] = count
    this.records = new Int32Array(words * count)
    const key = new Uint32Array(2)
    for (let i = 0; i < count; i++) {
      deriveKey(key, seed, 0x61636f75, i, 0)
      this.set(i, word.key0, key[0] ?? 0)
      this.set(i, word.key1, key[1] ?? 0)
      this.set(i, word.label, noRecord)
      const stake = populations[this.population[i] ?? 0]?.stakeCents ?? 0
      this.stakeCents[i] = stakeOf(stake, uniform(this.key0(i), this.key1(i), once, stakePurpose))
    }
  }

  add(population: number, key: Uint32Array, stakeCents: (luck: number) => number): number {
    const i = this.count
    if (i >= this.population.length) this.grow()
    this.count += 1
    this.population[i] = population
    this.set(i, word.key0, key[0] ?? 0)
    this.set(i, word.key1, key[1] ?? 0)
    this.set(i, word.label, noRecord)
    this.stakeCents[i] = stakeCents(uniform(this.key0(i), this.key1(i), once, stakePurpose))
    this.enters()
    return i
  }

  awaits(): void {
    this.enrolled -= 1
    this.labelled[noRecord] = (this.labelled[noRecord] ?? 0) - 1
  }
  enters(): void {
    this.enrolled += 1
    this.labelled[noRecord] = (this.labelled[noRecord] ?? 0) + 1
  }

  private grow(): void {
    const { population, stakeCents, records } = this
    this.population = new Uint8Array(population.length * 2)
    this.population.set(population)
    this.stakeCents = new Float64Array(stakeCents.length * 2)
    this.stakeCents.set(stakeCents)
    this.records = new Int32Array(records.length * 2)
    this.records.set(records)
  }

  get bytes(): number {
    return this.population.byteLength + this.stakeCents.byteLength + this.records.byteLength
  }

  private get(i: number, what: number): number {
    return this.records[(i << wordBits) + what] ?? 0
  }
  private set(i: number, what: number, value: number): void {
    this.records[(i << wordBits) + what] = value
  }

  /** Reads from each cache line of an agent's data, to load it into the cache. The result has no meaning. */
  touch(i: number): number {
    return this.get(i, 0) ^ this.get(i, words - 1) ^ (this.stakeCents[i] ?? 0)
  }

  key0(i: number): number {
    return this.get(i, word.key0)
  }
  key1(i: number): number {
    return this.get(i, word.key1)
  }
  /** The k-th trait of an agent: a number in [0, 1) that never changes. */
  trait(i: number, k: number): number {
    return uniform(this.key0(i), this.key1(i), once, traitPurpose + k)
  }
  reputationOf(i: number): number {
    return this.get(i, word.reputation)
  }
  labelCodeOf(i: number): number {
    return this.get(i, word.label)
  }
  labelOf(i: number): Reputation.Label {
    return labels[this.labelCodeOf(i)] ?? "no record"
  }

  /** Counts a dealing that the agent begins, and gives its number from 0. */
  arrive(i: number): number {
    const k = this.get(i, word.arrived)
    this.set(i, word.arrived, k + 1)
    return k
  }

  /** The counts that the limits of a claimant are checked against (PD1 §2). */
  filer(i: number): { readonly agentId: string; readonly open: number; readonly total: number } {
    return { agentId: "", open: this.get(i, word.open), total: this.get(i, word.claims) }
  }
  files(i: number): void {
    this.set(i, word.open, this.get(i, word.open) + 1)
    this.set(i, word.claims, this.get(i, word.claims) + 1)
  }
  countDecided(i: number): void {
    this.set(i, word.open, this.get(i, word.open) - 1)
  }

  /** Updates an agent's counts, label and reputation after a move of an entry against it. `from` is null if the entry opened. */
  move(i: number, from: Standing.EntryStatus | null, to: Standing.EntryStatus, delta: number): void {
    if (delta !== 0) {
      this.set(i, word.reputation, this.get(i, word.reputation) + delta)
      this.reputationSum += delta
    }
    if (from === to) return
    const code = codeOf(to)
    const left = from === null ? 0 : this.shift(i, codeOf(from), -1)
    this.shift(i, code, 1)
    const held = (this.get(i, word.held) & ~left) | (1 << code)
    this.set(i, word.held, held)
    const was = this.labelCodeOf(i)
    const is = labelsOfHeld[held] ?? 0
    if (is === was) return
    this.set(i, word.label, is)
    this.labelled[was] = (this.labelled[was] ?? 0) - 1
    this.labelled[is] = (this.labelled[is] ?? 0) + 1
  }

  /** Adds to the number of entries of a status. Gives the bit of the status if no entry of it is left, else 0. */
  private shift(i: number, status: number, by: number): number {
    const count = this.get(i, word.counts + status) + by
    this.set(i, word.counts + status, count)
    return count === 0 ? 1 << status : 0
  }
}
