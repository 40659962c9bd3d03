/** The fee statement of an appeal (Rule 6.2, PD2 §5): entered once the hearing is priced, by the estimator or the Registrar. */
import { Effect, Either, Option, Schema } from "effect"
import { tellRegistrar } from "../agents/Notice.ts"
import { registrarOnly } from "../agents/Own.ts"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { type Command, type CommandContext, command, type Decision } from "../Command.ts"
import { type Judgment, Judgments, subjectOf as judgmentSubject } from "../judgments/Judgment.ts"
import { appealFee } from "../ledger/Fees.ts"
import { LedgerEntries, subjectIndex, subjectPrefix } from "../ledger/LedgerEntry.ts"
import { Cents, format as money } from "../Money.ts"
import { toBoth } from "../matters/Notices.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, type Refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { bounds, type Terms } from "../Schedule.ts"
import { StoreUnavailable } from "../store/Store.ts"
import { format, formatNullable, hours, type Instant } from "../Time.ts"
import { type Appeal, Appeals, priceKind, priceTask, type Statement, subjectOf } from "./Appeal.ts"
import { Estimator } from "./Estimator.ts"
import { type OnNamed, onAppealNamed, RecordMissing } from "./Gather.ts"
import { recordAppeal } from "./Record.ts"
import { moveOf } from "./Transitions.ts"

/** What a fee statement rests on besides the estimate. */
interface Costs {
  readonly below: Judgment
  readonly firstInstance: Judgment
  /** A fee was entered for the first instance already. */
  readonly entered: boolean
}
interface Facts extends OnNamed {
  readonly costs: Costs
}

const judgmentNamed = (reader: Reader, citation: string) =>
  Effect.flatMap(
    reader.find(Judgments, citation),
    Option.match({ onNone: () => Effect.die(new RecordMissing(citation)), onSome: Effect.succeed }),
  )

/** True where a fee was charged for a judgment. A list may be relied on: the charge is made with the judgment. */
const isCharged = (reader: Reader, fee: "magistrate_fee" | "appeal_fee", { citation }: Judgment) =>
  Effect.map(
    reader.list(LedgerEntries, {
      index: subjectIndex,
      prefix: subjectPrefix(fee, judgmentSubject(citation)),
      after: null,
      limit: 1,
    }),
    ({ items }) => items.length > 0,
  )

/** The judgment below, the one at first instance that it goes back to, and whether the first instance was charged for. */
const costsOf = (reader: Reader, appeal: Appeal) =>
  Effect.gen(function* () {
    const below = yield* judgmentNamed(reader, appeal.below)
    let firstInstance = below
    let entered = false
    while (firstInstance.appealId !== null) {
      // An earlier appeal's fee carried the first instance with it.
      entered ||= yield* isCharged(reader, "appeal_fee", firstInstance)
      const earlier = Option.getOrThrow(yield* reader.find(Appeals, firstInstance.appealId))
      firstInstance = yield* judgmentNamed(reader, earlier.below)
    }
    entered ||= yield* isCharged(reader, "magistrate_fee", firstInstance)
    return { below, firstInstance, entered } satisfies Costs
  })

const gathered = (reader: Reader, id: string, context: CommandContext) =>
  Effect.gen(function* () {
    const facts = yield* onAppealNamed(reader, id, context)
    return { ...facts, costs: yield* costsOf(reader, facts.stored) } satisfies Facts
  })

