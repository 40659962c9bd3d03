/** Counts how often each agent made the court ask a chain on the present day. Each process keeps its own count. */
import { Effect, Layer } from "effect"
import { Escrow } from "../../core/holds/index.ts"

/** The counts of one day. Those of another day are forgotten as the first ask of a new day comes. */
export const make = (): typeof Escrow.Asks.Service => {
  let today = ""
  const taken = new Map<string, number>()
  return {
    take: (agentId, day, max) =>
      Effect.sync(() => {
        if (day !== today) taken.clear()
        today = day
        const before = taken.get(agentId) ?? 0
        if (before < max) taken.set(agentId, before + 1)
        return before < max
      }),
  }
}

/** Asks of transactions that wait for a look at their chain. */
export const layer: Layer.Layer<Escrow.Asks> = Layer.sync(Escrow.Asks, make)
