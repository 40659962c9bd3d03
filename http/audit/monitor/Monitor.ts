/** The rounds of a monitor: each round reads on in the log, and compares as much of the court's answers as its bound allows. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Check, courtTime } from "../replay/Check.ts"
import { type Following, faultsOf, follow } from "./Following.ts"
import { type Log, readOn } from "./LogReader.ts"
import { type Known, knownOf, turn } from "./Turn.ts"

/** How often a difference is looked at, and how long after each other: by then the log has what was served. */
const patience = { attempts: 4, pauseMs: 1_500 }

interface Synced {
  readonly following: Following
  readonly faults: ReadonlyArray<string>
}

/** Goes on with the log, if it is still the log that was read before. */
const sync = async (before: Following, log: Log): Promise<Synced> => {
  const faults: Array<string> = []
  let following = before
  for await (const { items, range } of readOn(log, before.range)) {
    following = follow(following, items, range)
    faults.push(...faultsOf(following))
  }
  return { following, faults }
}

/** A monitor at work: the log that it follows, what it knows, and what it goes through. */
export class Monitor {
  readonly log: Log
  following: Following
  readonly #again: typeof patience
  #known: Known
  #turn: Generator<Check<Known>>
  /** The faults that were found since they were last taken. */
  #found: Array<string> = []

  /** `again`: how often a difference is looked at, and how long after each other. Tests of a court at rest look once. */
  constructor(log: Log, following: Following, again = patience) {
    this.log = log
    this.#again = again
    this.following = following
    this.#known = knownOf(following)
    this.#turn = turn(() => this.#known)
  }

  async sync(): Promise<void> {
    const { following, faults } = await sync(this.following, this.log)
    this.#found.push(...faults)
    if (following === this.following) return
    this.following = following
    this.#known = knownOf(following)
  }

  /**
   * Makes the next comparisons, `most` of them or as many as a turn has left. Gives how many it made. Something that differs is read
   * again after the log has gone on, since a court goes on while it is read, and counts if it differs each time.
   */
  async compare(most: number): Promise<number> {
    const base = this.log.base
    const court = { base, now: await courtTime(base, this.following.registers) }
    for (let made = 0; made < most; made++) {
      const next = this.#turn.next()
      if (next.done === true) {
        this.#turn = turn(() => this.#known)
        return made
      }
      let lines = await next.value.lines(this.#known, court)
      for (let n = 1; n < this.#again.attempts && lines.length > 0; n++) {
        await sleep(this.#again.pauseMs)
        await this.sync()
        court.now = await courtTime(base, this.following.registers)
        lines = await next.value.lines(this.#known, court)
      }
      this.#found.push(...lines)
    }
    return most
  }

  /** The faults that were found since the last call, each once. */
  take(): ReadonlyArray<string> {
    const found = [...new Set(this.#found)]
    this.#found = []
    return found
  }
}
