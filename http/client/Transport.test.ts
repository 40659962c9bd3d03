import { Effect, Either, Fiber, Option, TestClock, TestContext } from "effect"
import { describe, expect, it } from "vitest"
import { givenCourt } from "../testing/GivenCourt.ts"
import { enrolled } from "../testing/TestCourt.ts"
import * as Client from "./Client.ts"

const sha256 = "ab".repeat(32)
const lodgement = { id: "1", sequence: 1, sha256, lodgedAt: "2026-11-20T09:00:00.000Z", receipt: "x" }
const problem = (status: number, code: string) => ({
  type: `urn:agent-court:problem:${code}`,
  title: code,
  status,
  detail: code,
  instance: "x",
  code,
})

type Scripted =
  | "lost"
  | { readonly status: number; readonly code?: string; readonly retryAfter?: number | string }

/** A `fetch` that answers by a script and then with a lodgement, and the idempotency keys that it was sent. */
const scripted = (script: ReadonlyArray<Scripted>) => {
  const keys: Array<string | null> = []
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const step = script[keys.length]
    keys.push(new Headers(init?.headers).get("idempotency-key"))
    if (step === "lost") throw new TypeError("fetch failed")
    if (step === undefined) return Response.json(lodgement)
    const { status, code, retryAfter } = step
    return new Response(code === undefined ? "" : JSON.stringify(problem(status, code)), {
      status,
      headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
    })
  }
  return { keys, fetch }
}

/** The outcome of a call and how long it waited, on a test clock that is moved until the call ends. */
const ended = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(Effect.either(effect))
    let waited = -100
    for (; Option.isNone(yield* Fiber.poll(fiber)); waited += 100) {
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* TestClock.adjust("100 millis")
    }
    return { outcome: yield* Fiber.join(fiber), waited }
  }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)

const lodge = (script: ReadonlyArray<Scripted>, apiKey?: string, retry?: Client.Options["retry"]) => {
  const { keys, fetch } = scripted(script)
  const client = Client.make({
    baseUrl: "http://court.test",
    fetch,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(retry === undefined ? {} : { retry }),
  })
  return { keys, effect: client.dealings.notarise({ payload: { sha256 } }) }
}

