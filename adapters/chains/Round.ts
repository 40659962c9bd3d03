/**
 * One look at one network: it reverses transfers that a reorganisation removed, counts confirmed transfers, records how far it has read, and
 * records the transactions that parties stated. Each step is a command that can be repeated, so that a reader that is killed continues where it stopped.
 */
import { Effect, Option } from "effect"
import {
  awaitedTransactions,
  type Networks,
  Reading,
  recordTransaction,
  Transfer,
} from "../../core/chains/index.ts"
import { proveByTransfer, reverseTransfer } from "../../core/compliance/index.ts"
import * as Host from "../../core/kernel/Host.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { creditTransfer } from "../../core/ledger/index.ts"
import { Store } from "../../core/store/Store.ts"
import type { Block, Chain, Seen } from "./Chain.ts"
import { makeFollowed, makeSettled } from "./Followed.ts"

const actor = { role: "chain" } as const
/** How many heights of counted transfers are checked again in each round, from the newest. */
const heightsChecked = 8
/** How many blocks are read again if no mark is in the current chain any more. */
const deepest = 1000

/** Gives blocks by height, and asks the chain once for each. */
const rememberBlocks = (chain: Chain) => {
  const known = new Map<number, Block | null>()
  return (height: number) =>
    Effect.suspend(() => {
      const found = known.get(height)
      return found !== undefined
        ? Effect.succeed(found)
        : Effect.tap(chain.block(height), (block) => Effect.sync(() => known.set(height, block)))
    })
}
type BlockAt = ReturnType<typeof rememberBlocks>

/** Whether the chain has another block at the height of a mark. If it has no block there, nothing is known. */
const isReplaced = (blockAt: BlockAt, { height, hash }: Reading.Mark) =>
  Effect.map(blockAt(height), (found) => found !== null && found.hash !== hash)

/** The marks in the current chain: all up to the newest whose block was not replaced. */
const standingMarks = Effect.fnUntraced(function* (blockAt: BlockAt, marks: ReadonlyArray<Reading.Mark>) {
  for (let n = marks.length; n > 0; n--) {
    const mark = marks[n - 1]
    if (mark !== undefined && !(yield* isReplaced(blockAt, mark))) return marks.slice(0, n)
  }
  return []
})

const newestCounted = (network: string, after: string | null) =>
  Effect.flatMap(Store, (store) =>
    Reader.make(store).reader.list(Transfer.CountedTransfers, {
      index: Transfer.unreversedIndex,
      prefix: `${network}/`,
      after,
      limit: 100,
    }),
  )

/** Reverses counted transfers whose blocks were replaced, and goes further down only while it finds such. Gives the lowest height of one, or null. */
const reverseReplaced = Effect.fnUntraced(function* (network: string, blockAt: BlockAt) {
  const heights = new Set<number>()
  let lowest: number | null = null
  let after: string | null = null
  do {
    const page: { readonly items: ReadonlyArray<Transfer.Counted>; readonly next: string | null } =
      yield* newestCounted(network, after)
    let replaced = false
    for (const { id, height, blockHash } of page.items) {
      if (heights.size >= heightsChecked && !heights.has(height) && !replaced) return lowest
      heights.add(height)
      const found = yield* blockAt(height)
      if (found === null || found.hash === blockHash) continue
      yield* Host.perform(reverseTransfer, { id, hash: found.hash }, { actor })
      yield* Effect.logWarning("a counted transfer was reversed: its block was replaced").pipe(
        Effect.annotateLogs({ network, height }),
      )
      replaced = true
      lowest = height
    }
    after = replaced ? page.next : null
  } while (after !== null)
  return lowest
})

/** Applies a confirmed transfer to the invoice or the order that it pays. */
const receive = Effect.fnUntraced(function* (transfer: Transfer.Transfer) {
  const credited = yield* Host.perform(creditTransfer, transfer, { actor })
  if (credited.reply.reception !== "passed_by") return credited.reply.reception
  return (yield* Host.perform(proveByTransfer, transfer, { actor })).reply.reception
})

const confirmationsOf = (network: Networks.Network) =>
  Effect.gen(function* () {
    const host = yield* Host.Host
    return (yield* host.schedule).at(yield* host.now)[network.confirmations]
  })

/** The height up to which the current chain was read. If no mark is in it, a height far below the oldest mark. */
const resumingHeight = (
  marks: ReadonlyArray<Reading.Mark>,
  standing: ReadonlyArray<Reading.Mark>,
  to: number,
): number => {
  const oldest = marks[0]
  return standing.at(-1)?.height ?? (oldest === undefined ? to : Math.max(0, oldest.height - deepest))
}

