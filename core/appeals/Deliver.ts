/** Delivering a judgment on appeal: what it changes, all in one commit (Rule 6.3). */
import { Effect, Either, Option } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { type CommandContext, command, type Decision } from "../Command.ts"
import { moveEntries } from "../compliance/ByJudgment.ts"
import type { Standing } from "../compliance/Entry.ts"
import { openEntries } from "../compliance/Opening.ts"
import { standingsOf } from "../compliance/Standing.ts"
import { yearOf } from "../judgments/Citation.ts"
import { type Composed, type ComposeFacts, checkSize, compose, type Manner } from "../judgments/Compose.ts"
import { tariffOf } from "../judgments/Conduct.ts"
import { adjustments, awaitFinality, type Delivered } from "../judgments/Delivery.ts"
import { checkDraft } from "../judgments/Draft.ts"
import type { Finality } from "../judgments/Finality.ts"
import { stakesAt } from "../judgments/Gather.ts"
import { type Judgment, subjectOf as judgmentSubject, SeriesCounters } from "../judgments/Judgment.ts"
import { checkOrders } from "../judgments/Orders.ts"
import { deliveredEvent, notices } from "../judgments/Publication.ts"
import { delivered as recordedNew } from "../judgments/Reporting.ts"
import { type Balance, Balances, newBalance } from "../ledger/Balance.ts"
import { fees } from "../ledger/LedgerEntry.ts"
import { post } from "../ledger/Post.ts"
import { type Filer, type Matter, subjectOf as matterSubject } from "../matters/Matter.ts"
import { docketData, filerOf } from "../matters/Record.ts"
import { movedBy } from "../matters/Transitions.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, type Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { format, hours, type Instant } from "../Time.ts"
import { type Appeal, type AppealCourt, appealing, courtName, type Outcome } from "./Appeal.ts"
import { type AppealDraft, bearerOf, checkOutcome, outcomes } from "./Draft.ts"
import { marked } from "./Ending.ts"
import { type OnAppeal, onAppealNamed, reviewOf } from "./Gather.ts"
import { recordAppeal } from "./Record.ts"
import { moveOf } from "./Transitions.ts"

/** What delivering rests on besides the appeal. */
export interface AppealDelivery extends OnAppeal, Omit<ComposeFacts, "terms"> {
  /** Of both parties that are enrolled. */
  readonly standings: ReadonlyArray<Standing>
  /** Of the party that would bear the fee; null where none that is enrolled would. */
  readonly balance: Balance | null
  /** Where the matter goes back to the judge. */
  readonly filer: Filer | null
}

/** Reads what delivering this draft rests on: of the ledger and the counters only what it would move. */
export const gatherDelivery = (
  reader: Reader,
  facts: OnAppeal,
  appeal: Appeal,
  draft: Pick<AppealDraft, "outcome" | "feeBorneBy">,
  { now }: CommandContext,
) =>
  Effect.gen(function* () {
    const { matter } = facts
    const parties = [matter.claimant, matter.respondent].flatMap(({ id, handle }) =>
      id === null ? [] : [{ id, handle }],
    )
    const bearer = matter[bearerOf(appeal, draft, matter)].id
    return {
      ...facts,
      counter: yield* reader.find(SeriesCounters, `${appeal.court}/${yearOf(now)}`),
      stakes: yield* stakesAt(
        reader,
        parties.map(({ id }) => id),
        matter.dealingAt,
      ),
      standings: yield* standingsOf(reader, parties),
      balance:
        bearer === null
          ? null
          : Option.getOrElse(yield* reader.find(Balances, bearer), () => newBalance(bearer)),
      filer: draft.outcome === "remitted" ? yield* filerOf(reader, matter) : null,
    } satisfies AppealDelivery
  })

/**
 * How final the judgment on an appeal is: the Upper Court's is open to an application for leave, the High Court's final; a
 * remittal is final at once, since what is then decided can be appealed (Rules 6.1, 6.3).
 */
export const finalityOnAppeal = rule(
  ["Rule 6.1", "Rule 6.3"],
  (court: AppealCourt, outcome: Outcome, now: Instant, terms: Terms): Finality =>
    court === "HC" || outcome === "remitted"
      ? { status: "final", until: null }
      : { status: "open to appeal", until: now + hours(terms.appealNoticeHours) },
)

