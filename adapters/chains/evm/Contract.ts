/** Calls of a contract, its logs and its receipts, as words of 32 bytes, in which every value of a fixed size lies. */
import { Effect, Schema } from "effect"
import { Networks } from "../../../core/chains/index.ts"
import { Payout } from "../../../core/holds/index.ts"
import type { ChainFault } from "../Chain.ts"
import { fault } from "../Fetch.ts"
import { Quantity, type Rpc, Word } from "./Rpc.ts"

/** A contract, and the words that name one thing in it. */
export interface At {
  readonly rpc: Rpc
  readonly address: string
}

/** A word of a contract in 64 hexadecimal digits, without `0x`. */
export type Bytes32 = string

export const wordOf = (value: bigint | number): Bytes32 => value.toString(16).padStart(64, "0")
export const numberIn = (word: Bytes32): bigint => BigInt(`0x${word}`)
export const addressIn = (word: Bytes32): string => Networks.addChecksum(word.slice(24))
export const instantIn = (word: Bytes32): number => Number(numberIn(word)) * 1000

/** Bytes in hexadecimal, such as the input of a transaction. */
export const Data = Schema.Lowercase.pipe(
  Schema.compose(Schema.String.pipe(Schema.pattern(/^0x(?:[0-9a-f]{2})*$/))),
)
const split = (data: string): ReadonlyArray<Bytes32> => data.slice(2).match(/.{64}/g) ?? []

/** The first four bytes of a call, which name its function: 0x and eight hexadecimal digits. */
export const selectorOf = (signature: string): string => Payout.keccak(signature).slice(0, 10)

/** The result of a function without side effects, as at least so many words. Its arguments are words too. */
export const call = (
  { rpc, address }: At,
  signature: string,
  args: ReadonlyArray<Bytes32>,
  least: number,
): Effect.Effect<ReadonlyArray<Bytes32>, ChainFault> => {
  const data = `${selectorOf(signature)}${args.join("")}`
  return Effect.filterOrFail(
    Effect.map(rpc.call(Data, "eth_call", [{ to: address, data }, "latest"]), split),
    (words) => words.length >= least,
    () => fault(`The contract has no function ${signature}.`),
  )
}

const Log = Schema.Struct({
  address: Schema.Lowercase,
  topics: Schema.Array(Word),
  data: Data,
  blockNumber: Quantity,
  transactionHash: Word,
  logIndex: Quantity,
})

export interface Log {
  readonly address: string
  readonly topics: ReadonlyArray<Bytes32>
  readonly words: ReadonlyArray<Bytes32>
  readonly txid: string
  readonly index: number
}

const logOf = ({ address, topics, data, transactionHash, logIndex }: typeof Log.Type): Log => ({
  address: Networks.addChecksum(address.slice(2)),
  topics: topics.map((topic) => topic.slice(2)),
  words: split(data),
  txid: transactionHash,
  index: logIndex,
})

/** The topic of an event: the hash of its signature. */
export const topicOf = (signature: string): Bytes32 => Payout.keccak(signature).slice(2)

/** The words that each topic of a log may be; null if it may be any. */
export type Topics = ReadonlyArray<ReadonlyArray<Bytes32> | null>

/** Whether a log is one of this contract with such topics. */
export const isAmong = ({ address }: At, wanted: Topics, log: Log): boolean =>
  log.address === address && wanted.every((words, place) => words?.includes(log.topics[place] ?? "") ?? true)

const hex = (value: number): string => `0x${value.toString(16)}`

const logsIn = (at: At, topics: Topics, from: number, to: number) => {
  const filter = {
    address: at.address,
    topics: topics.map((words) => words?.map((word) => `0x${word}`) ?? null),
    fromBlock: hex(from),
    toBlock: hex(to),
  }
  return Effect.filterOrFail(
    Effect.map(at.rpc.call(Schema.Array(Log), "eth_getLogs", [filter]), (logs) => logs.map(logOf)),
    (logs) => logs.every((log) => isAmong(at, topics, log)),
    () => fault("The node answered logs that were not asked for."),
  )
}

/** The blocks in one request, and the most such requests if the node refuses to look at all blocks at once. */
const span = 10_000
const spans = 10

/**
 * The newest log of the contract with these topics up to the block `tip`, or null. It looks at the last blocks first, then at all
 * others at once. From a node that refuses so many blocks, it learns of the last hundred thousand only.
 */
export const newest = (at: At, topics: Topics, tip: number): Effect.Effect<Log | null, ChainFault> =>
  Effect.gen(function* () {
    const spanBefore = (end: number) => logsIn(at, topics, Math.max(0, end - span + 1), end)
    const near = yield* spanBefore(tip)
    if (near.length > 0 || tip < span) return near.at(-1) ?? null
    const rest = yield* Effect.option(logsIn(at, topics, 0, tip - span))
    if (rest._tag === "Some") return rest.value.at(-1) ?? null
    for (let end = tip - span, left = spans - 1; end >= 0 && left > 0; end -= span, left--) {
      const found = yield* spanBefore(end)
      if (found.length > 0) return found.at(-1) ?? null
    }
    return null
  })

const Receipt = Schema.Struct({
  status: Quantity,
  blockNumber: Quantity,
  blockHash: Word,
  logs: Schema.Array(Log),
})

interface Receipt {
  readonly succeeded: boolean
  readonly height: number
  readonly blockHash: string
  readonly logs: ReadonlyArray<Log>
}

/** The receipt of a transaction; null if no block has it. */
export const receiptOf = (rpc: Rpc, txid: string): Effect.Effect<Receipt | null, ChainFault> =>
  Effect.map(rpc.call(Schema.NullOr(Receipt), "eth_getTransactionReceipt", [txid]), (found) =>
    found === null
      ? null
      : {
          succeeded: found.status === 1,
          height: found.blockNumber,
          blockHash: found.blockHash,
          logs: found.logs.map(logOf),
        },
  )