/** How many transactions one look asks for. The next look goes on behind them, so that nobody's statements keep others waiting for ever. */
const askedAtOnce = 40

/**
 * The look at the transactions that parties stated on one chain, to be repeated: each that the chain has, with its confirmations, is recorded.
 * It remembers where the next look goes on. A chain that finds no transactions by hash has no such look.
 */
const makeStated = (chain: Chain, network: Networks.Network) => {
  let after: string | null = null

  const lookFor = Effect.fnUntraced(function* (
    find: NonNullable<Chain["transaction"]>,
    txid: string,
    tip: Block,
    confirmations: number,
  ) {
    const found = yield* find(txid)
    if (found === null || tip.height - found.height + 1 < confirmations) return
    const block = yield* chain.block(found.height)
    // The block was replaced since, so a later look asks again.
    if (block === null || block.hash !== found.blockHash) return
    const seen = { txid, network: network.id, minedAt: block.at, ...found }
    yield* Host.perform(recordTransaction, seen, { actor })
  })

  return (tip: Block) =>
    Effect.gen(function* () {
      const find = chain.transaction
      if (find === undefined) return
      const host = yield* Host.Host
      const now = yield* host.now
      const terms = (yield* host.schedule).at(now)
      const { reader } = Reader.make(yield* Store)
      const { txids, next } = yield* awaitedTransactions(reader, after, askedAtOnce, now, terms)
      after = next
      // A transaction whose receipt is too large to read must not keep the others from being read.
      for (const txid of txids)
        yield* Effect.catchIf(
          lookFor(find, txid, tip, terms[network.confirmations]),
          (error) => error._tag === "ChainFault" && error.kind === "too_large",
          () => Effect.void,
        )
    })
}

/** The look at one network, to be repeated. Its memory of earlier looks only makes the next look faster. */
export const make = (chain: Chain, network: Networks.Network) => {
  const following = makeFollowed(network)
  const settled = makeSettled()
  const lookForStated = makeStated(chain, network)

  /** Counts the transfers seen, lowest first. Gives the height up to which all of them were handled. */
  const countAll = Effect.fnUntraced(function* (
    seen: ReadonlyArray<Seen>,
    tip: Block,
    confirmations: number,
    upTo: number,
  ) {
    // Blocks are asked for again, since they may have changed since the search.
    const blockAt = rememberBlocks(chain)
    let done = upTo
    for (const one of [...seen].sort((a, b) => a.height - b.height)) {
      const block = yield* blockAt(one.height)
      const last = yield* blockAt(one.height + confirmations - 1)
      const stands = block !== null && block.hash === one.blockHash && last !== null
      const transfer: Transfer.Transfer = {
        ...one,
        confirmations: tip.height - one.height + 1,
        confirmedAt: last?.at ?? one.blockAt,
      }
      const reception = stands ? yield* receive(transfer) : "waiting"
      if (reception === "waiting") done = Math.min(done, one.height - 1)
      else settled.add(Transfer.idOf(one))
    }
    return done
  })

  return Effect.gen(function* () {
    const tip = yield* chain.tip
    const { reader } = Reader.make(yield* Store)
    const found = yield* reader.find(Reading.Readings, network.id)
    const before = Option.getOrElse(found, () => Reading.unreadNetwork(network.id))
    const blockAt = rememberBlocks(chain)
    const reversed = yield* reverseReplaced(network.id, blockAt)
    if (reversed !== null) settled.clear()
    const confirmations = yield* confirmationsOf(network)
    const to = Math.max(0, tip.height - confirmations + 1)
    const standing = (yield* standingMarks(blockAt, before.marks)).filter(
      ({ height }) => reversed === null || height < reversed,
    )
    // The last blocks of the previous round are read once more.
    const from = Math.max(0, Math.min(resumingHeight(before.marks, standing, to), to) + 1 - confirmations)
    const followed = yield* following
    const { seen, upTo } = yield* chain.search({
      followed,
      from,
      to,
      settled: (one) => settled.has(Transfer.idOf(one)),
    })
    const done = yield* countAll(seen, tip, confirmations, Math.min(upTo, to))
    const reached = Math.max(done, 0)
    const newest = standing.at(-1)
    const marked = reached > (newest?.height ?? -1) ? yield* chain.block(reached) : null
    const marks = marked === null ? standing : [...standing, { height: marked.height, hash: marked.hash }]
    const look = { network: network.id, tip: { height: tip.height, hash: tip.hash }, marks }
    yield* Host.perform(Reading.recordLook, look, { actor })
    yield* lookForStated(tip)
  })
}