const words = {
  affirmed: "affirmed",
  varied: "varied",
  set_aside: "set aside",
  remitted: "remitted",
} as const

/** What the court itself says of the outcome, under the seal. */
const noteOf = (appeal: Appeal, outcome: Outcome, matter: Matter): string => {
  const by = appealing(appeal).map(({ side }) => matter[side].handle)
  const done = outcome === "remitted" ? "set aside, and the matter remitted to the judge" : words[outcome]
  return `On appeal by ${by.join(" and ")} from ${appeal.below}, the judgment below is ${done}.`
}

/** The judgments below after the outcome: as final as the new one where they stand, superseded by it otherwise. */
const below = (facts: OnAppeal, judgment: Judgment, outcome: Outcome): ReadonlyArray<Judgment> => {
  const { stands, setsAside } = outcomes[outcome]
  if (stands) return marked(facts.judgments, judgment.finality)
  return facts.judgments.map((one) => ({
    ...one,
    finality: { status: "superseded", until: null },
    marks: { ...one.marks, setAside: setsAside, supersededBy: judgment.citation },
  }))
}

/** The matter after the outcome: decided by the new judgment, or before the judge again. */
const matterAfter = (facts: AppealDelivery, judgment: Judgment, outcome: Outcome, now: Instant): Matter => {
  const { inForce, appealId, reheard } = reviewOf(facts.matter)
  const { citation, finality } = judgment
  const remitted = outcome === "remitted"
  const review = {
    inForce: remitted ? [] : [...(outcomes[outcome].stands ? inForce : []), citation],
    openUntil: finality.until,
    appealed: [],
    appealId,
    reheard,
  }
  const matter = { ...facts.matter, citation, review }
  return remitted ? movedBy(matter, "remit", now, facts.terms).after : matter
}

/** The fee of the appeal, on the ledger of the party that bears it (PD2 §5). */
const charged = rule(
  ["PD2 §5", "Rule 6.3"],
  (appeal: Appeal, balance: Balance | null, judgment: Judgment, id: string): ReadonlyArray<Change> =>
    balance === null || appeal.statement === null
      ? []
      : post(balance, {
          id,
          kind: "charge",
          cents: appeal.statement.totalCents,
          reason: "appeal_fee",
          rule: fees.appeal_fee.rule,
          subject: judgmentSubject(judgment.citation),
          at: judgment.deliveredAt,
        }),
)

/** What becomes of the entries below, then those that open, then the findings: each moves the standings that the one before left. */
const registerChanges = (
  facts: AppealDelivery,
  draft: AppealDraft,
  judgment: Judgment,
  context: CommandContext,
) => {
  const { stands } = outcomes[draft.outcome]
  const finality: Finality = stands ? judgment.finality : { status: "superseded", until: null }
  const before = { entries: facts.entries.entries, standings: facts.standings }
  const moved = moveEntries(stands ? "resume" : "supersede", finality, before, context, null)
  const made = { ...judgment, filedAt: facts.matter.filedAt }
  const opened = openEntries(made, context.schedule, (k) => context.id(32 + k), moved.standings)
  const conduct = tariffOf(draft.conduct, facts.matter, facts.terms)
  return {
    entries: opened.entries.map(({ id }) => id),
    conduct,
    changes: [
      ...moved.changes,
      ...opened.changes,
      ...adjustments(conduct, opened.standings, judgment.citation),
    ],
  }
}

const told = (outcome: Outcome, appeal: Appeal, finality: Finality): string => {
  const entries = {
    affirmed: "its entries go on, with their time afresh",
    varied: "its entries are superseded",
    set_aside: "its entries are superseded",
    remitted: "its entries are superseded, and the matter is before the judge again",
  }[outcome]
  const leave =
    finality.until === null
      ? ""
      : ` Leave to appeal to the High Court is asked for until then at POST /api/v1/matters/${appeal.matterId}/leave.`
  return `${appeal.below} is ${outcome === "remitted" ? "set aside" : words[outcome]}: ${entries}.${leave}`
}

const manner = (
  appeal: Appeal,
  { outcome }: AppealDraft,
  line: string,
  facts: OnAppeal,
  now: Instant,
): Manner => ({
  act: "judgment",
  basis: "contested",
  judgeLine: line,
  appeal: {
    id: appeal.id,
    series: appeal.court,
    finality: finalityOnAppeal(appeal.court, outcome, now, facts.terms),
    note: noteOf(appeal, outcome, facts.matter),
  },
})

