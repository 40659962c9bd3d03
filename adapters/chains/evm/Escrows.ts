/**
 * Reads escrows of the three kinds on EVM chains, with limits in calls, time and size: their sides and terms, the transaction by which
 * an escrow settled a payment, and the transfers that the payment made in it. It signs nothing and sends nothing.
 */

import { Effect, Layer } from "effect"
import { Networks } from "../../../core/chains/index.ts"
import { Escrow } from "../../../core/holds/index.ts"
import type { Instant } from "../../../core/kernel/Time.ts"
import type { ChainFault } from "../Chain.ts"
import { fault } from "../Fetch.ts"
import {
  addressIn,
  isAmong,
  type Log,
  newest,
  numberIn,
  receiptOf,
  type Topics,
  topicOf,
} from "./Contract.ts"
import { type KindReader, kleros, type Located, type Move, x402r } from "./EscrowKinds.ts"
import { erc8183 } from "./Jobs.ts"
import * as Rpc from "./Rpc.ts"
import { blockAt } from "./Rpc.ts"

interface Transfer {
  readonly index: number
  readonly token: string
  readonly from: string
  readonly to: string
  readonly units: bigint
}

const transferTopic = topicOf("Transfer(address,address,uint256)")

const transfersOf = (logs: ReadonlyArray<Log>): ReadonlyArray<Transfer> =>
  logs.flatMap(({ address: token, topics, words, index }) => {
    const [topic, from, to] = topics
    const [units] = words
    return topic === transferTopic && from !== undefined && to !== undefined && units !== undefined
      ? [{ index, token, from: addressIn(from), to: addressIn(to), units: numberIn(units) }]
      : []
  })

const isMadeBy = ({ to, units }: Move, transfer: Transfer): boolean =>
  (to === null || transfer.to === to) && (units === null || transfer.units <= units)

/**
 * The transfers of one payment among all of a transaction. Each event by which the escrow settled any payment takes the transfers next
 * to it that it says it made, no more of them and no larger ones, and no transfer beyond the escrow's next such event. The
 * transfers that are left were paid for something else.
 */
const transfersBy = (at: Located, kind: KindReader, settled: Topics, logs: ReadonlyArray<Log>) => {
  const all = transfersOf(logs).filter(({ from }) => !kind.sends || from === at.address)
  const events = logs.flatMap((log) => {
    const settlement = log.address === at.address ? kind.settlements.get(log.topics[0] ?? "") : undefined
    return settlement === undefined ? [] : [{ log, settlement }]
  })
  const taken = new Set<Transfer>()
  const ours: Array<Transfer> = []
  events.forEach(({ log, settlement: { transfers, moves } }, place) => {
    const before = transfers === "before"
    const first = before ? (events[place - 1]?.log.index ?? -1) : log.index
    const end = before ? log.index : (events[place + 1]?.log.index ?? Number.POSITIVE_INFINITY)
    const near = all.filter(({ index }) => index > first && index < end)
    for (const move of moves(log)) {
      const free = (transfer: Transfer) => !taken.has(transfer) && isMadeBy(move, transfer)
      const found = before ? near.findLast(free) : near.find(free)
      if (found === undefined) continue
      taken.add(found)
      if (isAmong(at, settled, log)) ours.push(found)
    }
  })
  return ours.toSorted((one, other) => one.index - other.index)
}

const toSides = (
  transfers: ReadonlyArray<Transfer>,
  { asset, payee, payer }: Escrow.Sides,
): ReadonlyArray<Escrow.Transfer> =>
  transfers.flatMap(({ token, to, index, units }) => {
    const side = to === payee ? "payee" : to === payer ? "payer" : null
    return side === null || token !== asset ? [] : [{ index, to: side, units: String(units) }]
  })

const sumTo = (side: Escrow.Transfer["to"], transfers: ReadonlyArray<Escrow.Transfer>): string =>
  String(transfers.reduce((sum, { to, units }) => (to === side ? sum + BigInt(units) : sum), 0n))

const isHash = (txid: string): boolean => /^0x[0-9a-f]{64}$/i.test(txid)

