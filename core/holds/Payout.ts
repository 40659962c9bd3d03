/**
 * A payout instruction: typed data (EIP-712) that the court signs so that the parties of an escrow can act on it, the port that signs,
 * and how acts and questions find it. Signing moves no money.
 */

import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, Effect, Option, Schema } from "effect"
import type { Wallets } from "../chains/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import * as Kind from "../kernel/Kind.ts"
import { Cents } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import type { NotaryUnavailable } from "../kernel/Notary.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Instant, Stamp, sortable } from "../kernel/Time.ts"
import { kinds } from "./Escrow.ts"
import { type Hold, Holds, Payings, restCents, Side } from "./Hold.ts"
import { field, Revocation, revocationOf, revocationType, signedFields } from "./Revocation.ts"

/** Signs instructions for escrows, by the key that the court publishes for payouts (PD2 §6C). */
export interface SignerService {
  /** The name of the EIP-712 domain: the court's own. */
  readonly court: string
  /** The court's id. Parties name it in what they sign, so that a signature for one court serves no other. */
  readonly courtId: string
  /**
   * The checksummed addresses of the payout key in force and of every retired payout key. No such address may be able to release an escrow.
   */
  readonly addresses: ReadonlyArray<string>
  readonly sign: <Message extends object>(
    data: Wallets.TypedData<Message>,
  ) => Effect.Effect<Wallets.SignedData, NotaryUnavailable>
}

/** The port that signs instructions for escrows (EIP-712) with a key of the court. */
export class Signer extends Context.Tag("agent-court/PayoutSigner")<Signer, SignerService>() {}

/** The message of an instruction. Amounts are decimal texts; times are whole seconds since 1970. */
const Instruction = Schema.Struct({
  holdId: Schema.String,
  escrowKind: Schema.String,
  holdRef: Schema.String,
  payer: Schema.String,
  payee: Schema.String,
  asset: Schema.String,
  amountToPayee: Schema.String,
  amountToPayer: Schema.String,
  citationHash: Schema.String,
  judgmentSha256: Schema.String,
  signedAt: Schema.Int,
  validAfter: Schema.Int,
  validBefore: Schema.Int,
  nonce: Schema.String,
})
type Instruction = typeof Instruction.Type

const messageTypes = {
  PayoutInstruction: [
    field("bytes32", "holdId"),
    field("string", "escrowKind"),
    field("bytes32", "holdRef"),
    field("address", "payer"),
    field("address", "payee"),
    field("address", "asset"),
    field("uint256", "amountToPayee"),
    field("uint256", "amountToPayer"),
    field("bytes32", "citationHash"),
    field("bytes32", "judgmentSha256"),
    field("uint48", "signedAt"),
    field("uint48", "validAfter"),
    field("uint48", "validBefore"),
    field("bytes32", "nonce"),
  ],
  PayoutRevocation: revocationType,
} as const

type MessageTypes = Named<typeof messageTypes>

/** The EIP-712 types of both messages, in the order of their encoding. */
export const types: MessageTypes = messageTypes

/** The fields that the record and every answer have. */
export const facts = {
  id: Schema.String,
  holdId: Schema.String,
  citation: Schema.String,
  instruction: Instruction,
  ...signedFields,
  amountToPayeeCents: Cents,
  amountToPayerCents: Cents,
} as const

/** A revocation as recorded: signed, with its reasons, and whether the same judgment may be signed for again. */
const Revoked = Schema.Struct({
  revokedAt: Stamp,
  reasons: Schema.String,
  reissue: Schema.Boolean,
  revocation: Revocation,
  signature: Schema.String,
})

/** The statements on an instruction that ended unreported (PD2 §6I). `until`: the end of the time to object, or to decide. */
const Unspent = Schema.Struct({
  saidAt: Stamp,
  by: Side,
  until: Stamp,
  objection: Schema.NullOr(Schema.Struct({ at: Stamp, txid: Schema.String, until: Stamp })),
  decision: Schema.NullOr(Schema.Struct({ at: Stamp, unspent: Schema.Boolean, reasons: Schema.String })),
})
/** The type of the statements on an instruction that ended unreported. */
export type Unspent = typeof Unspent.Type

/** The member of an instruction of which something was said, in its record and its answers. */
export const unspentFact = { unspent: Schema.optionalWith(Unspent, { exact: true }) } as const

const payoutSchema = Schema.typeSchema(
  Schema.Struct({
    ...facts,
    askedBy: Schema.optionalWith(Schema.String, { exact: true }),
    spentAt: Schema.NullOr(Stamp),
    revoked: Schema.NullOr(Revoked),
    ...unspentFact,
  }),
)

export interface Payout extends Schema.Schema.Type<typeof payoutSchema> {}

/** `askedBy`: the handle of the agent that asked for it; absent if it was signed before that was kept. */
export const Payout: Schema.Schema<Payout> = payoutSchema

