import { Either } from "effect"
import type { Refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import type { Instant } from "../Time.ts"
import type { EntryAct, Moved } from "./Act.ts"
import { transition } from "./Apply.ts"
import type { Entry, EntryStatus } from "./Entry.ts"
import { never } from "./State.ts"
import { isDue as isPast } from "./Step.ts"
import { moveFrom } from "./Transitions.ts"

type Running = Pick<Entry, "suspendedSince"> & { readonly window: { readonly closesAt: Instant } | null }

const isDue = ({ window, suspendedSince }: Running, now: Instant): boolean =>
  isPast({ closesAt: window?.closesAt ?? never, suspendedSince: suspendedSince ?? never }, now)

/** The status that an entry has at an instant, the window that may have closed included. */
export const statusAt = (entry: Running & Pick<Entry, "status">, now: Instant): EntryStatus => {
  if (!isDue(entry, now)) return entry.status
  const to = moveFrom("pass", entry.status)?.to
  return to === undefined || to === "same" || to === "found" ? entry.status : to
}

const passAct: EntryAct = { act: "pass", who: "clock" }

/** What time has done to an entry by `now`, whether or not a scheduler has run; null where nothing is due. */
export const passing = rule(
  ["PD11 §3", "PD11 §4"],
  (entry: Entry, now: Instant, terms: Terms): Moved | null =>
    // A notice window opens at the commit, so no second passing can be due in the same one.
    isDue(entry, now) ? Either.getOrNull(transition(entry, passAct, now, terms)) : null,
)

/**
 * An act as the court receives it: the passing that is due comes first, then the act is judged on what is left. All moves,
 * in order; where the act is refused, none.
 */
export const perform = rule(
  ["PD11 §3", "PD11 §4"],
  (entry: Entry, act: EntryAct, now: Instant, terms: Terms): Either.Either<ReadonlyArray<Moved>, Refusal> => {
    const passed = passing(entry, now, terms)
    const done = transition(passed?.entry ?? entry, act, now, terms)
    if (Either.isLeft(done)) return Either.left(done.left)
    return Either.right(passed === null ? [done.right] : [passed, done.right])
  },
)