const recorded = (
  facts: AppealDelivery,
  appeal: Appeal,
  draft: AppealDraft,
  composed: Composed,
  context: CommandContext,
): Decision<Delivered> => {
  const { now, id } = context
  const { outcome } = draft
  const register = registerChanges(facts, draft, composed.judgment, context)
  const judgment: Judgment = { ...composed.judgment, entries: register.entries }
  const { citation } = judgment
  const side = bearerOf(appeal, draft, facts.matter)
  const after: Appeal = {
    ...appeal,
    status: "decided",
    outcome,
    citation,
    feeBorneBy: side,
    endedAt: now,
  }
  const matter = matterAfter(facts, judgment, outcome, now)
  const judgments = below(facts, judgment, outcome)
  const { filer } = facts
  return {
    changes: [
      ...recordAppeal(
        facts,
        { after, matter, filer, judgments, event: "appeal.decided", rules: ["Rule 6.3"], notes: [] },
        context,
      ),
      Changed.blob(judgment.payloadSha256, composed.payload),
      Changed.seal(citation, composed.payload),
      Changed.put(SeriesCounters, composed.counter),
      recordedNew(judgment),
      deliveredEvent(judgment, register.conduct),
      ...(outcome === "remitted"
        ? [Changed.event("matter.remitted", matterSubject(matter.id), ["Rule 6.3"], docketData(matter))]
        : []),
      ...register.changes,
      ...notices(judgment, (k) => id(8 + k), told(outcome, appeal, judgment.finality)),
      ...[judgment, ...judgments].flatMap(awaitFinality),
      ...charged(appeal, facts.balance, judgment, id(60)),
    ],
    reply: { citation, matterId: judgment.matterId, deliveredAt: format(now) },
  }
}

/** Everything that delivering a draft on an appeal changes, or why the rules refuse it. */
export const deliverOnAppeal = rule(
  ["Rule 6.3", "Rule 5.2", "Rule 5.4"],
  (
    draft: AppealDraft,
    line: string,
    facts: AppealDelivery,
    appeal: Appeal,
    context: CommandContext,
  ): Either.Either<Decision<Delivered>, Refusal> =>
    Either.gen(function* () {
      // An appeal is read before its matter: where another delivers in between, this one is refused, and the court looks again.
      yield* firstOf([
        when(facts.matter.status !== "decided", "appeal_state", { status: appeal.status, act: "judgment" }),
      ])
      yield* checkOutcome(draft, facts.matter)
      yield* checkDraft(draft, facts.matter)
      yield* checkOrders(draft.orders, facts.matter)
      const how = manner(appeal, draft, line, facts, context.now)
      const composed = compose(draft, how, facts, facts.matter, context.now)
      yield* checkSize(composed)
      return recorded(facts, appeal, draft, composed, context)
    }),
)

/** The refusals of a judgment on an appeal by an actor (Rules 5.2, 6.3). */
const mayDecide = rule(
  ["Rule 5.2", "Rule 6.2"],
  (appeal: Appeal, { actor }: CommandContext): Either.Either<void, Refusal> =>
    firstOf([
      when(actor.role !== "judge", "judge_only", {}),
      moveOf(appeal.status, "judgment") === null
        ? refusal("appeal_state", { status: appeal.status, act: "judgment" })
        : null,
    ]),
)

/** Delivers the judgment that a Judge drafted on an appeal that is heard: `POST /appeals/{id}/judgment`. */
export const deliverAppeal = command({
  name: "deliverAppeal",
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
  gather: ({ id, draft }: { readonly id: string; readonly draft: AppealDraft }, context, reader) =>
    Effect.gen(function* () {
      const facts = yield* onAppealNamed(reader, id, context)
      const { appeal } = facts.passed
      yield* mayDecide(appeal, context)
      return { appeal, delivery: yield* gatherDelivery(reader, facts, appeal, draft, context) }
    }),
  decide: ({ appeal, delivery }, { draft }, context) =>
    Either.flatMap(mayDecide(appeal, context), () =>
      deliverOnAppeal(
        draft,
        `Before the ${courtName[appeal.court]}, sitting on the bench`,
        delivery,
        appeal,
        context,
      ),
    ),
})
