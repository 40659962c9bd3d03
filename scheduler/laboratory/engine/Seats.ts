/**
 * Who holds each place of the market, if agents enter, leave or take new names. There are as many places as the scenario has agents. An
 * operator has one agent in its place at a time; an agent that it gave up keeps its number and its entries, and deals no more.
 */
import type { Agents } from "./Agents.ts"

/** Stands for an agent that there isn't. */
export const nobody = -1

const grow = (column: Uint32Array, length: number): Uint32Array => {
  if (length <= column.length) return column
  const larger = new Uint32Array(Math.max(length, column.length * 2))
  larger.set(column)
  return larger
}

export class Seats {
  readonly count: number
  occupied = 0
  private readonly holders: Int32Array
  /** By agent: its place, and the first agent of its operator, which stands for the operator. */
  private places: Uint32Array
  private operators: Uint32Array
  /** By the first agent of an operator: how many agents it has enrolled. */
  private enrolled: Uint32Array
  /** By agent: 1 once its operator has decided whether to give it up. */
  private decided: Uint32Array
  /** By agent of the beginning: 1 once it has entered. Every later agent has entered. */
  private readonly entered: Uint8Array

  constructor(count: number) {
    this.count = count
    this.holders = new Int32Array(count).fill(nobody)
    this.places = Uint32Array.from({ length: count }, (_, i) => i)
    this.operators = this.places.slice()
    this.enrolled = new Uint32Array(count).fill(1)
    this.decided = new Uint32Array(count)
    this.entered = new Uint8Array(count)
  }

  get bytes(): number {
    return this.holders.byteLength + this.entered.byteLength + 4 * this.places.byteLength
  }

  /** The agent in a place; -1 if nobody is. */
  holderOf(place: number): number {
    return this.holders[place] ?? nobody
  }
  placeOf(agent: number): number {
    return this.places[agent] ?? 0
  }
  operatorOf(agent: number): number {
    return this.operators[agent] ?? agent
  }
  /** Whether an agent is in the Register, or was given up there. */
  hasEntered(agent: number): boolean {
    return this.entered[agent] !== 0
  }
  /** Whether an agent deals: it has entered, and its operator neither gave it up nor left. */
  deals(agent: number): boolean {
    return this.holderOf(this.placeOf(agent)) === agent
  }
  countEnrolledWith(agent: number): number {
    return this.enrolled[this.operatorOf(agent)] ?? 0
  }

  sit(agent: number): void {
    const place = this.placeOf(agent)
    if (this.holderOf(place) === nobody) this.occupied += 1
    this.holders[place] = agent
    // The list ends with the agents of the beginning; it takes no others.
    this.entered[agent] = 1
  }
  leave(agent: number): void {
    this.holders[this.placeOf(agent)] = nobody
    this.occupied -= 1
  }
  /** Notes a new agent in the place of another: of the same operator, or of a newcomer. */
  follow(agent: number, before: number, newcomer: boolean): void {
    this.places = grow(this.places, agent + 1)
    this.operators = grow(this.operators, agent + 1)
    this.enrolled = grow(this.enrolled, agent + 1)
    this.decided = grow(this.decided, agent + 1)
    const operator = newcomer ? agent : this.operatorOf(before)
    this.places[agent] = this.placeOf(before)
    this.operators[agent] = operator
    this.enrolled[operator] = (this.enrolled[operator] ?? 0) + 1
  }
  /** Gives true the first time that it is asked of an agent, until `reconsider`. */
  decide(agent: number): boolean {
    const first = this.decided[agent] === 0
    this.decided[agent] = 1
    return first
  }
  reconsider(agent: number): void {
    this.decided[agent] = 0
  }

  /** The share of the agents that deal whose label is `in default`; NaN if nobody deals. */
  shareInDefault(agents: Agents): number {
    let found = 0
    for (const holder of this.holders)
      if (holder !== nobody && agents.labelOf(holder) === "in default") found += 1
    return this.occupied === 0 ? Number.NaN : found / this.occupied
  }
}
