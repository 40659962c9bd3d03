import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Deferred, Effect, Either, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { DenoKvStore } from "../../adapters/denokv/index.ts"
import { PostgresStore } from "../../adapters/postgres/index.ts"
import { freshDatabase } from "../../adapters/postgres/testing/FreshDatabase.ts"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { hours } from "../../core/kernel/Time.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { Store } from "../../core/store/Store.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"
import { parseKey } from "./Idempotency.ts"

describe("Idempotency-Key", () => {
  it("is read with or without quotes, and refused if it is empty, too long or not printable ASCII", () => {
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

/** An answer whole: its status, its body and its header fields, without the time at which it was sent and the mark of a repetition. */
const whole = async (answer: Response) => {
  const headers = [...answer.headers].filter(([name]) => name !== "date" && name !== "idempotent-replayed")
  return { status: answer.status, headers, body: await answer.text() }
}
const isRepeated = ({ headers }: Response): boolean => headers.get("idempotent-replayed") === "true"

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

  it("Rule 2.6 the first answer is repeated whole, and a header field says that it is a repetition", async () => {
    const first = await lodge("one")
    const again = await lodge('"one"')
    expect([first, again].map(isRepeated)).toEqual([false, true])
    const answer = await whole(first)
    expect(answer.status).toBe(200)
    expect(await whole(again)).toEqual(answer)
    const other = await lodge("two")
    expect([other.status, isRepeated(other)]).toEqual([200, false])
    expect(await other.text()).not.toBe(answer.body)
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
      body: { sha256: "ef".repeat(32) },
      headers: { "idempotency-key": "shared" },
    })
    expect([response.status, isRepeated(response)]).toEqual([200, false])
    expect(await response.json()).toMatchObject({ sha256: "ef".repeat(32) })
  })

  it("Rule 2.6 the same members in another order, with other white space and escapes, are the same act", async () => {
    const sent = (body: string) =>
      send(court, "POST", "/api/v1/notarise", { key, body, headers: { "idempotency-key": "order" } })
    const sha256 = "5a".repeat(32)
    const first = await sent(`{"sha256":"${sha256}","label":"record","valueCents":100}`)
    const again = await sent(`{ "valueCents": 1e2,\n "label": "re\\u0063ord", "sha256": "${sha256}" }`)
    expect([first.status, again.status, isRepeated(again)]).toEqual([200, 200, true])
    expect(await again.text()).toBe(await first.text())
    const other = await sent(`{"sha256":"${sha256}","label":"record","valueCents":101}`)
    expect(other.status).toBe(422)
  })

  it("Rule 2.6 a receipt ends after 24 hours of the court's clock, and not before", async () => {
    await lodge("old")
    court.clock.now += hours(bounds.receiptHours) - 1
    expect(isRepeated(await lodge("old"))).toBe(true)
    court.clock.now += 1
    expect(isRepeated(await lodge("old"))).toBe(false)
  })

  it("Rule 2.6 of a hundred equal requests at once one acts; the others are told to wait or get its answer", async () => {
    const sha256 = "99".repeat(32)
    const answers = await Promise.all(Array.from({ length: 100 }, () => lodge("hundred", { sha256 })))
    const told = new Set<string>()
    for (const answer of answers) {
      const body = await answer.text()
      told.add(answer.status === 200 ? body : JSON.parse(body).code)
    }
    told.delete("key_in_flight")
    expect([...told]).toEqual([expect.stringContaining(sha256)])
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
    const answer = await whole(await first)
    const repeated = await lodge("in flight")
    expect([answer.status, isRepeated(repeated)]).toEqual([200, true])
    expect(await whole(repeated)).toEqual(answer)
  })

  it("Rule 2.6 a repeated request for a new credential gets the same credential under either key and under no later one, and the store never has it in the clear", async () => {
    const rotate = (credential: string) =>
      send(court, "POST", "/api/v1/agents/seller/keys", {
        key: credential,
        headers: { "idempotency-key": "rotation" },
      })
    const answer = await whole(await rotate(key))
    const { apiKey } = JSON.parse(answer.body) as { apiKey: string }
    expect(apiKey).toMatch(/^adc_/)
    for (const credential of [key, apiKey]) {
      const repeated = await rotate(credential)
      expect(isRepeated(repeated)).toBe(true)
      expect(await whole(repeated)).toEqual(answer)
    }
    expect(stored.some((set) => set.includes(apiKey))).toBe(false)
    expect(stored.some((set) => set.includes(key))).toBe(false)
    const next = await send(court, "POST", "/api/v1/agents/seller/keys", { key: apiKey })
    const third = ((await next.json()) as { apiKey: string }).apiKey
    expect(await (await rotate(third)).json()).toMatchObject({ code: "reply_sealed" })
    key = third
  })

  it("an idempotency key that is too long is refused", async () => {
    const answer = await lodge("x".repeat(201))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: "invalid_idempotency_key" })
  })
})
