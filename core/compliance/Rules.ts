/** The rules of the Register of Compliance as functions of plain data. They load no runtime, no schema and no store. */

export { UnfitValues } from "../kernel/Given.ts"
export type { Adjustment, Entry, Window as EntryWindow } from "./Entry.ts"
export { openEntry, openings, opens, register } from "./Judged.ts"
export { attestation, decision, disputes, effectAt, entryAfter, holds } from "./Law.ts"
export { type ActName, acts, type EntryAct, type Move, moveFrom } from "./Moves.ts"
export { type EntryGiven, entry } from "./NewEntry.ts"
export {
  appeals,
  closingOf,
  countsAt,
  isByWordsAlone,
  isDue,
  isTimely,
  type Label,
  labelOf,
  labelOfCounts,
  labels,
  notice,
  reputation,
  reputationOf,
  reputationTogether,
  statusAt,
} from "./Reputation.ts"
