/** The reader of Bitcoin by an Esplora server. It asks for addresses one by one, in turn, and ignores transactions that are in no block. */
import { Effect, Schema } from "effect"
import { Networks } from "../../../core/chains/index.ts"
import type { Block, Chain, ChainFault, Followed, Seen } from "../Chain.ts"
import { ask, askNeeded, type Bounds, fault, usual } from "../Fetch.ts"
import { makeRota } from "../Followed.ts"

export const network = "bip122:000000000019d6689c085ae165831e93"
const asset = Networks.assets.find((one) => one.network === network)?.id ?? network

const Hash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))
const Height = Schema.NonNegativeInt
/** At most the number of satoshis that can exist. */
const Sats = Schema.NonNegativeInt.pipe(Schema.lessThanOrEqualTo(2_100_000_000_000_000))

const Header = Schema.Struct({ id: Hash, height: Height, timestamp: Height })
const Transaction = Schema.Struct({
  txid: Hash,
  vout: Schema.Array(Schema.Struct({ scriptpubkey_address: Schema.optional(Schema.String), value: Sats })),
  status: Schema.Struct({
    confirmed: Schema.Literal(true),
    block_height: Height,
    block_hash: Hash,
    block_time: Height,
  }),
})
type Transaction = typeof Transaction.Type
const Page = Schema.Array(Transaction)

const pageSize = 25
const pagesMax = 4

export interface Options {
  readonly addresses?: number
  readonly bounds?: Bounds
}

const outputs = (address: string, { txid, vout, status }: Transaction): ReadonlyArray<Seen> =>
  vout.flatMap(({ scriptpubkey_address, value }, index) =>
    scriptpubkey_address === address && value > 0
      ? [
          {
            network,
            asset,
            to: address,
            txid,
            index,
            units: String(value),
            height: status.block_height,
            blockHash: status.block_hash,
            blockAt: status.block_time * 1000,
          },
        ]
      : [],
  )

/** Makes the reader. `base` is the address of the server's API, without a slash at the end. */
export const make = (base: string, options: Options = {}): Chain => {
  const { addresses = 40, bounds = usual } = options
  const rota = makeRota()

  const header = (hash: string): Effect.Effect<Block, ChainFault> =>
    Effect.flatMap(
      askNeeded(Header, { url: `${base}/block/${hash}` }, bounds),
      ({ id, height, timestamp }) =>
        id === hash
          ? Effect.succeed({ height, hash, at: timestamp * 1000 })
          : Effect.fail(fault("The server answered another block than was asked for.")),
    )
  const tip = Effect.flatMap(askNeeded(Hash, { url: `${base}/blocks/tip/hash` }, bounds), header)
  const block = (height: number) =>
    Effect.flatMap(ask(Hash, { url: `${base}/block-height/${height}` }, bounds), (hash) =>
      hash === null ? Effect.succeed(null) : header(hash),
    )

  /** The outputs to an address in confirmed transactions, newest first, back to the instant since which it is followed. */
  const history = Effect.fnUntraced(function* ({ address, since }: Followed) {
    const found: Array<Transaction> = []
    let after = ""
    for (let page = 0; page < pagesMax; page++) {
      const url = `${base}/address/${address}/txs/chain${after}`
      const some: ReadonlyArray<Transaction> = yield* askNeeded(Page, { url }, bounds)
      found.push(...some)
      const last = some.at(-1)
      if (last === undefined || some.length < pageSize) break
      if (since !== null && last.status.block_time * 1000 <= since) break
      after = `/${last.txid}`
    }
    return found.flatMap((transaction) => outputs(address, transaction))
  })

  /** The outputs to an address. Whoever floods one address with large transactions must not keep the others from being read. */
  const readable = (one: Followed) =>
    Effect.catchIf(
      history(one),
      ({ kind }) => kind === "too_large",
      () => Effect.succeed([]),
    )

  const search: Chain["search"] = ({ followed, to, settled }) =>
    Effect.gen(function* () {
      const turn = rota.next(followed, String(to), addresses)
      const found = yield* Effect.forEach(turn, readable)
      return { seen: found.flat().filter((one) => one.height <= to && !settled(one)), upTo: to }
    })

  return { network, tip, block, search }
}
