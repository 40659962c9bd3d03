import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Either, Exit, Scope } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import type { CommitResult, Driver, StoreUnavailable } from "../../core/store/Store.ts"
import * as PostgresStore from "./PostgresStore.ts"
import { changes, happened, note, putNote } from "./testing/ChangeSets.ts"
import { type EmbeddedPostgres, start } from "./testing/EmbeddedPostgres.ts"
import * as FaultyProxy from "./testing/FaultyProxy.ts"
import { freshDatabase } from "./testing/FreshDatabase.ts"

const run = Effect.runPromise
const scope = Effect.runSync(Scope.make())
const open = (options: PostgresStore.Options): Promise<Driver> =>
  run(PostgresStore.make(options).pipe(Scope.extend(scope)))

let server: EmbeddedPostgres
beforeAll(async () => {
  server = await start({ fsync: true })
})
afterAll(async () => {
  await run(Scope.close(scope, Exit.void))
  await server.stop()
})

type Ended = Either.Either<CommitResult, StoreUnavailable>
const commit = (store: Driver, set: ChangeSet): Promise<Ended> => run(Effect.either(store.commit(set)))
const tagOf = (ended: Ended): string => (Either.isRight(ended) ? ended.right._tag : ended.left._tag)

/** An act: two records, an event, one more in a tally, and a receipt. */
const act = (id: string): ChangeSet =>
  changes({
    puts: [putNote(`${id}/a`), putNote(`${id}/b`)],
    events: [happened(id, "act")],
    tallies: [{ name: "acts", add: 1 }],
    receipt: { id, fingerprint: id, reply: id, expiresAt: 1_000_000 },
  })

/** Asks until the store answers again, and gives how long that took, in ms. */
const backAfter = async (store: Driver): Promise<number> => {
  const from = performance.now()
  while (Either.isLeft(await run(Effect.either(store.holder("anybody"))))) {
    if (performance.now() - from > 20_000) throw new Error("the store stays unavailable")
    await sleep(20)
  }
  return performance.now() - from
}

const rounds = process.env.CI ? 8 : 2

describe("a server killed under load", () => {
  it("keeps every acknowledged commit, no part of a commit without the rest, and serves again within 5 s", {
    timeout: 120_000,
  }, async () => {
    const store = await open({ url: await freshDatabase(server.url) })
    const other = await open({ url: server.url })
    expect([store.supports.durable, other.supports.durable]).toEqual([true, true])
    const ended = new Map<string, string>()
    for (let round = 0; round < rounds; round++) {
      let stopped = false
      const writer = async (w: number) => {
        for (let i = 0; !stopped; i++) {
          const id = `${round}/${w}/${i}`
          const tag = tagOf(await commit(store, act(id)))
          ended.set(id, tag)
          if (tag === "StoreUnavailable") return
        }
      }
      const writers = Promise.all(Array.from({ length: 16 }, (_, w) => writer(w)))
      while (ended.size < (round + 1) * 60) await sleep(5)
      await sleep(Math.random() * 20)
      const killed = performance.now()
      await server.kill()
      stopped = true
      await writers
      expect(performance.now() - killed).toBeLessThan(5_000)
      await server.restart()
      expect(await backAfter(store)).toBeLessThan(5_000)
    }
    expect(new Set(ended.values())).toEqual(new Set(["Committed", "StoreUnavailable"]))
    const kept = new Set<string>()
    for (const [id, tag] of ended) {
      const found = await run(store.read([note(`${id}/a`), note(`${id}/b`)]))
      const count = found.filter((record) => record !== null).length
      expect(tag === "Committed" ? [2] : [0, 2], id).toContain(count)
      if (count > 0) kept.add(id)
    }
    // A repetition finds by its receipt whether a commit without an answer was written.
    for (const [id, tag] of ended)
      if (tag === "StoreUnavailable")
        expect(tagOf(await commit(store, act(id)))).toBe(kept.has(id) ? "Replayed" : "Committed")
    expect(await run(store.tallies(["acts"]))).toEqual([ended.size])
    const seen: Array<string> = []
    for (let after: string | null = null; ; ) {
      const page: Effect.Effect.Success<ReturnType<Driver["journal"]>> = await run(
        store.journal({ subject: "act", after, limit: 1000 }),
      )
      if (page.items.length === 0) break
      seen.push(...page.items.map(({ id }) => id))
      after = page.next
    }
    expect(seen.sort()).toEqual([...ended.keys()].sort())
  })
})

