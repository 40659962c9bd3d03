/**
 * The request of a payout instruction: `POST /holds/{id}/payout`. The instruction is signed before the commit that records it, and
 * is not given out unless that commit succeeds.
 */

import { Effect, Either, Schema } from "effect"
import type { Wallets } from "../chains/index.ts"
import { disputeByAsking, type Entry, entries, isDisputedByAsking, Reputation } from "../compliance/index.ts"
import {
  Escrow,
  Hold,
  records as holdRecords,
  holds,
  holdView,
  instructedOn,
  type Moved,
  mayStand,
  Payout,
  partsOf,
  payoutView,
  pays,
  perform,
  timesOf,
  Unreported,
  verifySteps,
} from "../holds/index.ts"
import { Judgment } from "../judgments/index.ts"
import { nameOf } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, refusedIn, when } from "../kernel/Refusal.ts"
import type { Terms as Rules } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import {
  bearingOf,
  concerns,
  gatherJudged,
  gatherPending,
  type Judged,
  moveShares,
  type Pending,
} from "./Judged.ts"
import { mayPayOn, meetFrom, type Shares, sharesOf } from "./Sums.ts"

interface Facts {
  readonly hold: Hold.Hold
  readonly judged: Judged
  readonly pending: Pending
  readonly earlier: ReadonlyArray<Payout.Payout>
  /** The hold with the last instruction on this judgment, as recorded; null if no instruction was given on it. */
  readonly paying: Hold.Hold | null
  /** The instructions for this hold or this judgment that ended unreported, and count as paid (PD2 §6I). */
  readonly unreported: ReadonlyArray<Payout.Payout>
  readonly reading: Escrow.Reading | Escrow.Unread
  readonly ours: ReadonlyArray<string>
}

/** Whether an escrow of this kind can move the shares: all that it holds to one side, or any part to each. */
const expressible = (
  hold: Hold.Hold,
  { toPayeeCents, toPayerCents }: Shares,
  { holdPartsMax }: Rules,
): boolean => {
  const { divides } = Escrow.kinds[hold.escrowKind]
  const isAll = [toPayeeCents, toPayerCents].includes(Hold.restCents(hold))
  return isAll || (divides && (hold.parts ?? []).length < holdPartsMax)
}

/** Whether the party favoured disputes an entry otherwise than by asking for a payout. A dispute of the party bound stops nothing. */
const isContested = (entry: Entry.Entry): boolean =>
  entry.status === "disputed" && entry.dispute?.by === entry.favoured.handle && !isDisputedByAsking(entry)

/** The disputes that a request is: of every attestation by words alone of an order in favour of the agent that asks (PD11 §5A). */
const disputesOf = ({ entries: all }: Judged, { actor, now, schedule }: CommandContext) =>
  all.flatMap((entry) => {
    const figures = entries.governs(entry, schedule)
    const asks = actor.role === "agent" && actor.id === entry.favoured.id
    if (!asks || !Reputation.isByWordsAlone(entries.current(entry, now, ...figures))) return []
    return [Either.getOrThrow(entries.perform(entry, disputeByAsking(entry), now, ...figures))]
  })

type At = Pick<CommandContext, "now" | "terms" | "schedule">

/** The shares that a judgment moves of the hold now. Refused if it decides nothing about the hold, or sends money back too early. */
const decideShares = ({ hold, judged, pending }: Facts, now: number): Either.Either<Shares, Refusal> => {
  const [bearing, rest] = [bearingOf(hold, judged, now), Hold.restCents(hold)]
  const shares = sharesOf(bearing, rest)
  const { byPayer } = meetFrom(bearing, shares, rest)
  return Either.flatMap(firstOf([mayPayOn(bearing)]), () =>
    moveShares(pending, judged.judgment.citation, shares, byPayer),
  )
}

/** Every ground on which the court doesn't sign for this judgment now, whoever asks. */
const objections = (
  facts: Facts,
  { now, terms }: Pick<CommandContext, "now" | "terms">,
): ReadonlyArray<Refusal | null> => {
  const moved = decideShares(facts, now)
  const { expiresAt } = timesOf(now, terms)
  const { hold, judged, earlier, paying, unreported, reading, ours } = facts
  const { citation, finality } = judged.judgment
  const status = Judgment.finalityAt(finality, now)
  const same = earlier.filter((payout) => payout.citation === citation)
  const live = paying !== null && paying.id !== hold.id && pays(paying, citation, now)
  const ends = typeof reading === "string" ? hold.escrowEndsAt : reading.expiresAt
  return [
    when(!concerns(hold, judged), "payout_judgment", {}),
    when(status !== "final", "payout_not_final", { finality: status }),
    when(judged.entries.some(isContested), "payout_disputed", {}),
    when(
      same.some(({ revoked }) => revoked?.reissue === false),
      "payout_revoked",
      {},
    ),
    live ? refusal("payout_elsewhere", { id: paying.id }) : null,
    ...unreported.map((one) => refusal("payout_unreported", { payout: one.id, hold: one.holdId })),
    refusedIn(moved),
    when(Either.isRight(moved) && !expressible(hold, moved.right, terms), "payout_inexpressible", {
      kind: hold.escrowKind,
      max: terms.holdPartsMax,
    }),
    when(ends !== null && expiresAt > ends, "hold_expires_early", { days: terms.escrowMarginDays }),
    ...mayStand(
      { ...hold, amountUnits: Payout.restUnits(hold) },
      { payer: hold.payer.address, payee: hold.payee.address },
      reading,
      ours,
      terms,
    ),
  ]
}

