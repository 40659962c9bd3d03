/** PostgreSQL behind a proxy that cuts connections: requests and answers are lost or delayed. */
import { Effect, type Scope } from "effect"
import * as PostgresStore from "../../adapters/postgres/PostgresStore.ts"
import * as FaultyProxy from "../../adapters/postgres/testing/FaultyProxy.ts"
import type { OpenError } from "../../adapters/store/Kind.ts"
import type { Driver } from "../../core/store/Store.ts"
import * as Random from "../Random.ts"
import * as postgres from "./postgres.ts"

export const { create, destroy } = postgres

const startProxy = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(() => FaultyProxy.start(url)),
    (proxy) => Effect.promise(() => proxy.close()),
  )

/** Cuts all connections again and again, sometimes after a time in which the server's answers were held back or delayed. */
const breakConnections = (proxy: FaultyProxy.FaultyProxy, random: Random.Random) =>
  Effect.gen(function* () {
    yield* Effect.sleep(50 + random.int(200))
    proxy.set(random.pick(["pass", "mute", "slow", "slow"]))
    yield* Effect.sleep(random.int(25))
    if (random.chance(80)) proxy.drop()
    proxy.set("pass")
  }).pipe(Effect.forever)

export const open = (url: string): Effect.Effect<Driver, OpenError, Scope.Scope> =>
  Effect.gen(function* () {
    const proxy = yield* startProxy(url)
    const store = yield* PostgresStore.make({ url: proxy.url, connectWithinMs: 500, answerWithinMs: 500 })
    yield* Effect.forkScoped(breakConnections(proxy, Random.make(Date.now())))
    return store
  })
