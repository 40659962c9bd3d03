/**
 * A judge that is a model: it drafts, and the bench decides. It receives the papers only as quoted data. Of a matter with an account it is
 * asked for nothing but findings on the lines that the account leaves open; the account computes the sum, and the Court makes the orders
 * (PD15 §11B). Of a matter without one it is asked for a draft. If the rules refuse its answer, it is asked once more.
 */

import { Effect, Either, Layer, Schema } from "effect"
import {
  checkDraft,
  draftByAccounts,
  Findings,
  Judge,
  type JudgedBundle,
  Orders,
} from "../../core/bench/index.ts"
import { Judges } from "../../core/judgments/index.ts"
import { byteLength } from "../../core/kernel/Hash.ts"
import type { Json } from "../../core/kernel/Json.ts"
import { type Fault, faultsOf, strictDecoder } from "../../core/kernel/Refusal.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { asJson, papersOf } from "./Bundled.ts"
import type { Chat, ChatFailed } from "./Chat.ts"
import { ofDraft, ofFindings } from "./Instructions.ts"
import { law, provisions } from "./Quoted.ts"
import { perform, schemaOf, type Unusable } from "./Structured.ts"

/** The ids of the provisions that a draft may cite though no paper cites them. */
export { provisions } from "./Quoted.ts"

const confidence = Schema.optionalWith(Schema.Number.pipe(Schema.between(0, 1)), { exact: true })

/** A draft without its cost, which is measured and not drafted, and with the confidence of the model in its orders. */
const ModelDraft = Schema.Struct({ ...Judge.Draft.omit("costCents").fields, confidence }).annotations({
  identifier: "Draft",
})
type ModelDraft = typeof ModelDraft.Type

/** The findings of the model, one for each open line, and its confidence in them. */
const ModelFindings = Schema.Struct({
  findings: Schema.Array(Findings.JudgeFinding).pipe(
    Schema.minItems(1),
    Schema.maxItems(Findings.JudgeFinding.fields.line.literals.length),
  ),
  confidence,
}).annotations({ identifier: "Findings" })
type ModelFindings = typeof ModelFindings.Type

const citationsIn = ({ matter, claim, defence, reply }: JudgedBundle): ReadonlySet<string> =>
  new Set([
    ...matter.tenders.map(({ citation }) => citation),
    ...[claim, defence, reply]
      .flatMap((paper) => paper?.rules ?? [])
      .flatMap((stated) => (typeof stated === "string" ? [] : stated.citations)),
  ])

/** The longest draft, in bytes: the court can seal no longer reasons. */
const draftBytesMax = 300_000

