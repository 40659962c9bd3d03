/** The transactions that the parties of a deal name: what the court's readers saw of them, and what other deals and entries take of them. */
import { Effect, Option } from "effect"
import type { Deal, Purchase } from "../account/index.ts"
import {
  Networks,
  Price,
  Reading,
  type StatedTransaction,
  StatedTransactions,
  Transfer,
} from "../chains/index.ts"
import { type Dealing, Payment } from "../dealings/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { days, type Instant } from "../kernel/Time.ts"
import { HeldAddress, ProvenKey } from "../proofs/index.ts"
import { Quote } from "../quotes/index.ts"

type Seen = NonNullable<StatedTransaction["seen"]>

/** One dollar in millionths: what a coin of a listed stablecoin counts. */
const dollar = 1_000_000n

/** The listed assets that count as dollars, by their CAIP-19 ids. The worth of others changes, so a transfer of them pays nothing here. */
const dollars = new Map(
  Networks.assets.flatMap((asset) => (asset.contract === null ? [] : [[asset.id, asset] as const])),
)

/** The cents that units of an asset come to; null if the asset does not count as dollars. */
export const dollarsOf = (asset: string, units: string): number | null => {
  const listed = dollars.get(asset)
  return listed === undefined ? null : Price.centsFor(BigInt(units), dollar, listed.decimals)
}

const transfersOf = ({ transfers, minedAt }: Seen): ReadonlyArray<Deal.Transfer> =>
  transfers.flatMap(({ asset, from, to, units }) => {
    const cents = dollarsOf(asset, units)
    return cents === null ? [] : [{ from, to, cents, minedAt }]
  })

/** The transfers of dollars in some transactions that a chain has shown, each with its token. */
export const tokensOf = (reader: Reader, txids: ReadonlyArray<string>) =>
  Effect.map(reader.findAll(StatedTransactions, [...new Set(txids)]), (found) =>
    found.flatMap(Option.toArray).flatMap(({ txid, seen }): ReadonlyArray<Purchase.Transfer> => {
      if (seen === null) return []
      const { network, minedAt, seenAt: at } = seen
      return seen.transfers.flatMap(({ asset, from, to, units }) => {
        const cents = dollarsOf(asset, units)
        return cents === null ? [] : [{ txid, at, network, asset, from, to, units, cents, minedAt }]
      })
    }),
  )

/** Whether a reader of the court has ever read a network. */
export const isRead = (reader: Reader, network: string) =>
  Effect.map(reader.find(Reading.Readings, network), (found) =>
    Option.exists(found, ({ answeredAt }) => answeredAt !== null),
  )

/** How long the court assumes that a transaction that no reader has seen may still be confirmed. */
const pendingFor = days(1)

/** The answer of a reader about a transaction on a network of the deal. */
const readingOn = ({ seen, statedAt }: StatedTransaction, network: string, read: boolean, now: Instant) => {
  if (seen?.network === network)
    return { status: "found", at: seen.seenAt, transfers: transfersOf(seen) } as const
  if (!read) return { status: "unread" } as const
  const isFresh = seen === null && now - statedAt < pendingFor
  return { status: isFresh ? "pending" : "none" } as const
}

/** The chain id of an EVM network; null for another network. */
const chainIdOf = (network: string): number | null =>
  network.startsWith("eip155:") ? Number(network.slice("eip155:".length)) : null

/**
 * Who has proven an address, whatever agent that is: as a key, or in a confirmed hold. A contract is proven on its chain alone, since
 * somebody else may have the same address on another, so it counts only if all transfers at the address are on that chain.
 */
export const ownersOf = Effect.fnUntraced(function* (
  reader: Reader,
  address: string,
  networks: ReadonlySet<string>,
) {
  const [network, ...others] = networks
  const chainId = network === undefined || others.length > 0 ? null : chainIdOf(network)
  const owners: Array<Deal.ProvenAddress> = []
  for (const proven of [{ address }, ...(chainId === null ? [] : [{ address, chainId }])]) {
    const fingerprint = ProvenKey.fingerprintOf(proven)
    const keys = yield* ProvenKey.proofsOfKey(reader, fingerprint)
    const held = yield* HeldAddress.holdersOf(reader, fingerprint)
    owners.push(
      ...keys.map(({ agentId, provenAt, endedAt }) => ({ agent: agentId, address, provenAt, endedAt })),
      ...held.map(({ agentId, since }) => ({ agent: agentId, address, provenAt: since, endedAt: null })),
    )
  }
  return owners
})

