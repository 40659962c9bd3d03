/**
 * The port of a judge, which reads a bundle and hands in a draft (Rule 5.2). The core checks and caps the draft, renders the reasons and
 * has them sealed. The draft of a judge that only proposes waits for the bench, and nobody else ever sees it.
 */

import { Context, Data, Effect, Either, Option, Schema } from "effect"
import { Determination } from "../account/index.ts"
import { Handle } from "../agents/index.ts"
import { Finding, leavesUndecided, OrderKind } from "../judgments/index.ts"
import { Side } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { command, type Decision } from "../kernel/Command.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Named } from "../kernel/Named.ts"
import type { Query } from "../kernel/Query.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { blobOf, textOf } from "../kernel/Text.ts"
import { Instant } from "../kernel/Time.ts"
import { visible } from "../kernel/Visible.ts"
import { type Matter, Matters } from "../matters/index.ts"
import { type JudgedBundle, judgedBundle } from "./Judged.ts"

const text = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.draftTextCharsMax))

const short = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.draftPhraseCharsMax), visible)

const draftOrderSchema = Schema.Struct({
  kind: OrderKind,
  text: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.orderTextCharsMax)),
  amountCents: Schema.optional(Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax))),
  against: Schema.optional(Handle),
  inFavourOf: Schema.optional(Handle),
  hours: Schema.optional(Schema.Int.pipe(Schema.between(1, bounds.orderHoursMax))),
  decided: Schema.optional(Schema.Literal(false)).annotations({
    description: "In a dismissal: it dismisses without a decision (PD15 §11A)",
  }),
})

export type DraftOrder = Named<typeof draftOrderSchema.Type>

/** One order of a draft; without `against` and `inFavourOf` it binds nobody, and `hours` counts from delivery. */
export const DraftOrder: Schema.Schema<DraftOrder> = draftOrderSchema

const draftSchema = Schema.Struct({
  catchwords: Schema.Array(short).pipe(Schema.maxItems(bounds.draftPhrasesMax)),
  ratio: text,
  issues: Schema.Array(
    Schema.Struct({ question: text, losingAnswer: text, reasoning: text, answer: text, for: Side }),
  ).pipe(Schema.minItems(1), Schema.maxItems(bounds.draftItemsMax)),
  circumstances: text,
  authorities: Schema.Array(
    Schema.Struct({
      citation: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax), visible),
      treatment: Schema.Literal(
        "applied",
        "followed",
        "considered",
        "cited",
        "distinguished",
        "mentioned",
        "not followed",
      ),
    }),
  ).pipe(Schema.maxItems(bounds.draftItemsMax)),
  conduct: Schema.optional(
    Schema.Array(Schema.Struct({ agent: Handle, finding: Finding, reasons: text })).pipe(
      Schema.maxItems(bounds.findingsMax),
    ),
  ),
  /** Why orders go beyond what was sought, if any does (Rule 5.3). */
  beyondPrayer: Schema.optional(text),
  orders: Schema.Array(DraftOrder).pipe(
    Schema.minItems(1),
    Schema.maxItems(2 * bounds.ordersMax),
    // A dismissal orders nothing, so it takes no place of an order; it never gives way, since it says what is decided.
    Schema.filter((orders) => orders.filter(({ kind }) => kind !== "dismiss").length <= bounds.ordersMax, {
      message: () => `at most ${bounds.ordersMax} orders beside dismissals`,
    }),
  ),
  areas: Schema.Array(short).pipe(Schema.maxItems(bounds.draftPhrasesMax)),
  /** The determinations of the accounts of the deals (PD15 §11). */
  determinations: Schema.optional(Schema.Array(Determination).pipe(Schema.maxItems(bounds.ordersMax))),
  costCents: Schema.NullOr(Schema.NonNegativeInt),
}).annotations({ identifier: "Draft" })

export interface Draft extends Schema.Schema.Type<typeof draftSchema> {}
export interface DraftSchema extends Schema.Struct<(typeof draftSchema)["fields"]> {}

/** The work of a judge: issues with their reasons, and orders; sums are in cents of USD (Rule 5.2). */
export const Draft: DraftSchema = draftSchema

/** The ways in which an appeal is decided (Rule 6.3). */
export const Outcome = Schema.Literal("affirmed", "varied", "set_aside", "remitted")

