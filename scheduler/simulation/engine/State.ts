/**
 * The part of an entry that the rules of PD11 read and move, in names and numbers without lists: what the laboratory keeps of
 * millions of entries. `Step.ts` moves it in place.
 */
import type { Entry, EntryStatus, WindowKind } from "../../../core/compliance/Entry.ts"
import { reputationOf } from "../../../core/compliance/Standing.ts"
import type { Instant } from "../../../core/Time.ts"

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
  /** When the last move took effect. */
  at: Instant
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
})

const tolledUntil = ({ tolled }: Entry): Instant => {
  let until = -never
  for (const { to } of tolled) until = Math.max(until, to ?? never)
  return until
}

/** Fills a state with that of an entry of the court. */
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
