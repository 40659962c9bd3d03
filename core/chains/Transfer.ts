/** Transfers on chains: what a reader saw of each, what the court counted it for, and which ones the Registrar has to look at. */
import { Effect, Schema } from "effect"
import { registrarOnly } from "../agents/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { oneOf } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Named } from "../kernel/Named.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { rule } from "../kernel/Section.ts"
import { Instant, Stamp, sortable } from "../kernel/Time.ts"

/** A whole number of an asset's base units, in decimal. Eighteen digits are more than the supply of any asset that is read. */
export const Units = Schema.String.pipe(Schema.pattern(/^(0|[1-9]\d{0,17})$/)).annotations({
  identifier: "Units",
})

const transferSchema = Schema.Struct({
  /** The CAIP-2 id of the network, such as `eip155:8453`. */
  network: Schema.NonEmptyString,
  /** CAIP-19, one of the assets listed for the network. */
  asset: Schema.NonEmptyString,
  /** The recipient, in the form that `readAddress` gives. */
  to: Schema.NonEmptyString,
  txid: Schema.NonEmptyString,
  /** The place in its transaction or block: the index of the log on an EVM, of the output elsewhere. */
  index: Schema.NonNegativeInt,
  units: Units,
  height: Schema.NonNegativeInt,
  blockHash: Schema.NonEmptyString,
  blockAt: Instant,
  confirmations: Schema.Positive,
  /** The time of the block that gave the last confirmation that the court waits for. */
  confirmedAt: Instant,
})

export type Transfer = Named<typeof transferSchema.Type>

/** A transfer to an address that the court follows, as a reader of its chain saw it. */
export const Transfer: Schema.Schema<Transfer> = transferSchema

/** The id of a transfer: its network, transaction and position, so that one transaction may have several. */
export const idOf = ({ network, txid, index }: Pick<Transfer, "network" | "txid" | "index">): string =>
  `${network}/${txid}/${index}`

/** Why the Registrar has to look at a transfer: it is in another asset than was asked for, or a reorganisation removed it. */
const Attention = Schema.Literal("other_asset", "reorganised")
type Attention = typeof Attention.Type

const countedSchema = Schema.Struct({
  id: Schema.String,
  network: Schema.String,
  asset: Schema.String,
  to: Schema.String,
  txid: Schema.String,
  index: Schema.Int,
  units: Units,
  height: Schema.Int,
  blockHash: Schema.String,
  blockAt: Instant,
  towards: Schema.Struct({ kind: Schema.Literal("invoice", "entry", "hold"), id: Schema.String }),
  cents: Schema.NonNegativeInt,
  /** When it was counted, by the court's clock. */
  at: Instant,
  /** When the court saw that a reorganisation had removed the transfer; null if no reorganisation removed it. */
  reversedAt: Schema.NullOr(Instant),
  /** Null if the Registrar does not have to look at it. */
  attention: Schema.NullOr(Attention),
})

export interface Counted extends Schema.Schema.Type<typeof countedSchema> {}

/**
 * A transfer that the court has counted towards an invoice or an order, or as paid out of a hold. The record is put as a new one in the commit of what the
 * transfer counts for, so that no transfer is ever counted twice.
 */
export const Counted: Schema.Schema<Counted> = countedSchema

/** The transfers that no reorganisation has removed, highest block first. */
export const unreversedIndex = "transfers.standing"
/** The transfers that were counted towards one invoice, entry or hold, in the order of counting. */
const towardsIndex = "transfers.towards"
/** The transfers for the Registrar, in the order in which they came to attention. A removed transfer moves to the end. */
const attentionIndex = "transfers.attention"

const heightMax = 1e12
const descendingText = (height: number): string => String(heightMax - height).padStart(13, "0")

/** The list in `towardsIndex` of what was counted towards one invoice, entry or hold. */
const towardsPrefix = ({ kind, id }: Counted["towards"]): string => `${kind}/${id}/`

/** Transfers that have counted for an invoice, an entry or a deal: each counts once (PD15 §8). */
export const CountedTransfers = Kind.make<Counted>({
  name: "counted-transfer",
  schema: Counted,
  id: ({ id }) => id,
  index: ({ id, network, height, towards, at, reversedAt, attention }) => [
    ...(reversedAt === null
      ? [{ index: unreversedIndex, key: `${network}/${descendingText(height)}/${id}` }]
      : []),
    { index: towardsIndex, list: towardsPrefix(towards), rest: id },
    ...(attention === null
      ? []
      : [{ index: attentionIndex, list: "", rest: `${sortable(reversedAt ?? at)}/${id}` }]),
  ],
})

/** The first transfers that were counted towards one invoice, entry or hold. */
export const countedTowards = (reader: Reader, towards: Counted["towards"], limit: number) =>
  Effect.map(
    reader.list(CountedTransfers, {
      index: towardsIndex,
      prefix: towardsPrefix(towards),
      after: null,
      limit,
    }),
    ({ items }) => items,
  )

/** The record that a transfer counts for so many cents of USD towards a thing. */
export const count = (
  transfer: Omit<Transfer, "confirmations" | "confirmedAt">,
  given: Pick<Counted, "towards" | "cents" | "at"> & { readonly attention?: Attention | null },
): Counted => {
  const { network, asset, to, txid, index, units, height, blockHash, blockAt } = transfer
  return {
    id: idOf(transfer),
    network,
    asset,
    to,
    txid,
    index,
    units,
    height,
    blockHash,
    blockAt,
    towards: given.towards,
    cents: given.cents,
    at: given.at,
    reversedAt: null,
    attention: given.attention ?? null,
  }
}

/**
 * The court's handling of a transfer. `known`: it was counted before. `waiting`: it counts once there is a price. `passed_by`: it counts
 * for nothing.
 */
export type Reception = "counted" | "known" | "waiting" | "passed_by"

const Shown = Schema.Struct({
  network: Schema.String,
  asset: Schema.String,
  txid: Schema.String,
  index: Schema.Int,
  to: Schema.String,
  units: Schema.String,
  cents: Schema.Int,
  towards: Schema.Struct({
    kind: oneOf(...countedSchema.fields.towards.fields.kind.literals),
    id: Schema.String,
  }),
  why: oneOf(...Attention.literals),
  at: Stamp,
  reversedAt: Schema.NullOr(Stamp),
})
const transferViewSchema = Schema.encodedBoundSchema(Shown).annotations({ identifier: "TransferOfNote" })

export interface View extends Schema.Schema.Type<typeof transferViewSchema> {}

/** A counted transfer of which the Registrar should know, and why. */
export const View: Schema.Schema<View> = transferViewSchema

const encode = Schema.encodeSync(Shown)
const transferView = (one: Counted): typeof View.Type =>
  encode({ ...one, why: needPresent(one.attention, "the reason of a listed transfer") })

/** The transfers that the Registrar has to look at, oldest first: `GET /registrar/transfers`. Refused `registrar_only`. */
export const listTransfers = query({
  name: "list-transfers",
  read: rule(["PD2 §9", "PD11 §11"], ({ page }: Paged, { actor }: QueryContext, reader: Reader) => {
    const refused = registrarOnly(actor)
    if (refused !== null) return Effect.fail(refused)
    return Effect.map(
      reader.list(CountedTransfers, { index: attentionIndex, prefix: "", ...page }),
      ({ items, next }) => ({ items: items.map(transferView), next }),
    )
  }),
})
