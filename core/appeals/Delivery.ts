/** The delivery of a judgment on an appeal: the facts that it needs, and all its changes in one commit (Rule 6.3). */
import { Effect, Either, Schema } from "effect"
import { Standing } from "../agents/index.ts"
import { type Compose, Delivery, Judge, notices } from "../bench/index.ts"
import { AppealFees, Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command, type Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, refusedIn, when } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { Account } from "../ledger/index.ts"
import { docketData, filerOf, Matter, Parties, Suits } from "../matters/index.ts"
import { type Appeal, courtName, remainingAppellants } from "./Appeal.ts"
import { finalityOnAppeal } from "./Law.ts"
import { describeOutcome, leaveOf } from "./Notices.ts"
import {
  type AppealDelivery,
  bearerOf,
  chargeAppealFee,
  checkOutcome,
  matterAfter,
  registerChanges,
  standingUnder,
} from "./Outcome.ts"
import { appeals, type OnAppeal, onAppealNamed, recordAppeal } from "./Record.ts"

/** Reads the facts that the delivery of this draft needs. Of the ledger and the counters it reads only what the draft would change. */
export const gatherDelivery = (
  reader: Reader,
  facts: OnAppeal,
  appeal: Appeal,
  draft: Pick<Judge.AppealDraft, "outcome" | "feeBorneBy">,
  { now }: CommandContext,
) =>
  Effect.gen(function* () {
    const { matter } = facts
    const parties = Parties.enrolledOf(matter)
    const ids = parties.map(({ id }) => id)
    const bearer = matter[bearerOf(appeal, draft, matter)].id
    const suits = yield* Suits.of(reader, matter)
    return {
      ...facts,
      counter: yield* reader.find(Judgment.SeriesCounters, `${appeal.court}/${Judgment.yearOf(now)}`),
      suits,
      stakes: yield* Delivery.gatherLeft(reader, ids, matter, suits, standingUnder(facts.judgments, draft)),
      standings: yield* Standing.readAll(reader, parties),
      sought: yield* Delivery.soughtOf(reader, matter),
      accountOf: yield* Delivery.accountSought(reader, matter),
      fee: null,
      // The record of judges has their work at first instance alone (PD17 §1A).
      by: null,
      charged: yield* Account.chargedIn(reader, matter.id, ids),
      balance: bearer === null ? null : yield* Account.balanceOf(reader, bearer),
      kept: yield* AppealFees.keptFees(reader),
      filer: draft.outcome === "remitted" ? yield* filerOf(reader, matter) : null,
    } satisfies AppealDelivery
  })

/** The manner of a judgment on an appeal: its court, what it does to the judgment below, and the fee. */
export const mannerOf = (
  appeal: Appeal,
  { outcome }: Judge.AppealDraft,
  line: string,
  facts: OnAppeal,
  now: Instant,
): Compose.Manner => ({
  act: "judgment",
  basis: "contested",
  judgeLine: line,
  appeal: {
    id: appeal.id,
    series: appeal.court,
    finality: finalityOnAppeal(appeal.court, outcome, now, facts.terms),
    below: appeal.below,
    by: remainingAppellants(appeal).map(({ side }) => facts.matter[side].handle),
    outcome,
    feeCents: appeal.statement?.totalCents ?? 0,
  },
})

