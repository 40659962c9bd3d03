/**
 * The port of a judge, which reads a bundle and hands in a draft (Rule 5.2). The core checks and caps the draft, renders the reasons and
 * has them sealed. The draft of a judge that only proposes waits for the bench (`Proposal.ts`).
 */

import { Context, Data, Effect, Schema } from "effect"
import { Determination } from "../account/index.ts"
import { Agent } from "../agents/index.ts"
import { Judges, Judgment } from "../judgments/index.ts"
import { Side } from "../kernel/Actor.ts"
import type { Named } from "../kernel/Named.ts"
import { bounds } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { visible } from "../kernel/Visible.ts"
import type { JudgedBundle } from "./Judged.ts"

const text = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.draftTextCharsMax))

const short = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.draftPhraseCharsMax), visible)

const draftOrderSchema = Schema.Struct({
  kind: Judgment.OrderKind,
  text: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.orderTextCharsMax)),
  amountCents: Schema.optional(Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax))),
  against: Schema.optional(Agent.Handle),
  inFavourOf: Schema.optional(Agent.Handle),
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
    Schema.Array(Schema.Struct({ agent: Agent.Handle, finding: Judgment.Finding, reasons: text })).pipe(
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
  determinations: Schema.optional(
    Schema.Array(Determination.Determination).pipe(Schema.maxItems(bounds.ordersMax)),
  ),
  costCents: Schema.NullOr(Schema.NonNegativeInt),
}).annotations({ identifier: "Draft" })

export interface Draft extends Schema.Schema.Type<typeof draftSchema> {}
/** The type of the schema of a draft, under a name of its own. */
export interface DraftSchema extends Schema.Struct<(typeof draftSchema)["fields"]> {}

/** The work of a judge: issues with their reasons, and orders; sums are in cents of USD (Rule 5.2). */
export const Draft: DraftSchema = draftSchema

/** The ways in which an appeal is decided (Rule 6.3). */
export const Outcome = Schema.Literal("affirmed", "varied", "set_aside", "remitted")

export type Outcome = typeof Outcome.Type

const appealDraftSchema = Schema.Struct({
  outcome: Outcome,
  feeBorneBy: Schema.optional(Agent.Handle),
  ...draftSchema.fields,
}).annotations({ identifier: "AppealDraft" })

export interface AppealDraft extends Schema.Schema.Type<typeof appealDraftSchema> {}
/** The type of the schema of a draft on appeal, under a name of its own. */
export interface AppealDraftSchema extends Schema.Struct<(typeof appealDraftSchema)["fields"]> {}

/** A judge's draft of a judgment on appeal. `feeBorneBy` is the handle of the party that bears the fee, if the judge says so. */
export const AppealDraft: AppealDraftSchema = appealDraftSchema

/** Whether a draft rules on an appeal: it states an outcome. */
export const isRuling = (draft: Draft | AppealDraft): draft is AppealDraft => "outcome" in draft

/** A draft, the line under the title of its judgment, and the judge that made it. */
export interface Drafted {
  readonly draft: Draft | AppealDraft
  readonly line: string
  readonly by: Judges.Name
}

interface LeftBy {
  /** The judges that left the matter, or a part of it, to the next one. */
  readonly left: ReadonlyArray<Judges.Name>
}

/** The answer if the judges of a court are asked, in their order. */
export type Answer =
  | ({ readonly _tag: "Drafted" } & Drafted & LeftBy)
  /** A judge that only proposes is to be asked outside of the commit. */
  | ({ readonly _tag: "ToPropose" } & LeftBy)
  /** The bench decides. It gets what a judge before it has drafted, if there is one. */
  | ({ readonly _tag: "Bench"; readonly before: Drafted | null } & LeftBy)

/** That a judge gave no draft for now, so that the matter is asked about again later. */
export class Unavailable extends Data.TaggedError("JudgeUnavailable")<{
  readonly cause: unknown
  /** The code of the reason, which the journal tells. */
  readonly why?: Judges.DraftFailure
}> {}

