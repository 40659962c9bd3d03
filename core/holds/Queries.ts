/** The questions about holds, and holds and instructions as their parties, the Registrar and (revocations) the public read them. */
import { Effect, Schema } from "effect"
import type { Actor } from "../Actor.ts"
import { present } from "../Defect.ts"
import { Next, nextOf } from "../Moves.ts"
import { Matters } from "../matters/Matter.ts"
import { type QueryContext, query } from "../Query.ts"
import { mayRead as mayReadQuote } from "../quotes/Queries.ts"
import { Quotes } from "../quotes/Quote.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { rule } from "../rulebook/Section.ts"
import type { Page } from "../store/Store.ts"
import { format, type Instant, Stamp, sortable } from "../Time.ts"
import { lastPayout, needHold, type On } from "./Acts.ts"
import { facts, type Hold, type HoldParty, Holds, matterKey, onIndex, quoteKey } from "./Hold.ts"
import { current, machine } from "./Moves.ts"
import {
  type Payout,
  Payouts,
  facts as payoutFacts,
  Revocation,
  revokedIndex,
  statusAt,
  types,
} from "./Payout.ts"

const PartyView = Schema.Struct({ handle: Schema.String, address: Schema.NullOr(Schema.String) })

/** A payout instruction as it is answered. */
export const PayoutView = Schema.Struct({
  ...payoutFacts,
  /** The EIP-712 types of the message. */
  types: Schema.Struct({
    PayoutInstruction: Schema.Array(Schema.Struct({ name: Schema.String, type: Schema.String })),
  }),
  status: Schema.Literal("signed", "effective", "spent", "expired", "revoked"),
})
/** An instruction as JSON. */
export type PayoutJson = typeof PayoutView.Encoded

export const HoldView = Schema.Struct({
  ...facts,
  namedBy: Schema.String,
  payer: PartyView,
  payee: PartyView,
  payout: Schema.NullOr(PayoutView),
  next: Schema.Array(Next),
})
export type HoldJson = typeof HoldView.Encoded

/** The two parties of a hold and the Registrar may read it. */
export const mayRead = rule(["PD2 §6B"], (hold: Hold, actor: Actor): boolean =>
  machine.partsOf(hold, actor).some((part) => part !== "clock"),
)

const party = ({ handle, address }: HoldParty) => ({ handle, address })

/** An instruction as it is answered at `now`. */
export const payoutView = (payout: Payout, now: Instant): PayoutJson =>
  encodePayout({
    ...payout,
    types: { PayoutInstruction: types.PayoutInstruction },
    status: statusAt(payout, now),
  })

const encodePayout = Schema.encodeSync(PayoutView)
const encodeHold = Schema.encodeSync(Schema.Struct({ ...HoldView.fields, payout: Schema.Null }))

/** A hold as it is answered at `now`, after the passings that are due, with the last instruction signed for it. */
export const holdView = (stored: Hold, payout: Payout | null, now: Instant): HoldJson => {
  const hold = current(stored, now)
  const view = encodeHold({
    ...hold,
    namedBy: hold[hold.namedBy].handle,
    payer: party(hold.payer),
    payee: party(hold.payee),
    payout: null,
    next: nextOf(machine, hold),
  })
  return { ...view, payout: payout === null ? null : payoutView(payout, now) }
}

