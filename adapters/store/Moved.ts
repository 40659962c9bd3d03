/** Counts what this process records about agents and their entries, so that an answer made of them before is made again. */
import { Context, Effect, Layer } from "effect"
import { Agent, Standing } from "../../core/agents/index.ts"
import { Entry } from "../../core/compliance/index.ts"
import { type Driver, Store } from "../../core/store/Store.ts"

/** The number of commits about agents and their entries that this process has made. */
export type Count = () => number

/** Null if nothing counts: then nothing may be kept. */
export class Moved extends Context.Reference<Moved>()("agent-court/Moved", {
  defaultValue: (): Count | null => null,
}) {}

const counted = new Set<string>([Agent.Agents, Standing.Standings, Entry.Entries].map(({ name }) => name))

/** A store whose commits are counted, before they are answered. A commit whose outcome is unknown counts too. */
export const countMoves = (driver: Driver): { readonly driver: Driver; readonly count: Count } => {
  let count = 0
  const commit: Driver["commit"] = (changes) =>
    changes.puts.some(({ ref }) => counted.has(ref.kind))
      ? Effect.ensuring(
          driver.commit(changes),
          Effect.sync(() => {
            count += 1
          }),
        )
      : driver.commit(changes)
  return { driver: { ...driver, commit }, count: () => count }
}

/** The store, with a count of what was recorded through it. */
export const layer: Layer.Layer<Store | Moved, never, Store> = Layer.effectContext(
  Effect.map(Store, (own) => {
    const { driver, count } = countMoves(own)
    return Context.make(Store, driver).pipe(Context.add(Moved, count))
  }),
)