/** The statement that an estimate makes: both costs, the margin on them, and until when a withdrawal is free (PD2 §5, §5A). */
export const statementOf = rule(
  ["Rule 6.2", "PD2 §5", "PD2 §5A"],
  (costs: Costs, estimateCents: number, id: string, now: Instant, terms: Terms): Statement => {
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

const stated = (
  facts: Facts,
  appeal: Appeal,
  estimateCents: number,
  context: CommandContext,
  reasons?: string,
) => {
  const statement = statementOf(facts.costs, estimateCents, context.id(0), context.now, facts.terms)
  const after: Appeal = { ...appeal, status: "stated", statement }
  const text = `The fee of the appeal from ${appeal.below} in matter ${facts.matter.number} is ${money(statement.totalCents, "USD")}; it falls on the party that loses. An appellant may withdraw without it before ${format(statement.withdrawBy)} at POST /api/v1/matters/${facts.matter.id}/withdraw.`
  const notes = toBoth("appeal.stated", text)
  const data = reasons === undefined ? {} : { reasons }
  return recordAppeal(
    facts,
    { after, event: "appeal.stated", data, rules: ["Rule 6.2", "PD2 §5"], notes },
    context,
  )
}

/** The Registrar is told, once, of an appeal that the estimator can't price. */
const toldRegistrar = (facts: Facts, appeal: Appeal, context: CommandContext): ReadonlyArray<Change> =>
  appeal.registrarToldAt !== null
    ? []
    : [
        Changed.put(Appeals, { ...appeal, registrarToldAt: context.now }),
        tellRegistrar({
          id: context.id(0),
          type: "appeal.unpriced",
          subject: subjectOf(appeal.id),
          at: context.now,
          text: `Nobody can price the hearing of the appeal from ${appeal.below} in matter ${facts.matter.number}. State the estimate at POST /api/v1/registrar/appeals/${appeal.id}/estimate before ${formatNullable(appeal.pricedBy)}; it is heard without a fee otherwise. Its entries are suspended until it ends.`,
          data: {
            appealId: appeal.id,
            matterId: appeal.matterId,
            estimateBy: formatNullable(appeal.pricedBy),
          },
        }),
      ]

export type Priced = { readonly appealId: string; readonly status: Appeal["status"] }

interface Estimated extends Facts {
  /** Null where nobody can tell, or nothing is to be priced any more. */
  readonly estimateCents: number | null
}

/**
 * Asks the estimator what the hearing will cost: the work of the task `appeal-price`. Where it can't tell, no fee is stated, the
 * Registrar is told and may state the estimate, and the estimator is asked again later, until the appeal is heard without a fee.
 */
export const priceAppeal: Command<{ readonly appealId: string }, Estimated, Priced, Estimator> = command({
  name: "priceAppeal",
  sections: ["Rule 6.2", "PD2 §5"],
  gather: ({ appealId }, context, reader) =>
    Effect.gen(function* () {
      const facts = yield* gathered(reader, appealId, context)
      const { stored, costs } = facts
      if (moveOf(stored.status, "estimate") === null) return { ...facts, estimateCents: null }
      const estimator = yield* Estimator
      const { below, firstInstance } = costs
      const estimateCents = yield* estimator
        .estimate({ court: stored.court, matterId: stored.matterId, firstInstance, below })
        .pipe(Effect.mapError(({ cause }) => new StoreUnavailable({ operation: "estimator", cause })))
      return { ...facts, estimateCents }
    }),
  decide: (facts, { appealId }, context) => {
    const { appeal } = facts.passed
    if (moveOf(appeal.status, "estimate") === null)
      return Either.right({ changes: [], reply: { appealId, status: appeal.status } })
    if (facts.estimateCents === null) {
      const again = context.now + hours(facts.terms.appealPricingHours)
      return Either.right({
        changes: [
          ...toldRegistrar(facts, appeal, context),
          Changed.task(priceTask(appealId), priceKind, again, { appealId }),
        ],
        reply: { appealId, status: appeal.status },
      })
    }
    const changes = stated(facts, appeal, facts.estimateCents, context)
    return Either.right({ changes, reply: { appealId, status: "stated" } })
  },
})

/** The body of `POST /registrar/appeals/{id}/estimate`. */
export const Estimate = Schema.Struct({
  estimatedAppealCostCents: Cents.pipe(Schema.between(0, bounds.dealingValueCentsMax)),
  reasons: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.reasonsCharsMax)),
}).annotations({ identifier: "Estimate" })
export type Estimate = typeof Estimate.Type

const mayEstimate = rule(["PD2 §5"], ({ status }: Appeal): Refusal | null =>
  when(moveOf(status, "estimate") === null, "appeal_state", { status, act: "estimate" }),
)

/** The Registrar states what the hearing is expected to cost, where the estimator can't, with reasons. */
export const estimateAppeal = command({
  name: "estimateAppeal",
  sections: ["PD2 §5", "Rule 6.2", "Constitution 2.1"],
  gather: ({ id }: Estimate & { readonly id: string }, context, reader) =>
    Effect.gen(function* () {
      const facts = yield* gathered(reader, id, context)
      const refused = registrarOnly(context.actor)
      return refused === null ? facts : yield* refused
    }),
  decide: (facts, { estimatedAppealCostCents, reasons, id }, context) => {
    const { appeal } = facts.passed
    return Either.map(
      firstOf([mayEstimate(appeal)]),
      (): Decision<Priced> => ({
        changes: stated(facts, appeal, estimatedAppealCostCents, context, reasons),
        reply: { appealId: id, status: "stated" },
      }),
    )
  },
})
