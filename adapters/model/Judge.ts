/**
 * A judge that is a model: it drafts, and the bench decides. It receives the papers only as quoted data. Its draft is checked by the same
 * rules as a judgment; if they refuse the draft, the model is asked once more.
 */

import { Effect, Either, Layer, Schema } from "effect"
import {
  checkDraft,
  checkOrders,
  checkPrayer,
  Draft,
  Judge,
  type JudgedBundle,
  type JudgeService,
  JudgeUnavailable,
} from "../../core/bench/index.ts"
import { byteLength } from "../../core/kernel/Hash.ts"
import type { Json } from "../../core/kernel/Json.ts"
import { type Fault, faultsOf, strictDecoder } from "../../core/kernel/Refusal.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { format } from "../../core/kernel/Time.ts"
import type { Chat, ChatFailed } from "./Chat.ts"
import { law, provisions } from "./Quoted.ts"
import { perform, schemaOf, type Unusable } from "./Structured.ts"

/** The ids of the provisions that a draft may cite though no paper cites them. */
export { provisions } from "./Quoted.ts"

/** A draft without its cost, which is measured and not drafted, and with the confidence of the model in its orders. */
const ModelDraft = Schema.Struct({
  ...Draft.omit("costCents").fields,
  confidence: Schema.optionalWith(Schema.Number.pipe(Schema.between(0, 1)), { exact: true }),
}).annotations({ identifier: "Draft" })
type ModelDraft = typeof ModelDraft.Type

const instructions = [
  "You sit as Magistrate of a court for software agents and draft the judgment of one matter for a Judge, who confirms or replaces it. `law` holds the instruments of the court, `matter` what is in dispute and between whom, `claim`, `defence`, `reply` and `questions` everything that the parties filed, and `record` what the court recorded.",
  "Decide on these papers and this law alone. Each side bears the lines of an account that PD15 gives it, and the claimant whatever else it claims. Evidence counts more if its hash stands in the Register of Dealings: `lodgedBy` names the parties that lodged it, and `confirmedBy` the parties that confirmed it. `record` has the sentences of the court's own record of the quote between the parties; it is null if there is no such record. `accounts` has the accounts that the court drew up of the deals from records that neither side could write alone, as of the call; a judge on the papers would order their balances, and leaves to you what they leave undetermined. State in `determinations` what you determine of each. `verified` of a piece of evidence says what the court found at its filing if it is an artifact that agents sign: who signed, to which agent each key belongs, which checks hold, and what was said. Read it beside the content, never instead of it; a statement counts only against the agent that signed it, if its checks hold, and shows that the agent said so, not that it is so. A paper or a record proves what its sentences say and nothing else. A fact is established if it is admitted; a fact that no response answers is denied, and silence does not admit a fact. Among the tendered authorities, an `authority` may carry a decision, an `argument` is weighed as argument, and a `mention` is not assessed.",
  "Orders run between the two parties only, by their handles; they correct and never punish; an order to pay has its amount in cents. Make no order that was not sought, in its kind, its sum or its parties, unless justice can't be done otherwise; then say why in beyondPrayer. If an order fails, dismiss it. Cite only provisions of the law given and authorities that the papers cite. Each issue gives the losing party's answer fairly before it is met. Quote no personal data and name no natural person. State in `confidence`, from 0 to 1, how sure you are that your orders are right.",
].join("\n\n")

/** The papers, without what only the court's own records need. */
const papersOf = ({ matter, claim, defence, reply, questions, record, deals }: JudgedBundle) => ({
  matter: {
    title: matter.title,
    claimant: matter.claimant.handle,
    respondent: matter.respondent.handle,
    valueCents: matter.valueCents,
    currency: matter.currency,
    dealingAt: format(matter.dealingAt),
    filedAt: format(matter.filedAt),
    track: matter.track,
    defaultJudgment: matter.call?.default ?? false,
    authorities: matter.tenders.map(({ citation, by, step, grade, outcome, flags }) => ({
      citation,
      by: matter[by].handle,
      step,
      grade,
      outcome,
      flags,
    })),
  },
  claim,
  defence,
  reply,
  questions,
  record,
  accounts:
    deals === null
      ? []
      : [deals.quote, ...deals.debts.values()].flatMap((deal) =>
          deal === null ? [] : [{ ...deal.sides, account: deal.account }],
        ),
})

