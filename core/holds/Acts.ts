/** The Registrar's revocation of an instruction, and the passing of time. */
import { Effect, Either, Schema } from "effect"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, refusedIn } from "../kernel/Refusal.ts"
import { Revoking } from "./Hold.ts"
import { mayRevoke } from "./Law.ts"
import { lastPayout, type On } from "./Lookup.ts"
import { type Payout, PayoutSigner, Payouts, revocationOf } from "./Payout.ts"
import { holds, perform, revokedData } from "./Record.ts"
import { holdView } from "./View.ts"

/** The signed revocation of an instruction; null if it can't be revoked. */
const signedRevocation = Effect.fnUntraced(function* (
  payout: Payout | null,
  { actor, now, terms }: CommandContext,
) {
  if (payout === null || actor.role !== "registrar") return null
  if (mayRevoke(payout.effectiveAt, now, terms) !== null) return null
  const data = revocationOf(payout, now)
  const { signature } = yield* (yield* PayoutSigner).sign(data)
  return { revocation: data.message, signature }
})

const gatherRevoking = Effect.fnUntraced(function* (
  { id }: On & Revoking,
  context: CommandContext,
  reader: Reader,
) {
  const hold = yield* holds.need(reader, id)
  const payout = yield* lastPayout(reader, hold)
  return { hold, payout, signed: yield* signedRevocation(payout, context), court: yield* PayoutSigner }
})

/** The Registrar revokes the instruction of a hold before it takes effect: `POST /registrar/holds/{id}/revoke`. */
export const revokePayout = command({
  name: "revoke-payout",
  sections: ["PD2 §6G"],
  input: Schema.Struct({ ...ById.fields, ...Revoking.fields }),
  gather: gatherRevoking,
  decide: ({ hold, payout, signed, court }, { reasons, reissue = false }, context) =>
    Either.gen(function* () {
      const { now, terms } = context
      const moves = perform(hold, "revoke", {}, context)
      yield* firstOf([refusedIn(moves), payout === null ? null : mayRevoke(payout.effectiveAt, now, terms)])
      const done = yield* moves
      const revocation = needPresent(signed, "the signed revocation")
      const revoked: Payout = {
        ...needPresent(payout, "the instruction of an instructed hold"),
        revoked: { revokedAt: now, reasons, reissue, ...revocation },
      }
      return {
        changes: [
          Changed.put(Payouts, revoked),
          ...holds.record([done], null, context, revokedData(revoked)),
        ],
        reply: { hold: holdView(afterOf(done), revoked, now, court) },
      }
    }),
})

/** Makes the passings that are due when the deadline of a hold fires; changes nothing if none is due. */
export const passHold = holds.passing({
  name: "pass-hold",
  sections: ["PD2 §6D", "PD2 §6E"],
  answer: () => null,
})