interface Drawn {
  readonly moves: ReadonlyArray<Moved>
  readonly terms: Payout.Terms
}

/** The mark of an instruction that pays the payee a part and leaves the rest in the escrow. */
const partIn = (hold: Hold.Hold, moved: Either.Either<Shares, Refusal>): { readonly partCents?: number } => {
  const { toPayeeCents, toPayerCents } = Either.getOrElse(moved, () => ({ toPayeeCents: 0, toPayerCents: 0 }))
  return toPayeeCents + toPayerCents < Hold.restCents(hold) ? { partCents: toPayeeCents } : {}
}

/** The terms of the instruction for a judgment, with the moves of the hold, or the refusal. `gather` signs them, `decide` records them. */
export const drawInstruction = rule(
  ["PD2 §6E", "PD2 §6F", "PD2 §6FC"],
  (facts: Facts, citation: string, context: CommandContext): Either.Either<Drawn, Refusal> => {
    const { hold, judged } = facts
    const moved = decideShares(facts, context.now)
    const payoutId = context.fresh("payout")
    const times = timesOf(context.now, context.terms)
    const { effectiveAt, expiresAt } = times
    const instruction = { payoutId, citation, effectiveAt, expiresAt, ...partIn(hold, moved) }
    const moves = perform(hold, "payout", { instruction }, context)
    const { payer, payee } = hold
    return Either.flatMap(firstOf([refusedIn(moves), ...objections(facts, context)]), () =>
      Either.map(Either.all([moves, moved]), ([done, shares]) => ({
        moves: done,
        terms: {
          ...times,
          payoutId,
          citation,
          judgmentSha256: judged.judgment.payloadSha256,
          toPayeeCents: shares.toPayeeCents,
          toPayerCents: shares.toPayerCents,
          payer: Hold.addressOf(payer),
          payee: Hold.addressOf(payee),
        },
      })),
    )
  },
)

/** Whether the chain shows that what no part has paid of a hold is still in its escrow, all of it. */
const isWhole = (hold: Hold.Hold, reading: Escrow.Reading): boolean =>
  reading.state === "funded" && reading.amountUnits === Payout.restUnits(hold)

/** The instructions for a hold or a judgment that ended, and that nobody reported. */
const findEndedUnreported = (reader: Reader, { hold, judged: { judgment, quoteId } }: Facts, context: At) =>
  Effect.map(instructedOn(reader, { quoteId, matterId: judgment.matterId }, context), (found) =>
    found.filter(
      (one) =>
        (one.hold.id === hold.id || one.payout.citation === judgment.citation) &&
        Unreported.doubtOf(one.hold, one.payout, context.now) !== null,
    ),
  )

/** The instructions that count as paid for a request: by the chain if it is read, otherwise by the words of the parties. */
const gatherUnreported = Effect.fnUntraced(function* (reader: Reader, facts: Facts, context: CommandContext) {
  const { hold, reading } = facts
  const ended = yield* findEndedUnreported(reader, facts, context)
  const paid = yield* Effect.forEach(ended, (one) =>
    Effect.gen(function* () {
      const own = one.hold.id === hold.id
      if (!own) yield* Escrow.takeAsk(context)
      const shown = own ? reading : yield* (yield* Escrow.Escrows).read(one.hold)
      const counts =
        typeof shown === "string"
          ? shown === "unreadable" || Unreported.countsAsPaid(one.hold, one.payout, context.now)
          : !isWhole(one.hold, shown)
      return counts ? [one.payout] : []
    }),
  )
  return paid.flat()
})

/** The facts about a judgment and a hold that are known before a chain is asked. */
const gatherKnown = Effect.fnUntraced(function* (
  reader: Reader,
  hold: Hold.Hold,
  citation: string,
  context: At,
) {
  const judged = yield* gatherJudged(reader, hold, citation, context)
  const signed = yield* reader.list(Payout.Payouts, {
    index: Payout.ofHoldIndex,
    prefix: `${hold.id}/`,
    after: null,
    limit: 1000,
  })
  const facts: Facts = {
    hold,
    judged,
    pending: yield* gatherPending(reader, hold, judged, context),
    earlier: signed.items,
    paying: yield* Payout.findPayingHold(reader, citation),
    unreported: [],
    reading: "unread",
    ours: (yield* Payout.Signer).addresses,
  }
  return facts
})

