/**
 * Guards runs with strategies of one's own. A worker notes in shared memory what it asks, and the main thread ends a worker whose strategy
 * gives no answer.
 */
import type { OnAsk } from "./engine/Mind.ts"
import { choices } from "./engine/Strategy.ts"

/** The words of the shared memory: how many questions were put; whether one is open, whose, at which choice, and of which agent. */
const word = { count: 0, open: 1, of: 2, choice: 3, agent: 4 } as const
export const newAsking = (): Int32Array => new Int32Array(new SharedArrayBuffer(4 * Object.keys(word).length))

/** Notes each question. `introduce` tells the main thread of each asker once, since shared memory has no names. */
export const notesOf = (asking: Int32Array, introduce: (of: string) => void): OnAsk => {
  const known = new Map<string, number>()
  return (choice, of, agent) => {
    if (agent === null) {
      asking[word.open] = 0
      return
    }
    let number = known.get(of)
    if (number === undefined) {
      number = known.size
      known.set(of, number)
      introduce(of)
    }
    asking[word.of] = number
    asking[word.choice] = choices.indexOf(choice)
    asking[word.agent] = agent
    asking[word.count] = ((asking[word.count] ?? 0) + 1) | 0
    asking[word.open] = 1
  }
}

export class Watch {
  readonly asking = newAsking()
  readonly askers: Array<string> = []
  private seen = -1
  private since = 0

  /** The question that has had no answer for so many milliseconds, in words; null if no question has waited so long. */
  findOverdue(now: number, mostMs: number): string | null {
    const count = this.asking[word.count] ?? 0
    if (this.asking[word.open] !== 1 || count !== this.seen) {
      this.seen = count
      this.since = now
      return null
    }
    if (now - this.since < mostMs) return null
    const agent = this.asking[word.agent] ?? -1
    const who = this.askers[this.asking[word.of] ?? -1] ?? "a strategy"
    const choice = choices[this.asking[word.choice] ?? -1] ?? "a choice"
    return `${who}${agent < 0 ? "" : ` (agent ${agent})`} gave no answer to ${choice} within ${mostMs / 1000} s`
  }
}

const refuses = (what: string) => () => {
  throw new Error(
    `${what} differs from run to run; a strategy draws from random() and reads now of what it is given`,
  )
}

/** Does something while chance and the clock are out of reach, so that no strategy makes a run that can't be repeated. */
export const withoutChance = <A>(act: () => A): A => {
  const { random } = Math
  const { now } = Date
  Math.random = refuses("Math.random")
  Date.now = refuses("Date.now")
  try {
    return act()
  } finally {
    Math.random = random
    Date.now = now
  }
}
