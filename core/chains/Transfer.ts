/** Transfers on chains: what a reader saw of one, what the court counted it for, and those that need a look of the Registrar's. */

import { Effect, Schema } from "effect"
import { registrarOnly } from "../agents/Law.ts"
import { present } from "../Defect.ts"
import * as Kind from "../Kind.ts"
import { type Paged, type QueryContext, query } from "../Query.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../rulebook/Section.ts"
import { format, formatNullable, Instant, sortable } from "../Time.ts"

/** A whole number of an asset's base units, in decimal: at most eighteen digits, which is more than there are of any asset read. */
export const Units = Schema.String.pipe(Schema.pattern(/^(0|[1-9]\d{0,17})$/)).annotations({
  identifier: "Units",
})

/** A transfer to an address that the court follows, as a reader of its chain saw it: a fact for commands to judge. */
export const Transfer = Schema.Struct({
  /** CAIP-2. */
  network: Schema.NonEmptyString,
  /** CAIP-19, one of the assets listed for the network. */
  asset: Schema.NonEmptyString,
  /** The recipient, in the writing of `readAddress`. */
  to: Schema.NonEmptyString,
  txid: Schema.NonEmptyString,
  /** The place in its transaction or block: the index of the log on an EVM, of the output elsewhere. */
  index: Schema.NonNegativeInt,
  units: Units,
  height: Schema.NonNegativeInt,
  blockHash: Schema.NonEmptyString,
  blockAt: Instant,
  confirmations: Schema.Positive,
  /** The time of the block that brought the last confirmation wanted. */
  confirmedAt: Instant,
})
export type Transfer = typeof Transfer.Type

/** What tells one transfer from every other on all networks. */
export const transferId = ({ network, txid, index }: Pick<Transfer, "network" | "txid" | "index">): string =>
  `${network}/${txid}/${index}`

/** Why a transfer is shown to the Registrar. */
export const Attention = Schema.Literal("other_asset", "reorganised")
export type Attention = typeof Attention.Type

/**
 * A transfer that the court has counted, once: towards an invoice or an order. It is put in the commit of what it was counted for,
 * and only where it does not stand already, so that no transfer is ever counted twice.
 */
export const Counted = Schema.Struct({
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
  towards: Schema.Struct({ kind: Schema.Literal("invoice", "entry"), id: Schema.String }),
  /** What it counted for. */
  cents: Schema.NonNegativeInt,
  /** Court time. */
  at: Instant,
  /** When a reorganisation took it back; null while it stands. */
  reversedAt: Schema.NullOr(Instant),
  /** Null where nothing about it is for the Registrar. */
  attention: Schema.NullOr(Attention),
})
export type Counted = typeof Counted.Type

/**
 * Those that stand, the highest block first; those counted towards one thing, in the order of counting; those that
 * the Registrar is shown, in the order in which there was something to show: one that is taken back stands last again.
 */
export const unreversedIndex = "transfers.standing"
export const towardsIndex = "transfers.towards"
export const attentionIndex = "transfers.attention"

const heightMax = 1e12
/** Text in descending order of height. */
const descending = (height: number): string => String(heightMax - height).padStart(13, "0")

export const towardsPrefix = ({ kind, id }: Counted["towards"]): string => `${kind}/${id}/`

export const CountedTransfers = Kind.make<Counted>({
  name: "counted-transfer",
  schema: Counted,
  id: ({ id }) => id,
  index: ({ id, network, height, towards, at, reversedAt, attention }) => [
    ...(reversedAt === null
      ? [{ index: unreversedIndex, key: `${network}/${descending(height)}/${id}` }]
      : []),
    { index: towardsIndex, list: towardsPrefix(towards), rest: id },
    ...(attention === null
      ? []
      : [{ index: attentionIndex, list: "", rest: `${sortable(reversedAt ?? at)}/${id}` }]),
  ],
})

/** The record of a transfer that is counted now. */
export const counted = (
  transfer: Transfer,
  given: Pick<Counted, "towards" | "cents" | "at"> & { readonly attention?: Attention | null },
): Counted => {
  const { network, asset, to, txid, index, units, height, blockHash, blockAt } = transfer
  return {
    id: transferId(transfer),
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

/** What became of a transfer. `waiting`: it will count once there is a price. `passed_by`: it counts for nothing. */
export type Reception = "counted" | "known" | "waiting" | "passed_by"

const transferView = (one: Counted) => ({
  network: one.network,
  asset: one.asset,
  txid: one.txid,
  index: one.index,
  to: one.to,
  units: one.units,
  cents: one.cents,
  towards: one.towards,
  why: present(one.attention, "the reason of a listed transfer"),
  at: format(one.at),
  reversedAt: formatNullable(one.reversedAt),
})
export type TransferView = ReturnType<typeof transferView>

/**
 * Transfers that the Registrar is told of: of another asset than was asked for, or taken back by a reorganisation. Oldest first.
 * `GET /registrar/transfers`. Refused `registrar_only`.
 */
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