/** Whether a party may ask now for the payout of a confirmed hold by a judgment, as far as that is known without a chain. */
export const isPayable = Effect.fnUntraced(function* (
  reader: Reader,
  hold: Hold.Hold,
  citation: string,
  context: At,
) {
  const facts = yield* gatherKnown(reader, hold, citation, context)
  const ended = yield* findEndedUnreported(reader, facts, context)
  const unreported = ended
    .filter((one) => one.hold.read === null && Unreported.countsAsPaid(one.hold, one.payout, context.now))
    .map(({ payout }) => payout)
  return Either.isRight(firstOf(objections({ ...facts, unreported }, context)))
})

const gatherFacts = Effect.fnUntraced(function* (
  { id, citation }: Payout.On & Hold.PayoutRequest,
  context: CommandContext,
  reader: Reader,
) {
  const hold = yield* holds.need(reader, id)
  const { actor } = context
  // A stranger learns nothing about the judgment, and can't make the court query a chain.
  if (partsOf(hold, actor).length === 0) return yield* refusal("not_a_party", {})
  const facts = yield* gatherKnown(reader, hold, citation, context)
  // The chain is asked only about an instruction that nothing else refuses.
  if (Either.isLeft(drawInstruction(facts, citation, context))) return facts
  yield* Escrow.takeAsk(context)
  const read: Facts = { ...facts, reading: yield* (yield* Escrow.Escrows).read(hold) }
  return { ...read, unreported: yield* gatherUnreported(reader, read, context) }
})

const recordPayout = (
  hold: Hold.Hold,
  terms: Payout.Terms,
  court: string,
  signed: Wallets.SignedData,
  askedBy: string,
): Payout.Payout => {
  const data = Payout.instructionOf(court, hold, terms)
  return {
    id: terms.payoutId,
    holdId: hold.id,
    citation: terms.citation,
    instruction: data.message,
    domain: data.domain,
    ...signed,
    signedAt: terms.signedAt,
    effectiveAt: terms.effectiveAt,
    expiresAt: terms.expiresAt,
    amountToPayeeCents: terms.toPayeeCents,
    amountToPayerCents: terms.toPayerCents,
    askedBy,
    spentAt: null,
    revoked: null,
  }
}

const gatherSigned = Effect.fnUntraced(function* (
  input: Payout.On & Hold.PayoutRequest,
  context: CommandContext,
  reader: Reader,
) {
  const facts = yield* gatherFacts(input, context, reader)
  const signer = yield* Payout.Signer
  const found = drawInstruction(facts, input.citation, context)
  const signed = Either.isLeft(found)
    ? null
    : yield* signer.sign(Payout.instructionOf(signer.court, facts.hold, found.right.terms))
  return { ...facts, court: signer, signed }
})

const payoutInputSchema = Schema.Struct({ ...ById.fields, ...Hold.PayoutRequest.fields })
export interface PayoutInput extends Schema.Schema.Type<typeof payoutInputSchema> {}
const PayoutInput: Schema.Schema<PayoutInput, typeof payoutInputSchema.Encoded> = payoutInputSchema

/** The payer or the payee asks for the instruction of a final judgment between them. */
export const requestPayout = command({
  name: "request-payout",
  sections: ["PD2 §6E", "PD2 §6F"],
  input: PayoutInput,
  gather: gatherSigned,
  decide: ({ court, signed, ...facts }, { citation }, context) =>
    Either.gen(function* () {
      const { hold, paying } = facts
      const { moves, terms } = yield* drawInstruction(facts, citation, context)
      const payout = recordPayout(
        hold,
        terms,
        court.court,
        needPresent(signed, "the signature of an instruction"),
        nameOf(context.actor),
      )
      // If another hold's instruction for this judgment has expired and nobody has recorded that, it is recorded first.
      const ended = paying === null || paying.id === hold.id ? [] : holds.passed(paying, context.now)
      return {
        changes: [
          Changed.put(Payout.Payouts, payout),
          ...holds.record([ended, moves], null, context, { payout: payout.id }),
          Changed.put(holdRecords.Payings, { citation, holdId: hold.id }),
          ...entries.record(disputesOf(facts.judged, context), facts.judged, context),
        ],
        reply: {
          payout: payoutView(payout, context.now),
          hold: holdView(afterOf(moves), payout, context, court),
          verify: verifySteps,
        },
      }
    }),
})