export type Outcome = typeof Outcome.Type

const appealDraftSchema = Schema.Struct({
  outcome: Outcome,
  feeBorneBy: Schema.optional(Handle),
  ...draftSchema.fields,
}).annotations({ identifier: "AppealDraft" })

export interface AppealDraft extends Schema.Schema.Type<typeof appealDraftSchema> {}
export interface AppealDraftSchema extends Schema.Struct<(typeof appealDraftSchema)["fields"]> {}

/** A judge's draft of a judgment on appeal. `feeBorneBy` is the handle of the party that bears the fee, if the judge says so. */
export const AppealDraft: AppealDraftSchema = appealDraftSchema

/** Whether a draft rules on an appeal: it states an outcome. */
export const isRuling = (draft: Draft | AppealDraft): draft is AppealDraft => "outcome" in draft

/** The answer if the judges of a court are asked, in their order. */
export type Answer =
  | { readonly _tag: "Drafted"; readonly draft: Draft | AppealDraft; readonly line: string }
  /** A judge that only proposes is to be asked outside of the commit. */
  | { readonly _tag: "ToPropose" }
  /** The bench decides. It gets what a judge before it has drafted, if there is one. */
  | {
      readonly _tag: "Bench"
      readonly before: { readonly draft: Draft | AppealDraft; readonly line: string } | null
    }

/** That a judge gave no draft for now, so that the matter is asked about again later. */
export class JudgeUnavailable extends Data.TaggedError("JudgeUnavailable")<{ readonly cause: unknown }> {}

/** A judge as the court asks it; it sees a bundle and nothing else. */
export interface JudgeService {
  readonly line: string
  /** As what the Registrar may assign a matter to it; absent for the bench (Rule 5.1A). */
  readonly kind?: "papers" | "model"
  /**
   * True if its draft is a proposal for the bench, which a Judge confirms or replaces: it is asked outside of any commit, since
   * it may take minutes. Otherwise its draft is the judgment.
   */
  readonly proposes?: boolean
  /** The judge that is asked instead if this one leaves something undecided; without it that is dismissed without a decision (PD15 §11A). */
  readonly next?: JudgeService
  /** A draft, or null if the matter waits for the bench. On appeal a draft without an outcome is not taken. */
  readonly decide: (bundle: JudgedBundle) => Effect.Effect<Draft | AppealDraft | null, JudgeUnavailable>
}

/** The port of whoever decides matters: the bench, the papers or a model. */
export class Judge extends Context.Tag("agent-court/Judge")<Judge, JudgeService>() {}

export const leftUndecided = enforced(
  "PD15 §11A",
  "Undecided sums",
  () =>
    "A claim, or a part of it, that the papers do not decide goes to the next judge that the Court has named. If there is no next judge, it is dismissed without a decision. Such a dismissal bars no later claim on what it leaves undecided, moves no money in a hold, and carries no costs. Once a claim is filed on that, the claim decides it: the earlier judgment is then neither reheard nor remitted, and no judgment on appeal from it decides the same quote or entry. An account that the judgment determines is decided all the same, and is not claimed again.",
)

/** Asks the judges of a court in their order, each for what the one before it left without a decision (PD15 §11A). */
export const askInTurn = rule(
  ["PD15 §11A"],
  (first: JudgeService, bundle: JudgedBundle): Effect.Effect<Answer, JudgeUnavailable> =>
    Effect.gen(function* () {
      let before: Extract<Answer, { _tag: "Bench" }>["before"] = null
      for (let judge: JudgeService | undefined = first; judge !== undefined; judge = judge.next) {
        if (judge.proposes === true) return { _tag: "ToPropose" }
        const draft: Draft | AppealDraft | null = yield* judge.decide(bundle)
        if (draft === null) continue
        if (judge.next === undefined || !leavesUndecided(draft))
          return { _tag: "Drafted", draft, line: judge.line }
        before = { draft, line: judge.line }
      }
      return { _tag: "Bench", before }
    }),
)

/** The judge of a court that is of a kind, with nobody after it; null if no judge is of the kind. */
export const judgeOfKind = (
  first: JudgeService,
  kind: NonNullable<JudgeService["kind"]>,
): JudgeService | null => {
  for (let judge: JudgeService | undefined = first; judge !== undefined; judge = judge.next) {
    const { next: _, ...alone } = judge
    if (judge.kind === kind) return alone
  }
  return null
}

