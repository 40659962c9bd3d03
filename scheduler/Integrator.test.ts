/** The integrator of the log, by itself, beside another one, and killed at each step. */
import { Effect, Either, Fiber, Layer, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { MemoryKeys } from "../adapters/keys/index.ts"
import { Keys } from "../adapters/keys/Keys.ts"
import { needPresent } from "../core/kernel/Defect.ts"
import { Host } from "../core/kernel/Host.ts"
import { published } from "../core/kernel/Schedule.ts"
import { Checkpoint, Merkle, Note, Records, Tile } from "../core/log/index.ts"
import { empty } from "../core/store/ChangeSet.ts"
import * as MemoryStore from "../core/store/MemoryStore.ts"
import { type Driver, type Journalled, type Page, Store, StoreUnavailable } from "../core/store/Store.ts"
import { start } from "../core/testing/Context.ts"
import * as Integrator from "./Integrator.ts"
import * as LogPolicy from "./LogPolicy.ts"
import { stores } from "./testing/Stores.ts"

const origin = "court.example/log"
const host = Layer.succeed(Host, {
  now: Effect.succeed(start),
  seed: Effect.succeed("00000000000000000001"),
  schedule: Effect.succeed(published),
})

/** A court's store and keys, to whose journal a test adds events. */
const court = (driver: Driver = Effect.runSync(MemoryStore.make)) => {
  const { keys } = MemoryKeys.make()
  let count = 0
  return {
    driver,
    keys,
    happen: (events: number) =>
      Effect.runPromise(
        driver.commit({
          ...empty(start),
          events: Array.from({ length: events }, () => ({
            id: `event-${++count}`,
            at: start + count,
            type: "test.told",
            subject: `test/${count}`,
            rules: [],
            data: { count, text: "é\u2028" },
          })),
        }),
      ),
    look: (on: Driver = driver, named = origin, held = keys, witnessed = false) =>
      Integrator.look({ origin: named, policy: witnessed ? { witnesses: [], quorum: "none" } : null }).pipe(
        Effect.provideService(Store, on),
        Effect.provideService(Keys, held),
        Effect.provide(host),
        Effect.either,
        Effect.runPromise,
      ),
    /** A look that pauses, as that of a served court, and how many events each tick of 8 ms leaves it with. */
    pausing: (ticks: number) =>
      Effect.gen(function* () {
        const pages: Array<number> = []
        const journal: Driver["journal"] = (query) =>
          Effect.tap(driver.journal(query), ({ items }) => void pages.push(items.length))
        const looking = yield* Integrator.look({ origin, pauseMs: 8 }).pipe(
          Effect.provideService(Store, { ...driver, journal }),
          Effect.fork,
        )
        const after: Array<number> = []
        for (let tick = 0; tick <= ticks; tick++) {
          yield* TestClock.adjust(tick === 0 ? 0 : 8)
          after.push(pages.reduce((sum, read) => sum + read, 0))
        }
        return { after, merged: yield* Fiber.join(looking) }
      }).pipe(
        Effect.provideService(Keys, keys),
        Effect.provide(Layer.merge(host, TestContext.TestContext)),
        Effect.runPromise,
      ),
  }
}
type Court = ReturnType<typeof court>

/** All that the log has stored: its state, and the tiles that a tree of its size has. */
const storedIn = async ({ driver }: Pick<Court, "driver">) => {
  const read = (kind: string, ids: ReadonlyArray<string>) =>
    Effect.runPromise(driver.read(ids.map((id) => ({ kind, id }))))
  const [found] = await read(Records.LogStates.name, ["log"])
  if (found == null) return null
  const state = Records.LogStates.decode(found.body)
  const tiles = await read(
    Records.LogTiles.name,
    Tile.findAdded(0, state.size).map(({ level, index }) => `${level}/${index}`),
  )
  return { state, tiles: tiles.map((tile) => Records.LogTiles.decode(needPresent(tile, "a tile").body)) }
}

const rootOfJournal = async ({ driver }: Pick<Court, "driver">) => {
  const hashes: Array<Uint8Array> = []
  for (let after: string | null = null; ; ) {
    const page: Page<Journalled> = await Effect.runPromise(
      driver.journal({ subject: null, after, limit: 1000 }),
    )
    if (page.items.length === 0) return Merkle.rootOfHashes(hashes)
    hashes.push(...page.items.map((item) => Merkle.hashLeaf(Tile.leafOf(item))))
    after = page.next
  }
}

const checkpointOf = (note: string) => {
  const { signatures, checkpoint } = needPresent(Checkpoint.parseSigned(note), "a signed checkpoint")
  return { signatures, ...checkpoint }
}

describe("the integrator", () => {
  it("tlog-checkpoint before the first event, the checkpoint is that of the empty tree", async () => {
    const one = court()
    await one.look()
    const stored = await storedIn(one)
    expect(stored).toMatchObject({ state: { origin, size: 0, cursor: null, published: 0 }, tiles: [] })
    expect(checkpointOf(stored?.state.checkpoint ?? "")).toMatchObject({ origin, size: 0 })
  })

  it("tlog-tiles given new events, then the tree is that of the journal, signed by the log's own key, however it grew", async () => {
    const one = court()
    for (const events of [1, 300, 0, 20_000]) {
      await one.happen(events)
      await one.look()
      const { state } = needPresent(await storedIn(one), "the log")
      const { root, size, signatures } = checkpointOf(state.checkpoint)
      expect(root).toEqual(await rootOfJournal(one))
      const key = Records.keyOf(origin, one.keys.log.publicKey)
      expect(state).toMatchObject({ size, published: size, vkey: Note.formatVerifierKey(key) })
      expect(signatures).toMatchObject([{ name: origin, id: key.id }])
    }
  })

  it("tlog-tiles given more events than a page, then a look that pauses takes one page at a time", async () => {
    const one = court()
    await one.happen(150)
    expect(await one.pausing(2)).toEqual({ after: [64, 128, 150], merged: 150 })
  })

  it("tlog-tiles given more events than a commit takes, then only the first of its commits pauses", async () => {
    const one = court()
    const [page, pages] = [64, 160]
    await one.happen(pages * page + 1_000)
    const { after, merged } = await one.pausing(pages - 1)
    expect(after.slice(0, -1)).toEqual(Array.from({ length: pages - 1 }, (_, i) => (i + 1) * page))
    expect({ last: after.at(-1), merged }).toEqual({ last: pages * page + 1_000, merged: 1_000 })
  })

  it("tlog-tiles given nothing new, then nothing is written", async () => {
    const one = court()
    await one.happen(3)
    await one.look()
    const commit = () => Effect.dieMessage("nothing is committed")
    expect(await one.look({ ...one.driver, commit })).toEqual(Either.right(0))
  })

  it("tlog-tiles given two integrators at once, then the log is the same as by one", async () => {
    const [one, two] = [court(), court()]
    await one.happen(700)
    await two.happen(700)
    await one.look()
    await Promise.all([two.look(two.driver, origin, one.keys), two.look(two.driver, origin, one.keys)])
    expect(await storedIn(two)).toEqual(await storedIn(one))
  })

  it("tlog-tiles given an integrator that another one overtakes between its reads, then it leaves the log to that one", async () => {
    const one = court()
    await one.happen(2)
    await one.look()
    await one.happen(2)
    let reads = 0
    const read: Driver["read"] = (refs) =>
      Effect.zipRight(++reads === 2 ? Effect.promise(() => one.look()) : Effect.void, one.driver.read(refs))
    expect(await one.look({ ...one.driver, read })).toEqual(Either.right(0))
    expect(await storedIn(one)).toMatchObject({ state: { size: 4 } })
  })

  it.each(["before", "after"])(
    "tlog-tiles killed %s a commit, it goes on to the same bytes",
    async (when) => {
      const [one, two] = [court(), court()]
      const killed = new StoreUnavailable({ operation: "commit", cause: "killed" })
      const commit: Driver["commit"] = (set) =>
        when === "before" ? Effect.fail(killed) : Effect.zipRight(two.driver.commit(set), Effect.fail(killed))
      for (const events of [5, 251, 20_000]) {
        await one.happen(events)
        await one.look()
        await two.happen(events)
        expect(await two.look({ ...two.driver, commit }, origin, one.keys)).toEqual(Either.left(killed))
        await two.look(two.driver, origin, one.keys)
        expect(await storedIn(two)).toEqual(await storedIn(one))
      }
    },
  )

  it("tlog-checkpoint the origin is kept for good, whatever the address is later", async () => {
    const one = court()
    await one.look()
    await one.happen(1)
    await one.look(one.driver, "elsewhere.example/log")
    expect(await storedIn(one)).toMatchObject({ state: { origin, size: 1 } })
  })

  it("tlog-witness given a policy, then tiles grow and the checkpoint waits; without it again, what waited is published", async () => {
    const one = court()
    const look = (witnessed: boolean) => one.look(one.driver, origin, one.keys, witnessed)
    await one.happen(3)
    await look(true)
    const { state } = needPresent(await storedIn(one), "the log")
    expect(state).toMatchObject({ size: 3, published: 0 })
    expect(checkpointOf(state.checkpoint)).toMatchObject({ size: 0, root: Merkle.rootOfHashes([]) })
    await one.happen(300)
    await look(true)
    expect(await storedIn(one)).toMatchObject({ state: { ...state, size: 303, cursor: expect.any(String) } })
    expect(await look(true)).toEqual(Either.right(0))
    // A process that is started without the policy takes it away.
    const adopting = LogPolicy.make(null).pipe(Effect.provideService(Store, one.driver), Effect.provide(host))
    await Effect.runPromise(adopting)
    await look(false)
    const after = needPresent(await storedIn(one), "the log")
    expect(after.state).toMatchObject({ size: 303, published: 303 })
    expect(checkpointOf(after.state.checkpoint).root).toEqual(await rootOfJournal(one))
  })

  it("tlog-checkpoint a log takes no other key than its own: nothing more is published", async () => {
    const one = court()
    await one.look()
    await one.happen(1)
    const before = await storedIn(one)
    await one.look(one.driver, origin, MemoryKeys.make().keys)
    expect(await storedIn(one)).toEqual(before)
  })
})

describe.each(stores)("the integrator on the $name store", ({ layer }) => {
  it(
    "tlog-tiles given another integrator at once, and one that was killed after its commit, the tree is that of the journal",
    {
      timeout: 60_000,
    },
    () =>
      Effect.gen(function* () {
        const one = court(yield* Store)
        const killed = new StoreUnavailable({ operation: "commit", cause: "killed" })
        const commit: Driver["commit"] = (set) => Effect.zipRight(one.driver.commit(set), Effect.fail(killed))
        const ofKilled: Driver = { ...one.driver, commit }
        // A change set takes 64 events, and a tile of level 1 begins after 256.
        for (let i = 0; i < 5; i++) {
          yield* Effect.promise(() => one.happen(60))
          yield* Effect.promise(() => Promise.all([one.look(i === 3 ? ofKilled : one.driver), one.look()]))
        }
        yield* Effect.promise(() => one.look())
        const { state } = needPresent(yield* Effect.promise(() => storedIn(one)), "the log")
        expect(state).toMatchObject({ size: 300, published: 300 })
        expect(checkpointOf(state.checkpoint).root).toEqual(yield* Effect.promise(() => rootOfJournal(one)))
      }).pipe(Effect.provide(layer), Effect.runPromise),
  )
})
