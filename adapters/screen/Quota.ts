/** The limits of an agent's papers (at a time, and refused in an hour), and the order in which papers are read. Each process keeps its own. */

import type { Terms } from "../../core/kernel/Schedule.ts"
import { hours } from "../../core/kernel/Time.ts"
import { Screen } from "../../core/matters/index.ts"

/** The most agents that are remembered. The agent whose last refusal is the oldest is forgotten first. */
const agentsMax = 10_000

export class Quota {
  readonly #underWay = new Map<string, number>()
  /** The instants of an agent's refused papers within the last hour, oldest first. */
  readonly #refusedAt = new Map<string, ReadonlyArray<number>>()

  #lately(agentId: string, nowMs: number): ReadonlyArray<number> {
    return (this.#refusedAt.get(agentId) ?? []).filter((at) => at > nowMs - hours(1))
  }

  /** Takes a place for a paper, which `leave` gives back. Gives the reason if no place is free, else null. */
  enter(agentId: string, terms: Terms, nowMs: number): Screen.Unread | null {
    const refused = this.#lately(agentId, nowMs)
    const freeAt = refused.at(-terms.refusedPapersPerHour)
    if (freeAt !== undefined) {
      const waitSeconds = Math.ceil((freeAt + hours(1) - nowMs) / 1000)
      return new Screen.Unread({ reason: "refused", waitSeconds })
    }
    const underWay = this.#underWay.get(agentId) ?? 0
    // Every paper under way may be refused too, and all refusals together must keep within the figure.
    const free = Math.min(terms.screenedAtOnceMax, terms.refusedPapersPerHour - refused.length) - underWay
    if (free <= 0) return new Screen.Unread({ reason: "under_way", waitSeconds: 1 })
    this.#underWay.set(agentId, underWay + 1)
    return null
  }

  /** Gives a place back, and counts the paper if it was refused. */
  leave(agentId: string, refused: boolean, nowMs: number): void {
    const left = (this.#underWay.get(agentId) ?? 1) - 1
    if (left === 0) this.#underWay.delete(agentId)
    else this.#underWay.set(agentId, left)
    if (!refused) return
    const lately = [...this.#lately(agentId, nowMs), nowMs]
    this.#refusedAt.delete(agentId)
    this.#refusedAt.set(agentId, lately)
    const oldest = this.#refusedAt.keys().next()
    if (this.#refusedAt.size > agentsMax && oldest.done !== true) this.#refusedAt.delete(oldest.value)
  }
}

/** Work that waits for its turn. Its promise resolves when it is done, and never rejects. */
type Work = () => Promise<void>

/** Runs one piece of work at a time, and takes agents in turn, however many papers one of them has waiting. */
export class Turns {
  /** The waiting work by agent. An agent that has had its turn moves to the end. */
  readonly #waiting = new Map<string, Array<Work>>()
  #busy = false
  #last: string | null = null

  /** Queues work. The function that it gives withdraws the work; it gives true if the work had not begun. */
  add(agent: string, work: Work): () => boolean {
    this.#waiting.set(agent, [...(this.#waiting.get(agent) ?? []), work])
    if (!this.#busy) void this.#run()
    return () => {
      const own = this.#waiting.get(agent) ?? []
      const rest = own.filter((one) => one !== work)
      if (rest.length === own.length) return false
      if (rest.length === 0) this.#waiting.delete(agent)
      else this.#waiting.set(agent, rest)
      return true
    }
  }

  async #run(): Promise<void> {
    this.#busy = true
    for (let work = this.#next(); work !== null; work = this.#next()) await work()
    this.#busy = false
  }

  #next(): Work | null {
    const agents = [...this.#waiting.keys()]
    const agent = agents.find((one) => one !== this.#last) ?? agents[0]
    if (agent === undefined) return null
    const [first, ...rest] = this.#waiting.get(agent) ?? []
    this.#last = agent
    this.#waiting.delete(agent)
    if (rest.length > 0) this.#waiting.set(agent, rest)
    return first ?? null
  }
}
