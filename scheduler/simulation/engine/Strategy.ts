/** What parties bound do with orders against them: small strategies, asked at each turn of an entry for the next act and its time. */
import type { EntryStatus } from "../../../core/compliance/Entry.ts"
import type { Label } from "../../../core/compliance/Standing.ts"
import type { Terms } from "../../../core/Schedule.ts"
import { hours, type Instant } from "../../../core/Time.ts"
import type { Distribution } from "./Distribution.ts"
import type { Behaviour, Performing } from "./Scenario.ts"

/**
 * Why a strategy is asked: the entry opened; notice of non-compliance was served; it became unsatisfied; the judgment stands after
 * an appeal; the Registrar found against the party bound or left the entry pending; a rule refused what it did last.
 */
export const whys = ["opened", "notified", "unsatisfied", "stands", "found", "refused"] as const
export type Why = (typeof whys)[number]

/** What a party bound sees of an entry at a turn. */
export interface Turn {
  readonly why: Why
  readonly entry: number
  readonly now: Instant
  readonly kind: "pay" | "perform" | "refrain"
  readonly status: EntryStatus
  readonly deliveredAt: Instant
  /** When the time fixed passes. */
  readonly dueAt: Instant
  /** When the window that runs closes; infinite where none does. */
  readonly closesAt: Instant
  /** 0 for an order to perform or refrain. */
  readonly amountCents: number
  readonly stakeCents: number
  readonly reputation: number
  readonly label: Label
  /** Whether the judge erred in making the order. */
  readonly wrong: boolean
  /** Whether it has performed in full. */
  readonly done: boolean
  /** How often the entry was disputed. */
  readonly disputes: number
  /** The figures in force when the matter was filed. */
  readonly terms: Terms
  /** Those of the scenario, for a strategy given in TypeScript. */
  readonly parameters: { readonly [name: string]: number }
  /** A quantity of this matter at this kind of turn, the k-th (0 to 7): asked again, it is the same. */
  readonly draw: (distribution: Distribution, k: number) => number
  /** A quantity of the party bound, the k-th (0 to 7): the same at every turn of every order against it. */
  readonly trait: (distribution: Distribution, k: number) => number
}

/**
 * `honour` performs in full and attests; `perform` performs without a word; `attest` says so, whether or not it is true; `part` pays
 * `part` of the sum and attests the whole. `at` in the past means now.
 */
export interface Plan {
  readonly act: "honour" | "perform" | "attest" | "part" | "dispute" | "appeal"
  readonly at: Instant
  /** From 0 to 1; 1 where absent. */
  readonly part?: number
}
export const plannedActs = ["honour", "perform", "attest", "part", "dispute", "appeal"] as const

/** The next act of the party bound, in place of what it planned before; null for none; `keep` leaves what it planned. */
export type Strategy = (turn: Turn) => Plan | null | "keep"
export type Strategies = { readonly [name: string]: Strategy }

const after = (turn: Turn, act: Plan["act"], delay: Distribution, part = 1): Plan => {
  const from = turn.why === "opened" ? turn.deliveredAt : turn.now
  return { act, at: from + hours(turn.draw(delay, 0)), part }
}

const attestable = ({ status }: Turn): boolean => status === "open" || status === "notified"

/** Who has performed says so where it is not on record: attests while it may, then disputes, twice at most. */
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

/** Attests once, and leaves it at that. */
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

/** Asks a behaviour at a turn. `given` are the strategies in TypeScript, by name. */
export const ask = (behaviour: Behaviour, turn: Turn, given: Strategies): Plan | null | "keep" => {
  if (behaviour.strategy !== "contests" && behaviour.strategy !== "appeals")
    return performs(behaviour, turn, given)
  if (turn.why === "opened")
    return after(turn, behaviour.strategy === "contests" ? "dispute" : "appeal", behaviour.afterHours)
  const plan = performs(behaviour.afterwards, turn, given)
  // What it meant to do first is still to come.
  return turn.why === "notified" && plan === null ? "keep" : plan
}

/** The names of the strategies in TypeScript that behaviours ask for. */
export const customNames = (behaviours: ReadonlyArray<Behaviour>): ReadonlyArray<string> =>
  behaviours.flatMap((behaviour) => {
    const performing = "afterwards" in behaviour ? behaviour.afterwards : behaviour
    return performing.strategy === "custom" ? [performing.name] : []
  })
