/** Strategies of parties bound by orders. A strategy is asked at each turn of an entry for its next act and the instant of it. */
import type { EntryStatus } from "../../../core/agents/index.ts"
import type { Label } from "../../../core/compliance/index.ts"
import type { Terms } from "../../../core/kernel/Schedule.ts"
import { hours, type Instant } from "../../../core/kernel/Time.ts"
import type { Behaviour, Performing } from "./Behaviour.ts"
import type { Distribution } from "./Distribution.ts"

/**
 * Why a strategy is asked, in this order: the entry opened; notice of non-compliance was served; the entry became unsatisfied; the
 * judgment was upheld on appeal; the Registrar found against the party bound or decided `pending`; a rule refused its last act.
 */
export const whys = ["opened", "notified", "unsatisfied", "stands", "found", "refused"] as const
export type Why = (typeof whys)[number]

/** What the party bound knows of an entry at a turn. */
export interface Turn {
  readonly why: Why
  readonly entry: number
  readonly now: Instant
  readonly kind: "pay" | "perform" | "refrain"
  readonly status: EntryStatus
  readonly deliveredAt: Instant
  /** When the time fixed passes. */
  readonly dueAt: Instant
  /** When the window that runs closes; infinite if none runs. */
  readonly closesAt: Instant
  /** 0 for an order to perform or refrain. */
  readonly amountCents: number
  readonly stakeCents: number
  readonly reputation: number
  readonly label: Label
  /** Whether the judge erred in making the order. */
  readonly wrong: boolean
  /** Whether the party bound has performed in full. */
  readonly done: boolean
  /** How often the entry was disputed. */
  readonly disputes: number
  /** The figures in force when the matter was filed. */
  readonly terms: Terms
  /** The parameters that the scenario gives a custom strategy. */
  readonly parameters: { readonly [name: string]: number }
  /** Draws the k-th quantity (0 to 7) of this matter for this kind of turn. The same call always gives the same quantity. */
  readonly draw: (distribution: Distribution, k: number) => number
  /** Draws the k-th quantity (0 to 7) of the party bound: the same at every turn of every order against it. */
  readonly trait: (distribution: Distribution, k: number) => number
}

/**
 * A planned act: `honour` performs in full and attests, `perform` performs without attesting, `attest` attests, whether or not it is
 * true, and `part` pays `part` of the sum and attests the whole. An instant in the past means now.
 */
export interface Plan {
  readonly act: "honour" | "perform" | "attest" | "part" | "dispute" | "appeal"
  readonly at: Instant
  /** From 0 to 1; 1 if absent. */
  readonly part?: number
}
export const plannedActs = ["honour", "perform", "attest", "part", "dispute", "appeal"] as const

/** Gives the next act of the party bound, which replaces what it planned before; null for no act; `keep` to keep the plan. */
export type Strategy = (turn: Turn) => Plan | null | "keep"
export type Strategies = { readonly [name: string]: Strategy }

const after = (turn: Turn, act: Plan["act"], delay: Distribution, part = 1): Plan => {
  const from = turn.why === "opened" ? turn.deliveredAt : turn.now
  return { act, at: from + hours(turn.draw(delay, 0)), part }
}

const attestable = ({ status }: Turn): boolean => status === "open" || status === "notified"

/** A party that has performed puts this on record: it attests while that is possible, else it disputes, at most twice. */
const asserts = (turn: Turn): Plan | null => {
  if (turn.status === "satisfied" || turn.status === "disputed") return null
  if (attestable(turn)) return { act: "attest", at: turn.now + hours(turn.draw({ uniform: [0.5, 6] }, 1)) }
  return turn.disputes < 2
    ? { act: "dispute", at: turn.now + hours(turn.draw({ uniform: [0.5, 6] }, 1)) }
    : null
}

const honours = (turn: Turn, plan: () => Plan): Plan | null | "keep" => {
  if (turn.done) return asserts(turn)
  return turn.why === "notified" || turn.why === "unsatisfied" ? "keep" : plan()
}

/** Attests once and then does nothing more. */
const attestsOnce = (turn: Turn, plan: () => Plan): Plan | null | "keep" => {
  if (turn.why === "notified") return "keep"
  return turn.why !== "unsatisfied" && turn.why !== "refused" && attestable(turn) ? plan() : null
}

const performs = (behaviour: Performing, turn: Turn, given: Strategies): Plan | null | "keep" => {
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
      return given[behaviour.name]?.(turn) ?? null
  }
}

/** Asks a behaviour for its next act. `given` are the strategies in TypeScript, by name. */
export const ask = (behaviour: Behaviour, turn: Turn, given: Strategies): Plan | null | "keep" => {
  if (behaviour.strategy !== "contests" && behaviour.strategy !== "appeals")
    return performs(behaviour, turn, given)
  if (turn.why === "opened")
    return after(turn, behaviour.strategy === "contests" ? "dispute" : "appeal", behaviour.afterHours)
  const plan = performs(behaviour.afterwards, turn, given)
  // Its first act is still to come.
  return turn.why === "notified" && plan === null ? "keep" : plan
}

/** The names of the custom strategies that behaviours use. */
export const customNames = (behaviours: ReadonlyArray<Behaviour>): ReadonlyArray<string> =>
  behaviours.flatMap((behaviour) => {
    const performing = "afterwards" in behaviour ? behaviour.afterwards : behaviour
    return performing.strategy === "custom" ? [performing.name] : []
  })
