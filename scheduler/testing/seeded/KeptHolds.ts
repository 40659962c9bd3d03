/** Holds at which the clock looks again and again, since what they secure waits for an office (PD2 §6D). */
import { deadlineKind, records as holdRecords } from "../../../core/holds/index.ts"
import { records as matterRecords } from "../../../core/matters/index.ts"
import type { World } from "./World.ts"

/** The statuses of a matter that only an office, or both its parties by consent (Rule 4.7), can end. Its holds wait with it. */
export const awaitsOffice: ReadonlySet<string> = new Set(["reserved", "queued"])

/** The tasks of confirmed holds that are kept while a matter between their sides waits for an office. */
export const keptTasks = ({ store }: Pick<World, "store">): ReadonlySet<string> => {
  const waiting = store.all(matterRecords.Matters).filter(({ status }) => awaitsOffice.has(status))
  const kept = store.all(holdRecords.Holds).filter(({ status, keptUntil, payer, payee }) => {
    const sides = new Set<string | null>([payer.id, payee.id])
    return (
      status === "confirmed" &&
      keptUntil !== undefined &&
      waiting.some(({ claimant, respondent }) => sides.has(claimant.id) && sides.has(respondent.id))
    )
  })
  return new Set(kept.map(({ id }) => `${deadlineKind}/${id}`))
}
