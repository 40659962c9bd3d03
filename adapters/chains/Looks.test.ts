/** The loop of the readers: it logs a fault once and its end once, goes on after every fault, and looks at each network separately. */

import { Deferred, Effect, Fiber, Layer, Logger, Queue } from "effect"
import { describe, expect, it } from "vitest"
import { records as chainRecords } from "../../core/chains/index.ts"
import { Host } from "../../core/kernel/Host.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { published } from "../../core/kernel/Schedule.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store, StoreUnavailable } from "../../core/store/Store.ts"
import { start as startOfDay } from "../../core/testing/Context.ts"
import { nothingSealed } from "../../core/testing/NothingSealed.ts"
import { freshSeed } from "../host/Hosts.ts"
import { layer, noSources, Readers, type Sources, start } from "./Readers.ts"
import { served } from "./testing/Served.ts"
import { esplora, fakeChain, koios } from "./testing/Servers.ts"

/** The readers of some sources on a store, and the lines that they log: a message, with its network and its reason if it has them. */
const readers = async (sources: Partial<Sources>, driver: Driver = Effect.runSync(MemoryStore.make)) => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message, annotations }) => {
    const noted = Object.fromEntries(annotations)
    lines.push([message, noted.network, noted.reason].flat().filter(Boolean).join(" | "))
  })
  const services = Layer.mergeAll(
    Layer.succeed(Store, driver),
    nothingSealed,
    Layer.succeed(Host, {
      now: Effect.succeed(startOfDay),
      seed: freshSeed,
      schedule: Effect.succeed(published),
    }),
    Logger.replace(Logger.defaultLogger, logger),
  )
  const all = Layer.provideMerge(layer({ ...noSources, ...sources }), services)
  return {
    lines,
    /** One service for all looks of a test, since the service remembers what it has logged. */
    with: <A>(use: Effect.Effect<A, never, Readers>) => Effect.runPromise(Effect.provide(use, all)),
    reader: Reader.make(driver).reader,
  }
}
const look = Effect.flatMap(Readers, (one) => one.look)

describe("a look at the networks", () => {
  it("PD2 §9 logs once why a network can't be read, once more if the reason changes, and once when it is read again", async () => {
    const server = await served(esplora(fakeChain(startOfDay / 1000)))
    const { lines, with: using } = await readers({ esplora: server.url })
    await using(
      Effect.gen(function* () {
        const { look } = yield* Readers
        yield* look
        for (const mood of ["error", "error", "html", "well", "well"] as const) {
          server.mood = mood
          yield* look
        }
      }),
    )
    expect(lines).toEqual([
      expect.stringMatching(/^a chain: can't be read \| bip122:\w+ \| The endpoint /),
      expect.stringMatching(/^a chain: can't be read \| bip122:\w+ \| The endpoint /),
      expect.stringMatching(/^a chain: read again \| bip122:\w+$/),
    ])
    expect(lines.join("\n")).not.toContain("127.0.0.1")
  })

  it("PD2 §9 logs only the name of a failure of the court's own, and nothing if the look is interrupted", async () => {
    const server = await served(esplora(fakeChain(startOfDay / 1000)))
    const whole = Effect.runSync(MemoryStore.make)
    const failing = (read: Driver["read"]): Driver => ({ ...whole, read })
    const reasonsLogged = async (read: Driver["read"]) => {
      const { lines, with: using } = await readers({ esplora: server.url }, failing(read))
      await using(look)
      return lines.map((line) => line.split(" | ")[2])
    }
    const secret = "a secret"
    expect(
      await reasonsLogged(() => Effect.fail(new StoreUnavailable({ operation: "read", cause: secret }))),
    ).toEqual(["StoreUnavailable"])
    expect(await reasonsLogged(() => Effect.die(new RangeError(secret)))).toEqual(["RangeError"])
    expect(await reasonsLogged(() => Effect.die(secret))).toEqual(["unknown"])
    expect(await reasonsLogged(() => Effect.die(null))).toEqual(["unknown"])

    const begun = Effect.runSync(Deferred.make<void>())
    const stuck = failing(() => Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never))
    const { lines, with: using } = await readers({ esplora: server.url }, stuck)
    await using(
      Effect.gen(function* () {
        const looking = yield* Effect.fork(look)
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(looking)
      }),
    )
    expect(lines).toEqual([])
  })

  it("PD2 §9 reads prices and every configured network, and does nothing if no network is configured", async () => {
    const chain = fakeChain(startOfDay / 1000)
    const price = { USD: 60_000, BTC: 1, time: Math.floor(Date.now() / 1000) }
    const [bitcoin, cardano, prices] = await Promise.all([
      served(esplora(chain)),
      served(koios(chain)),
      served((path) => (path.endsWith("/prices") ? price : undefined)),
    ])
    const {
      with: using,
      reader,
      lines,
    } = await readers({
      esplora: bitcoin.url,
      koios: cardano.url,
      prices: [`${prices.url}/api/v1/prices`],
    })
    await using(look)
    expect([bitcoin, cardano, prices].map(({ requests }) => requests > 0)).toEqual([true, true, true])
    const read = await Effect.runPromise(reader.find(chainRecords.Quotations, "BTC"))
    expect([read, lines]).toMatchObject([{ value: { microUsd: "60000000000" } }, []])

    const none = await readers({})
    await none.with(Effect.andThen(Readers, ({ looks }) => Effect.sync(() => expect(looks).toEqual([]))))
    await none.with(look)
  })

  it("PD2 §9 looks again and again until the scope closes, and a network that hangs delays no other", async () => {
    const chain = fakeChain(startOfDay / 1000)
    const asked = Effect.runSync(Queue.unbounded<string>())
    const hanging = await served(esplora(chain))
    hanging.mood = "hangs"
    const answer = koios(chain)
    const cardano = await served((path, body) => {
      if (path === "/tip") Effect.runSync(Queue.offer(asked, path))
      return answer(path, body)
    })
    const { with: using } = await readers({ esplora: hanging.url, koios: cardano.url })
    await using(
      Effect.scoped(
        Effect.gen(function* () {
          yield* start(1)
          for (let i = 0; i < 3; i++) yield* Queue.take(asked)
        }),
      ),
    )
    expect(hanging.requests).toBe(1)
    const before = cardano.requests
    await new Promise((resolve) => setImmediate(resolve))
    expect(cardano.requests).toBe(before)
  })
})