/** The judge of a court that proposes, and that a task of `proposalKind` asks; the first judge if no judge proposes. */
export const proposerOf = (first: JudgeService): JudgeService => {
  for (let judge: JudgeService | undefined = first; judge !== undefined; judge = judge.next)
    if (judge.proposes === true) return judge
  return first
}

/** The latest proposal in a matter. It is valid while the matter is before the judge on the same papers. */
const Proposal = Schema.Struct({
  matterId: Schema.String,
  /** When the matter was reserved with the papers of the draft. After questions it is reserved again, with more papers. */
  reservedAt: Instant,
  line: Schema.String,
  draftSha256: Schema.String,
  at: Instant,
})

type Proposal = typeof Proposal.Type

export const Proposals = Kind.make<Proposal>({
  name: "proposal",
  schema: Proposal,
  id: ({ matterId }) => matterId,
})

/** The kind of the task that asks a judge for a proposal. */
export const proposalKind = "matter-proposal"

/** The task that has a judge propose a draft for a matter, as the matter was reserved. */
export const Proposed = Schema.Struct({ matterId: Schema.String, reservedAt: Instant })

export type Proposed = typeof Proposed.Type

/** Asks for a draft of a matter as it was reserved; a later reservation asks anew. */
export const askForProposal = (matterId: string, reservedAt: Instant, now: Instant): Change =>
  Changed.task(`${proposalKind}/${matterId}`, proposalKind, now, { matterId, reservedAt } satisfies Proposed)

/** Whether the matter is still before the judge on the same papers. */
export const stands = (matter: Matter, { reservedAt }: Proposed): boolean =>
  matter.status === "reserved" && matter.reservedAt === reservedAt

/** The bundle to draft on; null if the matter has moved on, so that nothing is to be drafted. */
export const bundleToPropose: Query<Proposed, JudgedBundle | null> = {
  name: "bundle-to-propose",
  read: Effect.fnUntraced(function* (asked, context, reader) {
    const matter = Option.getOrNull(yield* reader.find(Matters, asked.matterId))
    return matter === null || !stands(matter, asked) ? null : yield* judgedBundle(reader, matter, context)
  }),
}

/** The changes that keep a draft for the bench. The draft that it replaces has been read. */
export const keepProposal = (
  { matterId, reservedAt }: Proposed,
  draft: Draft | AppealDraft,
  line: string,
  now: Instant,
): ReadonlyArray<Change> => {
  const text = textOf(draft)
  return [
    Changed.put(Proposals, { matterId, reservedAt, line, draftSha256: text.sha256, at: now }),
    blobOf(text),
  ]
}

const proposalInputSchema = Schema.Struct({ ...Proposed.fields, draft: Draft, line: Schema.String })
/** A draft for the bench, with the matter and the line of the judge. */
export interface ProposalInput extends Schema.Schema.Type<typeof proposalInputSchema> {}
const ProposalInput: Schema.Schema<ProposalInput, typeof proposalInputSchema.Encoded> = proposalInputSchema

/** Keeps a draft for the bench if the matter is still before the judge on the same papers. The matter does not change. */
export const propose = command({
  name: "propose",
  sections: ["Rule 5.1", "Rule 5.2"],
  input: ProposalInput,
  gather: ({ matterId }, _context, reader) =>
    // This proposal replaces an earlier one, so that one is read too.
    Effect.zipRight(
      reader.find(Proposals, matterId),
      Effect.map(reader.find(Matters, matterId), Option.getOrNull),
    ),
  decide: (
    matter: Matter | null,
    { matterId, reservedAt, draft, line },
    { actor, now },
  ): Either.Either<Decision<{ readonly matterId: string; readonly kept: boolean }>, Refusal> => {
    if (actor.role !== "scheduler") return Either.left(refusal("judge_only", {}))
    if (matter === null || !stands(matter, { matterId, reservedAt }))
      return Either.right({ changes: [], reply: { matterId, kept: false } })
    return Either.right({
      changes: keepProposal({ matterId, reservedAt }, draft, line, now),
      reply: { matterId, kept: true },
    })
  },
})