describe("an act that is not answered at once", () => {
  it.each<readonly [string, ReadonlyArray<Scripted>]>([
    ["lost", ["lost"]],
    ["turned away by the store", [{ status: 503, code: "store_unavailable" }]],
    ["lost behind a gateway", [{ status: 502 }, { status: 504 }]],
    ["still in progress under its key", ["lost", { status: 409, code: "key_in_flight", retryAfter: 1 }]],
  ])("is repeated under the same key: %s", async (_, script) => {
    const { keys, effect } = lodge(script, "key")
    const { outcome } = await ended(effect)
    expect(outcome).toMatchObject({ _tag: "Right", right: { sequence: 1 } })
    expect(keys).toHaveLength(script.length + 1)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  it("waits as long as Retry-After says", async () => {
    const { effect } = lodge([{ status: 429, code: "rate_limited", retryAfter: 3 }], "key")
    const { outcome, waited } = await ended(effect)
    expect(Either.isRight(outcome)).toBe(true)
    expect(waited).toBeGreaterThanOrEqual(3_000)
    expect(waited).toBeLessThan(3_500)
  })

  it("gives up if the court asks for a longer pause than the policy allows, and gives that pause", async () => {
    const { keys, effect } = lodge([{ status: 429, code: "rate_limited", retryAfter: 3600 }], "key")
    const { outcome } = await ended(effect)
    expect(outcome).toMatchObject({ left: { _tag: "Refused", status: 429, retryAfterSeconds: 3600 } })
    expect(keys).toHaveLength(1)
  })

  it("gives up at once if a share of the rules is used up, for which the court states no time", async () => {
    const { keys, effect } = lodge([{ status: 429, code: "list_share" }], "key")
    const { outcome } = await ended(effect)
    expect(outcome).toMatchObject({ left: { _tag: "Refused", code: "list_share", retryAfterSeconds: null } })
    expect(keys).toHaveLength(1)
  })

  it("gives up after its attempts, and says whether something may have been recorded", async () => {
    const never = lodge(
      Array.from({ length: 9 }, () => "lost" as const),
      "key",
    )
    const lost = await ended(never.effect)
    expect(never.keys).toHaveLength(5)
    expect(lost.outcome).toMatchObject({
      left: {
        _tag: "Unreachable",
        attempts: 5,
        nothingRecorded: false,
        idempotencyKey: never.keys[0],
        message: expect.stringContaining("got no answer from http://court.test in 5 attempts; whether"),
      },
    })
    const away = lodge(
      Array.from({ length: 9 }, () => ({ status: 503, code: "store_unavailable" })),
      "key",
    )
    expect((await ended(away.effect)).outcome).toMatchObject({ left: { _tag: "Refused", status: 503 } })
    const both = lodge(
      ["lost", ...Array.from({ length: 9 }, () => ({ status: 503, code: "store_unavailable" }))],
      "key",
    )
    expect((await ended(both.effect)).outcome).toMatchObject({
      left: { _tag: "Unreachable", nothingRecorded: false },
    })
  })

  it.each([400, 401, 402, 403, 404, 409, 413, 415, 422, 500])(
    "is never repeated when refused with %i",
    async (status) => {
      const { keys, effect } = lodge([{ status, code: "some_ground", retryAfter: 0 }], "key")
      const { outcome } = await ended(effect)
      expect(outcome).toMatchObject({ left: { _tag: "Refused", status, code: "some_ground" } })
      expect(keys).toHaveLength(1)
    },
  )

  it("without a credential is repeated only if the store refused it, because the court keeps no receipt for it", async () => {
    const { keys, effect } = lodge(["lost"])
    expect((await ended(effect)).outcome).toMatchObject({
      left: { _tag: "Unreachable", attempts: 1, nothingRecorded: false },
    })
    expect(keys).toHaveLength(1)
    const away = lodge([{ status: 503, code: "store_unavailable" }])
    expect(Either.isRight((await ended(away.effect)).outcome)).toBe(true)
  })

  it("counts an attempt without an answer in time as lost", async () => {
    let asked = 0
    const fetch: typeof globalThis.fetch = (_url, init) =>
      new Promise((_, reject) => {
        asked++
        init?.signal?.addEventListener("abort", () => reject(new Error("aborted")))
      })
    const { journal } = Client.make({
      baseUrl: "http://court.test",
      fetch,
      retry: { attempts: 2, timeout: "1 second", firstPauseMs: 0 },
    })
    const { outcome } = await ended(journal.readJournal())
    expect(outcome).toMatchObject({ left: { _tag: "Unreachable", attempts: 2, nothingRecorded: true } })
    expect(asked).toBe(2)
  })

  it("may take as long as its operation: minutes if a model is asked", async () => {
    const never: typeof globalThis.fetch = () => new Promise(() => {})
    const client = Client.make({
      baseUrl: "http://court.test",
      apiKey: "key",
      fetch: never,
      retry: { attempts: 1 },
    })
    const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    const givesUpAfter = (effect: Effect.Effect<unknown, unknown>, seconds: number) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(Effect.either(effect))
        yield* turn
        yield* TestClock.adjust(seconds * 1000 - 1)
        yield* turn
        expect(Option.isNone(yield* Fiber.poll(fiber))).toBe(true)
        yield* TestClock.adjust(1)
        expect(yield* Fiber.join(fiber)).toMatchObject({ left: { _tag: "Unreachable" } })
      }).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)
    await givesUpAfter(client.dealings.notarise({ payload: { sha256 } }), 30)
    await givesUpAfter(client.advisory.refer({ payload: { question: "Is silence consent?" } }), 530)
    const brief = { task: "advice", instructions: "What may we claim?" } as const
    await givesUpAfter(client.counsel.briefCounsel({ payload: brief }), 530)
  })
})

describe("the client against a court", () => {
  const court = givenCourt({ rateLimit: { perSecond: 1_000, burst: 100 } })

  it("Dealings Act 1.1 an act whose answer was lost is done once", async () => {
    const apiKey = await enrolled(court, "seller")
    let cut = 2
    const losing: typeof fetch = async (...given) => {
      const answer = await fetch(...given)
      if (cut-- > 0) throw new TypeError(`lost ${answer.status}`)
      return answer
    }
    const client = Client.make({ baseUrl: court.url, apiKey, fetch: losing, retry: { firstPauseMs: 1 } })
    const lodged = await Effect.runPromise(client.dealings.notarise({ payload: { sha256 } }))
    const found = await Effect.runPromise(client.dealings.listDealings({ urlParams: { sha256 } }))
    expect(found.items.map(({ id }) => id)).toEqual([lodged.id])
  })

  it("Dealings Act 1.1 another process that gives the same key gets the first answer", async () => {
    const apiKey = await enrolled(court, "buyer")
    const lodgeAs = (idempotencyKey: string) =>
      Effect.runPromise(
        Client.make({ baseUrl: court.url, apiKey }).dealings.notarise(
          { payload: { sha256 } },
          { idempotencyKey },
        ),
      )
    const [first, again, other] = [
      await lodgeAs("order 7"),
      await lodgeAs("order 7"),
      await lodgeAs("order 8"),
    ]
    expect(again).toEqual(first)
    expect(other.id).not.toBe(first.id)
  })
})
