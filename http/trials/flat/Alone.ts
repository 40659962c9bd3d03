/**
 * The cost of the reads and commits of a store without the court around it: processor time of this process and of the database. It hardly
 * depends on what else the machine does, as the rate of a served court does.
 */

import { Effect, Layer, Scope } from "effect"
import * as Hosts from "../../../adapters/host/Hosts.ts"
import { notarise } from "../../../core/dealings/index.ts"
import * as Host from "../../../core/kernel/Host.ts"
import { type Driver, Store } from "../../../core/store/Store.ts"
import { nothingSealed } from "../../../core/testing/NothingSealed.ts"
import { spentMs } from "../../testing/Spent.ts"
import { type Row, rowOf } from "./Report.ts"

const concurrency = 16

export interface List {
  readonly index: string
  readonly prefix: string
  readonly limit: number
  /** The key that has a page of keys after it; null if there are fewer. */
  readonly beforeLast: string | null
}

export interface Subject {
  readonly layer: Layer.Layer<Store, unknown>
  readonly dealings: ReadonlyArray<string>
  readonly lists: ReadonlyArray<List>
  readonly beforeLastEvent: string | null
}

type Ask = (n: number) => Effect.Effect<unknown, unknown>

const asksOf = (driver: Driver, host: Host.HostService, subject: Subject): Readonly<Record<string, Ask>> => {
  const id = (n: number): string => subject.dealings[(n * 7919) % subject.dealings.length] ?? ""
  const page = { limit: 20 }
  const lists = subject.lists.flatMap(
    ({ index, prefix, limit, beforeLast }): ReadonlyArray<[string, Ask]> => [
      [`a first page of ${index}`, () => driver.list({ index, prefix, after: null, limit })],
      [`the last page of ${index}`, () => driver.list({ index, prefix, after: beforeLast, limit })],
    ],
  )
  const world = Layer.mergeAll(Layer.succeed(Store, driver), Layer.succeed(Host.Host, host), nothingSealed)
  const sha256 = () => crypto.getRandomValues(Buffer.alloc(32)).toString("hex")
  const actor = { role: "agent", id: "agent-1", handle: "agent-1" } as const
  return {
    "a dealing is read": (n) => driver.read([{ kind: "dealing", id: id(n) }]),
    "the events of a dealing": (n) => driver.journal({ subject: `dealing/${id(n)}`, after: null, ...page }),
    ...Object.fromEntries(lists),
    "the first events": () => driver.journal({ subject: null, after: null, ...page }),
    "the last events": () => driver.journal({ subject: null, after: subject.beforeLastEvent, ...page }),
    "a look for due tasks, none due": () =>
      driver.lease({ kinds: null, worker: "flat", now: 1, until: 2, limit: 10 }),
    "a dealing is lodged": () =>
      Effect.provide(
        Host.perform(
          notarise,
          { sha256: sha256(), kind: "delivery" },
          { actor, idempotency: { id: sha256(), fingerprint: "one", expiresAt: Date.now() + 86_400_000 } },
        ),
        world,
      ),
  }
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Measures each read and a commit so many times in each turn on each store; rows in microseconds of processor time. */
export const measure = async (
  subjects: ReadonlyArray<Subject>,
  pids: ReadonlyArray<number>,
  times: number,
  turns: number,
): Promise<ReadonlyArray<Row>> => {
  const scope = Effect.runSync(Scope.make())
  const all = []
  for (const subject of subjects) {
    const layer = Layer.provideMerge(Hosts.live, Layer.orDie(subject.layer))
    const context = await Effect.runPromise(Layer.buildWithScope(layer, scope))
    const [driver, host] = await Effect.runPromise(Effect.provide(Effect.all([Store, Host.Host]), context))
    all.push(asksOf(driver, host, subject))
  }
  const spent = (): number => {
    const { user, system } = process.cpuUsage()
    return user + system + pids.reduce((sum, pid) => sum + spentMs(pid) * 1_000, 0)
  }
  const rows: Array<Row> = []
  for (const name of Object.keys(all[0] ?? {})) {
    const found = all.map(() => [] as Array<number>)
    for (let turn = 0; turn <= turns; turn++)
      for (const [i, asks] of all.entries()) {
        const ask = asks[name]
        if (ask === undefined) throw new Error(`nothing is called ${name}`)
        const before = spent()
        await Effect.runPromise(
          Effect.forEach(Array.from({ length: times }), (_, n) => ask(n), { concurrency, discard: true }),
        )
        // The first turn warms up.
        if (turn > 0) found[i]?.push((spent() - before) / times)
      }
    rows.push(rowOf(`the store alone: ${name}, µs of processor time`, found.map(median), "less"))
  }
  return rows
}
