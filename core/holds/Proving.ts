/** Confirming a hold with an address, and proving the address (PD2 §6D): `POST /holds/{id}/confirm`, `POST /holds/{id}/prove`. */

import { Effect, Either, Option, Schema } from "effect"
import { Agent } from "../agents/index.ts"
import { Networks, type Wallets } from "../chains/index.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command, type Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { ById } from "../kernel/Id.ts"
import { afterOf } from "../kernel/Machine.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, refusedIn, when } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { HeldAddress, ProvenKey, records as proofRecords } from "../proofs/index.ts"
import * as Escrow from "./Escrow.ts"
import { addressOf, Confirming, escrowClaim, type Hold, ProvingAddress, type Side } from "./Hold.ts"
import { mayStand } from "./Law.ts"
import { isProven, type Moved, otherSide } from "./Moves.ts"
import * as Payout from "./Payout.ts"
import { type HoldJson, holdView } from "./Queries.ts"
import { holds, perform } from "./Record.ts"
import { type Checked, type ForCourt, keepChecked, mayRest, statementOf, verdictOn } from "./Statement.ts"

/**
 * The addresses that the sides of a hold have proven. The key of an address signs on every chain; a contract speaks for its address
 * on its own chain alone, so what it has signed says nothing of whoever has the key of the address.
 */
export const addressesProvenIn = rule(
  ["PD2 §6D", "Rule 4.11A"],
  ({ payer, payee, chainId }: Hold): ReadonlyArray<HeldAddress.HeldAddress> =>
    [payer, payee].flatMap((party): ReadonlyArray<HeldAddress.HeldAddress> => {
      if (party.provenBy === undefined) return []
      const address = addressOf(party)
      return [
        {
          agentId: party.id,
          handle: party.handle,
          fingerprint: ProvenKey.fingerprintOf(party.provenBy === "key" ? { address } : { address, chainId }),
          since: needPresent(party.provenAt, "when the address was proven"),
        },
      ]
    }),
)

type ProvingAct = "confirm" | "prove"

/** The statement of one side about its address. The address is null if it can't be read, or was never stated. */
interface Given {
  readonly act: ProvingAct
  readonly side: Side
  readonly address: string | null
  readonly signature: Wallets.Signature | null
}

interface Known {
  readonly hold: Hold
  readonly given: Given
  /** The hold that has this payment of the escrow; null if no hold has it. */
  readonly holder: string | null
  readonly limited: boolean
  readonly ours: ReadonlyArray<string>
  readonly court: ForCourt
}

export interface Facts extends Known {
  readonly verdict: Checked | null
  readonly reading: Escrow.Reading | Escrow.Unread
  /** The addresses that count as their parties' from the completion of the hold on, and did not before. */
  readonly held: ReadonlyArray<HeldAddress.HeldAddress>
}

const moves = (
  { hold, given: { act, side, address, signature } }: Known,
  context: CommandContext,
  verdict: Checked | null = null,
) => {
  const provenAt = signature === null ? null : context.now
  return perform(
    hold,
    act,
    { [side]: { ...hold[side], address, provenAt, ...keepChecked(verdict) } },
    context,
  )
}

/** Refuses what needs no chain: an act that is not open, an address that can't be used, a reference that another hold has. */
const cheapChecks = (known: Known, context: CommandContext): ReadonlyArray<Refusal | null> => {
  const { hold, given, holder, limited, ours } = known
  const { act, side, address } = given
  const done = isProven(hold[side]) || (act === "prove" && hold[side].address === null)
  const addresses = { payer: hold.payer.address, payee: hold.payee.address, [side]: address }
  return [
    refusedIn(moves(known, context)),
    when(limited, "limited_manifest", {}),
    when(done, "hold_status", { status: hold.status, act }),
    when(holder !== null && holder !== hold.id, "hold_taken", {}),
    when(address === null || address === hold.escrowAddress, "hold_address", {}),
    ...mayStand(hold, addresses, "unread", ours, context.terms),
  ]
}

const readAgain = (reading: Escrow.Reading | Escrow.Unread): Partial<Hold> =>
  typeof reading === "string"
    ? {}
    : { read: { at: reading.at, state: reading.state }, escrowEndsAt: reading.expiresAt }

const isComplete = ({ payer, payee }: Hold): boolean => isProven(payer) && isProven(payee)

/** The completion that follows once both addresses are proven, with whatever time has made due right after it. */
const completeHold = (hold: Hold, reading: Escrow.Reading | Escrow.Unread, now: number) =>
  isComplete(hold)
    ? holds.perform(
        hold,
        { act: "complete", who: ["court"], stated: { confirmedAt: now, ...readAgain(reading) } },
        now,
      )
    : Either.right<ReadonlyArray<Moved>>([])