/** The instructions that were revoked, by the instant at which they would have expired. */
export const revokedIndex = "payouts.revoked"
/** The instructions of each hold, in the order of signing. */
export const ofHoldIndex = "payouts.hold"
/** Instructions by their ids, listed by hold, and by expiry once they are revoked. */
export const Payouts = Kind.make<Payout>({
  name: "payout",
  schema: Payout,
  id: ({ id }) => id,
  index: ({ id, holdId, expiresAt, revoked }) => [
    { index: ofHoldIndex, list: `${holdId}/`, rest: id },
    ...(revoked === null ? [] : [{ index: revokedIndex, key: `${sortable(expiresAt)}/${id}` }]),
  ],
})

type PayoutStatus = "signed" | "effective" | "spent" | "expired" | "revoked"

/** The status of an instruction at an instant. Both bounds of its time are exclusive, as on the chain. */
export const statusAt = (
  { spentAt, revoked, effectiveAt, expiresAt }: Payout,
  now: Instant,
): PayoutStatus => {
  if (spentAt !== null) return "spent"
  if (revoked !== null) return "revoked"
  if (now <= effectiveAt) return "signed"
  return now < expiresAt ? "effective" : "expired"
}

/** The Keccak-256 hash of a text's UTF-8 bytes, as 0x and 64 hexadecimal digits. */
export const keccak = (text: string): string => `0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`

/** An instant as contracts count time: whole seconds since 1970, rounded down. */
export const seconds = (at: Instant): number => Math.floor(at / 1000)

/** An amount of cents in base units of an asset, in decimal. The asset must have at least two decimals. */
export const unitsOf = (cents: number, decimals: number): string =>
  String(BigInt(cents) * 10n ** BigInt(decimals - 2))

/** An amount of units of an asset in whole cents, rounded down. */
export const centsOf = (units: string, decimals: number): number =>
  Number(BigInt(units) / 10n ** BigInt(decimals - 2))

/** The sum that no part of a hold has paid, in units of its asset: the escrow holds it, as far as the court knows. */
export const restUnits = (hold: Pick<Hold, "amountCents" | "assetDecimals" | "parts">): string =>
  unitsOf(restCents(hold), hold.assetDecimals)

/** The version of the EIP-712 domain of whatever is signed about an escrow. */
export const domainVersion = "1"

/** The domain of whatever is signed about one escrow. `name` is the name of the court's domain. */
export const domainOf = (
  name: string,
  { chainId, escrowAddress }: Pick<Hold, "chainId" | "escrowAddress">,
): Wallets.Domain => ({
  name,
  version: domainVersion,
  chainId,
  verifyingContract: escrowAddress,
})

/** The address of a token's contract, out of its CAIP-19 id. */
export const contractOf = (asset: string): string => asset.slice(asset.lastIndexOf(":") + 1)

/** The terms that an instruction states besides the hold. `signedAt` and the two bounds of its time are instants of whole seconds. */
export interface Terms {
  readonly payoutId: string
  readonly citation: string
  readonly judgmentSha256: string
  readonly toPayeeCents: number
  readonly toPayerCents: number
  readonly signedAt: Instant
  readonly effectiveAt: Instant
  readonly expiresAt: Instant
  readonly payer: string
  readonly payee: string
}

/** The instruction for a hold as typed data, ready to sign. `court` is the name of the domain. */
export const instructionOf = (court: string, hold: Hold, terms: Terms): Wallets.TypedData<Instruction> => ({
  domain: domainOf(court, hold),
  types: { PayoutInstruction: types.PayoutInstruction },
  primaryType: "PayoutInstruction",
  message: {
    holdId: keccak(hold.id),
    escrowKind: hold.escrowKind,
    holdRef: kinds[hold.escrowKind].refBytes(hold.holdRef),
    payer: terms.payer,
    payee: terms.payee,
    asset: contractOf(hold.asset),
    amountToPayee: unitsOf(terms.toPayeeCents, hold.assetDecimals),
    amountToPayer: unitsOf(terms.toPayerCents, hold.assetDecimals),
    citationHash: keccak(terms.citation),
    judgmentSha256: `0x${terms.judgmentSha256}`,
    signedAt: seconds(terms.signedAt),
    validAfter: seconds(terms.effectiveAt),
    validBefore: seconds(terms.expiresAt),
    nonce: keccak(terms.payoutId),
  },
})

/** The revocation of an instruction as typed data, ready to sign. */
export const makeRevocation = ({ domain, digest, instruction }: Payout, now: Instant) =>
  revocationOf({ domain, digest, message: instruction }, now)

/** A quote or a matter, by its id, on which a hold was named. */
export type On = { readonly id: string }

/**
 * The hold for which an instruction on a judgment was signed last; null if no instruction was signed. The commit fails if a later one is
 * signed meanwhile.
 */
export const findPayingHold = Effect.fnUntraced(function* (reader: Reader, citation: string) {
  const paying = Option.getOrNull(yield* reader.find(Payings, citation))
  return paying === null
    ? null
    : needPresent(
        Option.getOrNull(yield* reader.find(Holds, paying.holdId)),
        `the hold that pays ${citation}`,
      )
})

/** The last instruction signed for a hold; null if no instruction was signed. */
export const findLast = (reader: Reader, { instruction }: Hold) =>
  instruction === null
    ? Effect.succeed(null)
    : Effect.map(reader.find(Payouts, instruction.payoutId), Option.getOrNull)
