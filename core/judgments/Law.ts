/** The law of judgments (Rules, part 5): the words of each section, and beneath them the rule that enforces it. */

import { Option } from "effect"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { hours, type Instant } from "../Time.ts"
import type { Draft } from "./Draft.ts"
import {
  citationOf,
  type Finality,
  finalityAt,
  type Judgment,
  type Series,
  type SeriesCounter,
  yearOf,
} from "./Judgment.ts"

/** The next citation of a series in the UTC year of an instant, and the counter that says it is taken (Rule 5.5). */
export const nextCitation = rule(
  ["Rule 5.5"],
  (
    counter: Option.Option<SeriesCounter>,
    series: Series,
    now: Instant,
  ): { readonly citation: string; readonly counter: SeriesCounter } => {
    const year = yearOf(now)
    const number =
      Option.match(counter, { onNone: () => 0, onSome: ({ last, year: of }) => (of === year ? last : 0) }) + 1
    return { citation: citationOf(year, series, number), counter: { series, year, last: number } }
  },
)

/** Finality at delivery: a judgment by consent is final at once (Rule 4.7), any other is open to appeal (Rule 6.0). */
export const openFinality = rule(
  ["Rule 4.7", "Rule 5.6", "Rule 6.0"],
  (basis: "contested" | "default" | "consent", deliveredAt: Instant, terms: Terms): Finality =>
    basis === "consent"
      ? { status: "final", until: null }
      : { status: "open to appeal", until: deliveredAt + hours(terms.appealNoticeHours) },
)

/** The judgment as final, from the instant at which its time to appeal passed; null where that has not come or is recorded (Rule 6.0). */
export const passFinality = rule(
  ["Rule 5.6", "Rule 6.0"],
  (judgment: Judgment, now: Instant): { readonly judgment: Judgment; readonly at: Instant } | null => {
    const { status, until } = judgment.finality
    if (until === null || status === "final" || finalityAt(judgment.finality, now) !== "final") return null
    return { judgment: { ...judgment, finality: { status: "final", until: null } }, at: until }
  },
)

/** Whether a judgment is reported at delivery: one that was contested and states the area of law that it is about. */
export const isReported = rule(
  ["Rule 5.7"],
  (basis: Judgment["basis"], areas: ReadonlyArray<string>): boolean =>
    basis === "contested" && areas.some((area) => area.trim() !== ""),
)

const rests: ReadonlySet<Draft["authorities"][number]["treatment"]> = new Set(["applied", "followed"])

/** Whether a draft decides from principle: it applies and follows no authority. */
export const isFromPrinciple = rule(
  ["Rule 5.7"],
  ({ authorities }: Draft): boolean => !authorities.some(({ treatment }) => rests.has(treatment)),
)

/** The series in which the store numbers the reports of a year. */
export const reportSeries = (year: number): string => `report/${year}`

/** `[2026] ACR 3`, in the Agent Court Reports; the judgment's own citation where it has no number there. */
export const reportCitation = (judgment: Judgment, number: number | null): string =>
  number === null ? judgment.citation : `[${judgment.year}] ACR ${number}`