const faultsIn = (draft: ModelDraft, bundle: JudgedBundle): ReadonlyArray<Fault> => {
  const known = citationsIn(bundle)
  const faultsOfRefusal = (found: Either.Either<void, Parameters<typeof faultsOf>[0][number]>) =>
    Either.isLeft(found) ? [found.left] : []
  const size = byteLength(JSON.stringify(draft))
  return [
    ...faultsOf([
      ...faultsOfRefusal(checkDraft({ ...draft, costCents: null }, bundle.matter)),
      ...faultsOfRefusal(
        Either.flatMap(Orders.check(draft.orders, bundle.matter), () =>
          Orders.checkPrayer(draft, bundle.claim.orders ?? []),
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

/** A cost in whole cents, rounded up, from millionths of a US dollar; null if it is not known. */
export const centsOf = (costMicros: number | null): number | null =>
  costMicros === null ? null : Math.ceil(costMicros / 10_000)

/** Why the model gave no draft, for the log and the record: the faults are the court's own words, and nothing that the endpoint said. */
export const whyNot = (failure: ChatFailed | Unusable): string =>
  failure._tag === "Unusable"
    ? `the model's draft can't be used: ${failure.faults
        .slice(0, faultsTold)
        .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
        .join("; ")}`
    : `the model is ${failure.reason}`
const faultsTold = 5

/** A draft of a model, and what is known of it beside: a confidence from 0 to 1, and a cost in millionths of a US dollar. */
export interface ModelDrafted extends Judge.Attempted {
  readonly draft: Judge.Draft
  /** Null if the model does not state it. */
  readonly confidence: number | null
  /** Null if neither the endpoint nor a price gives it. */
  readonly costMicros: number | null
}

interface Asked<A> {
  readonly chat: Chat
  readonly model: string
  readonly bundle: JudgedBundle
  readonly instructions: string
  readonly schema: Schema.Schema<A>
  readonly name: string
  readonly more: { readonly [key: string]: Json }
  readonly faults: (answer: A) => ReadonlyArray<Fault>
}

const askFor = <A>({ chat, model, bundle, instructions, schema, name, more, faults }: Asked<A>) => {
  const fits = strictDecoder(schema)
  return perform(chat, {
    model,
    instructions,
    data: { law: law(bounds), ...asJson(papersOf(bundle)), ...more },
    schema: schemaOf(name, schema),
    check: (answer) =>
      Effect.succeed(
        Either.flatMap(fits(answer), (given) => {
          const found = faults(given)
          return found.length > 0 ? Either.left(found) : Either.right(given)
        }),
      ),
  })
}

/** The sentence of a judgment that says what judge made its findings. */
const says = (model: string): string =>
  `The lines that the account left undetermined were found by the model ${model} for the bench; the account computes the sum.`

/** The findings of a model, its confidence, what its answers cost, and whether its first answer was refused and repaired. */
export interface ModelFound {
  readonly findings: ModelFindings["findings"]
  readonly confidence: number | null
  readonly costMicros: number | null
  readonly repaired: boolean
}

/** Asks a model for findings on the open lines of an account. Findings that the Court would refuse are given back once (PD15 §11C). */
export const askFindings = (
  chat: Chat,
  model: string,
  bundle: JudgedBundle,
  wanted: Findings.Wanted,
): Effect.Effect<ModelFound, ChatFailed | Unusable> =>
  askFor<ModelFindings>({
    chat,
    model,
    bundle,
    instructions: ofFindings,
    schema: ModelFindings,
    name: "findings",
    more: { wanted: [...wanted.lines] },
    faults: ({ findings }) => Findings.findingFaults(bundle, wanted, findings),
  }).pipe(
    Effect.map(({ value: { findings, confidence = null }, costMicros, repaired }) => ({
      findings,
      confidence,
      costMicros,
      repaired,
    })),
  )

const askDraft = (chat: Chat, model: string, bundle: JudgedBundle) =>
  askFor<ModelDraft>({
    chat,
    model,
    bundle,
    instructions: ofDraft,
    schema: ModelDraft,
    name: "judgment",
    more: {},
    faults: (draft) => faultsIn(draft, bundle),
  }).pipe(
    Effect.map(
      ({ value: { confidence = null, ...drafted }, costMicros, repaired }): ModelDrafted => ({
        draft: { ...drafted, costCents: centsOf(costMicros) },
        confidence,
        costMicros,
        repaired,
      }),
    ),
  )

const nothingOpen = "The account leaves no line open, so that no judge was asked for a finding."

/** The draft of a matter whose accounts leave no line open; null if the matter has no account. */
export const ofAccounts = (bundle: JudgedBundle): Judge.Draft | null => {
  const { deals } = bundle
  const hasAccount = deals !== null && (deals.quote !== null || deals.debts.size > 0)
  return hasAccount ? draftByAccounts(bundle, deals, nothingOpen) : null
}

/**
 * Asks a model of an endpoint about a bundle: for findings if an account leaves lines open, and for a draft if the matter has no account.
 * If the accounts decide all that they can, the model is not asked, and the draft is theirs.
 */
export const ask = (
  chat: Chat,
  model: string,
  bundle: JudgedBundle,
): Effect.Effect<ModelDrafted, ChatFailed | Unusable> => {
  const wanted = Findings.findingsWanted(bundle)
  if (wanted !== null)
    return Effect.map(
      askFindings(chat, model, bundle, wanted),
      ({ findings, confidence, costMicros, repaired }) => ({
        draft: {
          ...Findings.draftOnFindings(bundle, wanted, findings, says(model)),
          costCents: centsOf(costMicros),
        },
        confidence,
        costMicros,
        repaired,
      }),
    )
  const draft = ofAccounts(bundle)
  return draft === null
    ? askDraft(chat, model, bundle)
    : Effect.succeed({ draft, confidence: null, costMicros: 0, repaired: false, by: Judges.thePapers })
}

/** The reason of a failure as the journal tells it: a code, and no word of the endpoint. */
const codeOf = (failure: ChatFailed | Unusable): Judges.DraftFailure => {
  if (failure._tag === "Unusable") return "unusable"
  const { reason } = failure
  if (reason === "cut_short") return "unreachable"
  return reason === "too_large" ? "unreadable" : reason
}

const attempt = (chat: Chat, model: string, bundle: JudgedBundle) =>
  Effect.mapError(
    ask(chat, model, bundle),
    (failure) => new Judge.Unavailable({ cause: whyNot(failure), why: codeOf(failure) }),
  )

/** A judge whose drafts are written by a model, for the bench to confirm or replace. */
export const judge = (chat: Chat, model: string): Judge.Service => ({
  line: `Drafted by the model ${model} for the bench`,
  name: Judges.nameJudge("model", model),
  kind: "model",
  proposes: true,
  decide: (bundle) => Effect.map(attempt(chat, model, bundle), ({ draft }) => draft),
  attempt: (bundle) => attempt(chat, model, bundle),
})

/** The judge whose drafts are written by a model, which `chat` asks under this name. */
export const layer = (chat: Chat, model: string): Layer.Layer<Judge.Judge> =>
  Layer.succeed(Judge.Judge, judge(chat, model))