describe("a store that can't be reached", () => {
  const through = async (options: Partial<PostgresStore.Options> = {}) => {
    const direct = await freshDatabase(server.url)
    // On a busy machine, making the tables takes longer than a call has below.
    await run(Effect.scoped(PostgresStore.make({ url: direct })))
    const proxy = await FaultyProxy.start(direct)
    const store = await open({ url: proxy.url, connectWithinMs: 500, answerWithinMs: 500, ...options })
    return { direct, proxy, store }
  }
  const everything = (store: Driver): ReadonlyArray<Effect.Effect<unknown, StoreUnavailable>> => [
    store.read([note("1")]),
    store.list({ index: "notes", prefix: "", after: null, limit: 1 }),
    store.holder("name"),
    store.tallies(["name"]),
    store.blob("name"),
    store.receipt("name", 0),
    store.journal({ subject: null, after: null, limit: 1 }),
    store.lease({ kinds: null, worker: "w", now: 0, until: 1, limit: 1 }),
    store.commit(changes({ claims: [{ claim: "name", holder: "a" }] })),
  ]
  const tagsOf = async (store: Driver) => {
    const from = performance.now()
    const ended = await Promise.all(everything(store).map((effect) => run(Effect.either(effect))))
    return {
      tags: new Set(ended.map((each) => (Either.isLeft(each) ? each.left._tag : "answered"))),
      took: performance.now() - from,
    }
  }

  it.each<FaultyProxy.Mode>(["cut", "mute"])(
    "fails in every operation within bounded time, and serves again once it can be reached: %s",
    async (mode) => {
      const { proxy, store } = await through()
      expect((await tagsOf(store)).tags).toEqual(new Set(["answered"]))
      proxy.set(mode)
      if (mode === "cut") proxy.drop()
      const away = await tagsOf(store)
      expect(away.tags).toEqual(new Set(["StoreUnavailable"]))
      expect(away.took).toBeLessThan(mode === "cut" ? 1_000 : 3_000)
      proxy.set("pass")
      expect(await backAfter(store)).toBeLessThan(5_000)
      expect((await tagsOf(store)).tags).toEqual(new Set(["answered"]))
      await proxy.close()
    },
  )

  it("fails for 500 callers within bounded time, and each has exactly one effect after it has tried again", async () => {
    const [callers, connections, withinMs] = [500, 10, 500]
    const { proxy, store } = await through({
      connections,
      connectWithinMs: withinMs,
      answerWithinMs: withinMs,
    })
    await tagsOf(store)
    proxy.set("mute")
    const from = performance.now()
    const ended = await Promise.all(
      Array.from({ length: callers }, (_, i) => commit(store, act(`crowd/${i}`))),
    )
    expect(new Set(ended.map(tagOf))).toEqual(new Set(["StoreUnavailable"]))
    // The time of a call is half a second. Callers who wait for one another's connections would need a multiple of that, on any machine.
    const inTurns = (callers / connections) * withinMs
    expect(performance.now() - from).toBeLessThan(inTurns / 3)
    proxy.set("pass")
    await backAfter(store)
    // A machine that is busy may not answer all of them in half a second, so each tries until it is answered.
    const tryAgain = async (i: number): Promise<string> => {
      const tag = tagOf(await commit(store, act(`crowd/${i}`)))
      return tag === "StoreUnavailable" ? tryAgain(i) : tag
    }
    const again = await Promise.all(ended.map((_, i) => tryAgain(i)))
    expect(again.every((tag) => tag === "Committed" || tag === "Replayed")).toBe(true)
    expect(await run(store.tallies(["acts"]))).toEqual([callers])
    await proxy.close()
  })

  it("fails requests under way at once when their connections break", async () => {
    const { proxy, store } = await through({ answerWithinMs: 10_000 })
    await tagsOf(store)
    proxy.set("mute")
    const away = tagsOf(store)
    await sleep(100)
    proxy.drop()
    expect(await away).toMatchObject({ tags: new Set(["StoreUnavailable"]) })
    expect((await away).took).toBeLessThan(2_000)
    await proxy.close()
  })

  it("finds by its receipt that a commit whose answer was lost has been written", async () => {
    const { direct, proxy, store } = await through({ answerWithinMs: 10_000 })
    const observer = await open({ url: direct })
    proxy.set("mute")
    const lost = commit(store, act("lost"))
    while ((await run(observer.tallies(["acts"])))[0] === 0) await sleep(5)
    proxy.drop()
    expect(tagOf(await lost)).toBe("StoreUnavailable")
    proxy.set("pass")
    const again = await commit(store, act("lost"))
    expect(Either.getOrThrow(again)).toMatchObject({ _tag: "Replayed", receipt: { reply: "lost" } })
    expect(await run(observer.tallies(["acts"]))).toEqual([1])
    await proxy.close()
  })

  it("tries a commit again that the server ended because of a deadlock", async () => {
    const { direct, store } = await through({ answerWithinMs: 10_000 })
    await run(store.commit(changes({ tallies: [{ name: "locked", add: 1 }], puts: [putNote("locked")] })))
    const client = new Client({ connectionString: direct })
    await client.connect()
    // Another client holds the tally, and then asks for the lock that the commit holds.
    await client.query("begin")
    await client.query("update agent_court.tallies set value = value + 10 where name = 'locked'")
    const waiting = commit(
      store,
      changes({ tallies: [{ name: "locked", add: 100 }], puts: [putNote("locked", 1)] }),
    )
    const lockOf = "hashtextextended('record/note/locked', 0)"
    for (;;) {
      const { rows } = await client.query("select count(*)::int as n from pg_locks where not granted")
      if (rows[0].n > 0) break
      await sleep(5)
    }
    await client.query("set local deadlock_timeout = '30s'")
    await client.query(`select pg_advisory_xact_lock(${lockOf})`)
    await client.query("commit")
    expect(tagOf(await waiting)).toBe("Committed")
    expect(await run(store.tallies(["locked"]))).toEqual([111])
    await client.end()
  })

  it("fails acts in their time while another client holds a lock on the journal, records none of them, and takes them once it is free", async () => {
    const answerWithinMs = 1_200
    const { direct, store } = await through({ answerWithinMs })
    const client = new Client({ connectionString: direct })
    await client.connect()
    await client.query("begin")
    await client.query("lock table agent_court.events in access exclusive mode")
    const took: Array<number> = []
    const acts = async (names: string) => {
      const ended = await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          const from = performance.now()
          const one = await commit(store, act(`${names}/${i}`))
          took.push(performance.now() - from)
          return tagOf(one)
        }),
      )
      return new Set(ended)
    }
    expect(await acts("locked")).toEqual(new Set(["StoreUnavailable"]))
    expect(await acts("again")).toEqual(new Set(["StoreUnavailable"]))
    // A machine that is busy adds to the time; three attempts at half the time each took more than twice as long.
    expect(Math.max(...took)).toBeLessThan(2 * answerWithinMs)
    await client.query("rollback")
    await client.end()
    expect(await run(store.tallies(["acts"]))).toEqual([0])
    expect(await acts("free")).toEqual(new Set(["Committed"]))
  })

  it("fails to open within bounded time", async () => {
    const closed = await FaultyProxy.start(server.url)
    await closed.close()
    const from = performance.now()
    const refused = await run(Effect.flip(Effect.scoped(PostgresStore.make({ url: closed.url }))))
    expect(refused).toMatchObject({ _tag: "StoreUnavailable", operation: "open" })
    expect(performance.now() - from).toBeLessThan(5_000)
  })
})
