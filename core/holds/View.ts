/** Holds and instructions as their parties, the Registrar and (revocations) the public read them. */

import { Schema } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import { listOf } from "../kernel/Json.ts"
import { Next, nextMax, nextOf } from "../kernel/Moves.ts"
import { type Instant, Stamp } from "../kernel/Time.ts"
import { addressOf, facts, type Hold, type HoldParty } from "./Hold.ts"
import { type Payout, facts as payoutFacts, Revocation, statusAt, types } from "./Payout.ts"
import { holds } from "./Record.ts"
import { type ForCourt, StatementData, statementOf } from "./Statement.ts"

const PartyView = Schema.Struct({ handle: Schema.String, address: Schema.NullOr(Schema.String) })

/** A payout instruction as it is answered. */
export const PayoutView = Schema.Struct({
  ...payoutFacts,
  /** The EIP-712 types of the message. */
  types: Schema.Struct({
    PayoutInstruction: listOf(
      Schema.Struct({ name: Schema.String, type: Schema.String }),
      types.PayoutInstruction.length,
    ),
  }),
  status: Schema.Literal("signed", "effective", "spent", "expired", "revoked"),
})
/** An instruction as JSON. */
type PayoutJson = typeof PayoutView.Encoded

/** An act that is awaited. `sign` has the statement whose signature by the party's address proves the address, ready to sign. */
const HoldNext = Schema.Struct({
  ...Next.fields,
  sign: Schema.optionalWith(StatementData, { exact: true }),
}).annotations({ identifier: "HoldNext" })

export const HoldView = Schema.Struct({
  ...facts,
  namedBy: Schema.String,
  payer: PartyView,
  payee: PartyView,
  payout: Schema.NullOr(PayoutView),
  next: listOf(HoldNext, nextMax),
})
export type HoldJson = typeof HoldView.Encoded

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

/** The acts that are awaited. Who has to prove its address finds there what to sign. */
const awaitedActs = (hold: Hold, court: ForCourt): ReadonlyArray<typeof HoldNext.Type> =>
  nextOf(holds, hold).map((next) => {
    if (next.act !== "prove") return next
    const side = next.who === hold.payer.handle ? hold.payer : hold.payee
    return { ...next, sign: statementOf(court, hold, side.handle, addressOf(side)) }
  })

/** A hold as it is answered at `now`, after the passings that are due, with the last instruction signed for it. */
export const holdView = (stored: Hold, payout: Payout | null, now: Instant, court: ForCourt): HoldJson => {
  const hold = holds.current(stored, now)
  const view = encodeHold({
    ...hold,
    namedBy: hold[hold.namedBy].handle,
    payer: party(hold.payer),
    payee: party(hold.payee),
    payout: null,
    next: awaitedActs(hold, court),
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

const encodeRevoked = Schema.encodeSync(RevokedView)

/** The revocation of an instruction in the public list. */
export const revokedView = ({ id, holdId, digest, domain, instruction, revoked }: Payout) => {
  const { revokedAt, revocation, signature } = needPresent(revoked, "the revocation of a listed instruction")
  const { nonce } = instruction
  return encodeRevoked({ payoutId: id, holdId, digest, nonce, ...domain, revokedAt, revocation, signature })
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
