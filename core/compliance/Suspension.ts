/** What an appeal does to the time fixed, and what its end does (PD11 §7). */
import type { Terms } from "../Schedule.ts"
import { hours, type Instant } from "../Time.ts"
import { never, type State } from "./State.ts"
import type { ActName } from "./Transitions.ts"

/** Since when an entry is suspended, after an act. */
export const suspendedAfter = (state: State, act: ActName, now: Instant): Instant => {
  if (act === "suspend") return now
  return act === "resume" || act === "supersede" ? never : state.suspendedSince
}

/** From an appeal on, the time fixed stands still, unless it has passed. */
export const tolledAfter = (state: State, act: ActName, now: Instant): Instant => {
  if (act === "suspend") return now < state.dueAt ? never : state.tolledUntil
  return act === "resume" && state.tolledUntil === never ? now : state.tolledUntil
}

/** Where the judgment stands, the time fixed runs afresh, unless it had passed or performance was attested. */
export const dueAfter = (state: State, act: ActName, now: Instant, terms: Terms): Instant => {
  const afresh =
    act === "resume" && !state.attested && state.status !== "satisfied" && state.tolledUntil === never
  return afresh ? now + hours(terms.resumedHours) : state.dueAt
}
