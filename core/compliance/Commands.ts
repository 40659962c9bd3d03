/**
 * The acts on one entry, with their bodies. A passing that is due comes before the act, in the same commit. A party registers where it
 * is paid by such an act (PD11 §11), and is told if a transfer there would prove nothing.
 */

import { Effect, Either, Option, Schema } from "effect"
import { Notice } from "../agents/index.ts"
import { Networks, Wallets } from "../chains/index.ts"
import { Payout, pays } from "../holds/index.ts"
import { nameOf } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { bindTask, type CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { ById } from "../kernel/Id.ts"
import { member, optional } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { DateTime, type Instant } from "../kernel/Time.ts"
import * as Entry from "./Entry.ts"
import { disputeByAsking } from "./Law.ts"
import { type EntryAct, type Moved, type Part, partOf } from "./Moves.ts"
import { faultOf, otherPairAt, type PaymentAddress, PaymentAddresses, placeId } from "./PaymentAddress.ts"
import { type EntryView, entryView } from "./Queries.ts"
import { entries, orderOf } from "./Record.ts"

const words = (max: number) => Schema.NonEmptyString.pipe(Schema.maxLength(max))

const hash = Schema.String.pipe(
  Schema.pattern(/^[0-9a-fA-F]{64}$/, { message: () => "must be a SHA-256 in 64 hexadecimal characters" }),
)

/** `date`: when the order was performed. `sha256`: of evidence kept elsewhere. */
export const Attesting = Schema.Struct({
  date: member(DateTime, "When the order was performed."),
  evidence: member(words(bounds.evidenceCharsMax), "The evidence for it, in words."),
  sha256: optional(hash, "The SHA-256 of evidence that you keep, in hexadecimal."),
}).annotations({ identifier: "Attesting" })

export type Attesting = typeof Attesting.Type

/** The body by which a party disputes an entry, on a ground (PD11 §5). */
export const Disputing = Schema.Struct({
  ground: member(
    Entry.Ground,
    "`not_performed`: nothing was done. `part_performed`: some of it was. `wrong_amount`, `wrong_recipient`: it was paid amiss. `not_bound`: the order does not bind this party. `already_satisfied`: it was met before.",
  ),
  statement: member(words(bounds.statementCharsMax), "The fault, and the reason for it."),
}).annotations({ identifier: "Disputing" })

export type Disputing = typeof Disputing.Type

/** The Registrar's decision of a dispute over an entry, with reasons (PD11 §6). */
export const Deciding = Schema.Struct({
  status: Schema.Literal("satisfied", "unsatisfied", "pending"),
  reasons: words(bounds.decisionReasonsCharsMax),
  performedAt: Schema.optional(DateTime),
  correction: Schema.optional(Schema.Boolean),
}).annotations({ identifier: "Deciding" })

export type Deciding = typeof Deciding.Type

const answer = (entry: Entry.Entry, { actor, now, schedule }: CommandContext): EntryView =>
  entryView(entry, actor, now, schedule)

/** Whether the party favoured has asked for a payout on the judgment of an entry, by an instruction that is live. */
const hasAsked = Effect.fnUntraced(function* (
  { citation, favoured }: Entry.Entry,
  reader: Reader,
  now: Instant,
) {
  const hold = yield* Payout.findPayingHold(reader, citation)
  if (hold === null || !pays(hold, citation, now)) return false
  return (yield* Payout.findLast(reader, hold))?.askedBy === favoured.handle
})

/**
 * The party bound attests performance: `POST /compliance/{id}/attest`. Refused `future_date` if the date is in the future. If the party
 * favoured has asked for a payout, that disputes the attestation at once.
 */
export const attestCompliance = entries.command({
  name: "attest-compliance",
  sections: ["PD11 §3", "PD11 §5"],
  input: Schema.Struct({ ...ById.fields, ...Attesting.fields }),
  gather: ({ record }, _input, { now }, reader) =>
    Effect.map(hasAsked(record, reader, now), (asked) => ({ asked })),
  act: (_facts, who, { date, evidence, sha256 }) => ({
    act: "attest",
    who,
    attestation: {
      date,
      evidence,
      evidenceSha256: sha256Hex(evidence),
      sha256: sha256?.toLowerCase() ?? null,
    },
  }),
  followUp: (after, { asked }) => (asked ? disputeByAsking(after) : null),
  answer,
})

/** The party favoured confirms performance: `POST /compliance/{id}/confirm`. */
export const confirmCompliance = entries.command({
  name: "confirm-compliance",
  sections: ["PD11 §3"],
  input: ById,
  act: (_facts, who) => ({ act: "confirm", who }),
  answer,
})

/** Either party disputes an entry: `POST /compliance/{id}/dispute`. Refused `already_disputed` until the Registrar decides. */
export const disputeCompliance = entries.command({
  name: "dispute-compliance",
  sections: ["PD11 §5"],
  input: Schema.Struct({ ...ById.fields, ...Disputing.fields }),
  act: (_facts, who, { ground, statement }, { actor }) => ({
    act: "dispute",
    who,
    dispute: { by: nameOf(actor), ground, statement, statementSha256: sha256Hex(statement) },
  }),
  answer,
})

/** The Registrar decides on the papers: `POST /registrar/compliance/{id}/decide`. */
export const decideCompliance = entries.command({
  name: "decide-compliance",
  sections: ["PD11 §6"],
  input: Schema.Struct({ ...ById.fields, ...Deciding.fields }),
  act: (_facts, who, { status, reasons, performedAt = null, correction = false }) => ({
    act: "decide",
    who,
    decision: { status, reasons, performedAt, correction },
  }),
  answer,
})

/** Makes the passing that is due when the deadline of an entry fires; changes nothing if no passing is due any more. */
export const passEntry = bindTask(
  Entry.deadlineKind,
  entries.passing({ name: "pass-entry", sections: ["PD11 §3", "PD11 §4"], answer: () => null }),
)

/** The body by which the party favoured says at which address it is to be paid. */
export const Registering = Schema.Struct({
  ...Networks.Addressing.fields,
  signature: optional(
    Wallets.Signature,
    "The address's signature of the text in `next` of the entry (EIP-191, ERC-1271), which proves it.",
  ),
}).annotations({ identifier: "ComplianceAddress" })

export type Registering = typeof Registering.Type

const registration = (who: Part, input: Registering, proven: boolean): EntryAct => ({
  act: "address",
  who,
  address: Networks.readAddress(input),
  proven,
})

/** The facts about an address that may be registered. */
export interface Known {
  readonly place: PaymentAddress
  readonly other: Entry.Entry | null
  readonly fault: string | null
}

/** The facts about an address that may be registered: who proved it, who else is paid there, and what is wrong with the signature. */
const gatherKnown = Effect.fnUntraced(function* (entry: Entry.Entry, input: Registering, reader: Reader) {
  const place = needPresent(Networks.readAddress(input), "the address that is registered")
  const { signature } = input
  const unproven: PaymentAddress = { network: place.network, address: place.address, provenBy: null }
  const known: Known = {
    place: Option.getOrElse(yield* reader.find(PaymentAddresses, placeId(place)), () => unproven),
    other: yield* otherPairAt(reader, place, entry),
    fault: signature === undefined ? null : yield* faultOf(entry, place, signature),
  }
  return known
})

/** The id of the agent that has proven the address, after a registration: a signature proves it for the party favoured. */
const proverOf = ({ favoured }: Entry.Entry, { signature }: Registering, known: Known | null) =>
  signature === undefined ? (known?.place.provenBy ?? null) : favoured.id

type Shared = { readonly entry: Entry.Entry; readonly other: Entry.Entry }

const shares = ({ entry, other }: Shared, { network, address }: Entry.RegisteredAddress): string =>
  `${address} on ${network} is registered for ${orderOf(entry)} (in favour of ${entry.favoured.handle}) and for ${orderOf(other)} (in favour of ${other.favoured.handle}).`

const worded = Notice.declareWords("compliance", {
  address_shared: (shared: Shared, at: Entry.RegisteredAddress) =>
    `${shares(shared, at)} A transfer there proves nothing for an agent that has not proven the address: sign the text that next of your entry shows, and register the address with the signature. Whoever pays there attests it (PD11 §§3 and 11).`,
  address_ambiguous: (shared: Shared, at: Entry.RegisteredAddress) =>
    `${shares(shared, at)} Different agents are to pay there, so a transfer does not show which of them paid, and proves nothing: register another address for one of the orders. Whoever pays there attests it (PD11 §§3 and 11).`,
})

type Texts = Named<typeof worded>

/** The words of the notices to the parties of two entries at one address, by the reason for which a transfer there may prove nothing. */
export const addressTexts: Texts = worded

/** The notices to all parties of an entry whose address was just registered, and of another entry at that address. */
const tellParties = (
  moves: ReadonlyArray<Moved>,
  other: Entry.Entry | null,
  { fresh, now }: CommandContext,
) => {
  const entry = needPresent(moves.at(-1)?.after, "the entry that has an address")
  if (other === null || !Entry.isProvable(entry)) return []
  const at = needPresent(entry.address, "the address that is registered")
  const event = entry.favoured.id === other.favoured.id ? "address_ambiguous" : "address_shared"
  const ids = [entry, other].flatMap(({ bound, favoured }) => [bound.id, favoured.id])
  return [...new Set(ids)].flatMap((agentId, k) =>
    Notice.serve({
      id: fresh("address-notice", k),
      agentId: needPresent(agentId, "the agent that registered an address"),
      subject: Entry.subjectOf(entry.id),
      at: now,
      ...addressTexts[event]({ entry, other }, at),
      data: { entry: entry.id, other: other.id, network: at.network, address: at.address },
    }),
  )
}

/**
 * The party favoured registers where it is to be paid, and may prove by a signature that the address is its own:
 * `POST /compliance/{id}/address`. Refused `address_unreadable`, `address_unproven`, and `daily_figure` if the entry has had its
 * changes of address.
 */
export const setComplianceAddress = entries.command({
  name: "set-compliance-address",
  sections: ["PD11 §11"],
  input: Schema.Struct({ ...ById.fields, ...Registering.fields }),
  gather: ({ record }, input, { actor, now, schedule }, reader) =>
    Effect.gen(function* () {
      const act = registration(partOf(record, actor), input, false)
      const moves = entries.perform(record, act, now, ...entries.governs(record, schedule))
      // The chain is asked about a signature only if nothing else refuses.
      return { known: Either.isRight(moves) ? yield* gatherKnown(record, input, reader) : null }
    }),
  act: ({ record, known }, who, input) =>
    registration(who, input, proverOf(record, input, known) === record.favoured.id),
  against: ({ known }) =>
    known === null || known.fault === null ? [] : [refusal("address_unproven", { why: known.fault })],
  also: ({ record, known }, moves, input, context) => {
    const { place, other } = needPresent(known, "what is known of an address that may be registered")
    return [
      Changed.put(PaymentAddresses, { ...place, provenBy: proverOf(record, input, known) }),
      ...tellParties(moves, other, context),
    ]
  },
  answer,
})
