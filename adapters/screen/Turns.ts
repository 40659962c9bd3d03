/** Whose paper is read next: one at a time, and each agent in its turn, however many papers another has waiting. */

/** What waits for its turn. It does its work and gives back when that is over; it never rejects. */
export type Work = () => Promise<void>

export class Turns {
  /** What waits, by agent; whoever has had a turn goes to the end. */
  readonly #waiting = new Map<string, Array<Work>>()
  #busy = false
  #last: string | null = null

  /** Puts work in line. Calling what it gives back takes it out again and says whether it had not begun. */
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