const decide = (
  facts: Facts,
  context: CommandContext,
): Either.Either<Decision<{ readonly hold: HoldJson }>, Refusal> =>
  Either.gen(function* () {
    const { terms, now } = context
    const stated = moves(facts, context, facts.verdict)
    yield* firstOf(cheapChecks(facts, context))
    const first = yield* stated
    const hold = afterOf(first)
    const addresses = { payer: hold.payer.address, payee: hold.payee.address }
    yield* firstOf([mayRest(facts.verdict), ...mayStand(hold, addresses, facts.reading, facts.ours, terms)])
    const then = yield* completeHold(hold, facts.reading, now)
    return {
      changes: [
        ...(then.length === 0
          ? []
          : [
              Changed.claim(escrowClaim(hold), hold.id),
              ...facts.held.map((held) => Changed.put(proofRecords.HeldAddresses, held)),
            ]),
        ...holds.record([[...first, ...then]], null, context),
      ],
      reply: { hold: holdView(afterOf([...first, ...then]), null, context, facts.court) },
    }
  })

/** Asks the chain about the signature and then, if both addresses are proven by it, about the escrow. */
const askChain = Effect.fnUntraced(function* (known: Known, context: CommandContext, reader: Reader) {
  const nothing = { verdict: null, reading: "unread", held: [] } as const
  const { hold, given, court } = known
  const { side, address, signature } = given
  if (address === null || signature === null) return nothing
  const found = Either.flatMap(firstOf(cheapChecks(known, context)), () => moves(known, context))
  if (Either.isLeft(found)) return nothing
  yield* Escrow.takeAsk(context)
  const verdict = yield* verdictOn(statementOf(court, hold, hold[side].handle, address), signature)
  const after = afterOf(found.right)
  if (mayRest(verdict) !== null || !isComplete(after)) return { ...nothing, verdict }
  const held = yield* HeldAddress.newlyHeld(
    reader,
    addressesProvenIn({ ...after, [side]: { ...after[side], ...keepChecked(verdict) } }),
  )
  return { verdict, reading: yield* (yield* Escrow.Escrows).read(hold), held }
})

const gather = Effect.fnUntraced(function* (
  hold: Hold,
  given: Given,
  context: CommandContext,
  reader: Reader,
) {
  const { actor } = context
  const signer = yield* Payout.Signer
  const agent = actor.role === "agent" ? yield* reader.find(Agent.Agents, actor.id) : Option.none()
  const known: Known = {
    hold,
    given,
    holder: yield* reader.holder(escrowClaim(hold)),
    limited: Option.exists(agent, ({ limited }) => limited),
    ours: signer.addresses,
    court: signer,
  }
  const facts: Facts = { ...known, ...(yield* askChain(known, context, reader)) }
  return facts
})

/** The other party confirms a hold with its own address, and proves the address if it sends its signature. */
export const confirmHold = command({
  name: "confirm-hold",
  sections: ["PD2 §6C", "PD2 §6D"],
  input: Schema.Struct({ ...ById.fields, ...Confirming.fields }),
  gather: ({ id, address, signature }, context, reader) =>
    Effect.gen(function* () {
      const hold = yield* holds.need(reader, id)
      const read = Networks.readAddress({ network: hold.chain, asset: hold.asset, address })
      const given: Given = {
        act: "confirm",
        side: otherSide(hold),
        address: read?.address ?? null,
        signature: signature ?? null,
      }
      return yield* gather(hold, given, context, reader)
    }),
  decide: (facts, _input, context) => decide(facts, context),
})

/** A party proves the address that it has stated for a hold. */
export const proveHold = command({
  name: "prove-hold",
  sections: ["PD2 §6C", "PD2 §6D"],
  input: Schema.Struct({ ...ById.fields, ...ProvingAddress.fields }),
  gather: ({ id, signature }, context, reader) =>
    Effect.gen(function* () {
      const hold = yield* holds.need(reader, id)
      const { actor } = context
      const own = actor.role === "agent" ? actor.id : null
      if (own !== hold.payer.id && own !== hold.payee.id) return yield* refusal("not_a_party", {})
      const side: Side = own === hold.payer.id ? "payer" : "payee"
      const given: Given = { act: "prove", side, address: hold[side].address, signature }
      return yield* gather(hold, given, context, reader)
    }),
  decide: (facts, _input, context) => decide(facts, context),
})
