/** The acts on an appeal: leave is given or refused, its hearing begins, and the court's judge decides it (Rules 6.1 to 6.3). */
import { Effect, Either, Schema } from "effect"
import { registrarOnly } from "../agents/index.ts"
import { type Decided, Delivery, Judge, type JudgedBundle, judgedBundle, KeptBundle } from "../bench/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import { bindTask, type Command, type CommandContext, command, type Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { markInvisible } from "../kernel/Visible.ts"
import { type Bundle, Parties, Suits } from "../matters/index.ts"
import { StoreUnavailable } from "../store/Store.ts"
import { type Appeal, courtName, deadlineKind, judgeKind, lineOnAppeal, OfAppeal } from "./Appeal.ts"
import { deliverOnAppeal, gatherDelivery, mannerOf } from "./Delivery.ts"
import { finalityOnAppeal, finalityRefused } from "./Law.ts"
import { isPending, moveFrom, partsOf, pricingDueAt } from "./Moves.ts"
import type { AppealDelivery } from "./Outcome.ts"
import { wordsOf } from "./Queries.ts"
import { appeals, leaveStanding, type OnAppeal, type OnNamed, onAppealNamed, recordAppeal } from "./Record.ts"

/** The decision whether an appeal may go to the High Court, with its reasons. */
export const Leave = Schema.Struct({
  granted: Schema.Boolean,
  reasons: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.reasonsCharsMax)),
}).annotations({ identifier: "Leave" })

export type Leave = typeof Leave.Type

const leaveInputSchema = Schema.Struct({ ...ById.fields, ...Leave.fields })
export interface LeaveInput extends Schema.Schema.Type<typeof leaveInputSchema> {}
const LeaveInput: Schema.Schema<LeaveInput, typeof leaveInputSchema.Encoded> = leaveInputSchema

/** The Registrar gives or refuses leave to appeal to the High Court, with reasons (Rule 6.1). If it is refused, the judgment stands. */
export const decideLeave = command({
  name: "decide-leave",
  sections: ["Rule 6.1", "PD11 §7", "Constitution 2.1"],
  input: LeaveInput,
  gather: ({ id }, context, reader) =>
    Effect.gen(function* () {
      const facts = yield* onAppealNamed(reader, id, context)
      const refused = registrarOnly(context.actor)
      return refused === null ? facts : yield* refused
    }),
  decide: (facts, { id, granted, reasons }, context) => {
    const { stored, appeal, matter, terms } = facts
    const act = {
      act: granted ? "grant leave" : "refuse leave",
      who: partsOf({ appeal, matter }, context.actor),
      stated: {
        leave: { granted, reasons, at: context.now },
        pricedBy: granted ? pricingDueAt(context.now, terms) : null,
      },
    } as const
    return Either.map(appeals.perform(stored, act, context.now), (moves) => {
      const data = { granted, reasons }
      return {
        changes: granted
          ? recordAppeal(facts, moves, { data }, context)
          : leaveStanding(facts, moves, { finality: finalityRefused, data }, context),
        reply: { appealId: id, granted, status: afterOf(moves).status },
      }
    })
  },
})

/** The changes that time alone makes to an appeal. If the appeal ends by them, the judgment below stands, and the entries go on. */
const passedChanges = (facts: OnNamed, context: CommandContext): ReadonlyArray<Change> => {
  const { stored, appeal, terms } = facts
  const moves = appeals.passed(stored, context.now)
  if (moves.length === 0) return []
  if (isPending(appeal)) return recordAppeal(facts, moves, {}, context)
  if (appeal.status === "leave_refused")
    return leaveStanding(facts, moves, { finality: finalityRefused }, context)
  const finality = finalityOnAppeal(appeal.court, "affirmed", context.now, terms)
  const lapsed = appeal.court === "UC" ? { lapsedIn: appeal.court } : {}
  return leaveStanding(facts, moves, { finality, review: { appealed: [], ...lapsed } }, context)
}

/**
 * Does what time alone does to an appeal. Its hearing begins once the window of the fee statement has closed or nobody has priced it in
 * time (Rule 6.2). Leave that nobody gave is refused (Rule 6.1), and an appeal that nobody decided lapses (Rule 6.3). Changes nothing if
 * nothing is due any more.
 */
export const passAppealDeadline = bindTask(
  deadlineKind,
  command({
    name: "pass-appeal-deadline",
    sections: ["Rule 6.1", "Rule 6.2", "Rule 6.3", "PD2 §5", "PD2 §5A", "PD11 §7"],
    input: OfAppeal,
    gather: ({ appealId }, context, reader) => onAppealNamed(reader, appealId, context),
    decide: (facts, { appealId }, context) =>
      Either.right({
        changes: passedChanges(facts, context),
        reply: { appealId, status: facts.appeal.status },
      }),
  }),
)

