/**
 * The state of an entry in the laboratory: what the rules of PD11 read and change, in names and numbers without lists, so that millions
 * of entries fit into memory. `Step.ts` changes it in place.
 */

import type { Standing } from "../../../core/agents/index.ts"
import { type Entry, Reputation } from "../../../core/compliance/index.ts"
import type { Instant } from "../../../core/kernel/Time.ts"

export const never: Instant = Number.POSITIVE_INFINITY

/** `closesAt` is `never` if no window runs, and `suspendedSince` is `never` while nothing is suspended. */
export interface State {
  status: Standing.EntryStatus
  window: Entry.WindowKind | "none"
  opensAt: Instant
  closesAt: Instant
  dueAt: Instant
  suspendedSince: Instant
  /** Until when an appeal suspended the time fixed: `never` while one does, `-never` if no appeal suspended it. */
  tolledUntil: Instant
  /** When it was performed according to the Register; `never` if the Register has nothing. */
  performedAt: Instant
  attested: boolean
  /** Whether it is satisfied only because nobody disputed an attestation in time. */
  silent: boolean
  /** The status to which a running dispute leads if nobody decides it; `none` if no dispute runs. */
  began: Standing.EntryStatus | "none"
  /** Whether the party bound disputes it now, and whether it ever has. */
  byBound: boolean
  boundDisputed: boolean
  /** The adjustment that is not reversed, of which there is at most one (PD11 §10); 0 if no adjustment stands. */
  standing: number
  at: Instant
}

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
  silent: false,
  began: "none",
  byBound: false,
  boundDisputed: false,
  standing: 0,
  at: never,
})

const tollEnd = ({ tolled }: Entry.Entry): Instant => {
  let until = -never
  for (const { to } of tolled) until = Math.max(until, to ?? never)
  return until
}

export const load = (state: State, entry: Entry.Entry): void => {
  const { window } = entry
  state.status = entry.status
  state.window = window === null ? "none" : window.kind
  state.opensAt = window === null ? never : window.opensAt
  state.closesAt = window === null ? never : window.closesAt
  state.dueAt = entry.dueAt
  state.suspendedSince = entry.suspendedSince ?? never
  state.tolledUntil = tollEnd(entry)
  state.performedAt = entry.performedAt ?? never
  state.attested = entry.attestation !== null
  state.silent = entry.silent ?? false
  state.began = entry.began ?? "none"
  state.byBound = entry.status === "disputed" && entry.dispute?.by === entry.bound.handle
  state.boundDisputed = entry.boundDisputed ?? false
  state.standing = Reputation.reputationOf(entry.adjustments)
}
