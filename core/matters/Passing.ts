/** What time does to a matter, whether or not a scheduler has run. */
import { present } from "../Missing.ts"
import { moveFrom } from "../Moves.ts"
import { rule } from "../Rule.ts"
import { chars, days, enforced, hours } from "../rulebook/Section.ts"
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

export const discontinuanceAndLapse = enforced(
  "Rule 4.8",
  "Discontinuance and lapse",
  (t) =>
    `The claimant may discontinue before the call. A matter on which nobody calls for judgment within ${days(t.callDays)} of the close of pleadings, or of the respondent's default, lapses. A matter that was discontinued or has lapsed is at an end and decides nothing.`,
)

export const periods = enforced(
  "Rule 4.9",
  "Periods",
  (t) =>
    `Each step runs in a period of ${hours(t.stepHours)}. A period closes at its last instant: an act at that instant is late. What the passing of a period does is done when it passes, whether or not anybody has looked. The judge may extend or abridge a period that is running, to at most ${hours(t.periodHoursMax)} in all, with reasons of at most ${chars(t.periodReasonsCharsMax)}.`,
)

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
      const made = present(
        moveFrom(acts.pass, current.status),
        `the passing of a matter that is ${current.status}`,
      )
      const at = current.period.closesAt
      current = advance(current, made, at, terms)
      done.push({ move: made, at, matter: current })
    }
    return { matter: current, passings: done }
  },
)