export interface Facts {
  readonly appeal: Appeal
  readonly matterId: string
  /** The draft of the court's judge, and the facts that delivering it needs; null if there is nothing to deliver. */
  readonly drafted: {
    readonly draft: Judge.AppealDraft
    readonly line: string
    readonly delivery: AppealDelivery
    readonly bundle: JudgedBundle
  } | null
}

const bundleJudgment = (reader: Reader, judgment: Judgment.Judgment) =>
  Effect.map(
    reader.blob(judgment.payloadSha256),
    (payload): Bundle.Below => ({
      citation: judgment.citation,
      court: Judgment.courts[judgment.series],
      deliveredAt: judgment.deliveredAt,
      orders: judgment.orders,
      payload: needPresent(payload, `the sealed text of ${judgment.citation}`),
    }),
  )

/** The texts that the judge on appeal reads besides the bundle of the matter: the judgments below, the grounds and the stakes. */
const bundleAppeal = (reader: Reader, { matter, judgments }: OnAppeal, appeal: Appeal) =>
  Effect.gen(function* () {
    const words = yield* wordsOf(reader, appeal)
    const [first, ...others] = yield* Effect.forEach(judgments, (judgment) =>
      bundleJudgment(reader, judgment),
    )
    const ids = Parties.enrolledOf(matter).map(({ id }) => id)
    return {
      id: appeal.id,
      court: courtName[appeal.court],
      appellants: words
        .filter(({ withdrawnAt }) => withdrawnAt === null)
        .map(({ side, grounds, argument }) => ({
          handle: matter[side].handle,
          side,
          grounds: grounds.map(markInvisible),
          argument: argument === undefined ? null : markInvisible(argument),
        })),
      below: [needPresent(first, "the judgment appealed from"), ...others],
      stakes: yield* Delivery.gatherLeft(reader, ids, matter, yield* Suits.of(reader, matter)),
    } satisfies Bundle.Appeal
  })

const leaveUndecided = (matterId: string, refused: string | null): Decision<Decided> => ({
  changes: [],
  reply: { matterId, citation: null, refused },
})

/**
 * Asks the court's judge to decide an appeal in its hearing, with the judgment below in the bundle, delivers the draft, and keeps what
 * the judge read: the work of the task `appeal-judge`. Nothing changes if the appeal is not in its hearing any more, if the judge leaves it to the bench, or
 * if the draft states no outcome or is refused by the rules.
 */
const decidingAppeal: Command<{ readonly appealId: string }, Facts, Decided, Judge.Judge> = command({
  name: "decide-appeal",
  sections: ["Rule 6.3", "Rule 5.1", "Rule 5.2", "Rule 5.3", "Rule 5.4"],
  input: OfAppeal,
  gather: ({ appealId }, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onAppealNamed(reader, appealId, context)
      const { appeal } = on
      const none: Facts = { appeal, matterId: appeal.matterId, drafted: null }
      if (moveFrom("judgment", appeal.status) === undefined) return none
      const bundle = {
        ...(yield* judgedBundle(reader, on.matter, context)),
        appeal: yield* bundleAppeal(reader, on, appeal),
      }
      const answer = yield* Judge.askInTurn(yield* Judge.Judge, bundle).pipe(
        // As at first instance: if the judge can't be reached, nothing is recorded and the task is tried again.
        Effect.mapError(({ cause }) => new StoreUnavailable({ operation: "judge", cause })),
      )
      // A judge that only proposes may take minutes and decides nothing, so the appeal is left to the bench.
      if (answer._tag !== "Drafted") return none
      const { draft, line } = answer
      if (!Judge.isRuling(draft)) return none
      const delivery = yield* gatherDelivery(reader, on, appeal, draft, context)
      return { ...none, drafted: { draft, line: lineOnAppeal(line, appeal.court), delivery, bundle } }
    }),
  decide: ({ appeal, matterId, drafted }, _input, context) => {
    const { role } = context.actor
    if (role !== "scheduler" && role !== "judge") return Either.left(refusal("judge_only", {}))
    if (drafted === null) return Either.right(leaveUndecided(matterId, null))
    const { draft, line, delivery, bundle } = drafted
    const delivered = deliverOnAppeal(draft, line, delivery, appeal, context)
    if (Either.isLeft(delivered)) return Either.right(leaveUndecided(matterId, delivered.left.code))
    const { changes, reply } = delivered.right
    const manner = mannerOf(appeal, draft, line, delivery, context.now)
    return Either.right({
      changes: [...changes, ...KeptBundle.keepBundle(bundle, manner, delivery, changes, context)],
      reply: { matterId, citation: reply.citation, refused: null },
    })
  },
})

/** Asks the judge to decide an appeal, and delivers what it drafts: the work of the task `appeal-judge`. */
export const decideAppeal = bindTask(judgeKind, decidingAppeal)
