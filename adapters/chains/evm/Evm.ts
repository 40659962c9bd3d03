/** The reader of an EVM chain: it reads transfers of listed tokens over ranges of blocks. */
import { Effect } from "effect"
import type { Networks } from "../../../core/chains/index.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import type { Block, Chain, ChainFault, Followed, Found, Seen, SeenTransaction } from "../Chain.ts"
import { fault } from "../Fetch.ts"
import { addressIn, type Log, numberIn, receiptOf } from "./Contract.ts"
import { type Range, type TokenLog, tokensOf, topicOf, transfersIn, transferTopic, unitsMax } from "./Logs.ts"
import { blockAt, type Rpc } from "./Rpc.ts"

/** The hash of a transaction on an EVM chain. Another form is of another kind of chain, and the node is not asked. */
const isHash = (txid: string): boolean => /^0x[0-9a-f]{64}$/.test(txid)

const transferIn = (tokens: ReadonlyMap<string, Networks.Asset>, { address, topics, words, index }: Log) => {
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
const transactionOf = (
  rpc: Rpc,
  tokens: ReadonlyMap<string, Networks.Asset>,
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

export interface Options {
  /** The blocks in one request. Nodes refuse longer ranges. */
  readonly span?: number
  readonly batch?: number
  /** The most requests for logs in one search. The next search continues. */
  readonly requests?: number
}
const defaults: Required<Options> = { span: 1000, batch: 1000, requests: 60 }

/** Addresses that were followed too late: the blocks from `next` to `end`, from before they were followed, must still be read for them. */
interface LookBack {
  readonly addresses: ReadonlyArray<string>
  readonly next: number
  readonly end: number
}

const tooLarge = ({ kind }: ChainFault): boolean => kind === "too_large"

const batches = (addresses: ReadonlyArray<string>, size: number): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(addresses.length / size) }, (_, i) =>
    addresses.slice(i * size, (i + 1) * size).map(topicOf),
  )

/** The reader of one chain. It remembers only how far it has looked back. A new process looks back again, which counts nothing twice. */
export const make = (rpc: Rpc, options: Options = {}): Chain => {
  const { span, batch, requests } = { ...defaults, ...options }
  const network = `eip155:${rpc.chainId}`
  const tokens = tokensOf(network)
  const looked = new Set<string>()
  /** The blocks in the next request: fewer after an answer that was too large. */
  let step = span
  let lookBack: LookBack | null = null

  const block = (height: number) => blockAt(rpc, height)
  const tip: Chain["tip"] = Effect.zipRight(
    rpc.checked,
    Effect.flatMap(blockAt(rpc, "latest"), (found) =>
      found === null ? Effect.fail(fault("The node has no blocks yet.")) : Effect.succeed(found),
    ),
  )

  /** The transfers in one block. If there are too many, it asks for fewer addresses; what floods a single address is left out. */
  const isFlooded = (
    group: ReadonlyArray<string>,
    block: number,
  ): Effect.Effect<ReadonlyArray<TokenLog>, ChainFault> =>
    Effect.catchIf(transfersIn(rpc, tokens, group, { from: block, to: block }), tooLarge, () => {
      if (group.length === 1) return Effect.succeed([])
      const half = Math.ceil(group.length / 2)
      const parts = [group.slice(0, half), group.slice(half)]
      return Effect.map(
        Effect.forEach(parts, (part) => isFlooded(part, block)),
        (found) => found.flat(),
      )
    })

  /** The transfers in a range; null if there are too many, unless it is of one block. */
  const transfers = (groups: ReadonlyArray<ReadonlyArray<string>>, range: Range) =>
    Effect.forEach(groups, (group) =>
      range.from === range.to ? isFlooded(group, range.from) : transfersIn(rpc, tokens, group, range),
    ).pipe(
      Effect.map((found): ReadonlyArray<TokenLog> | null => found.flat()),
      Effect.catchIf(tooLarge, () => Effect.succeed(null)),
    )

  /** Reads spans of blocks while requests are left in the budget. Gives the logs, the last block read and the requests used. */
  const scan = Effect.fnUntraced(function* (
    addresses: ReadonlyArray<string>,
    from: number,
    to: number,
    budget: number,
  ) {
    const groups = batches(addresses, batch)
    const logs: Array<TokenLog> = []
    let used = 0
    let upTo = from - 1
    // It reads at least one span, even over the budget, so that every search advances.
    while (upTo < to && (upTo < from || used + groups.length <= budget)) {
      const range = { from: upTo + 1, to: Math.min(to, upTo + step) }
      const found = yield* transfers(groups, range)
      used += Math.max(1, groups.length)
      step = found === null ? Math.ceil((range.to - range.from + 1) / 2) : Math.min(span, step * 2)
      if (found === null) continue
      logs.push(...found)
      upTo = range.to
    }
    return { logs, upTo, used }
  })

  /** The first block at or after an instant, between 0 and `to`. */
  const heightAt = Effect.fnUntraced(function* (at: number, to: number) {
    let low = 0
    let high = to
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const found: Block | null = yield* block(middle)
      if (found !== null && found.at < at) low = middle + 1
      else high = middle
    }
    return low
  })

  const begin = Effect.fnUntraced(function* (followed: ReadonlyArray<Followed>, end: number) {
    const fresh = followed.filter((one) => one.since !== null && !looked.has(`${one.address}/${one.since}`))
    if (lookBack !== null || fresh.length === 0) return
    const since = Math.min(...fresh.map((one) => one.since ?? 0))
    lookBack = {
      addresses: [...new Set(fresh.map(({ address }) => address))],
      next: yield* heightAt(since, end),
      end,
    }
    for (const one of fresh) looked.add(`${one.address}/${one.since}`)
  })

  const back = Effect.fnUntraced(function* (budget: number) {
    const job = lookBack
    if (job === null || budget <= 0) return []
    const { logs, upTo } = yield* scan(job.addresses, job.next, job.end, budget)
    lookBack = upTo >= job.end ? null : { ...job, next: upTo + 1 }
    return logs
  })

  const withTimes = (logs: ReadonlyArray<TokenLog>): Effect.Effect<ReadonlyArray<Seen>, ChainFault> =>
    Effect.gen(function* () {
      const times = new Map<number, Block | null>()
      for (const { height } of logs) if (!times.has(height)) times.set(height, yield* block(height))
      return logs.flatMap(({ asset, units, ...log }): ReadonlyArray<Seen> => {
        const found = times.get(log.height) ?? null
        // The block was replaced, so a later search looks for the transfer again.
        if (found === null || found.hash !== log.blockHash) return []
        return [{ ...log, network, asset: asset.id, units: String(units), blockAt: found.at }]
      })
    })

  const search: Chain["search"] = ({ followed, from, to, settled }) =>
    Effect.gen(function* () {
      if (followed.length === 0) return { seen: [], upTo: to } satisfies Found
      yield* begin(followed, from - 1)
      const ahead = yield* scan(
        followed.map(({ address }) => address),
        from,
        to,
        requests,
      )
      const behind = yield* back(requests - ahead.used)
      const logs = [...ahead.logs, ...behind].filter((log) => !settled({ network, ...log }))
      const seen = yield* withTimes(logs)
      const lost = logs.filter((log) => !seen.some((one) => one.txid === log.txid && one.index === log.index))
      const upTo = Math.min(ahead.upTo, ...lost.map(({ height }) => height - 1))
      return { seen, upTo } satisfies Found
    })

  return { network, tip, block, search, transaction: (txid) => transactionOf(rpc, tokens, txid) }
}
