/** Delivering a judgment: what it changes, all in one commit (Rule 5.2 to Rule 5.6). */
import { Either } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { CommandContext, Decision } from "../Command.ts"
import { openEntries } from "../compliance/Opening.ts"
import { type Matter, subjectOf as matterSubject, type Review } from "../matters/Matter.ts"
import { advance, moveOf } from "../matters/Moves.ts"
import { docketData, matterChanges, passingEvents } from "../matters/Record.ts"
import type { Refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { format } from "../Time.ts"
import { checkSize, compose, type DeliveryFacts, type Manner } from "./Compose.ts"
import { giveConduct } from "./Conduct.ts"
import { checkDraft } from "./Draft.ts"
import { finalityKind, finalityTask } from "./Finality.ts"
import type { Draft } from "./Judge.ts"
import { type Judgment, SeriesCounters } from "./Judgment.ts"
import { chargeFee } from "./MagistrateFee.ts"
import { checkOrders } from "./Orders.ts"
import { checkPrayer } from "./Prayer.ts"
import { deliveredEvent, notices, supersededByRehearing } from "./Publication.ts"
import { delivered as recorded } from "./Reporting.ts"

export type Delivered = { readonly citation: string; readonly matterId: string; readonly deliveredAt: string }

/** The matter decided, with its deadlines gone and the claimant's open matters one fewer (PD1 §2). */
const endMatter = (
  facts: DeliveryFacts,
  matter: Matter,
  act: Manner["act"],
  { citation, finality }: Judgment,
  now: number,
) => {
  const move = moveOf(matter.status, act)
  const review: Review = {
    inForce: [citation],
    openUntil: finality.until,
    appealed: [],
    appealId: matter.review?.appealId ?? null,
    reheard: [],
  }
  const ended = move === null ? matter : advance(matter, move, now, facts.terms)
  const after: Matter = { ...ended, citation, review }
  return [
    ...passingEvents(facts.passed),
    ...matterChanges(facts.stored, after, facts.filer),
    Changed.event("matter.decided", matterSubject(matter.id), ["Rule 5.2"], {
      ...docketData(after),
      citation,
    }),
  ]
}

/** The task that records finality, where time is still to pass. */
export const awaitFinality = ({ citation, finality }: Judgment): ReadonlyArray<Change> =>
  finality.until === null
    ? []
    : [Changed.task(finalityTask(citation), finalityKind, finality.until, { citation })]

/**
 * Everything that delivering a draft changes. `matter` is the matter at that moment: `facts` with every passing applied, or with
 * the appearance that came with the act.
 */
export const deliver = rule(
  ["Rule 5.2", "Rule 5.4", "Rule 5.6"],
  (
    draft: Draft,
    manner: Manner,
    facts: DeliveryFacts,
    context: CommandContext,
    matter: Matter = facts.passed.matter,
  ): Either.Either<Decision<Delivered>, Refusal> =>
    Either.gen(function* () {
      yield* checkDraft(draft, matter)
      yield* checkOrders(draft.orders, matter)
      if (manner.basis !== "consent") yield* checkPrayer(draft, facts.sought)
      const composed = compose(draft, manner, facts, matter, context.now)
      yield* checkSize(composed)
      const { now, id, schedule } = context
      const made = { ...composed.judgment, filedAt: matter.filedAt }
      const opened = openEntries(made, schedule, (k) => id(16 + k), facts.standings)
      const judgment = { ...composed.judgment, entries: opened.entries.map((entry) => entry.id) }
      const { citation } = judgment
      return {
        changes: [
          ...endMatter(facts, matter, manner.act, judgment, now),
          Changed.blob(judgment.payloadSha256, composed.payload),
          Changed.seal(citation, composed.payload),
          Changed.put(SeriesCounters, composed.counter),
          recorded(judgment),
          deliveredEvent(judgment),
          ...supersededByRehearing(facts.reheard, citation),
          ...opened.changes,
          ...giveConduct(judgment, opened.standings).changes,
          ...notices(judgment, (n) => id(8 + n)),
          ...awaitFinality(judgment),
          ...chargeFee(facts.fee, judgment, matter, facts.terms, () => id(32)),
        ],
        reply: { citation, matterId: judgment.matterId, deliveredAt: format(now) },
      }
    }),
)
