/** The time that runs for an entry: its windows (PD11 §4), and what an appeal does to them (PD11 §7). */

import type { EntryStatus } from "../agents/index.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { enforced, hours as hoursOf, rule } from "../kernel/Section.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import type { Entry, EntryWindow } from "./Entry.ts"
import { type EntryAct, type Move, moveFrom } from "./Moves.ts"

/** The part of an entry that the rules on time need. */
type Running = Pick<Entry, "suspendedSince"> & { readonly window: { readonly closesAt: Instant } | null }

/** The instant at which time alone moves an entry: its window closes. Null if none runs, as while the entry is suspended. */
export const closingOf = ({ window, suspendedSince }: Running): Instant | null =>
  window !== null && suspendedSince === null ? window.closesAt : null

/** Whether the running window has passed. It is past at its closing instant. */
export const isDue = (entry: Running, now: Instant): boolean => {
  const closes = closingOf(entry)
  return closes !== null && now >= closes
}

/** The status of an entry at an instant: a window that has closed counts as passed. */
export const statusAt = (entry: Running & Pick<Entry, "status">, now: Instant): EntryStatus => {
  if (!isDue(entry, now)) return entry.status
  const to = moveFrom("pass", entry.status)?.to
  return to === undefined || to === "same" || to === "found" ? entry.status : to
}

export const notice = enforced(
  "PD11 §4",
  "Notice of non-compliance",
  (t) =>
    `If the time fixed passes and nothing is recorded, a notice of non-compliance is served on the party bound. That party has ${hoursOf(t.noticeHours)} from service to attest or to dispute; if it does neither, the entry is unsatisfied when they have passed.`,
)

const openWindow = (kind: EntryWindow["kind"], opensAt: Instant, hoursLong: number): EntryWindow => ({
  kind,
  opensAt,
  closesAt: opensAt + hours(hoursLong),
})

/** The window that runs after a move; `at` is the instant at which the move takes effect. */
export const windowAfter = rule(
  ["PD11 §3", "PD11 §4", "PD11 §7"],
  ({ window }: Entry, move: Move, at: Instant, terms: Terms): EntryWindow | null => {
    switch (move.window) {
      case "kept":
        return window
      case "fresh":
        return window === null ? null : openWindow(window.kind, at, terms.resumedHours)
      case "dispute":
        return openWindow("dispute", at, terms.attestationDisputeHours)
      case "notice":
        return openWindow("notice", at, terms.noticeHours)
      default:
        return null
    }
  },
)

export const appeals = enforced(
  "PD11 §7",
  "Appeals",
  (t) =>
    `A notice of appeal, or an application for leave, suspends the time fixed and every window that runs. If the judgment stands at the end of the appeal, a fresh ${hoursOf(t.resumedHours)} run for the step that was running; the time fixed does not move for an entry that is already attested. Performance during the suspension is in time.`,
)

/** The time fixed after an act, and whether it is suspended. A time that had passed before the appeal is not moved. */
export const timeAfter = rule(
  ["PD11 §7"],
  (
    { suspendedSince, tolled, dueAt, attestation, status }: Entry,
    { act }: EntryAct,
    now: Instant,
    terms: Terms,
  ): Pick<Entry, "suspendedSince" | "tolled" | "dueAt"> => {
    switch (act) {
      case "suspend":
        return {
          suspendedSince: now,
          tolled: now < dueAt ? [...tolled, { from: now, to: null }] : tolled,
          dueAt,
        }
      case "resume": {
        const wasTolled = tolled.some(({ to }) => to === null)
        const isFresh = wasTolled && attestation === null && status !== "satisfied"
        return {
          suspendedSince: null,
          tolled: tolled.map((span) => (span.to === null ? { ...span, to: now } : span)),
          dueAt: isFresh ? now + hours(terms.resumedHours) : dueAt,
        }
      }
      case "supersede":
        return { suspendedSince: null, tolled, dueAt }
      default:
        return { suspendedSince, tolled, dueAt }
    }
  },
)

/**
 * Whether performance at an instant is within the time fixed: before it passes, or while an appeal suspends it. A span of suspension
 * begins before the time fixed passes, so only its end has to be checked.
 */
export const isTimely = rule(
  ["PD11 §7", "PD11 §10"],
  ({ dueAt, tolled }: Pick<Entry, "dueAt" | "tolled">, performedAt: Instant | null): boolean =>
    performedAt !== null && (performedAt < dueAt || tolled.some(({ to }) => to === null || performedAt < to)),
)
