/** What every act on an appeal writes. */
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { type Judgment, Judgments } from "../judgments/Judgment.ts"
import { finalEvents } from "../judgments/PassJudgment.ts"
import { markData } from "../judgments/Publication.ts"
import type { Filer } from "../matters/Docket.ts"
import type { Matter } from "../matters/Matter.ts"
import { type Note, serveNotes } from "../matters/Notices.ts"
import { matterChanges } from "../matters/Record.ts"
import type { SectionId } from "../rulebook/Section.ts"
import type { Instant } from "../Time.ts"
import {
  type Appeal,
  Appeals,
  appealing,
  courtName,
  deadlineKind,
  deadlineTask,
  judgeKind,
  judgeTask,
  priceKind,
  priceTask,
  subjectOf,
} from "./Appeal.ts"
import type { OnAppeal } from "./Gather.ts"
import { hearingDue } from "./Passing.ts"

/** What the public learns of an appeal: where it stands and what it does to judgments, never what was argued or what it costs. */
export const appealData = (appeal: Appeal, matter: Matter) => ({
  id: appeal.id,
  matterId: appeal.matterId,
  court: courtName[appeal.court],
  below: appeal.below,
  appellants: appealing(appeal).map(({ side }) => matter[side].handle),
  status: appeal.status,
  outcome: appeal.outcome,
  citation: appeal.citation,
})

/**
 * The work that an appeal now waits for. None is ever cancelled: one that comes when the appeal has moved on finds nothing to do,
 * which costs less than an operation in the commits that have least room.
 */
const tasks = (before: Appeal | null, after: Appeal, now: Instant): ReadonlyArray<Change> => {
  if (before?.status === after.status) return []
  const body = { appealId: after.id }
  const deadline = Changed.task(deadlineTask(after.id), deadlineKind, hearingDue(after) ?? now, body)
  switch (after.status) {
    case "noticed":
      return [Changed.task(priceTask(after.id), priceKind, now, body), deadline]
    case "stated":
      return [deadline]
    case "hearing":
      return [Changed.task(judgeTask(after.id), judgeKind, now, body)]
    default:
      return []
  }
}

/** What one act adds to an appeal. */
export interface AppealAct {
  readonly after: Appeal
  /** The matter afterwards; absent where it stays as it is. */
  readonly matter?: Matter
  /** Counts its claimant's matters, where it is opened again. */
  readonly filer?: Filer | null
  /** The judgments in force that the act marks anew. */
  readonly judgments?: ReadonlyArray<Judgment>
  readonly event: string
  /** Added to the event's data. */
  readonly data?: { readonly [key: string]: string | boolean }
  readonly rules: readonly [SectionId, ...SectionId[]]
  readonly notes: ReadonlyArray<Note>
}

/** The hearing that began before the act, at its own instant. */
export const passingEvents = ({ passed, matter }: OnAppeal): ReadonlyArray<Change> =>
  passed === null || passed.at === null
    ? []
    : [
        Changed.event(
          "appeal.hearing",
          subjectOf(passed.appeal.id),
          passed.appeal.statement === null ? ["Rule 6.2", "PD2 §5"] : ["Rule 6.2"],
          appealData(passed.appeal, matter),
          passed.at,
        ),
      ]

/** All changes of an act: what time did first, then the act itself. */
export const recordAppeal = (
  facts: OnAppeal,
  { after, matter, filer = null, judgments = [], event, data, rules, notes }: AppealAct,
  context: CommandContext,
): ReadonlyArray<Change> => [
  ...passingEvents(facts),
  Changed.put(Appeals, after),
  ...(matter === undefined ? [] : matterChanges(facts.on.stored, matter, filer)),
  ...judgments.map((judgment) => Changed.put(Judgments, judgment)),
  Changed.event(event, subjectOf(after.id), rules, {
    ...appealData(after, facts.matter),
    judgments: judgments.map(markData),
    ...data,
  }),
  ...judgments.flatMap((judgment) => finalEvents(judgment, context.now)),
  ...tasks(facts.stored, after, context.now),
  ...serveNotes(facts.matter, notes, context),
]
