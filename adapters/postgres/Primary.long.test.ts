import { chown, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Either, Exit, Scope } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Driver } from "../../core/store/Store.ts"
import * as PostgresStore from "./PostgresStore.ts"
import { changes } from "./testing/ChangeSets.ts"
import { type EmbeddedPostgres, start } from "./testing/EmbeddedPostgres.ts"
import * as FaultyProxy from "./testing/FaultyProxy.ts"

const run = Effect.runPromise
const scope = Effect.runSync(Scope.make())

let one: EmbeddedPostgres
let other: EmbeddedPostgres
beforeAll(async () => {
  ;[one, other] = await Promise.all([start({ fsync: true }), start({ fsync: true })])
})
afterAll(async () => {
  await run(Scope.close(scope, Exit.void))
  await Promise.all([one.stop(), other.stop()])
})

const hostOf = (url: string): string => new URL(url).host
const both = (first: string, second: string): string =>
  first.replace(hostOf(first), `${hostOf(first)},${hostOf(second)}`)
const open = (url: string): Promise<Driver> =>
  run(PostgresStore.make({ url, connectWithinMs: 1_000, answerWithinMs: 6_000 }).pipe(Scope.extend(scope)))

/** Makes a server a standby, as a cluster does with a primary that it has replaced. */
const demote = async (server: EmbeddedPostgres): Promise<void> => {
  const data = join(server.folder, "data")
  const { uid, gid } = await stat(data)
  await writeFile(join(data, "standby.signal"), "")
  await chown(join(data, "standby.signal"), uid, gid)
  await server.restart()
}
/** Makes a standby a primary, which then writes its own timeline. */
const promote = async (server: EmbeddedPostgres): Promise<void> => {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query("select pg_promote()")
  await client.end()
}

const claim = (name: string) => changes({ claims: [{ claim: name, holder: "holder" }] })
/** Tries a commit until it succeeds, and gives how long that took, in ms. */
const committed = async (store: Driver, name: string): Promise<number> => {
  const from = performance.now()
  while (Either.isLeft(await run(Effect.either(store.commit(claim(name)))))) {
    if (performance.now() - from > 20_000) throw new Error("the store stays unavailable")
    await sleep(20)
  }
  return performance.now() - from
}

describe("a store on several servers", { timeout: 60_000 }, () => {
  it("uses the server that takes writes, wherever its name stands in the address", async () => {
    await demote(one)
    const store = await open(both(one.url, other.url))
    await committed(store, "first")
    const direct = await open(other.url)
    expect(await run(direct.holder("first"))).toBe("holder")
    await promote(one)
  })

  it("goes to another server that takes writes once the first one no longer answers", async () => {
    await demote(other)
    const proxy = await FaultyProxy.start(one.url)
    const store = await open(both(proxy.url, other.url))
    await committed(store, "before")
    await promote(other)
    proxy.set("mute")
    expect(await committed(store, "after")).toBeLessThan(4_000)
    await proxy.close()
  })

  it("sends no writes to a server that was replaced and doesn't know it yet", async () => {
    await demote(other)
    const store = await open(both(one.url, other.url))
    await committed(store, "on the first")
    await promote(other)
    await one.kill()
    await committed(store, "on the other")
    await one.restart()
    await other.kill()
    expect(Either.isLeft(await run(Effect.either(store.commit(claim("on the replaced")))))).toBe(true)
    await other.restart()
    await committed(store, "on the other again")
  })

  it("fails to open within bounded time if no server takes writes, and tells what each answered", async () => {
    await Promise.all([demote(one), demote(other)])
    const from = performance.now()
    const refused = await run(
      Effect.flip(Effect.scoped(PostgresStore.make({ url: both(one.url, other.url) }))),
    )
    expect(performance.now() - from).toBeLessThan(5_000)
    expect(refused).toMatchObject({ _tag: "StoreUnavailable", operation: "open" })
    // The store's failure wraps an error that wraps what the servers answered.
    expect(String((refused as { cause: { cause: Error } }).cause.cause)).toMatch(
      /no server takes writes: .* takes no writes; .* takes no writes/,
    )
    await Promise.all([one, other].map((server) => rm(join(server.folder, "data", "standby.signal"))))
  })
})
