import { Option, Schema } from "effect"
import * as Kind from "../Kind.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { format, type Instant } from "../Time.ts"

/** How many judgments the Magistrate has delivered on one day by Universal Time: every one takes a place, priced or not. */
export const JudgmentDay = Schema.Struct({ day: Schema.String, delivered: Schema.NonNegativeInt })
export type JudgmentDay = typeof JudgmentDay.Type
export const JudgmentDays = Kind.make<JudgmentDay>({
  name: "judgment-day",
  schema: JudgmentDay,
  id: ({ day }) => day,
})

/** The day of an instant by Universal Time: `2026-11-20`. */
export const dayOf = (at: Instant): string => format(at).slice(0, "2026-11-20".length)

/** The day so far; one of which nothing is recorded has delivered nothing. */
export const dayFrom = (found: Option.Option<JudgmentDay>, at: Instant): JudgmentDay =>
  Option.getOrElse(found, () => ({ day: dayOf(at), delivered: 0 }))

/** Whether the next judgment of the day lies past the free list. */
export const isPastFreeList = rule(
  ["PD2 §4"],
  ({ delivered }: JudgmentDay, terms: Terms): boolean => delivered >= terms.freeJudgmentsPerDay,
)

/** The day with one judgment more. */
export const placeTaken = rule(
  ["PD2 §4"],
  (day: JudgmentDay): JudgmentDay => ({ ...day, delivered: day.delivered + 1 }),
)
