/** The court's judge decides an appeal that is heard (Rule 6.3). */

import { Effect, Either } from "effect"
import { type Command, command, type Decision } from "../Command.ts"
import type { Decided } from "../judgments/Commands.ts"
import { stakesAt } from "../judgments/Delivery.ts"
import type { Draft } from "../judgments/Draft.ts"
import { type BundledAppeal, type BundledJudgment, Judge } from "../judgments/Judge.ts"
import { courts, type Judgment } from "../judgments/Judgment.ts"
import { present } from "../Missing.ts"
import { bundleOf } from "../matters/Bundle.ts"
import { enrolledOf } from "../matters/Parties.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { StoreUnavailable } from "../store/Store.ts"
import { shown } from "../Visible.ts"
import { type Appeal, courtName } from "./Appeal.ts"
import { type AppealDelivery, deliverOnAppeal, gatherDelivery } from "./Delivery.ts"
import { moveOf } from "./Moves.ts"
import type { AppealDraft } from "./Outcome.ts"
import { wordsOf } from "./Queries.ts"
import { type OnAppeal, onAppealNamed } from "./Record.ts"

export interface Facts {
  readonly appeal: Appeal
  readonly matterId: string
  /** What the court's judge drafted, and what delivering it rests on; null where there is nothing to deliver. */
  readonly drafted: {
    readonly draft: AppealDraft
    readonly line: string
    readonly delivery: AppealDelivery
  } | null
}

const bundled = (reader: Reader, judgment: Judgment) =>
  Effect.map(
    reader.blob(judgment.payloadSha256),
    (payload): BundledJudgment => ({
      citation: judgment.citation,
      court: courts[judgment.series],
      deliveredAt: judgment.deliveredAt,
      orders: judgment.orders,
      payload: present(payload, `the sealed text of ${judgment.citation}`),
    }),
  )

/** The judgments below, the grounds and the stakes, for the court above. */
const bundledAppeal = (reader: Reader, { matter, judgments }: OnAppeal, appeal: Appeal) =>
  Effect.gen(function* () {
    const words = yield* wordsOf(reader, appeal)
    const [first, ...others] = yield* Effect.forEach(judgments, (judgment) => bundled(reader, judgment))
    const ids = enrolledOf(matter).map(({ id }) => id)
    return {
      id: appeal.id,
      court: courtName[appeal.court],
      appellants: words
        .filter(({ withdrawnAt }) => withdrawnAt === null)
        .map(({ side, grounds, argument }) => ({
          handle: matter[side].handle,
          side,
          grounds: grounds.map(shown),
          argument: argument === undefined ? null : shown(argument),
        })),
      below: [present(first, "the judgment appealed from"), ...others],
      stakes: yield* stakesAt(reader, ids, matter.dealingAt),
    } satisfies BundledAppeal
  })

/** A judge says how it decides as the Magistrate; above, the court is another. */
const lineOf = (line: string, appeal: Appeal): string =>
  line.replace("the Magistrate", `the ${courtName[appeal.court]}`)

const isRuling = (draft: Draft | AppealDraft): draft is AppealDraft => "outcome" in draft

const left = (matterId: string, refused: string | null): Decision<Decided> => ({
  changes: [],
  reply: { matterId, citation: null, refused },
})

/**
 * Asks the court's judge to decide an appeal that is heard, with the judgment below in the bundle, and delivers what it drafts:
 * the work of the task `appeal-judge`. An appeal that is not heard any more, a judge that leaves it to the bench, and a draft
 * that states no outcome or that the rules refuse, all leave it as it is.
 */
export const decideAppeal: Command<{ readonly appealId: string }, Facts, Decided, Judge> = command({
  name: "decideAppeal",
  sections: ["Rule 6.3", "Rule 5.1", "Rule 5.2", "Rule 5.3", "Rule 5.4"],
  gather: ({ appealId }, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onAppealNamed(reader, appealId, context)
      const { appeal } = on.passed
      const none: Facts = { appeal, matterId: appeal.matterId, drafted: null }
      if (moveOf(appeal.status, "judgment") === null) return none
      const judge = yield* Judge
      // What only proposes may take minutes and decides nothing: an appeal is left to the bench.
      if (judge.proposes === true) return none
      const bundle = yield* bundleOf(reader, appeal.matterId)
      const draft = yield* judge.decide({ ...bundle, appeal: yield* bundledAppeal(reader, on, appeal) }).pipe(
        // As at first instance: a judge that can't be reached leaves nothing recorded, and the task comes back.
        Effect.mapError(({ cause }) => new StoreUnavailable({ operation: "judge", cause })),
      )
      if (draft === null || !isRuling(draft)) return none
      const delivery = yield* gatherDelivery(reader, on, appeal, draft, context)
      return { ...none, drafted: { draft, line: lineOf(judge.line, appeal), delivery } }
    }),
  decide: ({ appeal, matterId, drafted }, _input, context) => {
    const { role } = context.actor
    if (role !== "scheduler" && role !== "judge") return Either.left(refusal("judge_only", {}))
    if (drafted === null) return Either.right(left(matterId, null))
    const delivered = deliverOnAppeal(drafted.draft, drafted.line, drafted.delivery, appeal, context)
    if (Either.isLeft(delivered)) return Either.right(left(matterId, delivered.left.code))
    const { changes, reply } = delivered.right
    return Either.right({ changes, reply: { matterId, citation: reply.citation, refused: null } })
  },
})