/** Whether these transfers could be what an entry states: a payment on a quote goes to one of its rails. */
const couldBe = (
  reader: Reader,
  kind: Dealing.Dealing["kind"],
  ref: string,
  transfers: ReadonlyArray<Deal.Transfer>,
) =>
  Effect.map(reader.find(Quote.Quotes, ref), (found) => {
    const quote = Option.getOrNull(found)
    if (quote === null) return true
    const rails = new Set(Quote.railsOf(quote).map(({ address }) => address))
    return kind === "refund" || transfers.some(({ to }) => rails.has(to))
  })

/**
 * The parts of a transaction that the owners of the sending addresses stated on other deals. Statements of anybody else use nothing of
 * it, and neither does a statement on a quote to whose rails nothing was sent.
 */
const findStatedElsewhere = Effect.fnUntraced(function* (
  reader: Reader,
  refs: ReadonlyArray<string>,
  { txid, seen }: StatedTransaction,
  owners: ReadonlyArray<{ readonly id: Deal.AgentId; readonly handle: string }>,
) {
  const transfers = seen === null ? [] : transfersOf(seen)
  const taken: Array<Deal.Taken> = []
  for (const owner of owners)
    for (const dealing of yield* Payment.namedBy(reader, txid, owner.handle)) {
      const { kind, ref: on, lodgedAt: at, valueCents } = dealing
      if (on === null || refs.includes(on)) continue
      if (!(yield* couldBe(reader, kind, on, transfers))) continue
      taken.push({ how: "stated", on, by: owner.id, at, cents: valueCents ?? 0 })
    }
  return taken
})

/** The parts of a transaction that entries of the Register of Compliance and invoices of the court took. */
const findCountedElsewhere = (reader: Reader, { txid, seen }: StatedTransaction) => {
  if (seen === null) return Effect.succeed([])
  const ids = seen.transfers.map(({ index }) => Transfer.idOf({ network: seen.network, txid, index }))
  return Effect.map(reader.findAll(Transfer.CountedTransfers, ids), (found) =>
    found.flatMap(Option.toArray).flatMap((counted): ReadonlyArray<Deal.Taken> => {
      const { towards, reversedAt, at, cents } = counted
      return reversedAt !== null || towards.kind === "hold"
        ? []
        : [{ how: "entry", on: towards.id, at, cents }]
    }),
  )
}

/** The facts by which the transactions of a deal are read: the quotes of its chain, its networks, which of these are read, its parties. */
export interface ReadAgainst {
  readonly refs: ReadonlyArray<string>
  readonly networks: ReadonlyArray<{ readonly network: string; readonly read: boolean }>
  readonly agents: ReadonlyArray<{ readonly id: Deal.AgentId; readonly handle: string }>
  readonly now: Instant
}

/** The transactions that payments and refunds of a deal name, each as read on each network of the deal. */
export const transactionsOf = Effect.fnUntraced(function* (
  reader: Reader,
  stated: ReadonlyArray<Pick<Deal.Stated, "txid">>,
  { refs, networks, agents, now }: ReadAgainst,
) {
  const txids = [...new Set(stated.flatMap(({ txid }) => txid ?? []))]
  const found = yield* reader.findAll(StatedTransactions, txids)
  const transactions: Array<Deal.Transaction> = []
  for (const [i, txid] of txids.entries()) {
    const one = Option.getOrThrow(needPresent(found[i], "the record of a stated transaction"))
    const elsewhere = [
      ...(yield* findStatedElsewhere(reader, refs, one, agents)),
      ...(yield* findCountedElsewhere(reader, one)),
    ]
    for (const { network, read } of networks)
      transactions.push({ txid, network, reading: readingOn(one, network, read, now), elsewhere })
  }
  return transactions
})
