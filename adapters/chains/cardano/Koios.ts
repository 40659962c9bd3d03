/** The reader of Cardano by a Koios server. It asks for many addresses at once, in turn. */
import { Effect, Schema } from "effect"
import { Networks } from "../../../core/chains/index.ts"
import type { Block, Chain, ChainFault, Seen } from "../Chain.ts"
import { askNeeded, type Bounds, fault, usual } from "../Fetch.ts"
import { makeRota } from "../Followed.ts"

export const network = "cip34:1-764824073"
const asset = Networks.assets.find((one) => one.network === network)?.id ?? network

const Hash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))
const Height = Schema.NonNegativeInt
/** Lovelace. At most 45 * 10^15 exist. */
const Lovelace = Schema.String.pipe(Schema.pattern(/^(0|[1-9]\d{0,16})$/))

const Header = Schema.Struct({ hash: Hash, block_height: Height, block_time: Height })
/** Older servers call the height of the tip `block_no`. */
const Tip = Schema.Struct({
  hash: Hash,
  block_height: Schema.optional(Height),
  block_no: Schema.optional(Height),
  block_time: Height,
})
const Output = Schema.Struct({
  address: Schema.String,
  tx_hash: Hash,
  tx_index: Height,
  value: Lovelace,
  block_height: Height,
  block_time: Height,
})
type Output = typeof Output.Type

const pageSize = 1000
const pagesMax = 5

export interface Options {
  /** The addresses in one request. The public service accepts bodies of a few kilobytes. */
  readonly batch?: number
  readonly requests?: number
  readonly bounds?: Bounds
}

/** Makes the reader. `base` is the address of the server's API, without a slash at the end. */
export const make = (base: string, options: Options = {}): Chain => {
  const { batch = 50, requests = 10, bounds = usual } = options
  const rota = makeRota()

  const tip: Effect.Effect<Block, ChainFault> = Effect.flatMap(
    askNeeded(Schema.NonEmptyArray(Tip), { url: `${base}/tip` }, bounds),
    ([found]) => {
      const height = found.block_height ?? found.block_no
      return height === undefined
        ? Effect.fail(fault("The server's tip has no height."))
        : Effect.succeed({ height, hash: found.hash, at: found.block_time * 1000 })
    },
  )
  const block = (height: number): Effect.Effect<Block | null, ChainFault> =>
    Effect.flatMap(
      askNeeded(Schema.Array(Header), { url: `${base}/blocks?block_height=eq.${height}` }, bounds),
      ([found]) => {
        if (found === undefined) return Effect.succeed(null)
        return found.block_height === height
          ? Effect.succeed({ height, hash: found.hash, at: found.block_time * 1000 })
          : Effect.fail(fault("The server answered another block than was asked for."))
      },
    )

  const outputs = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
    const found: Array<Output> = []
    const wanted = new Set(addresses)
    for (let page = 0; page < pagesMax; page++) {
      const url = `${base}/address_outputs?order=block_height.desc&offset=${page * pageSize}&limit=${pageSize}`
      const some = yield* askNeeded(Schema.Array(Output), { url, body: { _addresses: addresses } }, bounds)
      if (some.some(({ address }) => !wanted.has(address)))
        return yield* fault("The server answered outputs that were not asked for.")
      found.push(...some)
      if (some.length < pageSize) break
    }
    return found
  })

  const search: Chain["search"] = ({ followed, to, settled }) =>
    Effect.gen(function* () {
      const turn = rota.next(followed, String(to), batch * requests).map(({ address }) => address)
      const groups = Array.from({ length: Math.ceil(turn.length / batch) }, (_, i) =>
        turn.slice(i * batch, (i + 1) * batch),
      )
      const found = (yield* Effect.forEach(groups, outputs)).flat()
      const recent = found.filter(
        (one) =>
          one.value !== "0" &&
          one.block_height <= to &&
          !settled({ network, txid: one.tx_hash, index: one.tx_index }),
      )
      const hashes = new Map<number, string | null>()
      for (const { block_height: height } of recent)
        if (!hashes.has(height)) hashes.set(height, (yield* block(height))?.hash ?? null)
      const seen = recent.flatMap((one): ReadonlyArray<Seen> => {
        const blockHash = hashes.get(one.block_height) ?? null
        if (blockHash === null) return []
        const { address, tx_hash, tx_index, value, block_height, block_time } = one
        const at = block_time * 1000
        return [
          {
            network,
            asset,
            to: address,
            txid: tx_hash,
            index: tx_index,
            units: value,
            height: block_height,
            blockHash,
            blockAt: at,
          },
        ]
      })
      return { seen, upTo: to }
    })

  return { network, tip, block, search }
}
