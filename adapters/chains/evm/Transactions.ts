/** Reads one transaction of an EVM chain by its hash: its transfers of listed tokens. */
import { Effect } from "effect"
import type { Asset } from "../../../core/chains/index.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import type { ChainFault, SeenTransaction } from "../Chain.ts"
import { addressIn, type Log, numberIn, receiptOf } from "./Contract.ts"
import { transferTopic, unitsMax } from "./Logs.ts"
import type { Rpc } from "./Rpc.ts"

/** The hash of a transaction on an EVM chain. Another form is of another kind of chain, and the node is not asked. */
const isHash = (txid: string): boolean => /^0x[0-9a-f]{64}$/.test(txid)

const transferIn = (tokens: ReadonlyMap<string, Asset>, { address, topics, words, index }: Log) => {
  const asset = tokens.get(address.toLowerCase())
  const [topic, from, to] = topics
  const units = numberIn(words[0] ?? "0")
  return asset === undefined ||
    `0x${topic}` !== transferTopic ||
    from === undefined ||
    to === undefined ||
    topics.length !== 3 ||
    words.length !== 1 ||
    units === 0n ||
    units >= unitsMax
    ? []
    : [{ asset: asset.id, from: addressIn(from), to: addressIn(to), units: String(units), index }]
}

/** The transaction; null if no block has it, or if it failed. It shows the first transfers of listed tokens, up to the bound. */
export const transactionOf = (
  rpc: Rpc,
  tokens: ReadonlyMap<string, Asset>,
  txid: string,
): Effect.Effect<SeenTransaction | null, ChainFault> =>
  isHash(txid)
    ? Effect.map(receiptOf(rpc, txid), (found) =>
        found === null || !found.succeeded
          ? null
          : {
              height: found.height,
              blockHash: found.blockHash,
              transfers: found.logs
                .flatMap((log) => transferIn(tokens, log))
                .slice(0, bounds.statedTransfersMax),
            },
      )
    : Effect.succeed(null)
