/** The grade of a tender (Rule 4.10A): whether its passage stands in a text, and what follows for the judge. */
import type { Side } from "../kernel/Actor.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { wordsOf } from "../store/Search.ts"
import { limits } from "../store/Store.ts"
import * as Tender from "./Tender.ts"

/** `…`, three full stops or more (spaced or not), alone or in brackets: words left out. */
const gap = /\[\s*(?:\u2026|\.(?:\s?\.){2,})\s*\]|\u2026|\.(?:\s?\.){2,}/gu

/** The pieces of a passage between its gaps, in order, folded. */
export const pieces = rule(
  ["Rule 4.10"],
  (passage: string): ReadonlyArray<string> =>
    passage
      // Gaps come first: NFKC would turn `…` into three stops, which is the same gap.
      .split(gap)
      .map(Tender.fold)
      .filter((piece) => piece !== ""),
)

/**
 * Phrases that every text has in which the passage stands. The library is searched for them before texts are compared. A piece may
 * begin and end within a word, so its first and last words are left out; if that leaves nothing, they are taken for whole words.
 */
export const phrasesWithin = rule(["Rule 4.10A"], (passage: string): ReadonlyArray<string> => {
  const words = pieces(passage).map(wordsOf)
  const inner = words.map((piece) => piece.slice(1, -1))
  const certain = inner.some((piece) => piece.length > 0) ? inner : words
  return certain
    .flatMap((piece) => (piece.length === 0 ? [] : [piece.join(" ")]))
    .slice(0, limits.searchPhrases)
})

/** True if every piece stands in the source, in order and without overlap. A passage of gaps alone is in no source. */
export const standsIn = rule(["Rule 4.10A"], (passage: string, source: string): boolean => {
  const wanted = pieces(passage)
  const text = Tender.fold(source)
  let from = 0
  for (const piece of wanted) {
    const found = text.indexOf(piece, from)
    if (found < 0) return false
    from = found + piece.length
  }
  return wanted.length > 0
})

/** The facts that the Court has about one citation: whether such a source exists, and texts in which a passage may be found. */
export interface Knowledge {
  /** The source is in the held library, a published judgment, an instrument or the citator. */
  readonly exists: boolean
  /** Held and citator texts of the source, and tenders of it by other operators. */
  readonly texts: ReadonlyArray<string>
}

/** The knowledge of a source that the library does not have. */
export const nothingKnown: Knowledge = { exists: false, texts: [] }

export const grades = enforced(
  "Rule 4.10A",
  "Grades of tenders",
  () =>
    "A tender has the highest grade that holds of it: G0, if it is cited bare; G1, if it has an attested passage; G2, if in addition the source is known to exist; G3, if in addition the passage is found in a text that the Court holds or in the tender of another operator; G4, if the other party admits an attested passage. An authority that nothing shows to exist stays at G1, however many tender it, until the other party admits the passage. Whoever tries an act without recording it is shown no grade that rests on what others tendered in a matter that is undecided. Silence and time give no grade, and no grade is lost when the Court comes to know more. A grade measures the passage, not the proposition.",
)

export const admissionOfTenders = enforced(
  "Rule 4.10B",
  "Tenders that are admitted or disputed",
  () =>
    "Until the call the other party may once admit a tender, or dispute it on a stated ground. A disputed tender is argument in that matter. A bare citation is argument and is never struck; a passage whose source was not assessed is a mention and may be struck; every other tender is authority.",
)

/**
 * The grade of a tender: the highest that holds (Rule 4.10). It measures the passage, never the proposition. More knowledge
 * can only raise it; time and silence do not enter into it.
 */
export const gradeOf = rule(
  ["Rule 4.10A"],
  (tender: Pick<Tender.Tender, "text" | "attested">, known: Knowledge, admitted: boolean): Tender.Grade => {
    const { text, attested } = tender
    if (text === undefined || attested !== true) return 0
    if (admitted) return 4
    // Two who tender the same words don't show that there is a source of them.
    if (!known.exists) return 1
    return known.texts.some((source) => standsIn(text, source)) ? 3 : 2
  },
)

/** How the judge may use a tender: on the summary track and if disputed it is argument, whatever its grade (PD1 §9, Rule 4.10B). */
export const outcomeOf = rule(
  ["Rule 4.10B", "PD1 §9"],
  (grade: Tender.Grade, summary: boolean, disputed: boolean): Tender.Outcome => {
    if (summary || disputed || grade === 0) return "argument"
    return grade === 1 ? "mention" : "authority"
  },
)

const summaryFlag = "summary_track"

const flagsOf = (
  summary: boolean,
  ground: typeof Tender.DisputeGround.Type | null,
): ReadonlyArray<string> => [
  ...(summary ? [summaryFlag] : []),
  ...(ground === null ? [] : [`disputed:${ground}`]),
]

/** A tender with its grade raised to `grade` if that is higher, and what follows from it. A grade never falls. */
export const raiseGrade = rule(
  ["Rule 4.10A", "PD1 §9"],
  (tender: Tender.Filed, grade: Tender.Grade): Tender.Filed => {
    const best = grade > tender.grade ? grade : tender.grade
    const summary = tender.flags.includes(summaryFlag)
    return {
      ...tender,
      grade: best,
      flags: flagsOf(summary, tender.dispute?.ground ?? null),
      outcome: outcomeOf(best, summary, tender.dispute !== null),
    }
  },
)

/** A tender as it is filed, with the grade that the library and the attested passage give it (Rule 4.10). */
export const fileTender = (
  tender: Tender.Tender,
  place: {
    readonly id: string
    readonly by: Side
    readonly step: Tender.Filed["step"]
    readonly position: number
    readonly summary: boolean
  },
  known: Knowledge,
): Tender.Filed => {
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
