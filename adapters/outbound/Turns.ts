/**
 * Requests to addresses that agents choose, in turn: so many at once in all, for one agent, and to one host. An agent with slow hosts
 * delays its own requests and few others, and no host is called by many agents at once.
 */
import { Effect } from "effect"

/** How many requests of this process may be under way at once: in all, for one agent, and to one host. */
export interface Limits {
  readonly inAll: number
  readonly perAgent: number
  readonly perHost: number
}
/** The limits of requests to addresses of others, in a court that sets no limits itself. */
export const usualLimits: Limits = { inAll: 32, perAgent: 8, perHost: 8 }

/** Who causes a request, where it goes, and how long it may take with the time for which it waits. */
export interface Asked {
  readonly agent: string
  readonly url: string
  readonly waitMs: number
}

/** Runs a request when its turn comes. A request that takes too long with its waiting ends as `late`. */
export type InTurn = <A>(asked: Asked, request: Effect.Effect<A>, late: A) => Effect.Effect<A>

/** Lines by name, in each of which so many run at once. A line is kept while somebody stands in it. */
const lines = (most: number) => {
  const open = new Map<string, { readonly turns: Effect.Semaphore; count: number }>()
  return <A>(name: string, work: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.suspend(() => {
      const line = open.get(name) ?? { turns: Effect.unsafeMakeSemaphore(most), count: 0 }
      line.count += 1
      open.set(name, line)
      const leave = Effect.sync(() => {
        line.count -= 1
        if (line.count === 0) open.delete(name)
      })
      return Effect.ensuring(line.turns.withPermits(1)(work), leave)
    })
}

/** Lets requests out in turn, within limits for each agent and for each host. */
export const make = ({ inAll, perAgent, perHost }: Limits = usualLimits): InTurn => {
  const all = Effect.unsafeMakeSemaphore(inAll)
  const agents = lines(perAgent)
  const hosts = lines(perHost)
  return ({ agent, url, waitMs }, request, late) =>
    agents(agent, hosts(URL.parse(url)?.host ?? "", all.withPermits(1)(request))).pipe(
      Effect.timeoutTo({ duration: waitMs, onSuccess: (done) => done, onTimeout: () => late }),
    )
}