/** A judge as the court asks it; it sees a bundle and nothing else. */
export interface Service {
  readonly line: string
  /** The kind and the version under which its work is counted; without it the judge is another one, with its line as the version. */
  readonly name?: Judges.Name
  /** As what the Registrar may assign a matter to it; absent for the bench (Rule 5.1A). */
  readonly kind?: "papers" | "model"
  /**
   * True if its draft is a proposal for the bench, which a Judge confirms or replaces: it is asked outside of any commit, since
   * it may take minutes. Otherwise its draft is the judgment.
   */
  readonly proposes?: boolean
  /** The judge that is asked instead if this one leaves something undecided; without it that is dismissed without a decision (PD15 §11A). */
  readonly next?: Service
  /** A draft, or null if the matter waits for the bench. On appeal a draft without an outcome is not taken. */
  readonly decide: (bundle: JudgedBundle) => Effect.Effect<Draft | AppealDraft | null, Unavailable>
  /** As `decide`, for a judge that can say whether an answer was refused before its draft; the court then counts that. */
  readonly attempt?: (bundle: JudgedBundle) => Effect.Effect<Attempted, Unavailable>
}

/** The work of a judge that proposes. `repaired`: its first answer broke the Rules, and its second one did not. */
export interface Attempted {
  readonly draft: Draft | AppealDraft | null
  readonly repaired: boolean
  /** The judge whose work the draft is, if it is another: that of accounts which leave no line open is the work of the papers. */
  readonly by?: Judges.Name
}

/** The kind and the version of a judge. A judge without a name is of the kind `other`, by its line. */
export const nameOf = ({ name, line }: Pick<Service, "name" | "line">): Judges.Name =>
  name ?? Judges.nameJudge("other", line)

/** Asks a judge that proposes. `repaired` is false if the judge can't say whether its first answer was refused. */
export const askForDraft = (judge: Service, bundle: JudgedBundle): Effect.Effect<Attempted, Unavailable> =>
  judge.attempt?.(bundle) ?? Effect.map(judge.decide(bundle), (draft) => ({ draft, repaired: false }))

/** The port of whoever decides matters: the bench, the papers or a model. */
export class Judge extends Context.Tag("agent-court/Judge")<Judge, Service>() {}

export const leftUndecided = enforced(
  "PD15 §11A",
  "Undecided sums",
  () =>
    "A claim, or a part of it, that the papers do not decide goes to the next judge that the Court has named. If there is no next judge, it is dismissed without a decision. Such a dismissal bars no later claim on what it leaves undecided, moves no money in a hold, and carries no costs. Once a claim is filed on that, the claim decides it: the earlier judgment is then neither reheard nor remitted, and no judgment on appeal from it decides the same quote or entry. An account that the judgment determines is decided all the same, and is not claimed again.",
)

/** Asks the judges of a court in their order, each for what the one before it left without a decision (PD15 §11A). */
export const askInTurn = rule(
  ["PD15 §11A"],
  (first: Service, bundle: JudgedBundle): Effect.Effect<Answer, Unavailable> =>
    Effect.gen(function* () {
      let before: Drafted | null = null
      const left: Array<Judges.Name> = []
      for (let judge: Service | undefined = first; judge !== undefined; judge = judge.next) {
        if (judge.proposes === true)
          return { _tag: "ToPropose", left: before === null ? left : [...left, before.by] }
        const draft: Draft | AppealDraft | null = yield* judge.decide(bundle)
        const by = nameOf(judge)
        if (draft === null) {
          // The bench leaves nothing: it is who decides in the end.
          if (by.judge !== "bench") left.push(by)
          continue
        }
        if (before !== null) left.push(before.by)
        const made: Drafted = { draft, line: judge.line, by }
        if (judge.next === undefined || !Judgment.leavesUndecided(draft))
          return { _tag: "Drafted", ...made, left }
        before = made
      }
      return { _tag: "Bench", before, left }
    }),
)

/** The judge of a court that is of a kind, with nobody after it; null if no judge is of the kind. */
export const judgeOfKind = (first: Service, kind: NonNullable<Service["kind"]>): Service | null => {
  for (let judge: Service | undefined = first; judge !== undefined; judge = judge.next) {
    const { next: _, ...alone } = judge
    if (judge.kind === kind) return alone
  }
  return null
}

/** The judge of a court that proposes, and that a task of `proposalKind` asks; the first judge if no judge proposes. */
export const proposerOf = (first: Service): Service => {
  for (let judge: Service | undefined = first; judge !== undefined; judge = judge.next)
    if (judge.proposes === true) return judge
  return first
}
