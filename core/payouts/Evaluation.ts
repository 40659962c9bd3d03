/** The evaluation of a delivery that the court signs for a job, so that its evaluator can obey it: `POST /holds/{id}/evaluate`. */
import { Effect, Either, Option } from "effect"
import { drawUp } from "../account/index.ts"
import type { Wallets } from "../chains/index.ts"
import { dealOfQuote } from "../deals/index.ts"
import { disclosureOf, mattersOn, priceOf } from "../deliveries/index.ts"
import {
  Escrow,
  evaluationType,
  Hold,
  holds,
  holdView,
  type JobEvaluation,
  liveEvaluation,
  mayStand,
  Payout,
  partsOf,
  perform,
  type SignedEvaluation,
  timesOf,
} from "../holds/index.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, refusedIn, when } from "../kernel/Refusal.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { textOf } from "../kernel/Text.ts"
import { format } from "../kernel/Time.ts"
import type { Matter } from "../matters/index.ts"
import { type Evaluator, Quote } from "../quotes/index.ts"

export const evaluationOfAJob = enforced(
  "PD2 §6EA",
  "The evaluation of a job",
  () =>
    "A hold over a job may lie on a quote with criteria. If it is confirmed and bytes with the hash of the close are disclosed (PD14 §11), its payer or its payee may ask for their evaluation. The service signs it once, as typed data that a contract can check: the hold, the job and its contract, the sides and the sum, the hashes of the bytes, of the criteria and of the evaluation, and whether the criteria are satisfied. It takes effect and expires like an instruction (PD2 §6E), and each ask counts (PD2 §6C). The service signs that the criteria are not satisfied, or, if the hold is of the price and nothing is off it for delay (PD15 §6A), that they are. It signs nothing while a check is open, or if they are partly satisfied. A hold has one such evaluation at a time.",
)

/** The facts about a hold and the delivery on its quote. */
interface Facts {
  readonly hold: Hold.Hold
  /** Null if the hold is not on a quote. */
  readonly quote: Quote.Quote | null
  /** The evaluation of the disclosed bytes as of now; null without disclosed bytes, or without criteria. */
  readonly evaluation: Evaluator.Evaluation | null
  /** Whether something is off the price for delay. It is not asked if the criteria are not satisfied, since all goes back then. */
  readonly isLate: boolean
  /** The matters on the quote that are undecided, or decided by a judgment that stands. */
  readonly matters: ReadonlyArray<Matter.Matter>
  readonly reading: Escrow.Reading | Escrow.Unread
  readonly ours: ReadonlyArray<string>
}

/** Why the delivery can't be signed for; null if it can. */
const lacking = ({ hold, quote, evaluation, isLate }: Facts): string | null => {
  if (hold.escrowKind !== "erc8183") return `the escrow is of the kind ${hold.escrowKind}.`
  if (quote === null || evaluation === null) return "no bytes are disclosed on a quote with criteria."
  const { verdict } = evaluation
  if (verdict !== "satisfied" && verdict !== "not_satisfied")
    return `the verdict is ${verdict}, and a job ends whole.`
  if (verdict === "not_satisfied") return null
  if (hold.amountCents !== priceOf(quote) || hold.currency !== quote.currency)
    return "the hold is of another sum or another currency than the price."
  return isLate
    ? "the delivery was late, so that a part of the price is not owed, and a job ends whole."
    : null
}

/** Every ground on which the court signs no evaluation now, whoever asks. */
const objections = (
  facts: Facts,
  { now, terms }: Pick<CommandContext, "now" | "terms">,
): ReadonlyArray<Refusal | null> => {
  const { hold, matters, reading, ours } = facts
  const [why, live] = [lacking(facts), liveEvaluation(hold, now)]
  const ends = typeof reading === "string" ? hold.escrowEndsAt : reading.expiresAt
  return [
    why === null ? null : refusal("evaluation_unavailable", { why }),
    when(matters.length > 0, "evaluation_contested", {}),
    live === null ? null : refusal("evaluation_live", { until: format(live.expiresAt) }),
    when(ends !== null && timesOf(now, terms).expiresAt > ends, "hold_expires_early", {
      days: terms.escrowMarginDays,
    }),
    ...mayStand(hold, { payer: hold.payer.address, payee: hold.payee.address }, reading, ours, terms),
  ]
}

/** The evaluation for a hold as typed data, ready to sign. `court` is the name of the domain. */
export const dataOf = (
  court: string,
  hold: Hold.Hold,
  evaluation: Evaluator.Evaluation,
  { now, terms, fresh }: Pick<CommandContext, "now" | "terms" | "fresh">,
): Wallets.TypedData<JobEvaluation> => {
  const { signedAt, effectiveAt, expiresAt } = timesOf(now, terms)
  const bytes32 = (hash: string | null) =>
    needPresent(hash, "the hash of an evaluated delivery").replace(/^sha256:/, "0x")
  return {
    domain: Payout.domainOf(court, hold),
    types: { JobEvaluation: evaluationType },
    primaryType: "JobEvaluation",
    message: {
      holdId: Payout.keccak(hold.id),
      holdRef: Escrow.kinds[hold.escrowKind].refBytes(hold.holdRef),
      payer: Hold.addressOf(hold.payer),
      payee: Hold.addressOf(hold.payee),
      asset: Payout.contractOf(hold.asset),
      amount: hold.amountUnits,
      satisfied: evaluation.verdict === "satisfied",
      artifactSha256: bytes32(evaluation.artifact),
      criteriaSha256: bytes32(evaluation.criteria),
      evaluationSha256: `0x${textOf(evaluation).sha256}`,
      signedAt: Payout.seconds(signedAt),
      validAfter: Payout.seconds(effectiveAt),
      validBefore: Payout.seconds(expiresAt),
      nonce: Payout.keccak(fresh("evaluation")),
    },
  }
}

