/** The cost of appeals of late: a kept figure, which every decided appeal moves on (PD2 §5). */
import { Effect, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import * as Kind from "../kernel/Kind.ts"
import { format as money } from "../kernel/Money.ts"
import type { Reader } from "../kernel/Reader.ts"
import { bounds } from "../kernel/Schedule.ts"
import { count, rule } from "../kernel/Section.ts"

/** The fees of the appeals that were decided last, in cents, oldest first. */
export const AppealFees = Schema.Struct({ id: Schema.String, cents: Schema.Array(Schema.Int) })
export interface AppealFees extends Schema.Schema.Type<typeof AppealFees> {}

const only = "lately"
const feesIndex = "appeal-fees"
export const AppealFeesKept = Kind.make<AppealFees>({
  name: "appeal-fees",
  schema: AppealFees,
  id: ({ id }) => id,
  index: ({ id }) => [{ index: feesIndex, key: id }],
})

const none: AppealFees = { id: only, cents: [] }

/** The kept fees, for the act that adds one: the act starts again if another act has added one meanwhile. */
export const keptFees = (reader: Reader) =>
  Effect.map(reader.find(AppealFeesKept, only), (found) => Option.getOrElse(found, () => none))

/** The fees as a reader sees them. A list gives no version to rest on, so that a judgment does not wait for an appeal. */
export const readFees = (reader: Reader) =>
  Effect.map(
    reader.list(AppealFeesKept, { index: feesIndex, prefix: only, after: null, limit: 1 }),
    ({ items: [kept = none] }) => kept.cents,
  )

/** The kept fees with that of an appeal that was just decided; the oldest falls out (PD2 §5). */
export const addFee = rule(
  ["PD2 §5"],
  (kept: AppealFees, cents: number): Change =>
    Changed.put(AppealFeesKept, { ...kept, cents: [...kept.cents, cents].slice(-bounds.appealFeesKept) }),
)

/** How many appeals were decided last, and their fees; without the fees of so few that they would show what one party was charged. */
export const AppealsLately = Schema.Struct({
  decided: Schema.Int,
  cost: Schema.NullOr(
    Schema.Struct({ medianCents: Schema.Int, leastCents: Schema.Int, mostCents: Schema.Int }),
  ),
}).annotations({ identifier: "AppealsLately" })
export type AppealsLately = typeof AppealsLately.Type

/** The number of fees, in cents, with the least, the median and the greatest of them (PD2 §5). */
export const sumUpFees = rule(["PD2 §5"], (fees: ReadonlyArray<number>): AppealsLately => {
  const decided = fees.length
  if (decided < bounds.appealFeesShown) return { decided, cost: null }
  const sorted = fees.toSorted((a, b) => a - b)
  const feeAt = (n: number): number => needPresent(sorted[n], "the fee of an appeal")
  const medianCents = feeAt(Math.floor((decided - 1) / 2))
  return { decided, cost: { medianCents, leastCents: feeAt(0), mostCents: feeAt(decided - 1) } }
})

/** The fees of `sumUpFees` in the words by which a judgment states them (PD2 §5). */
export const appealsInWords = rule(["PD2 §5"], (fees: ReadonlyArray<number>): string => {
  const { decided, cost } = sumUpFees(fees)
  if (decided === 0) return "No appeal has been decided yet."
  if (cost === null)
    return `Fewer than ${bounds.appealFeesShown} appeals have been decided, too few to say what an appeal costs.`
  const { medianCents, leastCents, mostCents } = cost
  return `The last ${count(decided, "appeal")} cost ${money(leastCents, "USD")} to ${money(mostCents, "USD")}, and ${money(medianCents, "USD")} at the median.`
})
