/** Reads escrows of the three kinds on EVM chains, with limits in calls, time and size. It signs nothing and sends nothing. */
import { Effect, Layer } from "effect"
import { addChecksum } from "../../../core/chains/index.ts"
import {
  type EscrowKind,
  type EscrowRef,
  Escrows,
  type EscrowsService,
  type Unread,
} from "../../../core/holds/index.ts"
import type { ChainFault } from "../Chain.ts"
import { fault } from "../Fetch.ts"
import { type KindReader, kleros, type Located, x402r } from "./EscrowKinds.ts"
import { paymentOf } from "./EscrowPayments.ts"
import { erc8183 } from "./Jobs.ts"
import * as Rpc from "./Rpc.ts"

const readers: { readonly [K in EscrowKind]: KindReader } = { x402r, erc8183, kleros }

/** The nodes of chains, by chain id. */
export type Nodes = ReadonlyArray<{ readonly chainId: number; readonly url: string }>

/** Reads escrows on these chains. An escrow on another chain is `unread`. If a node's answer can't be used, or is not there in time, the escrow is `unreadable`. */
export const make = (nodes: Nodes, limits: Rpc.Limits = Rpc.waiting): EscrowsService => {
  const rpcs = new Map(nodes.map(({ chainId, url }) => [chainId, Rpc.make(url, chainId, limits.call)]))
  const asking = <A>(
    { chainId, escrowAddress, holdRef }: EscrowRef,
    ask: (at: Located) => Effect.Effect<A, ChainFault>,
  ): Effect.Effect<A | Unread> => {
    const rpc = rpcs.get(chainId)
    if (rpc === undefined) return Effect.succeed("unread")
    const at = { rpc, address: addChecksum(escrowAddress.slice(2)), ref: holdRef }
    return Effect.zipRight(rpc.checked, ask(at)).pipe(
      Rpc.inTime(limits),
      Effect.catchAll(() => Effect.succeed("unreadable" as const)),
    )
  }
  return {
    read: (ref) =>
      asking(ref, (at) =>
        Effect.gen(function* () {
          const tip = yield* Rpc.blockAt(at.rpc, "latest")
          if (tip === null) return yield* fault("The node has no blocks yet.")
          return { at: tip.at, ...(yield* readers[ref.escrowKind].read(at, tip.height)) }
        }),
      ),
    payment: (ref, sides, txid, after) =>
      asking(ref, (at) => paymentOf(at, readers[ref.escrowKind], sides, txid, after)),
  }
}

export const layer = (nodes: Nodes): Layer.Layer<Escrows> => Layer.succeed(Escrows, make(nodes))