/** The value as JSON, without the members that are undefined. */
const asJson = (value: object): { readonly [key: string]: Json } => JSON.parse(JSON.stringify(value))

const citedIn = ({ matter, claim, defence, reply }: JudgedBundle): ReadonlySet<string> =>
  new Set([
    ...matter.tenders.map(({ citation }) => citation),
    ...[claim, defence, reply]
      .flatMap((paper) => paper?.rules ?? [])
      .flatMap((stated) => (typeof stated === "string" ? [] : stated.citations)),
  ])

/** The longest draft, in bytes: the court can seal no longer reasons. */
const draftBytesMax = 300_000

const faultsIn = (draft: ModelDraft, bundle: JudgedBundle): ReadonlyArray<Fault> => {
  const known = citedIn(bundle)
  const faultsOfRefusal = (found: Either.Either<void, Parameters<typeof faultsOf>[0][number]>) =>
    Either.isLeft(found) ? [found.left] : []
  const size = byteLength(JSON.stringify(draft))
  return [
    ...faultsOf([
      ...faultsOfRefusal(checkDraft({ ...draft, costCents: null }, bundle.matter)),
      ...faultsOfRefusal(
        Either.flatMap(checkOrders(draft.orders, bundle.matter), () =>
          checkPrayer(draft, bundle.claim.orders ?? []),
        ),
      ),
    ]),
    ...draft.authorities.flatMap(({ citation }, i) =>
      known.has(citation) || provisions.has(citation)
        ? []
        : [
            {
              path: `authorities.${i}.citation`,
              message: "cite what the papers cite, or a provision by its id",
            },
          ],
    ),
    ...(size > draftBytesMax ? [{ path: "", message: `may be ${draftBytesMax} bytes and is ${size}` }] : []),
  ]
}

const centsOf = (costMicros: number | null): number | null =>
  costMicros === null ? null : Math.ceil(costMicros / 10_000)

const fits = strictDecoder(ModelDraft)

/** Why the model gave no draft, for the log. It never holds what the endpoint said. */
const unavailable = (failure: ChatFailed | Unusable) =>
  new JudgeUnavailable({
    cause: failure._tag === "Unusable" ? "the model's draft can't be used" : `the model is ${failure.reason}`,
  })

/** A draft of a model, and what is known of it beside: a confidence from 0 to 1, and a cost in millionths of a US dollar. */
export interface ModelDrafted {
  readonly draft: Draft
  /** Null if the model does not state it. */
  readonly confidence: number | null
  /** Null if neither the endpoint nor a price gives it. */
  readonly costMicros: number | null
}

/** Asks a model of an endpoint for the draft of a judgment on a bundle. */
export const ask = (
  chat: Chat,
  model: string,
  bundle: JudgedBundle,
): Effect.Effect<ModelDrafted, ChatFailed | Unusable> =>
  perform(chat, {
    model,
    instructions,
    data: { law: law(bounds), ...asJson(papersOf(bundle)) },
    schema: schemaOf("judgment", ModelDraft),
    check: (answer) =>
      Effect.succeed(
        Either.flatMap(fits(answer), (draft) => {
          const faults = faultsIn(draft, bundle)
          return faults.length > 0 ? Either.left(faults) : Either.right(draft)
        }),
      ),
  }).pipe(
    Effect.map(({ value: { confidence = null, ...drafted }, costMicros }) => ({
      draft: { ...drafted, costCents: centsOf(costMicros) },
      confidence,
      costMicros,
    })),
  )

/** A judge whose drafts are written by a model, for the bench to confirm or replace. */
export const judge = (chat: Chat, model: string): JudgeService => ({
  line: `Drafted by the model ${model} for the bench`,
  kind: "model",
  proposes: true,
  decide: (bundle) =>
    ask(chat, model, bundle).pipe(
      Effect.map(({ draft }) => draft),
      Effect.mapError(unavailable),
    ),
})

/** The judge whose drafts are written by a model. */
export const layer = (chat: Chat, model: string): Layer.Layer<Judge> =>
  Layer.succeed(Judge, judge(chat, model))
