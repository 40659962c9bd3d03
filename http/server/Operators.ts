/** For whose operator a caller's requests are counted, remembered so that a request needs no read for it. */
import { Effect, Option } from "effect"
import { Agents } from "../../core/agents/Agent.ts"
import * as Reader from "../../core/Reader.ts"
import { Store, type StoreUnavailable } from "../../core/store/Store.ts"

export interface Operators {
  /** The name of the bucket of an agent's operator; null where there is no such agent. */
  readonly bucketOf: (agentId: string) => Effect.Effect<string | null, StoreUnavailable, Store>
}

const keptMs = 300_000
const keptMax = 10_000

const read = (agentId: string): Effect.Effect<string | null, StoreUnavailable, Store> =>
  Effect.flatMap(Store, (driver) =>
    Effect.map(
      Reader.make(driver).reader.find(Agents, agentId),
      Option.match({
        onNone: () => null,
        // Anybody can state another's address: what such agents send must not use up the bucket of those that proved it.
        onSome: ({ identity, operatorId }) => `${identity.status}/${operatorId}`,
      }),
    ),
  )

export const make = (clockMs: () => number = () => performance.now()): Operators => {
  const kept = new Map<string, { readonly bucket: string; readonly until: number }>()
  const keep = (agentId: string, bucket: string | null): void => {
    if (bucket === null) return
    if (kept.size >= keptMax) kept.clear()
    kept.set(agentId, { bucket, until: clockMs() + keptMs })
  }
  return {
    bucketOf: (agentId) =>
      Effect.suspend(() => {
        const known = kept.get(agentId)
        return known !== undefined && clockMs() < known.until
          ? Effect.succeed(known.bucket)
          : Effect.tap(read(agentId), (bucket) => Effect.sync(() => keep(agentId, bucket)))
      }),
  }
}
