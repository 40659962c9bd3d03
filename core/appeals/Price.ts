/** The fee statement of an appeal (Rule 6.2, PD2 §5), made once the estimator or the Registrar has priced the hearing. */

import { Context, Data, Effect, Either, Option, Schema } from "effect"
import { Notice, registrarOnly } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { bindTask, type Command, type CommandContext, command, type Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import { afterOf } from "../kernel/Machine.ts"
import { Cents } from "../kernel/Money.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { formatNullable, hours, type Instant } from "../kernel/Time.ts"
import { Account, appealFee } from "../ledger/index.ts"
import { StoreUnavailable } from "../store/Store.ts"
import * as Appeal from "./Appeal.ts"
import { moveFrom, type Part, partsOf } from "./Moves.ts"
import { registrarTexts } from "./Notices.ts"
import { appeals, type OnNamed, onAppealNamed, recordAppeal } from "./Record.ts"

/** The facts that an estimator gets. Costs are in cents; null if the decision had no price. */
interface ToEstimate {
  readonly court: Appeal.Court
  readonly matterId: string
  readonly firstInstance: { readonly citation: string; readonly costCents: number | null }
  readonly below: { readonly citation: string; readonly costCents: number | null }
}

class EstimatorUnavailable extends Data.TaggedError("EstimatorUnavailable")<{
  readonly cause: unknown
}> {}

interface EstimatorService {
  /** The expected cost of deciding the appeal, in whole cents; null if it can't be estimated now. */
  readonly estimate: (appeal: ToEstimate) => Effect.Effect<number | null, EstimatorUnavailable>
}

/** The port that estimates the cost of deciding an appeal before anybody pays for it (PD2 §5). */
export class Estimator extends Context.Tag("agent-court/Estimator")<Estimator, EstimatorService>() {}

/** The facts of which a fee statement is made, besides the estimate. */
interface Costs {
  readonly below: Judgment.Judgment
  readonly firstInstance: Judgment.Judgment
  /** Whether a fee was entered for the first instance already. */
  readonly entered: boolean
}

interface Facts extends OnNamed {
  readonly costs: Costs
}

const judgmentNamed = (reader: Reader, citation: string) =>
  Effect.flatMap(reader.find(Judgment.Judgments, citation), (found) =>
    Effect.sync(() => needPresent(Option.getOrNull(found), `judgment ${citation}`)),
  )

/** Whether a fee was charged for a judgment. The charge is committed with the judgment, so reading a list is safe here. */
const isCharged = (reader: Reader, fee: "magistrate_fee" | "appeal_fee", { citation }: Judgment.Judgment) =>
  Effect.map(
    Account.entriesAbout(reader, fee, Judgment.subjectOf(citation), 1),
    (entries) => entries.length > 0,
  )

/** The judgment below, the one at first instance from which the appeals began, and whether a fee was entered for the latter. */
const costsOf = (reader: Reader, appeal: Appeal.Appeal) =>
  Effect.gen(function* () {
    const below = yield* judgmentNamed(reader, appeal.below)
    let firstInstance = below
    let entered = false
    while (firstInstance.appealId !== null) {
      // The fee of an earlier appeal included the first instance.
      entered ||= yield* isCharged(reader, "appeal_fee", firstInstance)
      const earlier = Option.getOrThrow(yield* reader.find(Appeal.Appeals, firstInstance.appealId))
      firstInstance = yield* judgmentNamed(reader, earlier.below)
    }
    entered ||= yield* isCharged(reader, "magistrate_fee", firstInstance)
    return { below, firstInstance, entered } satisfies Costs
  })

const gatherFacts = (reader: Reader, id: string, context: CommandContext) =>
  Effect.gen(function* () {
    const facts = yield* onAppealNamed(reader, id, context)
    const priced: Facts = { ...facts, costs: yield* costsOf(reader, facts.stored) }
    return priced
  })

/** The fee statement for an estimate: both costs, the margin on them, and until when a withdrawal is free (PD2 §5, §5A). */
export const statementOf = rule(
  ["Rule 6.2", "PD2 §5", "PD2 §5A"],
  (costs: Costs, estimateCents: number, id: string, now: Instant, terms: Terms): Appeal.Statement => {
    const { citation, costCents } = costs.firstInstance
    const { entered } = costs
    const fee = appealFee(
      {
        firstInstanceCents: costCents,
        firstInstanceEntered: entered,
        estimatedAppealCostCents: estimateCents,
      },
      terms,
    )
    return {
      id,
      firstInstance: { citation, costCents, entered },
      estimatedAppealCostCents: estimateCents,
      ...fee,
      statedAt: now,
      withdrawBy: now + hours(terms.appealWithdrawalHours),
    }
  },
)

/** States the price of an appeal, by whoever has some parts in it. */
const statePrice = (
  facts: Facts,
  who: ReadonlyArray<Part>,
  estimateCents: number,
  context: CommandContext,
  data: { readonly reasons?: string } = {},
): Either.Either<Decision<Priced>, Refusal> => {
  const { costs, terms, stored } = facts
  const statement = statementOf(costs, estimateCents, context.fresh("statement"), context.now, terms)
  const moves = appeals.perform(stored, { act: "estimate", who, stated: { statement } }, context.now)
  return Either.map(moves, (done) => ({
    changes: recordAppeal(facts, done, { data }, context),
    reply: { appealId: stored.id, status: afterOf(done).status },
  }))
}

/** Tells the Registrar, once for each appeal, that the estimator can't price it. */
const tellRegistrar = (
  facts: Facts,
  appeal: Appeal.Appeal,
  context: CommandContext,
): ReadonlyArray<Change> =>
  appeal.registrarToldAt !== null
    ? []
    : [
        Changed.put(Appeal.Appeals, { ...appeal, registrarToldAt: context.now }),
        Notice.tellRegistrar({
          id: context.fresh("registrar notice"),
          subject: Appeal.subjectOf(appeal.id),
          at: context.now,
          ...registrarTexts.unpriced(appeal, facts.matter),
          asks: [{ act: "state-estimate", on: appeal.id }],
          data: {
            appealId: appeal.id,
            matterId: appeal.matterId,
            estimateBy: formatNullable(appeal.pricedBy),
          },
        }),
      ]

type Priced = { readonly appealId: string; readonly status: Appeal.Appeal["status"] }

export interface Estimated extends Facts {
  /** Null if the estimator can't tell, or if the appeal is not to be priced any more. */
  readonly estimateCents: number | null
}

const pricingAppeal: Command<{ readonly appealId: string }, Estimated, Priced, Estimator> = command({
  name: "price-appeal",
  sections: ["Rule 6.2", "PD2 §5"],
  input: Appeal.OfAppeal,
  gather: ({ appealId }, context, reader) =>
    Effect.gen(function* () {
      const facts = yield* gatherFacts(reader, appealId, context)
      const { stored, costs } = facts
      if (moveFrom("estimate", stored.status) === undefined) return { ...facts, estimateCents: null }
      const estimator = yield* Estimator
      const { below, firstInstance } = costs
      const estimateCents = yield* estimator
        .estimate({ court: stored.court, matterId: stored.matterId, firstInstance, below })
        .pipe(Effect.mapError(({ cause }) => new StoreUnavailable({ operation: "estimator", cause })))
      return { ...facts, estimateCents }
    }),
  decide: (facts, { appealId }, context) => {
    const { appeal } = facts
    if (moveFrom("estimate", appeal.status) === undefined)
      return Either.right({ changes: [], reply: { appealId, status: appeal.status } })
    if (facts.estimateCents === null) {
      const again = context.now + hours(facts.terms.appealPricingHours)
      return Either.right({
        changes: [
          ...tellRegistrar(facts, appeal, context),
          Changed.task(Appeal.priceTask(appealId), Appeal.priceKind, again, { appealId }),
        ],
        reply: { appealId, status: appeal.status },
      })
    }
    return statePrice(facts, ["estimator"], facts.estimateCents, context)
  },
})

/**
 * Asks the estimator what the hearing will cost: the work of the task `appeal-price`. If the estimator can't tell, no fee is stated,
 * the Registrar is told and may state the estimate, and the estimator is asked again later, until the hearing begins without a fee.
 */
export const priceAppeal = bindTask(Appeal.priceKind, pricingAppeal)

/** The body of `POST /registrar/appeals/{id}/estimate`. */
export const Estimate = Schema.Struct({
  estimatedAppealCostCents: Cents.pipe(Schema.between(0, bounds.dealingValueCentsMax)),
  reasons: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.reasonsCharsMax)),
}).annotations({ identifier: "Estimate" })

export type Estimate = typeof Estimate.Type

const estimateInputSchema = Schema.Struct({ ...ById.fields, ...Estimate.fields })
export interface EstimateInput extends Schema.Schema.Type<typeof estimateInputSchema> {}
const EstimateInput: Schema.Schema<EstimateInput, typeof estimateInputSchema.Encoded> = estimateInputSchema

/** The Registrar states, with reasons, what the hearing is expected to cost. */
export const estimateAppeal = command({
  name: "estimate-appeal",
  sections: ["PD2 §5", "Rule 6.2", "Constitution 2.1"],
  input: EstimateInput,
  gather: ({ id }, context, reader) =>
    Effect.gen(function* () {
      const facts = yield* gatherFacts(reader, id, context)
      const refused = registrarOnly(context.actor)
      return refused === null ? facts : yield* refused
    }),
  decide: (facts, { estimatedAppealCostCents, reasons }, context) => {
    const who = partsOf(facts, context.actor)
    return statePrice(facts, who, estimatedAppealCostCents, context, { reasons })
  },
})
