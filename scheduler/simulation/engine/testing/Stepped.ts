/** An act on an entry of the court, as the laboratory's rule takes it. */
import type { EntryStatus } from "../../../../core/compliance/Entry.ts"
import type { EntryAct } from "../../../../core/compliance/Moves.ts"
import type { Instant } from "../../../../core/Time.ts"
import { never } from "../State.ts"

/** The instant of performance that an act states. */
export const statedBy = (act: EntryAct): Instant => {
  switch (act.act) {
    case "attest":
      return act.attestation.date
    case "prove":
      return act.performedAt
    case "decide":
      return act.decision.performedAt ?? never
    default:
      return never
  }
}
/** The status that an act finds. */
export const foundBy = (act: EntryAct, status: EntryStatus): EntryStatus =>
  act.act === "decide" ? act.decision.status : status
