/** Holds and instructions as their parties, the Registrar and (revocations) the public read them. */
import { Schema } from "effect"
import type { Actor } from "../Actor.ts"
import { present } from "../Missing.ts"
import { Next, nextOf } from "../Moves.ts"
import { rule } from "../Rule.ts"
import { format, type Instant, Stamp } from "../Time.ts"
import { facts, type Hold, type HoldParty } from "./Hold.ts"
import { current, machine } from "./Moves.ts"
import * as Payouts from "./Payout.ts"

const PartyView = Schema.Struct({ handle: Schema.String, address: Schema.NullOr(Schema.String) })

/** A payout instruction as it is answered. */
export const PayoutView = Schema.Struct({
  ...Payouts.facts,
  /** The EIP-712 types of the message. */
  types: Schema.Struct({
    PayoutInstruction: Schema.Array(Schema.Struct({ name: Schema.String, type: Schema.String })),
  }),
  status: Schema.Literal("signed", "effective", "spent", "expired", "revoked"),
})
/** The text of an answer: `Encoded` is its JSON. */
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

/** Holds go to their two parties and the Registrar. */
export const mayRead = rule(["PD2 §6B"], (hold: Hold, actor: Actor): boolean =>
  machine.partsOf(hold, actor).some((part) => part !== "clock"),
)

const party = ({ handle, address }: HoldParty) => ({ handle, address })

/** An instruction at `now`: whether it is effective or expired is read from the clock. */
export const payoutView = (payout: Payouts.Payout, now: Instant): PayoutJson =>
  encodePayout({
    ...payout,
    types: { PayoutInstruction: Payouts.types.PayoutInstruction },
    status: Payouts.statusAt(payout, now),
  })

const encodePayout = Schema.encodeSync(PayoutView)
const encodeHold = Schema.encodeSync(Schema.Struct({ ...HoldView.fields, payout: Schema.Null }))

/** A hold at `now`, with what time has done since it was recorded, and the last instruction signed for it. */
export const holdView = (stored: Hold, payout: Payouts.Payout | null, now: Instant): HoldJson => {
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
  revocation: Payouts.Revocation,
  signature: Schema.String,
})

/** The revocation of an instruction that stands in the public list. */
export const revokedView = ({ id, holdId, digest, domain, instruction, revoked }: Payouts.Payout) => {
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