interface Drawn {
  readonly data: Wallets.TypedData<JobEvaluation>
  readonly signing: Pick<SignedEvaluation, "evaluation" | "domain" | "signedAt" | "effectiveAt" | "expiresAt">
}

/** The evaluation that the court would sign, or the refusal. `gather` signs it, `decide` records it. */
export const drawEvaluation = rule(
  ["PD2 §6EA", "PD2 §6EB"],
  (facts: Facts, court: string, context: CommandContext): Either.Either<Drawn, Refusal> =>
    Either.map(
      firstOf([refusedIn(perform(facts.hold, "evaluate", {}, context)), ...objections(facts, context)]),
      () => {
        const evaluation = needPresent(
          facts.evaluation,
          "the evaluation of a delivery that can be signed for",
        )
        const data = dataOf(court, facts.hold, evaluation, context)
        const times = timesOf(context.now, context.terms)
        return { data, signing: { evaluation: data.message, domain: data.domain, ...times } }
      },
    ),
)

/** Whether the account of a quote takes something off its price for delay (PD15 §6A). */
const isLateOn = Effect.fnUntraced(function* (
  reader: Reader,
  quote: Quote.Quote,
  context: Pick<CommandContext, "now" | "terms">,
) {
  const deal = needPresent(
    yield* dealOfQuote(reader, quote, context),
    "the account of a quote between agents",
  )
  const { lines } = drawUp(deal, context.now, context.terms)
  // A currency that the court does not reckon has no cents.
  return lines.some(({ line, cents, millionths }) => line === "late" && (cents ?? millionths) !== 0)
})

/** The facts that are known before a chain is asked. */
const gatherKnown = Effect.fnUntraced(function* (
  reader: Reader,
  hold: Hold.Hold,
  context: Pick<CommandContext, "now" | "terms">,
) {
  const quote =
    hold.quoteId === null ? null : Option.getOrNull(yield* reader.find(Quote.Quotes, hold.quoteId))
  const disclosed = quote === null ? null : yield* disclosureOf(reader, quote, context.now)
  const evaluation = disclosed?.evaluation ?? null
  const isWhole = quote !== null && evaluation?.verdict === "satisfied"
  const facts: Facts = {
    hold,
    quote,
    evaluation,
    isLate: isWhole && (yield* isLateOn(reader, quote, context)),
    matters: quote === null ? [] : yield* mattersOn(reader, quote),
    reading: "unread",
    ours: (yield* Payout.Signer).addresses,
  }
  return facts
})

/** Whether a party may ask now for the evaluation of a confirmed hold, as far as that is known without a chain. */
export const isEvaluable = (
  reader: Reader,
  hold: Hold.Hold,
  context: Pick<CommandContext, "now" | "terms">,
) =>
  Effect.map(gatherKnown(reader, hold, context), (facts) =>
    Either.isRight(firstOf(objections(facts, context))),
  )

interface Gathered extends Facts {
  readonly court: typeof Payout.Signer.Service
  readonly payout: Payout.Payout | null
  readonly signed: Wallets.SignedData | null
}

/** A party of a hold over a job has the evaluation of the delivery signed. */
export const requestEvaluation = command({
  name: "request-evaluation",
  sections: ["PD2 §6EA", "PD2 §6EB"],
  input: ById,
  gather: ({ id }: Payout.On, context, reader) =>
    Effect.gen(function* () {
      const hold = yield* holds.need(reader, id)
      // A stranger learns nothing about the delivery, and can't make the court query a chain.
      if (partsOf(hold, context.actor).length === 0) return yield* refusal("not_a_party", {})
      const court = yield* Payout.Signer
      const known = yield* gatherKnown(reader, hold, context)
      const none: Gathered = { ...known, court, payout: yield* Payout.findLast(reader, hold), signed: null }
      // The chain is asked only about an evaluation that nothing else refuses.
      if (Either.isLeft(drawEvaluation(known, court.court, context))) return none
      yield* Escrow.takeAsk(context)
      const facts = { ...none, reading: yield* (yield* Escrow.Escrows).read(hold) }
      const drawn = drawEvaluation(facts, court.court, context)
      return Either.isLeft(drawn) ? facts : { ...facts, signed: yield* court.sign(drawn.right.data) }
    }),
  decide: ({ court, payout, signed, ...facts }: Gathered, _input, context) =>
    Either.gen(function* () {
      const { data, signing } = yield* drawEvaluation(facts, court.court, context)
      const evaluation: SignedEvaluation = {
        ...signing,
        ...needPresent(signed, "the signature of an evaluation"),
        withdrawn: null,
      }
      const moves = yield* perform(facts.hold, "evaluate", { evaluation }, context)
      const { artifactSha256, criteriaSha256, evaluationSha256, satisfied } = data.message
      return {
        changes: holds.record([moves], null, context, {
          digest: evaluation.digest,
          artifactSha256,
          criteriaSha256,
          evaluationSha256,
          satisfied,
        }),
        reply: { hold: holdView(afterOf(moves), payout, context, court) },
      }
    }),
})
