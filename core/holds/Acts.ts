/** The acts on a hold that need no judgment: its confirmation, the revocation of its instruction, and the passing of time. */
import { Effect, Either, Option } from "effect"
import { Agents } from "../agents/Agent.ts"
import * as Changed from "../Change.ts"
import { type CommandContext, command } from "../Command.ts"
import { readAddress } from "../chains/Networks.ts"
import { present } from "../Defect.ts"
import type { Reader } from "../Reader.ts"
import { firstOf, type Refusal, refusal, when } from "../Refusal.ts"
import { type EscrowReading, Escrows, type Unread } from "./Escrow.ts"
import { type Confirming, type Hold, Holds, type Revoking } from "./Hold.ts"
import { mayRevoke, mayStand } from "./Law.ts"
import { type ActName, type Moved, passed, transition } from "./Moves.ts"
import { type Payout, PayoutSigner, Payouts, revocationOf } from "./Payout.ts"
import { holdView } from "./Queries.ts"
import { recordMoves } from "./Record.ts"

export type On = { readonly id: string }

export const needHold = (reader: Reader, id: string) =>
  reader.need(Holds, id, () => refusal("unknown_hold", { id }))

/** The hold that has a unique name; null where none has. */
export const holdWith = Effect.fnUntraced(function* (reader: Reader, name: string) {
  const id = yield* reader.holder(name)
  return id === null
    ? null
    : present(Option.getOrNull(yield* reader.find(Holds, id)), `the hold with ${name}`)
})

/** The last instruction signed for a hold; null where none was. */
export const lastPayout = (reader: Reader, { instruction }: Hold) =>
  instruction === null
    ? Effect.succeed(null)
    : Effect.map(reader.find(Payouts, instruction.payoutId), Option.getOrNull)

/** The moves of an act as the court receives it: the passings that are due, the act, and the passings that are due right after it. */
export const perform = (
  hold: Hold,
  act: ActName,
  stated: Partial<Hold>,
  { actor, now }: Pick<CommandContext, "actor" | "now">,
): Either.Either<ReadonlyArray<Moved>, Refusal> => {
  const before = passed(hold, now)
  return Either.map(transition(before.at(-1)?.after ?? hold, act, actor, stated, now), (moved) => [
    ...before,
    moved,
    ...passed(moved.after, now),
  ])
}

/** The hold after the moves of one act. */
export const afterOf = (moves: ReadonlyArray<Moved>): Hold =>
  present(moves.at(-1), "the move of an act").after

/** The refusal of a step, for `firstOf`; null where the step was not refused. */
export const refusedIn = (found: Either.Either<unknown, Refusal>): Refusal | null =>
  Either.isLeft(found) ? found.left : null

const readAgain = (reading: EscrowReading | Unread): Partial<Hold> =>
  typeof reading === "string"
    ? {}
    : { read: { at: reading.at, state: reading.state }, escrowEndsAt: reading.expiresAt }

const gatherConfirming = Effect.fnUntraced(function* (
  { id }: On & Confirming,
  { actor }: CommandContext,
  reader: Reader,
) {
  const hold = yield* needHold(reader, id)
  const isParty = actor.role === "agent" && [hold.payer.id, hold.payee.id].includes(actor.id)
  const agent = isParty ? yield* reader.find(Agents, actor.id) : Option.none()
  return {
    hold,
    limited: Option.exists(agent, ({ limited }) => limited),
    reading: isParty ? yield* (yield* Escrows).read(hold) : ("unread" as const),
    ours: (yield* PayoutSigner).addresses,
  }
})

/** The other party confirms a hold with its own address: `POST /holds/{id}/confirm`. */
export const confirmHold = command({
  name: "confirm-hold",
  sections: ["PD2 §6C", "PD2 §6D"],
  gather: gatherConfirming,
  decide: ({ hold, limited, reading, ours }, body, context) =>
    Either.gen(function* () {
      const read = readAddress({ network: hold.chain, asset: hold.asset, address: body.address })
      const address = read?.address ?? null
      const other = hold.namedBy === "payer" ? "payee" : "payer"
      const usable = address !== null && address !== hold.escrowAddress
      const given = { ...hold[other], address }
      const stated = {
        [other]: given,
        confirmedAt: context.now,
        ...readAgain(reading),
      }
      const moves = perform(hold, "confirm", stated, context)
      const sides = { payer: hold.payer.address, payee: hold.payee.address, [other]: address }
      yield* firstOf([
        refusedIn(moves),
        when(limited, "limited_manifest", {}),
        when(!usable, "hold_address", {}),
        ...mayStand(hold, sides, reading, ours, context.terms),
      ])
      const done = yield* moves
      return {
        changes: recordMoves([done], context),
        reply: { hold: holdView(afterOf(done), null, context.now) },
      }
    }),
})

/** The signed revocation of an instruction; null where it can't be revoked. */
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
  const hold = yield* needHold(reader, id)
  const payout = yield* lastPayout(reader, hold)
  return { hold, payout, signed: yield* signedRevocation(payout, context) }
})

/** The Registrar revokes the instruction of a hold before it takes effect: `POST /registrar/holds/{id}/revoke`. */
export const revokePayout = command({
  name: "revoke-payout",
  sections: ["PD2 §6G"],
  gather: gatherRevoking,
  decide: ({ hold, payout, signed }, { reasons, reissue = false }, context) =>
    Either.gen(function* () {
      const { now, terms } = context
      const moves = perform(hold, "revoke", {}, context)
      yield* firstOf([refusedIn(moves), payout === null ? null : mayRevoke(payout.effectiveAt, now, terms)])
      const done = yield* moves
      const revocation = present(signed, "the signed revocation")
      const revoked: Payout = {
        ...present(payout, "the instruction of an instructed hold"),
        revoked: { revokedAt: now, reasons, reissue, ...revocation },
      }
      return {
        changes: [
          Changed.put(Payouts, revoked),
          ...recordMoves([done], context, {
            payout: revoked.id,
            digest: revoked.digest,
            nonce: revoked.instruction.nonce,
            chainId: revoked.domain.chainId,
            verifyingContract: revoked.domain.verifyingContract,
            reasons,
            reissue,
          }),
        ],
        reply: { hold: holdView(afterOf(done), revoked, now) },
      }
    }),
})

/** Makes the passings that are due when the deadline of a hold fires; changes nothing where none is due. */
export const passHold = command({
  name: "pass-hold",
  sections: ["PD2 §6D", "PD2 §6E"],
  gather: ({ holdId }: { readonly holdId: string }, _context, reader) => needHold(reader, holdId),
  decide: (hold, _input, context) =>
    Either.right({ changes: recordMoves([passed(hold, context.now)], context), reply: null }),
})
