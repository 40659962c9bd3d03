/** What an appeal does to the time fixed, and what its end does (PD11 §7). */
import type { Terms } from "../Schedule.ts"
import { hours, type Instant } from "../Time.ts"
import type { EntryAct } from "./Act.ts"
import type { Entry } from "./Entry.ts"

/** Since when an entry is suspended, after an act. */
export const suspendedAfter = (entry: Entry, act: EntryAct, now: Instant): Instant | null => {
  if (act.act === "suspend") return now
  return act.act === "resume" || act.act === "supersede" ? null : entry.suspendedSince
}

/** From an appeal on, the time fixed stands still, unless it has passed. */
export const tolledAfter = (entry: Entry, act: EntryAct, now: Instant): Entry["tolled"] => {
  if (act.act === "suspend") {
    return now < entry.dueAt ? [...entry.tolled, { from: now, to: null }] : entry.tolled
  }
  if (act.act !== "resume") return entry.tolled
  return entry.tolled.map((span) => (span.to === null ? { from: span.from, to: now } : span))
}

/** Where the judgment stands, the time fixed runs afresh, unless it had passed or performance was attested. */
export const dueAfter = (entry: Entry, act: EntryAct, now: Instant, terms: Terms): Instant => {
  const afresh =
    act.act === "resume" &&
    entry.attestation === null &&
    entry.status !== "satisfied" &&
    entry.tolled.some(({ to }) => to === null)
  return afresh ? now + hours(terms.resumedHours) : entry.dueAt
}
