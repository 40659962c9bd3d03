import { Effect, Either, Exit, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Prometheus from "../telemetry/Prometheus.ts"
import * as Chat from "./Chat.ts"
import {
  type Behaviour,
  type ChatServer,
  drip,
  half,
  hang,
  pieces,
  say,
  startChat,
  status,
  streams,
  whole,
} from "./testing/ChatServer.ts"

const { piece, finished, used, event } = pieces
const key = "sk-canary-key"
const request = { model: "house", instructions: "Advise.", data: "data" }

describe("a chat-completions endpoint", () => {
  let server: ChatServer
  beforeAll(async () => {
    server = await startChat()
  })
  afterAll(() => server.stop())

  const endpoint = (changes: Partial<Chat.Endpoint> = {}) =>
    Chat.make({
      baseUrl: server.url,
      key: Redacted.make(key),
      prices: new Map([["house", { inputMicros: 3_000_000, outputMicros: 15_000_000 }]]),
      timeoutMs: 5_000,
      ...changes,
    })
  const complete = (behaviour: Behaviour, changes: Partial<Chat.Endpoint> = {}) => {
    server.script(behaviour)
    return Effect.runPromise(Effect.either(endpoint(changes).complete(request)))
  }
  const reason = async (behaviour: Behaviour, changes: Partial<Chat.Endpoint> = {}) => {
    const ended = await complete(behaviour, changes)
    expect(Either.isLeft(ended)).toBe(true)
    // Whatever was said in the failure, nothing of it is told.
    expect(JSON.stringify(ended)).not.toContain("canary")
    return Either.isLeft(ended) ? ended.left : null
  }

  it("is asked once, with the key, for a stream, in two messages", async () => {
    await complete(say("Good."))
    expect(server.asked).toEqual([
      {
        path: "/v1/chat/completions",
        authorization: `Bearer ${key}`,
        body: {
          model: "house",
          messages: [
            { role: "system", content: "Advise." },
            { role: "user", content: "data" },
          ],
          stream: true,
          stream_options: { include_usage: true },
        },
      },
    ])
    await complete(say("Good."), { key: null })
    expect(server.asked[0]?.authorization).toBeUndefined()
  })

  it("a streamed answer is put together, whatever the cuts between its bytes", async () => {
    const text = 'Zwölf € 🏛 – done.\nIt says "no".'
    const bytes = Buffer.from(piece(text) + finished("stop") + event("[DONE]"))
    const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))
    for (const behaviour of [
      say(text),
      streams(...single),
      streams(bytes.toString().replaceAll("\n", "\r\n")),
      whole(text),
    ])
      expect(await complete(behaviour)).toMatchObject({ right: { text } })
  })

  it.each([
    ["by its tokens where only a price tells it", { prompt_tokens: 1000, completion_tokens: 100 }, 4500],
    [
      "as the endpoint says, before any price",
      { prompt_tokens: 1, completion_tokens: 1, cost: 0.07 },
      70_000,
    ],
    ["rounded up", { prompt_tokens: 0, completion_tokens: 0, cost: 0.000_000_1 }, 1],
    ["as text", { prompt_tokens: "1000", completion_tokens: "100", cost: "0.07" }, 70_000],
    ["by tokens as text", { prompt_tokens: "1000", completion_tokens: "100" }, 4500],
    ["not by words", { prompt_tokens: 1, completion_tokens: 1, cost: "free" }, 18],
    ["not by half a count", { prompt_tokens: 1000 }, null],
    ["not by a cost that is none", { cost: -1 }, null],
    ["not by a cost beyond belief", { cost: 1e9 }, null],
  ])("PD2 §3 the cost is told %s", async (_how, usage, costMicros) => {
    expect(await complete(say("Good.", usage))).toMatchObject({ right: { costMicros } })
  })

  it.each([
    ["busy", status(429, { "retry-after": "7" }), { reason: "busy", status: 429, retryAfterSeconds: 7 }],
    ["a fault of its own", status(500), { reason: "failed", status: 500 }],
    ["a key that it does not take", status(401), { reason: "refused", status: 401 }],
    ["another address", status(307, { location: "http://127.0.0.1:1/" }), { reason: "refused", status: 307 }],
    ["half an answer", half("I th"), { reason: "unreachable" }],
    ["a stream without an end", streams(piece("I th")), { reason: "cut_short" }],
    ["an answer that ran out of room", streams(piece("I th"), finished("length")), { reason: "cut_short" }],
    ["garbage in the stream", streams(event("{canary")), { reason: "unreadable" }],
    ["bytes that are no text", streams(Buffer.from([0xff, 0xfe, 0x0a])), { reason: "unreadable" }],
    ["an error within the stream", streams(event('{"error":{"message":"canary"}}')), { reason: "failed" }],
    ["an answer that it keeps back", streams(finished("content_filter")), { reason: "refused" }],
    ["a page", (response) => response.writeHead(200).end("<html>canary</html>"), { reason: "unreadable" }],
    ["nothing at all", streams(), { reason: "cut_short" }],
  ] satisfies ReadonlyArray<[string, Behaviour, object]>)(
    "%s is a failure of its kind",
    async (_what, behaviour, failure) => {
      expect(await reason(behaviour)).toMatchObject(failure)
    },
  )

  it.each(["end_turn", "eos", "STOP", "stop_sequence", "complete"])(
    "an answer that ends by %s has ended",
    async (finish) => {
      expect(await complete(streams(piece("Good."), finished(finish)))).toMatchObject({
        right: { text: "Good." },
      })
    },
  )

  it("an answer without a reason has ended where the stream says so, and not where it breaks off", async () => {
    expect(await complete(streams(piece("Good."), event("[DONE]")))).toMatchObject({
      right: { text: "Good." },
    })
    expect(await reason(streams(event("[DONE]")))).toMatchObject({ reason: "cut_short" })
    expect(await reason(streams(piece("Good."), finished("max_tokens")))).toMatchObject({
      reason: "cut_short",
    })
  })

  it("a silent endpoint is waited for as long as its time says, and no longer", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    try {
      let ended = false
      const waiting = reason(hang, { timeoutMs: 250_000 }).finally(() => {
        ended = true
      })
      while (server.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(249_999)
      expect(ended).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(await waiting).toMatchObject({ reason: "timed_out" })
    } finally {
      vi.useRealTimers()
    }
  })

  it("silence and an answer that never ends are cut off", async () => {
    expect(await reason(hang, { idleMs: 40 })).toMatchObject({ reason: "timed_out" })
    expect(await reason(drip, { timeoutMs: 60 })).toMatchObject({ reason: "timed_out" })
  })

  it("a text or a stream over its limit is cut off", async () => {
    expect(await reason(say("canary".repeat(100)), { charsMax: 100 })).toMatchObject({ reason: "too_large" })
    expect(await reason(say("canary".repeat(100)), { bytesMax: 100 })).toMatchObject({ reason: "too_large" })
  })

  it("nobody at the address is a failure too", async () => {
    expect(await reason(hang, { baseUrl: "http://127.0.0.1:1/v1" })).toMatchObject({ reason: "unreachable" })
  })

  it("what comes after the end is not waited for", async () => {
    const behaviour: Behaviour = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(piece("Done.") + finished("stop") + used({}) + event("[DONE]"))
    }
    expect(await complete(behaviour)).toMatchObject({ right: { text: "Done." } })
  })
})

