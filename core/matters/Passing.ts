/** What time does to a matter, whether or not a scheduler has run. */
import { moveFrom } from "../Moves.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import type { Matter } from "./Matter.ts"
import { acts, advance, type PassingMove } from "./Moves.ts"

/** A period that passed: at its own instant, and the matter after it. */
export interface Passing {
  readonly move: PassingMove
  readonly at: Instant
  readonly matter: Matter
}

/** A matter with every passing that is due applied, and those passings in order. */
export interface Passed {
  readonly matter: Matter
  readonly passings: ReadonlyArray<Passing>
}

/**
 * Applies every period that has passed at `now`, each at its own instant, in order. A period passes at `closesAt` itself.
 * `terms` are those in force when the matter was filed.
 */
export const passMatter = rule(
  ["Rule 4.8", "Rule 4.9"],
  (matter: Matter, now: Instant, terms: Terms): Passed => {
    const done: Array<Passing> = []
    let current = matter
    while (current.period !== null && current.period.closesAt <= now) {
      const made = moveFrom(acts.pass, current.status)
      if (made === undefined) break
      const at = current.period.closesAt
      current = advance(current, made, at, terms)
      done.push({ move: made, at, matter: current })
    }
    return { matter: current, passings: done }
  },
)
