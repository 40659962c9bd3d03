/** One look at the transactions that parties stated: each that the chain has, with its confirmations, is recorded. */
import { Effect } from "effect"
import { awaitedTransactions, type Networks, recordTransaction } from "../../core/chains/index.ts"
import * as Host from "../../core/kernel/Host.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { Store } from "../../core/store/Store.ts"
import type { Block, Chain } from "./Chain.ts"

const actor = { role: "chain" } as const
/** How many transactions one look asks for. The next look goes on behind them, so that nobody's statements keep others waiting for ever. */
const askedAtOnce = 40

/**
 * The look of one chain, to be repeated; it remembers where the next look goes on. A chain that finds no transactions by hash has no
 * such look.
 */
export const make = (chain: Chain, network: Networks.Network) => {
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