/** All that the escrow's own events of one payment say was moved, in units; null if one of them doesn't say. */
const totalMoved = (kind: KindReader, own: ReadonlyArray<Log>): string | null => {
  const moves = own.flatMap((log) => kind.settlements.get(log.topics[0] ?? "")?.moves(log) ?? [])
  const units = moves.flatMap((move) => (move.units === null ? [] : [move.units]))
  return units.length < moves.length ? null : String(units.reduce((sum, one) => sum + one, 0n))
}

/**
 * The payment, as `Escrows.payment` says. An escrow that still holds a part of the payment has not paid it out, unless its kind can pay in
 * parts: then the transaction may have paid a part.
 */
export const paymentOf = (
  at: Located,
  kind: KindReader,
  sides: Escrow.Sides,
  named: string | null,
  after: Instant,
): Effect.Effect<Escrow.Payment | "unpaid", ChainFault> =>
  Effect.gen(function* () {
    if (named !== null && !isHash(named)) return "unpaid"
    const { holds, settled } = yield* kind.progress(at)
    const tip = yield* blockAt(at.rpc, "latest")
    if ((holds && !kind.paysParts) || tip === null) return "unpaid"
    const txid = named ?? (yield* newest(at, settled, tip.height))?.txid ?? null
    const receipt = txid === null ? null : yield* receiptOf(at.rpc, txid)
    const own = receipt?.logs.filter((log) => isAmong(at, settled, log)) ?? []
    if (txid === null || receipt === null || !receipt.succeeded || own.length === 0) return "unpaid"
    const block = yield* blockAt(at.rpc, receipt.height)
    // The block was replaced by another at the same height, or it is older than what it should have paid.
    if (block?.hash !== receipt.blockHash || block.at <= after) return "unpaid"
    const transfers = toSides(transfersBy(at, kind, settled, receipt.logs), sides)
    return {
      txid: txid.toLowerCase(),
      height: receipt.height,
      blockHash: receipt.blockHash,
      at: block.at,
      transfers,
      toPayeeUnits: sumTo("payee", transfers),
      toPayerUnits: sumTo("payer", transfers),
      movedUnits: totalMoved(kind, own),
      holds,
      confirmations: Math.max(0, tip.height - receipt.height + 1),
    }
  })

const readers: { readonly [K in Escrow.Kind]: KindReader } = { x402r, erc8183, kleros }

/** The nodes that are asked, each by the id of its chain and its URL. */
export type Nodes = ReadonlyArray<{ readonly chainId: number; readonly url: string }>

/** Reads escrows on these chains. An escrow on another chain is `unread`. If a node's answer can't be used, or is not there in time, the escrow is `unreadable`. */
export const make = (nodes: Nodes, limits: Rpc.Limits = Rpc.waiting): typeof Escrow.Escrows.Service => {
  const rpcs = new Map(nodes.map(({ chainId, url }) => [chainId, Rpc.make(url, chainId, limits.call)]))
  const asking = <A>(
    { chainId, escrowAddress, holdRef }: Escrow.Ref,
    ask: (at: Located) => Effect.Effect<A, ChainFault>,
  ): Effect.Effect<A | Escrow.Unread> => {
    const rpc = rpcs.get(chainId)
    if (rpc === undefined) return Effect.succeed("unread")
    const at = { rpc, address: Networks.addChecksum(escrowAddress.slice(2)), ref: holdRef }
    return Effect.zipRight(rpc.checked, ask(at)).pipe(
      Rpc.inTime(limits),
      Effect.catchAll(() => Effect.succeed("unreadable" as const)),
    )
  }
  return {
    read: (ref) =>
      asking(ref, (at) =>
        Effect.gen(function* () {
          const tip = yield* Rpc.blockAt(at.rpc, "latest")
          if (tip === null) return yield* fault("The node has no blocks yet.")
          return { at: tip.at, ...(yield* readers[ref.escrowKind].read(at, tip.height)) }
        }),
      ),
    payment: (ref, sides, txid, after) =>
      asking(ref, (at) => paymentOf(at, readers[ref.escrowKind], sides, txid, after)),
  }
}

/** Fills the port. Escrows on a chain that `nodes` does not name are answered as `unread`. */
export const layer = (nodes: Nodes): Layer.Layer<Escrow.Escrows> => Layer.succeed(Escrow.Escrows, make(nodes))