const decideAppeal = (
  facts: AppealDelivery,
  appeal: Appeal,
  draft: Judge.AppealDraft,
  composed: Compose.Composed,
  context: CommandContext,
): Either.Either<Decision<Delivery.Delivered>, Refusal> => {
  const { now, fresh } = context
  const { outcome } = draft
  const register = registerChanges(facts, draft, composed.judgment, context)
  const judgment: Judgment.Judgment = { ...composed.judgment, entries: register.opened.map(({ id }) => id) }
  const { citation } = judgment
  const side = bearerOf(appeal, draft, facts.matter)
  const stated = { outcome, citation, feeBorneBy: appeal.statement === null ? null : side }
  const stored = needPresent(facts.stored, "the appeal that is decided")
  const moves = appeals.perform(stored, { act: "judgment", who: ["judge"], stated }, now)
  const matter = matterAfter(facts, judgment, outcome, now)
  const { judgments } = register
  const { filer } = facts
  const inForce = outcome === "remitted" ? [] : [...standingUnder(facts.judgments, draft), judgment]
  const after = outcome === "remitted" ? "undecided" : Delivery.suitAfter(inForce)
  const allowed = firstOf([refusedIn(moves), Suits.laterClaim(facts.suits, matter, after)])
  return Either.map(
    Either.flatMap(allowed, () => moves),
    (done) => ({
      changes: [
        ...recordAppeal(facts, done, { matter, filer, judgments }, context),
        ...Delivery.publish(judgment, composed),
        ...(outcome === "remitted"
          ? [Changed.event("matter.remitted", Matter.subjectOf(matter.id), ["Rule 6.3"], docketData(matter))]
          : []),
        ...Suits.decidedSuit(facts.suits, matter, after, Delivery.orderedBy(inForce), now),
        ...register.changes,
        ...notices(
          judgment,
          register.opened,
          fresh,
          describeOutcome(outcome, appeal, judgment.finality),
          leaveOf(appeal, judgment.finality),
        ),
        ...[judgment, ...judgments].flatMap(Delivery.awaitFinality),
        ...chargeAppealFee(appeal, facts, judgment, fresh("charge")),
        AppealFees.addFee(facts.kept, appeal.statement?.totalCents ?? 0),
      ],
      reply: { citation, matterId: judgment.matterId, deliveredAt: format(now) },
    }),
  )
}

/** The changes of the delivery of a draft on an appeal, or the refusal of the rules. */
export const deliverOnAppeal = rule(
  ["Rule 6.3", "Rule 5.2", "Rule 5.4"],
  (
    draft: Judge.AppealDraft,
    line: string,
    facts: AppealDelivery,
    appeal: Appeal,
    context: CommandContext,
  ): Either.Either<Decision<Delivery.Delivered>, Refusal> =>
    Either.gen(function* () {
      // The appeal is read before its matter. If another judgment is delivered between the two reads, this delivery is refused;
      // the refusal rests on stale versions, so the court reads again.
      yield* firstOf([
        when(facts.matter.status !== "decided", "appeal_state", { status: appeal.status, act: "judgment" }),
      ])
      yield* checkOutcome(draft, facts.matter)
      const how = mannerOf(appeal, draft, line, facts, context.now)
      const composed = yield* Delivery.composeChecked(draft, how, facts, facts.matter, context.now)
      return yield* decideAppeal(facts, appeal, draft, composed, context)
    }),
)

/** Refuses a judgment on an appeal by anybody but a Judge, or before its hearing (Rules 5.2, 6.2). */
const mayDecide = rule(
  ["Rule 5.2", "Rule 6.2"],
  (appeal: Appeal, { actor, now }: CommandContext): Either.Either<unknown, Refusal> =>
    actor.role === "judge"
      ? appeals.transition(appeal, { act: "judgment", who: ["judge"] }, now)
      : Either.left(refusal("judge_only", {})),
)

/** The line under the title of a judgment that a Judge delivers: before which court, on the bench. */
export const benchLine = (court: Appeal["court"]): string =>
  `Before the ${courtName[court]}, sitting on the bench`

const appealJudgmentInputSchema = Schema.Struct({ ...ById.fields, ...Judge.AppealDraft.fields })
/** The draft of a judgment on an appeal, with the appeal that it decides. */
export interface AppealJudgmentInput extends Schema.Schema.Type<typeof appealJudgmentInputSchema> {}
const AppealJudgmentInput: Schema.Schema<AppealJudgmentInput, typeof appealJudgmentInputSchema.Encoded> =
  appealJudgmentInputSchema

/** Delivers the judgment that a Judge drafted on an appeal in its hearing: `POST /appeals/{id}/judgment`. */
export const deliverAppeal = command({
  name: "deliver-appeal",
  sections: [
    "Rule 6.3",
    "Rule 5.2",
    "Rule 5.3",
    "Rule 5.4",
    "Rule 5.5",
    "PD2 §5",
    "PD11 §2",
    "PD11 §7",
    "PD11 §8",
  ],
  input: AppealJudgmentInput,
  gather: ({ id, ...draft }, context, reader) =>
    Effect.gen(function* () {
      const facts = yield* onAppealNamed(reader, id, context)
      const { appeal } = facts
      yield* mayDecide(appeal, context)
      return { appeal, delivery: yield* gatherDelivery(reader, facts, appeal, draft, context) }
    }),
  decide: ({ appeal, delivery }, { id: _, ...draft }, context) =>
    Either.flatMap(mayDecide(appeal, context), () =>
      deliverOnAppeal(draft, benchLine(appeal.court), delivery, appeal, context),
    ),
})
