import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Driver } from "../../core/store/Store.ts"
import type { ReadsService } from "../store/Reads.ts"
import * as Prometheus from "../telemetry/Prometheus.ts"
import * as PostgresStore from "./PostgresStore.ts"
import { changes } from "./testing/ChangeSets.ts"
import { type EmbeddedPostgres, start } from "./testing/EmbeddedPostgres.ts"
import { follow, tell } from "./testing/Standby.ts"

const run = Effect.runPromise
const scope = Effect.runSync(Scope.make())

let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let driver: Driver
let reads: ReadsService
beforeAll(async () => {
  ;[primary, standby] = await Promise.all([start({ fsync: true }), start({ fsync: true })])
  await follow(standby, primary)
  const options = { url: primary.url, read: standby.url, freshWithinMs: 3_000 }
  const opened = await run(PostgresStore.open(options).pipe(Scope.extend(scope)))
  driver = opened.driver
  if (opened.reads === null) throw new Error("the store has no replicas")
  reads = opened.reads
}, 60_000)
afterAll(async () => {
  await run(Scope.close(scope, Exit.void))
  await Promise.all([primary.stop(), standby.stop()])
})

const watched = () => {
  let asked = 0
  const own: Driver = {
    ...driver,
    holder: (claim) => {
      asked++
      return driver.holder(claim)
    },
  }
  return { own, asked: () => asked }
}

const take = async (claim: string): Promise<void> => {
  await run(driver.commit(changes({ claims: [{ claim, holder: "holder" }] })))
}

/** The holder that a reader with a position sees, the store that answered, and the position that the reader gets. */
const seen = async (claim: string, told: string | null) => {
  const { own, asked } = watched()
  const reading = reads.from(told, own)
  const holder = await run(reading.driver.holder(claim))
  return { holder, from: asked() > 0 ? "the store" : "a replica", position: reading.position() }
}

/** How far the replica is behind, in seconds, by the metric. */
const lag = (): number =>
  Number(/^court_replica_lag_seconds\{court_replica="1"\} (.+)$/m.exec(Prometheus.text())?.[1])

const seenFrom = async (from: string, claim: string, told: string | null) => {
  for (;;) {
    const found = await seen(claim, told)
    if (found.from === from) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe("replicas of a store", { timeout: 20_000 }, () => {
  it("show a reader everything that stands before the position that the reader sends", async () => {
    await seenFrom("a replica", "nobody", null)
    await tell(standby, "select pg_wal_replay_pause()")
    // given an act that has not reached the replica
    await take("act")
    const position = reads.position()
    // then a reader without a position may see the state before it, and a reader with its position may not
    expect(await seen("act", null)).toMatchObject({ holder: null, from: "a replica" })
    expect(await seen("act", position)).toMatchObject({ holder: "holder", from: "the store" })
    // and once the act has reached the replica, the replica answers both
    await tell(standby, "select pg_wal_replay_resume()")
    expect(await seenFrom("a replica", "act", position)).toMatchObject({ holder: "holder" })
  })

  it("give readers a position that covers no more than what they were shown", async () => {
    await take("first")
    const { position } = await seenFrom("a replica", "first", reads.position())
    await tell(standby, "select pg_wal_replay_pause()")
    await take("second")
    const later = await seen("second", reads.position())
    expect(await seen("second", position)).toMatchObject({ holder: null, from: "a replica" })
    expect(await seen("second", later.position)).toMatchObject({ holder: "holder", from: "the store" })
    await tell(standby, "select pg_wal_replay_resume()")
  })

  it("are not read once they are further behind than is allowed", async () => {
    await seenFrom("a replica", "first", null)
    await tell(standby, "select pg_wal_replay_pause()")
    const from = performance.now()
    await take("late")
    expect(await seenFrom("the store", "late", null)).toMatchObject({ holder: "holder" })
    expect(performance.now() - from).toBeLessThan(4_500)
    // and the metric says how far behind the replica is, until it has caught up
    expect(lag()).toBeGreaterThan(2.5)
    await tell(standby, "select pg_wal_replay_resume()")
    await seenFrom("a replica", "late", null)
    await expect.poll(lag, { timeout: 5_000 }).toBeLessThan(2)
  })

  it.each(["", "x", "1-", "9-99", "1-999999999999999"])(
    "are not read with a position that they have not reached or can't read: %s",
    async (told) => {
      await seenFrom("a replica", "first", null)
      expect(await seen("first", told)).toMatchObject({ holder: "holder", from: "the store" })
    },
  )

  it("are not read while they are down", async () => {
    await seenFrom("a replica", "first", null)
    await standby.kill()
    expect(await seen("first", null)).toMatchObject({ holder: "holder", from: "the store" })
    await seenFrom("the store", "first", null)
    await standby.restart()
    await seenFrom("a replica", "first", null)
  })
})
