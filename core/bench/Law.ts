/** The law of judgments (Rules, part 5): the words of each section, and beneath them the rule that enforces it. */
import { type Either, Option } from "effect"
import { Judgment } from "../judgments/index.ts"
import { firstOf, type Refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { chars, enforced, rule } from "../kernel/Section.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import type { Matter } from "../matters/index.ts"
import { conductChecks } from "./Conduct.ts"
import type { Draft } from "./Judge.ts"
import { prose } from "./Markdown.ts"

export const citation = enforced(
  "Rule 5.5",
  "Citation",
  () =>
    "A judgment is cited by year, series and number: MC for a Magistrate, FB for the Full Bench, UC for the Upper Court, HC for the High Court. Numbers run upwards from one in each series and year, and no number is given twice.",
)

/** The next citation of a series in the UTC year of an instant, and the counter with its number taken (Rule 5.5). */
export const nextCitation = rule(
  ["Rule 5.5"],
  (
    counter: Option.Option<Judgment.SeriesCounter>,
    series: Judgment.Series,
    now: Instant,
  ): { readonly citation: string; readonly counter: Judgment.SeriesCounter } => {
    const year = Judgment.yearOf(now)
    const number =
      Option.match(counter, { onNone: () => 0, onSome: ({ last, year: of }) => (of === year ? last : 0) }) + 1
    return { citation: Judgment.citationOf(year, series, number), counter: { series, year, last: number } }
  },
)

export const finalityAndMarks = enforced(
  "Rule 5.6",
  "Finality and marks",
  () =>
    "A judgment is open to appeal, under appeal, final, superseded or vacated. Whether it was reported, set aside, vacated or superseded is a mark that stands beside the seal, never under it, and is read live.",
)

/** Finality at delivery: a judgment by consent is final at once (Rule 4.7), any other is open to appeal (Rule 6.0). */
export const openFinality = rule(
  ["Rule 4.7", "Rule 5.6", "Rule 6.0"],
  (basis: "contested" | "default" | "consent", deliveredAt: Instant, terms: Terms): Judgment.Finality =>
    basis === "consent"
      ? { status: "final", until: null }
      : { status: "open to appeal", until: deliveredAt + hours(terms.appealNoticeHours) },
)

/** The judgment as final, and the instant at which its time to appeal passed; null if that time still runs or finality is recorded (Rule 6.0). */
export const passFinality = rule(
  ["Rule 5.6", "Rule 6.0"],
  (
    judgment: Judgment.Judgment,
    now: Instant,
  ): { readonly judgment: Judgment.Judgment; readonly at: Instant } | null => {
    const { status, until } = judgment.finality
    if (until === null || status === "final" || Judgment.finalityAt(judgment.finality, now) !== "final")
      return null
    return { judgment: { ...judgment, finality: { status: "final", until: null } }, at: until }
  },
)

export const reports = enforced(
  "Rule 5.7",
  "Reports and the restatement",
  () =>
    "A judgment that was contested and states an area of law is reported as it is delivered. The rules of the reported judgments, area by area, make up the restatement. A rule of the Full Bench, the Upper Court or the High Court binds, a rule of a Magistrate persuades, and a rule whose judgment was set aside, vacated or superseded is moot: it stays listed and carries no order. A judgment that applies and follows no authority is decided from principle, and the restatement says so. The restatement is made from the reports and is not a source of law itself.",
)

/** Whether a judgment is reported at delivery: it is if it was contested and states the area of law that it is about. */
export const isReported = rule(
  ["Rule 5.7"],
  (basis: Judgment.Judgment["basis"], areas: ReadonlyArray<string>): boolean =>
    basis === "contested" && areas.some((area) => area.trim() !== ""),
)

/** The treatments by which a judgment rests on an authority. */
const restsOn: ReadonlySet<Draft["authorities"][number]["treatment"]> = new Set(["applied", "followed"])

/** Whether a draft decides from principle: it applies and follows no authority. */
export const isFromPrinciple = rule(
  ["Rule 5.7"],
  ({ authorities }: Draft): boolean => !authorities.some(({ treatment }) => restsOn.has(treatment)),
)

const isEmpty = (text: string): boolean => prose(text) === ""

export const draftAndReasons = enforced(
  "Rule 5.2",
  "The draft and the reasons",
  (t) =>
    `A judge hands in a draft. It says what was decided and why, issue by issue, and gives the losing party's answer to each issue. It has at most ${t.draftPhrasesMax} catchwords and as many areas (${chars(t.draftPhraseCharsMax)} each), at most ${t.draftItemsMax} issues and as many authorities, and texts of at most ${chars(t.draftTextCharsMax)}. The Court checks the draft against these Rules and renders the reasons in one order: title, citation and date, judge, catchwords, ratio, issues and reasoning, circumstances, authorities with their treatment, conduct found, orders. Only a judge hands in a draft; a Judge confirms or replaces the draft of a model. Everything that a judge of the Court has read is kept with its judgment, evidence by its SHA-256; the parties, the judges and the Registrar may read it, so that each of them can compute a judgment on the papers again.`,
)

/** Whether a draft has every part that reasons need, and finds conduct of the parties only (Rule 5.2). */
export const checkDraft = rule(
  ["Rule 5.2"],
  (draft: Draft, parties: Judgment.Parties): Either.Either<void, Refusal> =>
    firstOf([
      ...conductChecks(draft.conduct, parties),
      when(isEmpty(draft.ratio), "draft_incomplete", { what: "a ratio" }),
      ...draft.issues.flatMap((issue, i) => [
        when(isEmpty(issue.question), "draft_incomplete", { what: `the question of issue ${i + 1}` }),
        when(isEmpty(issue.losingAnswer), "draft_incomplete", {
          what: `the losing party's answer to issue ${i + 1}`,
        }),
        when(isEmpty(issue.reasoning), "draft_incomplete", { what: `the reasoning on issue ${i + 1}` }),
        when(isEmpty(issue.answer), "draft_incomplete", { what: `the answer to issue ${i + 1}` }),
      ]),
      when(draft.issues.length === 0, "draft_incomplete", { what: "an issue" }),
      when(isEmpty(draft.circumstances), "draft_incomplete", { what: "the circumstances" }),
      when(draft.beyondPrayer !== undefined && isEmpty(draft.beyondPrayer), "draft_incomplete", {
        what: "reasons for going beyond what was sought",
      }),
      when(draft.orders.length === 0, "draft_incomplete", { what: "orders" }),
    ]),
)

/**
 * The agent that bears the Magistrate's fee: the one party that is ordered to pay costs; if both parties or neither are so ordered, the
 * party that called for judgment. Null if that party is not enrolled.
 */
export const bearerOf = rule(
  ["PD2 §4"],
  ({ orders }: Pick<Judgment.Judgment, "orders">, matter: Matter.Matter): string | null => {
    const ordered = new Set(
      orders.flatMap(({ kind, against, amountCents }) =>
        kind === "costs" && amountCents !== 0 && against !== null && against.id !== null ? [against.id] : [],
      ),
    )
    const [one, ...others] = ordered
    if (one !== undefined && others.length === 0) return one
    return matter.call === null ? null : matter[matter.call.by].id
  },
)