/** One revocation of the public list. */
export const RevokedView = Schema.Struct({
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

/** The revocation of an instruction in the public list. */
export const revokedView = ({ id, holdId, digest, domain, instruction, revoked }: Payout) => {
  const { revokedAt, revocation, signature } = present(revoked, "the revocation of a listed instruction")
  return {
    payoutId: id,
    holdId,
    digest,
    nonce: instruction.nonce,
    chainId: domain.chainId,
    verifyingContract: domain.verifyingContract,
    revokedAt: format(revokedAt),
    revocation,
    signature,
  }
}

/** How anybody checks an instruction, step by step. */
export const verifySteps: ReadonlyArray<string> = [
  "Take domain, types and instruction exactly as returned, with primaryType PayoutInstruction.",
  "Compute the EIP-712 hash; it equals digest.",
  "Recover the secp256k1 signer of digest from signature; refuse a high s. It equals signer.",
  "Fetch payout.address from /.well-known/notary.json and compare it with signer; a retired key is valid for what it signed before its retiredAt.",
  "Check that judgmentSha256 is the sha256 of the judgment record at /api/v1/judgments/{citation}, and citationHash the Keccak-256 of the citation.",
  "Read /api/v1/holds/revocations: an instruction whose digest stands there is void.",
  "It can be acted on strictly after validAfter and strictly before validBefore, once.",
]

const viewOf = Effect.fnUntraced(function* (reader: Reader, hold: Hold, { now }: QueryContext) {
  return holdView(hold, yield* lastPayout(reader, hold), now)
})

/** A hold that the actor may read. Refused `unknown_hold`, `not_a_party`. */
const needReadable = Effect.fnUntraced(function* (reader: Reader, id: string, { actor }: QueryContext) {
  const hold = yield* needHold(reader, id)
  return mayRead(hold, actor) ? hold : yield* refusal("not_a_party", {})
})

/** One hold, with its last instruction: `GET /holds/{id}`. */
export const readHold = query({
  name: "read-hold",
  read: Effect.fnUntraced(function* ({ id }: On, context: QueryContext, reader: Reader) {
    return { hold: yield* viewOf(reader, yield* needReadable(reader, id, context), context) }
  }),
})

/** The last instruction of a hold: `GET /holds/{id}/payout`. Refused `unknown_payout` where there is none. */
export const readPayout = query({
  name: "read-payout",
  read: Effect.fnUntraced(function* ({ id }: On, context: QueryContext, reader: Reader) {
    const payout = yield* lastPayout(reader, yield* needReadable(reader, id, context))
    return payout === null
      ? yield* refusal("unknown_payout", {})
      : { payout: payoutView(payout, context.now) }
  }),
})

/** The holds on one quote or matter, oldest first. One page has them all, since their number is bounded (PD2 §6B). */
const holdsOn = Effect.fnUntraced(function* (reader: Reader, key: string, context: QueryContext) {
  const { items } = yield* reader.list(Holds, {
    index: onIndex,
    prefix: `${key}/`,
    after: null,
    limit: context.terms.holdsMax,
  })
  return { holds: yield* Effect.forEach(items, (hold) => viewOf(reader, hold, context)) }
})

/** The holds on a quote, for its parties and the Registrar: `GET /quotes/{id}/holds`. */
export const holdsOnQuote = query({
  name: "holds-on-quote",
  read: Effect.fnUntraced(function* ({ id }: On, context: QueryContext, reader: Reader) {
    const quote = yield* reader.need(Quotes, id, () => refusal("unknown_quote", { id }))
    if (!mayReadQuote(quote, context.actor)) return yield* refusal("not_a_party", {})
    return yield* holdsOn(reader, quoteKey(id), context)
  }),
})

/** The holds on a matter, for its parties and the Registrar: `GET /matters/{id}/holds`. */
export const holdsOnMatter = query({
  name: "holds-on-matter",
  read: Effect.fnUntraced(function* ({ id }: On, context: QueryContext, reader: Reader) {
    const matter = yield* reader.need(Matters, id, () => refusal("unknown_matter", { id }))
    const { actor } = context
    const isParty = actor.role === "agent" && [matter.claimant.id, matter.respondent.id].includes(actor.id)
    const reads = actor.role === "registrar" || isParty
    return reads ? yield* holdsOn(reader, matterKey(id), context) : yield* refusal("not_a_party", {})
  }),
})

const pageItems = 500

/**
 * Every revocation of an instruction that would not have expired yet: `GET /holds/revocations`, public. The journal has the older
 * ones.
 */
export const revocations = query({
  name: "hold-revocations",
  read: Effect.fnUntraced(function* (_input: object, { now }: QueryContext, reader: Reader) {
    const revoked: Array<ReturnType<typeof revokedView>> = []
    for (let after: string | null = sortable(now); after !== null; ) {
      const query = { index: revokedIndex, prefix: "", after, limit: pageItems }
      const page: Page<Payout> = yield* reader.list(Payouts, query)
      revoked.push(...page.items.map(revokedView))
      after = page.next
    }
    return { revoked, asOf: format(now) }
  }),
})
