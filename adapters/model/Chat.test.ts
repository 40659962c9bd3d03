import { Effect, Either, Exit, Redacted } from "effect"
import { describe, expect, it, vi } from "vitest"
import * as Prometheus from "../telemetry/Prometheus.ts"
import * as Chat from "./Chat.ts"
import {
  type Behaviour,
  drip,
  half,
  hang,
  pieces,
  say,
  status,
  streams,
  whole,
} from "./testing/ChatServer.ts"
import { givenChat } from "./testing/GivenChat.ts"

const { piece, finished, used, event } = pieces
const key = "sk-canary-key"
const request = { model: "house", instructions: "Advise.", data: "data" }

describe("a chat-completions endpoint", () => {
  const server = givenChat()

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
    // A failure repeats nothing of what the endpoint said.
    expect(JSON.stringify(ended)).not.toContain("canary")
    return Either.isLeft(ended) ? ended.left : null
  }

  it("is asked once for a stream, with the key and two messages", async () => {
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

  it("a streamed answer is put together wherever its bytes are cut", async () => {
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
    ["priced by tokens if the endpoint gives no cost", { prompt_tokens: 1000, completion_tokens: 100 }, 4500],
    [
      "what the endpoint says, rather than the price of the tokens",
      { prompt_tokens: 1, completion_tokens: 1, cost: 0.07 },
      70_000,
    ],
    ["rounded up to the millionth", { prompt_tokens: 0, completion_tokens: 0, cost: 0.000_000_1 }, 1],
    ["read from text", { prompt_tokens: "1000", completion_tokens: "100", cost: "0.07" }, 70_000],
    ["priced by tokens that are given as text", { prompt_tokens: "1000", completion_tokens: "100" }, 4500],
    [
      "priced by tokens if the endpoint's cost is a word",
      { prompt_tokens: 1, completion_tokens: 1, cost: "free" },
      18,
    ],
    ["unknown if one count of tokens is missing", { prompt_tokens: 1000 }, null],
    ["unknown if the endpoint's cost is negative", { cost: -1 }, null],
    ["unknown if the endpoint's cost is implausibly high", { cost: 1e9 }, null],
  ])("PD2 §3 the cost is %s", async (_how, usage, costMicros) => {
    expect(await complete(say("Good.", usage))).toMatchObject({ right: { costMicros } })
  })

  it.each([
    [
      "the status of a busy server",
      status(429, { "retry-after": "7" }),
      { reason: "busy", status: 429, retryAfterSeconds: 7 },
    ],
    ["the status of a faulty server", status(500), { reason: "failed", status: 500 }],
    ["the refusal of its key", status(401), { reason: "refused", status: 401 }],
    ["a redirect", status(307, { location: "http://127.0.0.1:1/" }), { reason: "refused", status: 307 }],
    ["half an answer", half("I th"), { reason: "unreachable" }],
    ["a stream without an end", streams(piece("I th")), { reason: "cut_short" }],
    ["an answer that ran out of room", streams(piece("I th"), finished("length")), { reason: "cut_short" }],
    ["garbage in the stream", streams(event("{canary")), { reason: "unreadable" }],
    ["bytes that are not text", streams(Buffer.from([0xff, 0xfe, 0x0a])), { reason: "unreadable" }],
    ["an error within the stream", streams(event('{"error":{"message":"canary"}}')), { reason: "failed" }],
    ["an answer that a filter withheld", streams(finished("content_filter")), { reason: "refused" }],
    [
      "a page of HTML",
      (response) => response.writeHead(200).end("<html>canary</html>"),
      { reason: "unreadable" },
    ],
    ["an empty stream", streams(), { reason: "cut_short" }],
  ] satisfies ReadonlyArray<[string, Behaviour, object]>)(
    "%s is a failure with its own reason",
    async (_what, behaviour, failure) => {
      expect(await reason(behaviour)).toMatchObject(failure)
    },
  )

  it.each(["end_turn", "eos", "STOP", "stop_sequence", "complete"])(
    "an answer with the finish reason %s is complete",
    async (finish) => {
      expect(await complete(streams(piece("Good."), finished(finish)))).toMatchObject({
        right: { text: "Good." },
      })
    },
  )

  it("an answer without a finish reason is complete if it has text and the stream says that it ends", async () => {
    expect(await complete(streams(piece("Good."), event("[DONE]")))).toMatchObject({
      right: { text: "Good." },
    })
    expect(await reason(streams(event("[DONE]")))).toMatchObject({ reason: "cut_short" })
    expect(await reason(streams(piece("Good."), finished("max_tokens")))).toMatchObject({
      reason: "cut_short",
    })
  })

  it("a silent endpoint is waited for exactly as long as it is given", async () => {
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

  it("an address where nothing listens is unreachable", async () => {
    expect(await reason(hang, { baseUrl: "http://127.0.0.1:1/v1" })).toMatchObject({ reason: "unreachable" })
  })

  it("an answer is given at its end, though the connection stays open", async () => {
    const behaviour: Behaviour = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(piece("Done.") + finished("stop") + used({}) + event("[DONE]"))
    }
    expect(await complete(behaviour)).toMatchObject({ right: { text: "Done." } })
  })
})

const asked = (model: string) => ({ model, instructions: "canary", data: "canary" })
const chat = (answer: Effect.Effect<Chat.ChatAnswer, Chat.ChatFailed>): Chat.Chat =>
  Chat.observeChat({ complete: () => answer }, ["house-model"])
const lines = () => Prometheus.text().split("\n")

describe("an observed model", () => {
  it("PD2 §3 is counted with its cost, and under _OTHER if its name is not configured", () => {
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
  ] as const)("is counted as failed, with the kind of the failure (%#)", (failing, kind) => {
    expect(Exit.isFailure(Effect.runSyncExit(chat(failing).complete(asked("house-model"))))).toBe(true)
    expect(lines()).toContain(
      `gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_request_model="house-model",error_type="${kind}"} 1`,
    )
    expect(Prometheus.text()).not.toContain("canary")
  })
})
