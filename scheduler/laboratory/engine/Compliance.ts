/** How the shipped behaviours meet orders: at each turn of an entry they give the next act of the party bound and its instant. */
import { hours } from "../../../core/kernel/Time.ts"
import type { Behaviour, Performing } from "./Behaviour.ts"
import type { Distribution } from "./Distribution.ts"
import type { Plan, Turn } from "./Strategy.ts"

type Answer = Plan | null | "keep"
export type Custom = Extract<Performing, { readonly strategy: "custom" }>
type Consult = (behaviour: Custom, turn: Turn) => Answer

const after = (turn: Turn, act: Plan["act"], delay: Distribution, part = 1): Plan => {
  const from = turn.why === "opened" ? turn.deliveredAt : turn.now
  return { act, at: from + hours(turn.draw(delay, 0)), part }
}

const attestable = ({ status }: Turn): boolean => status === "open" || status === "notified"

/** A party that has performed puts this on record: it attests while that is possible, else it disputes, at most twice. */
export const asserts = (turn: Turn): Plan | null => {
  if (turn.status === "satisfied" || turn.status === "disputed") return null
  if (attestable(turn)) return { act: "attest", at: turn.now + hours(turn.draw({ uniform: [0.5, 6] }, 1)) }
  return turn.disputes < 2
    ? { act: "dispute", at: turn.now + hours(turn.draw({ uniform: [0.5, 6] }, 1)) }
    : null
}

const honours = (turn: Turn, plan: () => Plan): Answer => {
  if (turn.done) return asserts(turn)
  return turn.why === "notified" || turn.why === "unsatisfied" ? "keep" : plan()
}

const attestsOnce = (turn: Turn, plan: () => Plan): Answer => {
  if (turn.why === "notified") return "keep"
  return turn.why !== "unsatisfied" && turn.why !== "refused" && attestable(turn) ? plan() : null
}

const performs = (behaviour: Performing, turn: Turn, consult: Consult): Answer => {
  switch (behaviour.strategy) {
    case "honours-promptly":
      return honours(turn, () => after(turn, "honour", behaviour.afterHours))
    case "honours-late":
      return honours(turn, () => ({
        act: "honour",
        at: Math.max(turn.dueAt, turn.now) + hours(turn.draw(behaviour.lateHours, 0)),
      }))
    case "attests-falsely":
      return attestsOnce(turn, () => after(turn, "attest", behaviour.afterHours))
    case "pays-in-part":
      return attestsOnce(turn, () => after(turn, "part", behaviour.afterHours, behaviour.part))
    case "ignores":
      return null
    case "weighs": {
      const { honouredReputation, unsatisfiedReputation } = turn.terms
      const point = turn.trait(behaviour.reputationCents, 0)
      if (point * (honouredReputation - unsatisfiedReputation) <= turn.amountCents) return null
      return honours(turn, () => after(turn, "honour", behaviour.afterHours))
    }
    case "custom":
      return consult(behaviour, turn)
  }
}

export const ask = (behaviour: Behaviour, turn: Turn, consult: Consult): Answer => {
  if (behaviour.strategy !== "contests" && behaviour.strategy !== "appeals")
    return performs(behaviour, turn, consult)
  if (turn.why === "opened")
    return after(turn, behaviour.strategy === "contests" ? "dispute" : "appeal", behaviour.afterHours)
  const plan = performs(behaviour.afterwards, turn, consult)
  // Its first act is still to come.
  return turn.why === "notified" && plan === null ? "keep" : plan
}

/** The strategy of one's own that a behaviour uses, also afterwards; null if it uses no such strategy. */
export const customOf = (behaviour: Behaviour): Custom | null => {
  const performing = "afterwards" in behaviour ? behaviour.afterwards : behaviour
  return performing.strategy === "custom" ? performing : null
}
