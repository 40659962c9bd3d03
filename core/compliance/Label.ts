import { Schema } from "effect"
import { rule } from "../Rule.ts"
import type { Instant } from "../Time.ts"
import { type Entry, EntryStatus } from "./Entry.ts"
import { statusAt } from "./Passing.ts"

export const Label = Schema.Literal("in default", "qualified", "good", "no record").annotations({
  identifier: "ComplianceLabel",
})
export type Label = typeof Label.Type

/** How many entries have each status. */
export type Counts = { readonly [Status in EntryStatus]: number }

/** What each status reads as. A superseded entry reads as nothing. */
const readings: { readonly [Status in EntryStatus]: Label } = {
  unsatisfied: "in default",
  disputed: "qualified",
  attested: "qualified",
  notified: "qualified",
  pending: "qualified",
  open: "good",
  satisfied: "good",
  superseded: "no record",
}
const order: ReadonlyArray<Label> = ["in default", "qualified", "good", "no record"]
/** The statuses, those of the gravest reading first. */
const gravest = order.flatMap((label) => EntryStatus.literals.filter((status) => readings[status] === label))

/** The label that these numbers of entries read as: the gravest of them (PD11 §9). */
export const labelOfCounts = (counts: Counts): Label => {
  for (const status of gravest) if (counts[status] > 0) return readings[status]
  return "no record"
}

/**
 * The label of an agent at an instant: of the entries as counted, with every window in `due` passed, as the rule has it even
 * where the store is behind. `due` are the entries against the agent whose window closed at or before `now`.
 */
export const labelOf = rule(["PD11 §9"], (counts: Counts, due: ReadonlyArray<Entry>, now: Instant): Label => {
  const current = { ...counts }
  for (const entry of due) {
    current[entry.status] -= 1
    current[statusAt(entry, now)] += 1
  }
  return labelOfCounts(current)
})
