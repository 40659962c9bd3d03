import type { Side } from "../Party.ts"
import { rule } from "../Rule.ts"
import { standsIn } from "./Passage.ts"
import type { DisputeGround, FiledTender, Grade, Tender, TenderOutcome } from "./Tender.ts"

/** What the Court knows of one citation: whether such a source exists, and texts in which a passage may be found. */
export interface Knowledge {
  /** The source is in the held library, a published judgment, an instrument or the citator. */
  readonly exists: boolean
  /** Held and citator texts of the source, and tenders of it by other operators. */
  readonly texts: ReadonlyArray<string>
}
export const nothingKnown: Knowledge = { exists: false, texts: [] }

/**
 * The grade of a tender: the highest that holds (Rule 4.10). It measures the passage, never the proposition. More knowledge
 * can only raise it; time and silence are not among what it is given.
 */
export const gradeOf = rule(
  ["Rule 4.10"],
  (tender: Pick<Tender, "text" | "attested">, known: Knowledge, admitted: boolean): Grade => {
    const { text, attested } = tender
    if (text === undefined || attested !== true) return 0
    if (admitted) return 4
    if (known.texts.some((source) => standsIn(text, source))) return 3
    return known.exists ? 2 : 1
  },
)

/** How the judge may use a tender: on the summary track and where disputed it is argument, whatever its grade (PD1 §9, Rule 4.10). */
export const outcomeOf = rule(
  ["Rule 4.10", "PD1 §9"],
  (grade: Grade, summary: boolean, disputed: boolean): TenderOutcome => {
    if (summary || disputed || grade === 0) return "argument"
    return grade === 1 ? "mention" : "authority"
  },
)

export const summaryFlag = "summary_track"
const flagsOf = (summary: boolean, ground: typeof DisputeGround.Type | null): ReadonlyArray<string> => [
  ...(summary ? [summaryFlag] : []),
  ...(ground === null ? [] : [`disputed:${ground}`]),
]

/** A tender with its grade raised to `grade` where that is higher, and what follows from it. A grade never falls. */
export const regraded = rule(["Rule 4.10", "PD1 §9"], (tender: FiledTender, grade: Grade): FiledTender => {
  const best = grade > tender.grade ? grade : tender.grade
  const summary = tender.flags.includes(summaryFlag)
  return {
    ...tender,
    grade: best,
    flags: flagsOf(summary, tender.dispute?.ground ?? null),
    outcome: outcomeOf(best, summary, tender.dispute !== null),
  }
})

/** A tender as it goes on the record. */
export const filed = (
  tender: Tender,
  place: {
    readonly id: string
    readonly by: Side
    readonly step: FiledTender["step"]
    readonly position: number
    readonly summary: boolean
  },
  known: Knowledge,
): FiledTender => {
  const grade = gradeOf(tender, known, false)
  return {
    id: place.id,
    by: place.by,
    step: place.step,
    position: place.position,
    citation: tender.citation,
    pinpoint: tender.pinpoint ?? null,
    attested: tender.text !== undefined && tender.attested === true,
    grade,
    flags: flagsOf(place.summary, null),
    outcome: outcomeOf(grade, place.summary, false),
    admittedAt: null,
    dispute: null,
  }
}
