import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Deferred, Effect, Either, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { DenoKvStore } from "../../adapters/denokv/index.ts"
import { PostgresStore } from "../../adapters/postgres/index.ts"
import { freshDatabase } from "../../adapters/postgres/testing/FreshDatabase.ts"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { Store } from "../../core/store/Store.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"
import { parseKey } from "./Idempotency.ts"

describe("Idempotency-Key", () => {
  it("is read with or without quotes", () => {
    expect(parseKey('"a b"')).toEqual(Either.right("a b"))
    expect(parseKey("a-b")).toEqual(Either.right("a-b"))
    expect(parseKey('"a\\"b"')).toEqual(Either.right('a"b'))
    for (const bad of ["", '""', "x".repeat(201), "a\tb", "é"])
      expect(Either.isLeft(parseKey(bad))).toBe(true)
  })
})

const stores = {
  memory: async () => MemoryStore.layer,
  sqlite: async () =>
    Layer.orDie(SqliteStore.layer({ file: join(mkdtempSync(join(tmpdir(), "court-")), "court.db") })),
  denokv: async () =>
    Layer.orDie(DenoKvStore.layer({ location: join(mkdtempSync(join(tmpdir(), "court-")), "court.kv") })),
  postgres: async () => Layer.orDie(PostgresStore.layer({ url: await freshDatabase(), allowUnsafe: true })),
}

/** Holds up the next commit: `reached` resolves when the commit has arrived, and `open` lets it go on. */
const gate = () => {
  const [reached, opened] = Effect.runSync(Effect.all([Deferred.make<void>(), Deferred.make<void>()]))
  return {
    pass: Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(opened)),
    reached: Effect.runPromise(Deferred.await(reached)),
    open: () => Effect.runSync(Deferred.succeed(opened, undefined)),
  }
}

describe.each(Object.entries(stores))("receipts on %s", (_name, layer) => {
  let held: ReturnType<typeof gate> | null = null
  let court: TestCourt
  let key: string
  const stored: Array<string> = []
  beforeAll(async () => {
    // Everything that is committed is kept, so that a test can search it for secrets.
    const listening = (await layer()).pipe(
      Layer.flatMap((context) =>
        Layer.effect(
          Store,
          Effect.map(Effect.provide(Store, context), (driver) => ({
            ...driver,
            commit: (set) => {
              stored.push(JSON.stringify(set))
              const wait = held
              held = null
              if (wait === null) return driver.commit(set)
              return Effect.zipRight(wait.pass, driver.commit(set))
            },
          })),
        ),
      ),
    )
    court = await startCourt({ store: listening })
    key = await enrolled(court, "seller")
  })
  afterAll(() => court.stop())

  const lodge = (
    idempotencyKey: string,
    body: unknown = { sha256: "cd".repeat(32) },
    path = "/api/v1/notarise",
  ) => send(court, "POST", path, { key, body, headers: { "idempotency-key": idempotencyKey } })

  it("Rule 2.6 the first answer is repeated byte for byte, and a header says that it is a repetition", async () => {
    const first = await lodge("one")
    const again = await lodge('"one"')
    expect(first.headers.get("idempotent-replayed")).toBeNull()
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    expect(await again.text()).toBe(await first.text())
    const third = await lodge("two")
    expect(((await third.json()) as { sequence: number }).sequence).toBeGreaterThan(1)
  })

  it("Rule 2.6 the same idempotency key with another body or path is refused", async () => {
    await lodge("used")
    for (const response of [
      await lodge("used", { sha256: "ee".repeat(32) }),
      await lodge("used", {}, "/api/v1/heartbeat"),
    ]) {
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ code: "key_reused" })
    }
  })

  it("Rule 2.6 a refusal is not kept, so the act can be tried again under its key", async () => {
    const body = { stakeCents: 5 }
    const put = (handle: string) =>
      send(court, "PUT", `/api/v1/agents/${handle}/stake`, {
        key,
        body,
        headers: { "idempotency-key": "refused" },
      })
    expect((await put("nobody")).status).toBe(404)
    expect((await put("seller")).status).toBe(200)
  })

  it("Rule 2.6 two agents may use the same idempotency key for different acts", async () => {
    const other = await enrolled(court, "buyer")
    await lodge("shared")
    const response = await send(court, "POST", "/api/v1/notarise", {
      key: other,
      body: { sha256: "cd".repeat(32) },
      headers: { "idempotency-key": "shared" },
    })
    expect(response.headers.get("idempotent-replayed")).toBeNull()
    expect(await response.json()).toMatchObject({ sha256: "cd".repeat(32) })
  })

  it("Rule 2.6 a receipt ends after 24 hours of the court's clock", async () => {
    await lodge("old")
    court.clock.now += 24 * 3_600_000
    expect((await lodge("old")).headers.get("idempotent-replayed")).toBeNull()
  })

  it("Rule 2.6 of a hundred equal requests at once one acts; the others are told to wait or get its answer", async () => {
    const sha256 = "99".repeat(32)
    const answers = await Promise.all(Array.from({ length: 100 }, () => lodge("hundred", { sha256 })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(statuses).toContain(200)
    const found = await send(court, "GET", `/api/v1/dealings?sha256=${sha256}`)
    expect(((await found.json()) as { items: Array<unknown> }).items).toHaveLength(1)
  })

  it("Rule 2.6 while the first request is under way only its repetition is told to wait", async () => {
    // given a request whose commit is under way
    const wait = gate()
    held = wait
    const first = lodge("in flight")
    await wait.reached
    // when it is repeated under its key, and another request is sent under another key
    const again = await lodge("in flight")
    const another = await lodge("meanwhile")
    // then the repetition is refused and the other request is not
    expect(again.status).toBe(409)
    expect(again.headers.get("retry-after")).toBe("1")
    expect(await again.json()).toMatchObject({ code: "key_in_flight" })
    expect(another.status).toBe(200)
    // and once the first request is answered, a repetition gets its answer
    wait.open()
    const answer = await (await first).text()
    const repeated = await lodge("in flight")
    expect(repeated.headers.get("idempotent-replayed")).toBe("true")
    expect(await repeated.text()).toBe(answer)
  })

  it("Rule 2.6 a repeated request for a new credential gets the same credential, which the store never has in the clear", async () => {
    const rotate = (credential: string) =>
      send(court, "POST", "/api/v1/agents/seller/keys", {
        key: credential,
        headers: { "idempotency-key": "rotation" },
      })
    const text = await (await rotate(key)).text()
    const { apiKey } = JSON.parse(text) as { apiKey: string }
    expect(apiKey).toMatch(/^adc_/)
    const repeated = await rotate(key)
    expect(repeated.headers.get("idempotent-replayed")).toBe("true")
    expect(await repeated.text()).toBe(text)
    expect(await (await rotate(apiKey)).text()).toBe(text)
    expect(stored.some((set) => set.includes(apiKey))).toBe(false)
    expect(stored.some((set) => set.includes(key))).toBe(false)
    const next = await send(court, "POST", "/api/v1/agents/seller/keys", { key: apiKey })
    const third = ((await next.json()) as { apiKey: string }).apiKey
    expect(await (await rotate(third)).json()).toMatchObject({ code: "reply_sealed" })
    key = third
  })

  it("an idempotency key with characters that no header may have is refused", async () => {
    expect(await (await lodge("x".repeat(201))).json()).toMatchObject({ code: "invalid_idempotency_key" })
  })
})
