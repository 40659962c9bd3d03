/** JSON-RPC of an EVM node, with limits, and with a schema for every answer. */
import { Effect, Schema } from "effect"
import type { Block, ChainFault } from "../Chain.ts"
import { askNeeded, type Bounds, fault, usual } from "../Fetch.ts"

export interface Rpc {
  readonly chainId: number
  readonly call: <A, I>(
    schema: Schema.Schema<A, I>,
    method: string,
    params: ReadonlyArray<unknown>,
  ) => Effect.Effect<A, ChainFault>
  /** Fails, persistently, if the node is of another chain than configured. */
  readonly checked: Effect.Effect<void, ChainFault>
}

const quantityPattern = /^0x(0|[1-9a-f][0-9a-f]{0,12})$/
/** A quantity as the protocol writes it, no larger than a number can hold exactly. */
export const Quantity = Schema.transform(Schema.String.pipe(Schema.pattern(quantityPattern)), Schema.Number, {
  strict: true,
  decode: (text) => Number.parseInt(text, 16),
  encode: (value) => `0x${value.toString(16)}`,
})
/** 32 bytes. */
export const Word = Schema.Lowercase.pipe(
  Schema.compose(Schema.String.pipe(Schema.pattern(/^0x[0-9a-f]{64}$/))),
)

const Envelope = Schema.Struct({
  result: Schema.optional(Schema.Unknown),
  error: Schema.optional(Schema.Struct({ code: Schema.Int })),
})

export interface Limits {
  readonly call: Bounds
  /** In milliseconds, however many calls there are. */
  readonly patienceMs: number
}
/** A receipt, a block without its transactions and a few logs are far smaller. */
export const waiting: Limits = { call: { timeoutMs: 4_000, maxBytes: 256 * 1024 }, patienceMs: 8_000 }

/** Fails if the work is not done in time, and ends its calls. */
export const inTime =
  ({ patienceMs }: Limits) =>
  <A>(work: Effect.Effect<A, ChainFault>): Effect.Effect<A, ChainFault> =>
    Effect.timeoutFail(work, {
      duration: patienceMs,
      onTimeout: () => fault("The node did not answer in time."),
    })

/** A node at an address that the operator configured. */
export const make = (url: string, chainId: number, bounds: Bounds = usual): Rpc => {
  let id = 0
  const call: Rpc["call"] = (schema, method, params) =>
    Effect.suspend(() => {
      id += 1
      return askNeeded(Envelope, { url, body: { jsonrpc: "2.0", id, method, params } }, bounds)
    }).pipe(
      Effect.flatMap(({ result, error }) =>
        error === undefined
          ? Effect.mapError(Schema.decodeUnknown(schema)(result), () =>
              fault(`The node answered ${method} with something that can't be read.`),
            )
          : Effect.fail(fault(`The node refused ${method} with code ${error.code}.`)),
      ),
    )
  const checked = Effect.flatMap(call(Quantity, "eth_chainId", []), (found) =>
    found === chainId
      ? Effect.void
      : Effect.fail(
          fault(`The node is of chain ${found} and not of ${chainId}, as configured.`, "persistent"),
        ),
  )
  return { chainId, call, checked }
}

const Header = Schema.NullOr(Schema.Struct({ number: Quantity, hash: Word, timestamp: Quantity }))

/** The block at a height, or the latest one. Null if the node has no such block. */
export const blockAt = (rpc: Rpc, height: number | "latest"): Effect.Effect<Block | null, ChainFault> => {
  const tag = height === "latest" ? height : `0x${height.toString(16)}`
  return Effect.filterOrFail(
    Effect.map(rpc.call(Header, "eth_getBlockByNumber", [tag, false]), (header) =>
      header === null ? null : { height: header.number, hash: header.hash, at: header.timestamp * 1000 },
    ),
    (block) => block === null || height === "latest" || block.height === height,
    () => fault("The node answered another block than was asked for."),
  )
}
