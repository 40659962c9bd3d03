/** The questions about holds, with what the parties, the Registrar and (of revocations) the public are shown. */
import { Effect, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import { listOf } from "../kernel/Json.ts"
import { Cents } from "../kernel/Money.ts"
import { Next, nextMax, nextOf, type Opening } from "../kernel/Moves.ts"
import type { Named } from "../kernel/Named.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { format, type Instant, Stamp, sortable } from "../kernel/Time.ts"
import * as Hold from "./Hold.ts"
import { outlasts } from "./Lapse.ts"
import { mayRevoke, revocationEnd } from "./Law.ts"
import { type ActName, type Part, partsOf, reading } from "./Moves.ts"
import * as Payout from "./Payout.ts"
import { holds } from "./Record.ts"
import { Revocation } from "./Revocation.ts"
import { type ForCourt, StatementData, statementOf } from "./Statement.ts"
import { awaitedWord, reportedOn, reportsFrom, shownFrom } from "./Unreported.ts"

const PartyView = Schema.Struct({ handle: Schema.String, address: Schema.NullOr(Schema.String) })

const payoutViewSchema = Schema.Struct({
  ...Payout.facts,
  types: Schema.Struct({
    PayoutInstruction: listOf(
      Schema.Struct({ name: Schema.String, type: Schema.String }),
      Payout.types.PayoutInstruction.length,
    ),
  }),
  status: Schema.Literal("signed", "effective", "spent", "expired", "revoked"),
  ...Payout.unspentFact,
})

export interface PayoutView extends Schema.Schema.Type<typeof payoutViewSchema> {}
export type PayoutJson = Named<typeof payoutViewSchema.Encoded>

/** An instruction with its typed data, signature and status. */
export const PayoutView: Schema.Schema<PayoutView, PayoutJson> = payoutViewSchema

/** An act that is awaited. `sign` has the statement whose signature by the party's address proves the address, ready to sign. */
const HoldNext = Schema.Struct({
  ...Next.fields,
  sign: Schema.optionalWith(StatementData, { exact: true }),
}).annotations({ identifier: "HoldNext" })

const holdViewSchema = Schema.Struct({
  ...Hold.facts,
  namedBy: Schema.String,
  payer: PartyView,
  payee: PartyView,
  /** The part of the sum that the escrow still holds, as far as the parties or the chain have reported. */
  restCents: Cents,
  payout: Schema.NullOr(PayoutView),
  /** In how many days the escrow ends (null if the court has not read that), and how many the longest way to a payout takes. */
  outlasts: Schema.Struct({ escrowDays: Schema.NullOr(Schema.Int), longestWayDays: Schema.Int }),
  next: listOf(HoldNext, nextMax),
})

export interface HoldView extends Schema.Schema.Type<typeof holdViewSchema> {}
export type HoldJson = Named<typeof holdViewSchema.Encoded>

/** A hold as its parties read it, with what the escrow still holds of it. */
export const HoldView: Schema.Schema<HoldView, HoldJson> = holdViewSchema

const party = ({ handle, address }: Hold.Party) => ({ handle, address })

/** An instruction as it is shown at a time: whether it still serves depends on the clock. */
export const payoutView = (payout: Payout.Payout, now: Instant): PayoutJson =>
  encodePayout({
    ...payout,
    types: { PayoutInstruction: Payout.types.PayoutInstruction },
    status: Payout.statusAt(payout, now),
  })

const encodePayout = Schema.encodeSync(PayoutView)
const encodeHold = Schema.encodeSync(Schema.Struct({ ...holdViewSchema.fields, payout: Schema.Null }))

/**
 * The facts on which `next` of a hold rests besides the hold: its last instruction, the judgments by which it could be paid now, and
 * whether another hold has its payment of the escrow.
 */
interface Around {
  readonly payout: Payout.Payout | null
  readonly payableBy: ReadonlyArray<string>
  readonly isTaken: boolean
  /** Whether an evaluation of the delivery could be signed for it now. */
  readonly isEvaluable: boolean
}

/** From when a part may do an act on a hold, by the rules that refuse it before. If the chain is read, the chain shows who was paid. */
const opensFor =
  (hold: Hold.Hold, { payout, payableBy, isTaken, isEvaluable }: Around, { now, terms }: At) =>
  (act: ActName, part: Part): Opening => {
    switch (act) {
      case "revoke":
        return payout === null || mayRevoke(payout.effectiveAt, now, terms) === null ? null : "never"
      case "confirm":
      case "prove":
        return isTaken ? "never" : null
      case "evaluate":
        return isEvaluable ? null : "never"
      case "payout":
        return payableBy.length > 0 ? null : "never"
      case "paid-out":
        return hold.read === null
          ? reportsFrom(hold, reportedOn(hold, payout, now), part, now)
          : shownFrom(hold, payout, now)
      default:
        return null
    }
  }

/** The acts that are awaited. Who has to prove its address finds there what to sign. */
const awaitedActs = (
  hold: Hold.Hold,
  around: Around,
  at: At,
  court: ForCourt,
): ReadonlyArray<typeof HoldNext.Type> =>
  nextOf(reading, hold, opensFor(hold, around, at)).map((next) => {
    if (next.act === "payout") return { ...next, note: `By ${around.payableBy.join(" or ")}.` }
    if (next.act === "paid-out" && hold.read !== null)
      return {
        ...next,
        note: "The Court reads this chain: the report counts once the chain shows the payment.",
      }
    if (next.act === "revoke")
      return {
        ...next,
        dueBy: revocationEnd(needPresent(next.dueBy, "the time of the instruction"), at.terms),
      }
    if (next.act !== "prove") return next
    const side = next.who === hold.payer.handle ? hold.payer : hold.payee
    return { ...next, sign: statementOf(court, hold, side.handle, Hold.addressOf(side)) }
  })

type At = Pick<QueryContext, "now" | "terms">

/** The end that time alone makes of a hold on which nobody can act; empty if the hold has ended. */
const awaitedEnd = (hold: Hold.Hold, { isTaken }: Around): ReadonlyArray<typeof HoldNext.Type> => {
  const dueBy = Hold.deadlineOf(hold)
  if (dueBy === null) return []
  const lapses = { who: "clock", act: "lapse", dueBy }
  return [
    isTaken ? { ...lapses, note: "Another hold has this payment of the escrow: name a new hold." } : lapses,
  ]
}

/**
 * A hold as it is answered at an instant, after the passings that are due, with the last instruction signed for it. The answer to an act
 * does not say by which judgments it could be paid now, since it was read before the act.
 */
export const holdView = (
  stored: Hold.Hold,
  payout: Payout.Payout | null,
  at: At,
  court: ForCourt,
  { payableBy = [], isTaken = false, isEvaluable = false }: Partial<Omit<Around, "payout">> = {},
): HoldJson => {
  const { now } = at
  const hold = holds.current(stored, now)
  const around = { payout, payableBy, isTaken, isEvaluable }
  const acts = [...awaitedActs(hold, around, at, court), ...awaitedWord(hold, payout, now)]
  const view = encodeHold({
    ...hold,
    namedBy: hold[hold.namedBy].handle,
    payer: party(hold.payer),
    payee: party(hold.payee),
    restCents: hold.status === "paid_out" ? 0 : Hold.restCents(hold),
    payout: null,
    outlasts: outlasts(hold, now),
    next: acts.length > 0 ? acts : awaitedEnd(hold, around),
  })
  return { ...view, payout: payout === null ? null : payoutView(payout, now) }
}

const revokedViewSchema = Schema.Struct({
  payoutId: Schema.String,
  holdId: Schema.String,
  digest: Schema.String,
  nonce: Schema.String,
  chainId: Schema.Int,
  verifyingContract: Schema.String,
  revokedAt: Stamp,
  revocation: Revocation,
  signature: Schema.String,
})

export type RevokedView = Named<typeof revokedViewSchema.Type>
export type RevokedJson = Named<typeof revokedViewSchema.Encoded>

/** An instruction that is void, for contracts and keepers that must not obey it (PD2 §6G). */
export const RevokedView: Schema.Schema<RevokedView, RevokedJson> = revokedViewSchema

const encodeRevoked = Schema.encodeSync(RevokedView)

/** The revocation of an instruction in the public list. */
const revokedView = ({ id, holdId, digest, domain, instruction, revoked }: Payout.Payout) => {
  const { revokedAt, revocation, signature } = needPresent(revoked, "the revocation of a listed instruction")
  const { nonce } = instruction
  return encodeRevoked({ payoutId: id, holdId, digest, nonce, ...domain, revokedAt, revocation, signature })
}

/** How anybody checks an instruction without trust in the court, step by step. */
export const verifySteps: ReadonlyArray<string> = [
  "Take domain, types and instruction exactly as returned, with primaryType PayoutInstruction.",
  "Compute the EIP-712 hash; it equals digest.",
  "Recover the secp256k1 signer of digest from signature; refuse a high s. It equals signer.",
  "Fetch payout.address from /.well-known/notary.json and compare it with signer; a retired key is valid for what it signed before its retiredAt.",
  "Check that judgmentSha256 is the sha256 of the judgment record at /api/v1/judgments/{citation}, and citationHash the Keccak-256 of the citation.",
  "Read /api/v1/holds/revocations: an instruction whose digest stands there is void.",
  "It can be acted on strictly after validAfter and strictly before validBefore, once.",
]

/** The two parties of a hold and the Registrar may read it. */
export const mayReadHold = rule(["PD2 §6B"], (hold: Hold.Hold, actor: Actor): boolean =>
  partsOf(hold, actor).some((part) => part !== "clock" && part !== "court"),
)

/** A hold that the actor may read. Refused `unknown_hold`, `not_a_party`. */
export const needReadable = Effect.fnUntraced(function* (
  reader: Reader,
  id: string,
  { actor }: QueryContext,
) {
  const hold = yield* holds.need(reader, id)
  return mayReadHold(hold, actor) ? hold : yield* refusal("not_a_party", {})
})

/** The last instruction of a hold: `GET /holds/{id}/payout`. Refused `unknown_payout` if the hold has no instruction. */
export const readPayout = query({
  name: "read-payout",
  read: Effect.fnUntraced(function* ({ id }: Payout.On, context: QueryContext, reader: Reader) {
    const payout = yield* Payout.findLast(reader, yield* needReadable(reader, id, context))
    return payout === null
      ? yield* refusal("unknown_payout", {})
      : { payout: payoutView(payout, context.now) }
  }),
})

/** The holds on one quote or matter, oldest first. One page has them all, since their number is bounded (PD2 §6B). */
export const listHolds = (reader: Reader, key: string, { holdsMax }: Terms) =>
  Effect.map(
    reader.list(Hold.Holds, { index: Hold.onIndex, prefix: `${key}/`, after: null, limit: holdsMax }),
    ({ items }) => items,
  )

/** The holds that were named on a quote, as they stand now. */
export const holdsOfQuote = (
  reader: Reader,
  quoteId: string,
  { now, terms }: Pick<QueryContext, "now" | "terms">,
) =>
  Effect.map(listHolds(reader, Hold.quoteKey(quoteId), terms), (found) =>
    found.map((hold) => holds.current(hold, now)),
  )

/**
 * The holds that a judgment may pay, on its quote or in its matter, each with its last instruction as recorded. Holds for which nothing
 * was ever signed are left out.
 */
export const instructedOn = Effect.fnUntraced(function* (
  reader: Reader,
  { quoteId, matterId }: { readonly quoteId: string | null; readonly matterId: string },
  { now, terms }: Pick<QueryContext, "now" | "terms">,
) {
  const keys = [...(quoteId === null ? [] : [Hold.quoteKey(quoteId)]), Hold.matterKey(matterId)]
  const found = (yield* Effect.forEach(keys, (key) => listHolds(reader, key, terms))).flat()
  const instructed = yield* Effect.forEach(found, (hold) =>
    Effect.map(Payout.findLast(reader, hold), (payout) =>
      payout === null ? [] : [{ hold: holds.current(hold, now), payout }],
    ),
  )
  return instructed.flat()
})

/**
 * Every revocation of an instruction that would not have expired yet: `GET /holds/revocations`, public. The journal has the older
 * ones.
 */
export const holdRevocations = query({
  name: "hold-revocations",
  read: ({ page: { after, limit } }: Paged, { now }: QueryContext, reader: Reader) =>
    Effect.map(
      reader.list(Payout.Payouts, {
        index: Payout.revokedIndex,
        prefix: "",
        after: after ?? sortable(now),
        limit,
      }),
      ({ items, next }) => ({ revoked: items.map(revokedView), next, asOf: format(now) }),
    ),
})
