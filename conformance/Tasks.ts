import { Effect } from "effect"
import type { Driver, Leased } from "../core/store/Store.ts"
import type { Kit } from "./Case.ts"
import { commit, start, task } from "./Changes.ts"
import { equal } from "./Expect.ts"

type Query = Parameters<Driver["lease"]>[0]
/** Leases tasks of the case's own kind. */
export const take = ({ store, own }: Kit, query: Partial<Query> = {}) =>
  store.lease({ kinds: [own("kind")], worker: "w", now: start, until: start + 1000, limit: 100, ...query })
export const idsOf = (leased: ReadonlyArray<Leased>) => leased.map(({ id }) => id)
/** What settles a leased task. */
export const settle = ({ id, token }: Leased) => ({ id, token })

/** Puts tasks `[name, due after the start]` of the case's own kind. */
export const waiting = ({ store, own }: Kit, tasks: ReadonlyArray<readonly [name: string, due: number]>) =>
  commit(store, { tasks: tasks.map(([name, due]) => task(own(name), own("kind"), start + due, name)) })

/** The one task that a lease must give. */
export const takeOne = (kit: Kit, query: Partial<Query> = {}) =>
  Effect.flatMap(take(kit, query), (leased) => {
    const [only] = leased
    return only !== undefined && leased.length === 1
      ? Effect.succeed(only)
      : Effect.flatMap(equal("how many were leased", leased.length, 1), () =>
          Effect.dieMessage("unreachable"),
        )
  })
