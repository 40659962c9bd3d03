/** Reads transfers of listed tokens from the logs of a node. */
import { Effect, Schema } from "effect"
import { Networks } from "../../../core/chains/index.ts"
import type { ChainFault } from "../Chain.ts"
import { fault } from "../Fetch.ts"
import { Quantity, type Rpc, Word } from "./Rpc.ts"

/** keccak256 of `Transfer(address,address,uint256)`. */
export const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
/** An amount in units that no listed token reaches. */
export const unitsMax = 10n ** 18n

const Log = Schema.Struct({
  address: Schema.Lowercase,
  topics: Schema.Array(Word),
  data: Word,
  blockNumber: Quantity,
  blockHash: Word,
  transactionHash: Word,
  logIndex: Quantity,
  removed: Schema.optional(Schema.Boolean),
})

export interface TokenLog {
  readonly asset: Networks.Asset
  readonly to: string
  readonly units: bigint
  readonly txid: string
  readonly index: number
  readonly height: number
  readonly blockHash: string
}

/** The listed tokens of a network by the address of their contract, in lower case. */
export const tokensOf = (network: string): ReadonlyMap<string, Networks.Asset> =>
  new Map(
    Networks.assets.flatMap((asset) =>
      asset.network === network && asset.contract !== null ? [[asset.contract.toLowerCase(), asset]] : [],
    ),
  )

/** An address as a topic of a log: padded to 32 bytes. */
export const topicOf = (address: string): string => `0x${"0".repeat(24)}${address.slice(2).toLowerCase()}`

/** Blocks, both bounds included. */
export interface Range {
  readonly from: number
  readonly to: number
}

const read = (
  log: typeof Log.Type,
  tokens: ReadonlyMap<string, Networks.Asset>,
  to: ReadonlySet<string>,
  range: Range,
) => {
  const asset = tokens.get(log.address)
  const [topic, , recipient] = log.topics
  const units = BigInt(log.data)
  const asked =
    asset !== undefined &&
    topic === transferTopic &&
    log.topics.length === 3 &&
    recipient !== undefined &&
    to.has(recipient) &&
    log.blockNumber >= range.from &&
    log.blockNumber <= range.to &&
    units < unitsMax
  if (!asked) return null
  return {
    asset,
    to: Networks.addChecksum(recipient.slice(26)),
    units,
    txid: log.transactionHash,
    index: log.logIndex,
    height: log.blockNumber,
    blockHash: log.blockHash,
  } satisfies TokenLog
}

/** Transfers of the tokens to the recipients (as topics) in a range of blocks. If the node answers anything else, its whole answer is refused. */
export const transfersIn = (
  rpc: Rpc,
  tokens: ReadonlyMap<string, Networks.Asset>,
  recipients: ReadonlyArray<string>,
  range: Range,
): Effect.Effect<ReadonlyArray<TokenLog>, ChainFault> => {
  const filter = {
    address: [...tokens.keys()],
    topics: [transferTopic, null, recipients],
    fromBlock: `0x${range.from.toString(16)}`,
    toBlock: `0x${range.to.toString(16)}`,
  }
  const to = new Set(recipients)
  return Effect.flatMap(rpc.call(Schema.Array(Log), "eth_getLogs", [filter]), (logs) =>
    Effect.forEach(
      logs.filter((log) => log.removed !== true),
      (log) => {
        const found = read(log, tokens, to, range)
        return found === null
          ? Effect.fail(fault("The node answered logs that were not asked for."))
          : Effect.succeed(found)
      },
    ),
  ).pipe(Effect.map((found) => found.filter(({ units }) => units > 0n)))
}
