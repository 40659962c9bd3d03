/**
 * One look at one network: what a reorganisation took is reversed, what has been confirmed is counted, and how far was read is
 * recorded. Each step is a command of its own that can be repeated, so that a reader that is killed goes on where it was.
 */
import { Effect, Option } from "effect"
import type { Network } from "../../core/chains/Networks.ts"
import { type Mark, Readings, recordLook, unread } from "../../core/chains/Reading.ts"
import {
  type Counted,
  CountedTransfers,
  type Transfer,
  transferId,
  unreversedIndex,
} from "../../core/chains/Transfer.ts"
import { proveByTransfer } from "../../core/compliance/Proof.ts"
import * as Host from "../../core/Host.ts"
import { creditTransfer, reverseTransfer } from "../../core/ledger/Payment.ts"
import * as Reader from "../../core/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import type { Block, Chain, Seen } from "./Chain.ts"
import { makeFollowed, makeSettled } from "./Followed.ts"

const actor = { role: "chain" } as const
/** Heights of counted transfers that are looked at again in each round, from the newest. */
const heightsChecked = 8
/** Blocks that are read again where no mark stands any more. */
const deepest = 1000

/** Asks for each block once. */
const remembering = (chain: Chain) => {
  const known = new Map<number, Block | null>()
  return (height: number) =>
    Effect.suspend(() => {
      const found = known.get(height)
      return found !== undefined
        ? Effect.succeed(found)
        : Effect.tap(chain.block(height), (block) => Effect.sync(() => known.set(height, block)))
    })
}
type BlockAt = ReturnType<typeof remembering>

/** Whether the chain has another block at a height. Where it has none, or does not say, nothing is known. */
const isReplaced = (blockAt: BlockAt, { height, hash }: Mark) =>
  Effect.map(blockAt(height), (found) => found !== null && found.hash !== hash)

/** The marks that still stand: those up to the newest whose block does. */
const standingMarks = Effect.fnUntraced(function* (blockAt: BlockAt, marks: ReadonlyArray<Mark>) {
  for (let n = marks.length; n > 0; n--) {
    const mark = marks[n - 1]
    if (mark !== undefined && !(yield* isReplaced(blockAt, mark))) return marks.slice(0, n)
  }
  return []
})

const newestCounted = (network: string, after: string | null) =>
  Effect.flatMap(Store, (store) =>
    Reader.make(store).reader.list(CountedTransfers, {
      index: unreversedIndex,
      prefix: `${network}/`,
      after,
      limit: 100,
    }),
  )

/** Reverses counted transfers whose blocks were replaced; goes further down only while it finds such. Gives the lowest height of one. */
const reverseReplaced = Effect.fnUntraced(function* (network: string, blockAt: BlockAt) {
  const heights = new Set<number>()
  let lowest: number | null = null
  let after: string | null = null
  do {
    const page: { readonly items: ReadonlyArray<Counted>; readonly next: string | null } =
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

/** Gives a confirmed transfer to the invoice or the order that it pays. */
const receive = Effect.fnUntraced(function* (transfer: Transfer) {
  const credited = yield* Host.perform(creditTransfer, transfer, { actor })
  if (credited.reply.reception !== "passed_by") return credited.reply.reception
  return (yield* Host.perform(proveByTransfer, transfer, { actor })).reply.reception
})

/** The confirmations wanted on a network now. */
const wanted = (network: Network) =>
  Effect.gen(function* () {
    const host = yield* Host.Host
    return (yield* host.schedule).at(yield* host.now)[network.confirmations]
  })

/** The block up to which everything was read and still stands; far below the oldest mark where none does. */
const resumedAt = (marks: ReadonlyArray<Mark>, standing: ReadonlyArray<Mark>, to: number): number => {
  const oldest = marks[0]
  return standing.at(-1)?.height ?? (oldest === undefined ? to : Math.max(0, oldest.height - deepest))
}

/** Looks at one network, again and again: what it remembers between two looks makes the next one shorter, and nothing else. */
export const make = (chain: Chain, network: Network) => {
  const following = makeFollowed(network)
  const settled = makeSettled()

  /** Counts what was seen, lowest first. Gives the height up to which all of it has been dealt with. */
  const countAll = Effect.fnUntraced(function* (
    seen: ReadonlyArray<Seen>,
    tip: Block,
    confirmations: number,
    upTo: number,
  ) {
    // Asked afresh: what was said of a block before the search may have changed since.
    const blockAt = remembering(chain)
    let done = upTo
    for (const one of [...seen].sort((a, b) => a.height - b.height)) {
      const block = yield* blockAt(one.height)
      const last = yield* blockAt(one.height + confirmations - 1)
      const stands = block !== null && block.hash === one.blockHash && last !== null
      const transfer: Transfer = {
        ...one,
        confirmations: tip.height - one.height + 1,
        confirmedAt: last?.at ?? one.blockAt,
      }
      const reception = stands ? yield* receive(transfer) : "waiting"
      if (reception === "waiting") done = Math.min(done, one.height - 1)
      else settled.add(transferId(one))
    }
    return done
  })

  return Effect.gen(function* () {
    const tip = yield* chain.tip
    const { reader } = Reader.make(yield* Store)
    const found = yield* reader.find(Readings, network.id)
    const before = Option.getOrElse(found, () => unread(network.id))
    const blockAt = remembering(chain)
    const reversed = yield* reverseReplaced(network.id, blockAt)
    if (reversed !== null) settled.clear()
    const confirmations = yield* wanted(network)
    const to = Math.max(0, tip.height - confirmations + 1)
    const standing = (yield* standingMarks(blockAt, before.marks)).filter(
      ({ height }) => reversed === null || height < reversed,
    )
    // Overlapping: the last blocks of the round before are read once more.
    const from = Math.max(0, Math.min(resumedAt(before.marks, standing, to), to) + 1 - confirmations)
    const followed = yield* following
    const { seen, upTo } = yield* chain.search({
      followed,
      from,
      to,
      settled: (one) => settled.has(transferId(one)),
    })
    const done = yield* countAll(seen, tip, confirmations, Math.min(upTo, to))
    const reached = Math.max(done, 0)
    const newest = standing.at(-1)
    const marked = reached > (newest?.height ?? -1) ? yield* chain.block(reached) : null
    const marks = marked === null ? standing : [...standing, { height: marked.height, hash: marked.hash }]
    const look = { network: network.id, tip: { height: tip.height, hash: tip.hash }, marks }
    yield* Host.perform(recordLook, look, { actor })
  })
}
