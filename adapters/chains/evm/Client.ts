/** viem's client over the court's own bounded calls: for what reads contracts (escrows) of a configured chain. */
import { Effect, Schema } from "effect"
import { createPublicClient, custom, type PublicClient } from "viem"
import type { Rpc } from "./Rpc.ts"

/** A client that reads and sends nothing. A failure of its transport is a `ChainFault`, which says nothing of the endpoint. */
export const make = (rpc: Rpc): PublicClient =>
  createPublicClient({
    transport: custom(
      {
        request: ({ method, params }: { readonly method: string; readonly params?: unknown }) =>
          Effect.runPromise(rpc.call(Schema.Unknown, method, Array.isArray(params) ? params : [])),
      },
      // The reader's own rounds try again.
      { retryCount: 0 },
    ),
  })
