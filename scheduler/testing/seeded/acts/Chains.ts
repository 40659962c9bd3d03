/** Reports of chain readers: networks, prices, and transfers that are new, repeated, late or reversed. */

import {
  Networks,
  Price,
  Reading,
  recordTransaction,
  StatedTransactions,
  Transfer,
} from "../../../../core/chains/index.ts"
import { Entry, proveByTransfer, reverseTransfer } from "../../../../core/compliance/index.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { minutes } from "../../../../core/kernel/Time.ts"
import { creditTransfer, Invoices } from "../../../../core/ledger/index.ts"
import { type Act, ask, mostly, one } from "../Asked.ts"
import type { World } from "../World.ts"

const reader = { role: "chain" } as const

const looking: Act = (world) => {
  const { dice } = world
  const network = needPresent(dice.pick(Networks.all), "a network").id
  const height = 100 + dice.int(3)
  const tip = { height, hash: `hash-${height}` }
  const look = dice.chance(10)
    ? { network, problem: "The node is of another chain." }
    : { network, tip, marks: [tip] }
  return ask(world, Reading.recordLook, look, mostly(world, reader))
}
const pricing: Act = (world) => {
  const { dice } = world
  const microUsd = dice.of("50000000000", "25000000000", "1")
  return ask(world, Price.recordPrice, { symbol: dice.of("BTC", "ADA"), microUsd }, mostly(world, reader))
}

/** A transfer to an address, one of a few, so that transfers are repeated. */
const transferTo = (world: World, network: string, asset: string, to: string): Transfer.Transfer => {
  const { dice, now } = world
  const height = 100 + dice.int(20)
  return {
    network,
    asset: dice.chance(5) ? needPresent(dice.pick(Networks.assets), "an asset").id : asset,
    to,
    txid: `tx-${to}-${dice.int(4)}`,
    index: 0,
    units: dice.of("9999", "3000000", "5000000", "100000000"),
    height,
    blockHash: `hash-${height}`,
    blockAt: now() - minutes(dice.int(1000)),
    confirmations: dice.of(1, 20, 20, 20),
    confirmedAt: now(),
  }
}
const paid: Act = (world) => {
  const invoice = one(world, Invoices)
  if (invoice === null) return null
  const transfer = transferTo(world, invoice.network, invoice.asset, invoice.address)
  return ask(world, creditTransfer, transfer, mostly(world, reader))
}
const proving: Act = (world) => {
  const { address } = one(world, Entry.Entries, (entry) => entry.address !== null) ?? { address: null }
  if (address === null) return null
  const transfer = transferTo(world, address.network, address.asset, address.address)
  return ask(world, proveByTransfer, transfer, mostly(world, reader))
}
const reversing: Act = (world) => {
  const counted = one(world, Transfer.CountedTransfers)
  if (counted === null) return null
  const hash = world.dice.of(counted.blockHash, "another-block")
  return ask(world, reverseTransfer, { id: counted.id, hash }, mostly(world, reader))
}

/** A transaction that a party stated is seen: with a transfer of dollars, and sometimes once more. */
const seeing: Act = (world) => {
  const stated = one(world, StatedTransactions)
  const asset = Networks.assets.find(({ symbol }) => symbol === "USDC")
  if (stated === null || asset === undefined) return null
  const { dice, now } = world
  const transfer = { asset: asset.id, from: "0xbuyer", to: "0xseller", units: "5000000", index: 0 }
  const seen = {
    txid: stated.txid,
    network: asset.network,
    height: 100,
    blockHash: "hash-100",
    minedAt: now() - minutes(dice.int(1000)),
    transfers: dice.chance(80) ? [transfer] : [],
  }
  return ask(world, recordTransaction, seen, mostly(world, reader))
}

export const chainActs: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [2, looking],
  [1, pricing],
  [3, paid],
  [2, proving],
  [1, reversing],
  [1, seeing],
]
