/**
 * The part of an entry that the rules of PD11 read and move: names and numbers, no lists. `Step.ts` moves it in place, so that
 * the court, which keeps entries as records, and the laboratory, which keeps millions of them as numbers, run the same rule.
 */
import type { Instant } from "../Time.ts"
import { reputationOf } from "./Adjustments.ts"
import type { Entry, EntryStatus, WindowKind } from "./Entry.ts"

/** The instant of what does not happen. */
export const never: Instant = Number.POSITIVE_INFINITY

export interface State {
  status: EntryStatus
  window: WindowKind | "none"
  opensAt: Instant
  /** Never, where no window runs. */
  closesAt: Instant
  dueAt: Instant
  /** Never, while not suspended. */
  suspendedSince: Instant
  /** Until when appeals suspended the time fixed: never, while one does; `-never` where none did. */
  tolledUntil: Instant
  /** Never, where nothing says so. */
  performedAt: Instant
  attested: boolean
  /** The adjustment that stands, 0 for none: at most one does (PD11 §10). */
  standing: number

  // What the last move did.
  /** When it took effect. */
  at: Instant
  given: number
  reversed: boolean
}

/** A state to be filled. */
export const blank = (): State => ({
  status: "open",
  window: "none",
  opensAt: never,
  closesAt: never,
  dueAt: never,
  suspendedSince: never,
  tolledUntil: -never,
  performedAt: never,
  attested: false,
  standing: 0,
  at: never,
  given: 0,
  reversed: false,
})

const tolledUntil = ({ tolled }: Entry): Instant => {
  let until = -never
  for (const { to } of tolled) until = Math.max(until, to ?? never)
  return until
}

/** Fills a state with that of an entry. */
export const load = (state: State, entry: Entry): void => {
  const { window } = entry
  state.status = entry.status
  state.window = window === null ? "none" : window.kind
  state.opensAt = window === null ? never : window.opensAt
  state.closesAt = window === null ? never : window.closesAt
  state.dueAt = entry.dueAt
  state.suspendedSince = entry.suspendedSince ?? never
  state.tolledUntil = tolledUntil(entry)
  state.performedAt = entry.performedAt ?? never
  state.attested = entry.attestation !== null
  state.standing = reputationOf(entry.adjustments)
}