const asked = (model: string) => ({ model, instructions: "canary", data: "canary" })
const chat = (answer: Effect.Effect<Chat.ChatAnswer, Chat.ChatFailed>): Chat.Chat =>
  Chat.observed({ complete: () => answer }, ["house-model"])
const lines = () => Prometheus.text().split("\n")

describe("an observed model", () => {
  it("PD2 §3 is counted with what it costs; one that a client named, under no name of the client's", () => {
    const priced = chat(Effect.succeed({ text: "canary", costMicros: 1_500 }))
    expect(Effect.runSync(priced.complete(asked("house-model"))).text).toBe("canary")
    Effect.runSync(priced.complete(asked("house-model")))
    Effect.runSync(priced.complete(asked("canary-model")))
    Effect.runSync(chat(Effect.succeed({ text: "x", costMicros: null })).complete(asked("house-model")))
    expect(lines()).toEqual(
      expect.arrayContaining([
        'court_model_cost_usd_total{gen_ai_request_model="house-model"} 0.003',
        'court_model_cost_usd_total{gen_ai_request_model="_OTHER"} 0.0015',
        'gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_request_model="house-model"} 3',
      ]),
    )
  })

  it.each([
    [Effect.fail(new Chat.ChatFailed({ reason: "busy", status: 429, retryAfterSeconds: 1 })), "busy"],
    [Effect.die(new Error("canary")), "defect"],
    [Effect.interrupt, "interrupted"],
  ] as const)("its failure is counted by its kind (%#)", (failing, kind) => {
    expect(Exit.isFailure(Effect.runSyncExit(chat(failing).complete(asked("house-model"))))).toBe(true)
    expect(lines()).toContain(
      `gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_request_model="house-model",error_type="${kind}"} 1`,
    )
    expect(Prometheus.text()).not.toContain("canary")
  })
})
