/** The agents of a run, as columns: who belongs to which population, what each stakes, and where each stands. */
import { EntryStatus, newStanding } from "../compliance/Entry.ts"
import { Label, labelOfCounts } from "../compliance/Label.ts"
import { draw } from "./Draw.ts"
import { codeOf } from "./Rows.ts"
import type { Scenario } from "./Scenario.ts"
import { deriveKey, uniform } from "./Threefry.ts"

const statuses = EntryStatus.literals
export const labels = Label.literals
const labelCodes = new Map<Label, number>(labels.map((label, i) => [label, i]))

/**
 * What an agent's record reads as, by the statuses of which it has entries, one bit each: PD11 §9 asked once for each of the 256
 * sets, since a label depends on which statuses there are and not on how many.
 */
const labelsOfHeld = Uint8Array.from({ length: 2 ** statuses.length }, (_, held) => {
  const counts = { ...newStanding("", "").counts }
  statuses.forEach((status, code) => {
    counts[status] = (held >> code) & 1
  })
  return labelCodes.get(labelOfCounts(counts)) ?? 0
})

/** What an agent's key draws once; `Purpose` has what it draws by the arrival. */
const stakePurpose = 0

/**
 * The population of each agent: the one that is furthest behind its share of those before. So the shares hold at every number of
 * agents, and one more changes nobody's.
 */
export const apportion = (shares: ReadonlyArray<number>, count: number): Uint8Array => {
  const places = new Uint8Array(count)
  const held = shares.map(() => 0)
  for (let i = 0; i < count; i++) {
    let furthest = 0
    let most = Number.NEGATIVE_INFINITY
    for (let p = 0; p < shares.length; p++) {
      const behind = (shares[p] ?? 0) * (i + 1) - (held[p] ?? 0)
      if (behind > most + 1e-9) {
        most = behind
        furthest = p
      }
    }
    places[i] = furthest
    held[furthest] = (held[furthest] ?? 0) + 1
  }
  return places
}

export class Agents {
  readonly count: number
  readonly population: Uint8Array
  readonly stakeCents: Float64Array
  readonly reputation: Int32Array
  readonly label: Uint8Array
  /** How many agents have each label. */
  readonly labelled: Float64Array
  reputationSum = 0
  private readonly keys: Uint32Array
  private readonly counts: Int32Array
  private readonly arrived: Uint32Array
  private readonly open: Uint16Array
  private readonly claims: Uint32Array
  /** Which statuses an agent has entries of, one bit a status. */
  private readonly held: Uint8Array

  constructor(scenario: Scenario, seed: number) {
    const { agents: count, populations } = scenario
    this.count = count
    this.population = apportion(
      populations.map(({ share }) => share),
      count,
    )
    this.stakeCents = new Float64Array(count)
    this.reputation = new Int32Array(count)
    this.label = new Uint8Array(count).fill(labelCodes.get("no record") ?? 0)
    this.labelled = new Float64Array(labels.length)
    this.labelled[labelCodes.get("no record") ?? 0] = count
    this.keys = new Uint32Array(2 * count)
    this.counts = new Int32Array(statuses.length * count)
    this.held = new Uint8Array(count)
    this.arrived = new Uint32Array(count)
    this.open = new Uint16Array(count)
    this.claims = new Uint32Array(count)
    for (let i = 0; i < count; i++) {
      deriveKey(this.keys, i, seed, 0x61636f75, i, 0)
      const stake = populations[this.population[i] ?? 0]?.stakeCents ?? 0
      this.stakeCents[i] = Math.floor(
        draw(stake, uniform(this.key0(i), this.key1(i), 0xffffffff, stakePurpose)),
      )
    }
  }

  /** Bytes held. */
  get bytes(): number {
    const columns = [
      this.population,
      this.stakeCents,
      this.reputation,
      this.label,
      this.keys,
      this.counts,
      this.held,
      this.arrived,
      this.open,
      this.claims,
    ]
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  key0(i: number): number {
    return this.keys[2 * i] ?? 0
  }
  key1(i: number): number {
    return this.keys[2 * i + 1] ?? 0
  }

  labelOf(i: number): Label {
    return labels[this.label[i] ?? 0] ?? "no record"
  }

  /** Counts an arrival and gives its number, from 0. */
  arrive(i: number): number {
    const k = this.arrived[i] ?? 0
    this.arrived[i] = k + 1
    return k
  }

  /** What limits a claimant (PD1 §2). */
  filer(i: number): { readonly agentId: string; readonly open: number; readonly total: number } {
    return { agentId: "", open: this.open[i] ?? 0, total: this.claims[i] ?? 0 }
  }
  files(i: number): void {
    this.open[i] = (this.open[i] ?? 0) + 1
    this.claims[i] = (this.claims[i] ?? 0) + 1
  }
  decided(i: number): void {
    this.open[i] = (this.open[i] ?? 0) - 1
  }

  /** An entry against an agent moved: its counts, its label, its reputation. `from` is null where the entry opened. */
  move(i: number, from: EntryStatus | null, to: EntryStatus, delta: number): void {
    if (delta !== 0) {
      this.reputation[i] = (this.reputation[i] ?? 0) + delta
      this.reputationSum += delta
    }
    if (from === to) return
    const left = from === null ? 0 : this.shift(i, codeOf(from), -1)
    const held = (this.held[i] ?? 0) & ~left
    this.shift(i, codeOf(to), 1)
    this.held[i] = held | (1 << codeOf(to))
    const was = this.label[i] ?? 0
    const is = labelsOfHeld[this.held[i] ?? 0] ?? 0
    if (is === was) return
    this.label[i] = is
    this.labelled[was] = (this.labelled[was] ?? 0) - 1
    this.labelled[is] = (this.labelled[is] ?? 0) + 1
  }

  /** Adds to the number of entries of a status; gives the status as a bit where none is left. */
  private shift(i: number, status: number, by: number): number {
    const at = i * statuses.length + status
    const count = (this.counts[at] ?? 0) + by
    this.counts[at] = count
    return count === 0 ? 1 << status : 0
  }
}
