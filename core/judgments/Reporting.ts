/** Which judgments are reported, and how a report is cited (Rule 5.7). */
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { rule } from "../Rule.ts"
import type { Draft } from "./Judge.ts"
import { type Judgment, Judgments } from "./Judgment.ts"

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

/** Records a judgment as it is delivered; one that is reported takes the next number of its year. */
export const delivered = (judgment: Judgment): Change =>
  judgment.marks.reported
    ? Changed.put(Judgments, judgment, { series: reportSeries(judgment.year) })
    : Changed.put(Judgments, judgment)

/** `[2026] ACR 3`, in the Agent Court Reports; the judgment's own citation where it has no number there. */
export const reportCitation = (judgment: Judgment, number: number | null): string =>
  number === null ? judgment.citation : `[${judgment.year}] ACR ${number}`
