/**
 * A trader that learns by trial whether breaking its dealings pays: a bandit of two arms. It begins with either arm, and then mostly takes
 * the one with the better mean.
 *
 *   agent-court simulate scheduler/laboratory/examples/bandit.yaml --strategies scheduler/laboratory/examples/bandit.ts
 */
import type { Strategies } from "../engine/Strategy.ts"

/** The places of an agent's memory: how often it took each arm, and what each has brought. */
const kept = { times: 0, gain: 1 }
const broken = { times: 2, gain: 3 }

const mean = (memory: Float64Array, arm: typeof kept): number =>
  memory[arm.times] === 0 ? Number.POSITIVE_INFINITY : (memory[arm.gain] ?? 0) / (memory[arm.times] ?? 1)
const add = (memory: Float64Array, place: number, amount: number): void => {
  memory[place] = (memory[place] ?? 0) + amount
}

export const strategies: Strategies = {
  bandit: {
    /** It tries the other arm in a share of its dealings. */
    break: ({ role, memory, random, parameters: { explores = 0.1 } }) => {
      if (role === "initiator") return false
      if (random() < explores) return random() < 0.5
      return mean(memory, broken) > mean(memory, kept)
    },
    /** Who keeps a dealing gains a part of its value; who breaks it gains the whole. An order takes from the arm that led to it. */
    learn: ({ what, role, broke, cents, memory, parameters: { margin = 0.3 } }) => {
      if (what === "dealt" && role === "partner") {
        const arm = broke ? broken : kept
        add(memory, arm.times, 1)
        add(memory, arm.gain, broke ? cents : margin * cents)
      }
      if (what === "paid" && role === "respondent") add(memory, broken.gain, cents)
    },
  },
}
