/** How the work of a judge fared, as anybody reads it: from the counts that the court keeps, or from the counts that the journal gives. */
import { Schema } from "effect"
import { type Appeal, isPending } from "../appeals/index.ts"
import { Judges } from "../judgments/index.ts"
import { listOf, oneOf } from "../kernel/Json.ts"
import { bounds } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { Timestamp } from "../kernel/Time.ts"

/** How an appeal from a judgment of a judge stands, as it is counted. */
export type AppealCount = "pending" | "allowed" | "dismissed" | "ended"

export const countOf = (appeal: Pick<Appeal.Appeal, "status" | "outcome">): AppealCount => {
  if (isPending(appeal)) return "pending"
  if (appeal.outcome === null) return "ended"
  return appeal.outcome === "affirmed" ? "dismissed" : "allowed"
}

/** The counts of one judge by their names; a count that is absent is 0. */
export type Counts = ReadonlyMap<Judges.CountName | AppealCount, number>

const number = (description: string) => Schema.Int.annotations({ description })

const longest = Judges.spans.length
const time = (share: string) =>
  Schema.NullOr(Schema.Int).annotations({
    description: `The seconds from the reservation within which ${share} of the judgments were delivered, rounded up to a span; null if there is no judgment, or if it took longer than the ${longest} spans reach`,
  })

const fields = {
  judged: number(
    "Judgments at first instance that it drafted, with the judgments in which the bench confirmed its draft without a change",
  ),
  drafted: number("Drafts that it handed in for the bench"),
  repaired: number("Drafts whose first answer the Rules refused, and whose second answer they took"),
  replaced: number("Drafts in whose place another judge decided"),
  left: number("Matters that it left, whole or in part, to the next judge or to the bench"),
  failed: listOf(
    Schema.Struct({ why: oneOf(...Judges.DraftFailure.literals), means: Schema.String, times: Schema.Int }),
    Judges.DraftFailure.literals.length,
  ).annotations({ description: "Attempts at a draft that failed, by their reason" }),
  time: Schema.Struct({ medianSeconds: time("half"), p90Seconds: time("nine in ten") }),
  appeals: Schema.Struct({
    lodged: number("Appeals from its judgments, without second appeals"),
    allowed: number("Appeals that varied, set aside or remitted its judgment"),
    dismissed: number("Appeals that affirmed its judgment"),
    ended: number("Appeals that ended without a decision"),
  }),
  vacated: number("Judgments that the Registrar vacated"),
}

const recordSchema = Schema.Struct(fields)
export interface Record extends Schema.Schema.Type<typeof recordSchema> {}

const versionSchema = Schema.Struct({ version: Judges.Name.fields.version, since: Timestamp, ...fields })

const judgeViewSchema = Schema.Struct({
  judge: oneOf(...Judges.JudgeKind.literals),
  /** How many versions of it there were; `total` counts the work of all of them. */
  versionsTotal: Schema.Int,
  total: recordSchema,
  versions: listOf(versionSchema, bounds.judgeVersionsShown).annotations({
    description: "Its versions side by side, the latest first",
  }),
}).annotations({ identifier: "JudgeRecord" })

export interface JudgeView extends Schema.Schema.Type<typeof judgeViewSchema> {}
/** The record of a kind of judge: all its work, and each of its versions, so that no version loses its record by another name. */
export const JudgeView: Schema.Schema<JudgeView> = judgeViewSchema

const judgesViewSchema = Schema.Struct({
  judges: listOf(judgeViewSchema, Judges.JudgeKind.literals.length),
}).annotations({ identifier: "JudgeRecords" })

export interface JudgesView extends Schema.Schema.Type<typeof judgesViewSchema> {}
/** The record of each kind of judge that has worked in a court. */
export const JudgesView: Schema.Schema<JudgesView> = judgesViewSchema

/** The span within which a share of the judgments were delivered, in seconds. */
const within = (decided: ReadonlyArray<number>, tenths: number): number | null => {
  const all = decided.reduce((sum, n) => sum + n, 0)
  let reached = 0
  for (const [i, n] of decided.entries()) {
    reached += n
    const span = Judges.spans[i]
    if (all > 0 && reached * 10 >= all * tenths) return span === undefined ? null : span / 1000
  }
  return null
}

export const recordOf = rule(["PD17 §1A"], (counts: Counts): Record => {
  const of = (name: Judges.CountName | AppealCount): number => counts.get(name) ?? 0
  const decided = [...Judges.spans, null].map((_, i) => of(`decided/${i}`))
  return {
    judged: decided.reduce((sum, n) => sum + n, 0),
    drafted: of("drafted"),
    repaired: of("repaired"),
    replaced: of("replaced"),
    left: of("left"),
    failed: Judges.DraftFailure.literals.flatMap((why) => {
      const times = of(`failed/${why}`)
      return times === 0 ? [] : [{ why, means: Judges.draftFailures[why], times }]
    }),
    time: { medianSeconds: within(decided, 5), p90Seconds: within(decided, 9) },
    appeals: {
      lodged: of("pending") + of("allowed") + of("dismissed") + of("ended"),
      allowed: of("allowed"),
      dismissed: of("dismissed"),
      ended: of("ended"),
    },
    vacated: of("vacated"),
  }
})

export interface CountedVersion extends Judges.Name {
  readonly since: string
  readonly counts: Counts
}

const sumOf = (versions: ReadonlyArray<CountedVersion>): Counts => {
  const sum = new Map<Judges.CountName | AppealCount, number>()
  for (const { counts } of versions) for (const [name, n] of counts) sum.set(name, (sum.get(name) ?? 0) + n)
  return sum
}

/** The record of a kind of judge from its versions, the latest first. */
export const judgeView = rule(
  ["PD17 §1A"],
  (judge: Judges.JudgeKind, versions: ReadonlyArray<CountedVersion>): JudgeView => ({
    judge,
    versionsTotal: versions.length,
    total: recordOf(sumOf(versions)),
    versions: versions
      .slice(0, bounds.judgeVersionsShown)
      .map(({ version, since, counts }) => ({ version, since, ...recordOf(counts) })),
  }),
)
