/** Chat-completions endpoints that lack features or answer in another shape, each played by a local server. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import * as Chat from "./Chat.ts"
import type { ChatRequest } from "./Request.ts"
import { perform, type Task, Unusable } from "./Structured.ts"
import {
  type Behaviour,
  document,
  events,
  pieces,
  say,
  status,
  streams,
  unless,
  whole,
} from "./testing/ChatServer.ts"
import { givenChat } from "./testing/GivenChat.ts"

const server = givenChat()

const prices = new Map([["house", { inputMicros: 1_000_000, outputMicros: 1_000_000 }]])
const endpoint = () => Chat.make({ baseUrl: server.url, key: null, prices, timeoutMs: 5_000 })
const prose = { model: "house", instructions: "Advise.", data: "data" }
const asking = { ...prose, schema: { name: "answer", schema: { type: "object" } } }

const sent = () =>
  server.asked.map(({ body }) => [
    body.response_format?.type ?? "words",
    ...(body.stream_options === undefined ? [] : ["counted"]),
    ...(body.stream === true ? ["streamed"] : []),
  ])
const full = ["json_schema", "counted", "streamed"]
const asObject = ["json_object", "counted", "streamed"]
const inWords = ["words", "counted", "streamed"]
const uncounted = ["words", "streamed"]
const bare = ["words"]

describe("an endpoint that lacks features", () => {
  const complete = (chat: Chat.Chat, request: ChatRequest = asking) =>
    Effect.runPromise(Effect.either(chat.complete(request)))

  it.each([
    [
      "a schema",
      400,
      unless(({ response_format: f }) => f?.type === "json_schema", 400, say("{}")),
      [full, asObject],
    ],
    [
      "any form of answers",
      422,
      unless(({ response_format: f }) => f !== undefined, 422, say("{}")),
      [full, asObject, inWords],
    ],
    [
      "counts of tokens",
      404,
      unless(({ stream_options: o }) => o !== undefined, 404, say("{}")),
      [full, asObject, inWords, uncounted],
    ],
    [
      "streams",
      501,
      unless(({ stream }) => stream === true, 501, whole("{}")),
      [full, asObject, inWords, uncounted, bare],
    ],
  ] as const)(
    "PD2 §2 without %s (status %i), it gets plainer requests until it answers one, and from then on only such",
    async (_what, _code, knows, tried) => {
      const chat = endpoint()
      server.script(knows)
      expect(await complete(chat)).toMatchObject({ right: { text: "{}" } })
      expect(sent()).toEqual(tried)
      expect(await complete(chat)).toMatchObject({ right: { text: "{}" } })
      expect(sent()).toEqual([...tried, tried.at(-1)])
    },
  )

  it("PD2 §2 if it refuses every form, the call is refused, and the next call begins with the full form", async () => {
    const chat = endpoint()
    server.script(status(400))
    expect(await complete(chat)).toMatchObject({ left: { reason: "refused", status: 400 } })
    expect(sent()).toEqual([full, asObject, inWords, uncounted, bare])
    server.script(say("{}"))
    await complete(chat)
    expect(sent()).toEqual([full])
  })

  it.each([401, 403, 429, 500])("PD2 §2 gets no plainer request after status %i", async (code) => {
    server.script(status(code))
    expect(await complete(endpoint())).toMatchObject({ left: { status: code } })
    expect(sent()).toEqual([full])
  })

  it("PD2 §2 if it needs a plainer request for prose, it still gets the full one for JSON", async () => {
    const chat = endpoint()
    server.script(unless(({ stream_options: o }) => o !== undefined, 400, say("Good.")))
    await complete(chat, prose)
    expect(sent()).toEqual([inWords, uncounted])
    server.script(say("{}"))
    await complete(chat)
    expect(sent()).toEqual([full])
  })
})

describe("an endpoint that answers in a shape of its own", () => {
  const complete = (behaviour: Behaviour) => {
    server.script(behaviour)
    return Effect.runPromise(Effect.either(endpoint().complete(prose)))
  }
  const message = (content: unknown, more: object = {}) =>
    document({ choices: [{ message: { role: "assistant", content, ...more }, finish_reason: "stop" }] })
  const delta = (content: unknown, finish_reason: unknown = null, more: object = {}) => ({
    choices: [{ delta: { content, ...more }, finish_reason }],
  })

  it.each([
    ["parts", message([{ type: "text", text: "Go" }, { type: "output_text", text: "od" }, "."])],
    [
      "parts of which one is reasoning",
      message([
        { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
        { type: "text", text: "Good." },
      ]),
    ],
    ["parts in a stream", events(delta([{ type: "text", text: "Go" }]), delta([{ text: "od." }], "stop"))],
    [
      "reasoning in a member of its own",
      events(
        delta(null, null, { reasoning_content: "Hm." }),
        delta("", null, { reasoning: "Hm." }),
        delta("Good.", "stop", { tool_calls: [], refusal: null }),
      ),
    ],
    ["a finish reason that is not text", events(delta("Good.", 2))],
    [
      "a malformed count of tokens",
      document({ choices: [{ message: { content: "Good." } }], usage: "unknown" }),
    ],
    [
      "a stream that its header calls a document",
      (response) => {
        response.writeHead(200, { "content-type": "application/json" })
        response.end(pieces.piece("Good.") + pieces.finished("stop") + pieces.event("[DONE]"))
      },
    ],
  ] satisfies ReadonlyArray<[string, Behaviour]>)(
    "PD2 §2 an answer with %s is read",
    async (_what, behaviour) => {
      expect(await complete(behaviour)).toMatchObject({ right: { text: "Good.", costMicros: null } })
    },
  )

  it.each([
    [
      "calls a tool",
      events(delta(null, null, { tool_calls: [{ function: { name: "f" } }] }), delta(null, "tool_calls")),
    ],
    ["calls a function", message(null, { function_call: { name: "f", arguments: "{}" } })],
    ["ends in a call", streams(pieces.piece("Let me look."), pieces.finished("tool_calls"))],
    ["refuses in a part", message([{ type: "refusal", refusal: "I won't." }])],
  ] satisfies ReadonlyArray<[string, Behaviour]>)(
    "PD2 §2 an endpoint that %s has refused",
    async (_what, behaviour) => {
      expect(await complete(behaviour)).toMatchObject({ left: { reason: "refused", status: 200 } })
    },
  )

  it("PD2 §2 can't be read if its content is neither text nor parts", async () => {
    expect(await complete(message({ answer: "Good." }))).toMatchObject({ left: { reason: "unreadable" } })
  })
})

describe("a model that puts its reasoning in front of the answer", () => {
  const task = (schema: ChatRequest["schema"] | null): Task<unknown, never> => ({
    model: "house",
    instructions: "Advise.",
    data: {},
    schema,
    check: (answer) => Effect.succeed(Either.right(answer)),
  })
  const performed = (text: string, schema: ChatRequest["schema"] | null = asking.schema) => {
    server.script(say(text))
    return Effect.runPromise(Effect.either(perform(endpoint(), task(schema))))
  }

  it.each([
    '<think>Perhaps {"a": 2}?</think>\n{"a": 1}',
    'Perhaps {"a": 2}?\n</think>\n\n{"a": 1}',
    '<thinking>\nHm.\n</thinking>\n```json\n{"a": 1}\n```',
    'Here it is:\n```\n{"a": 1}\n```\nI hope that it serves.',
    'First I thought:\n```json\n{"a": 2}\n```\nBut now:\n```json\n{"a": 1}\n```',
    'The answer is\n{"a":\n 1}\nas asked.',
  ])("PD2 §2 is read for its JSON: %j", async (text) => {
    expect(await performed(text)).toMatchObject({ right: { value: { a: 1 } } })
  })

  it("PD2 §2 keeps a mark of reasoning that is a part of the JSON", async () => {
    const value = { a: "it said </think> and {", b: "```\n{}\n```" }
    expect(await performed(JSON.stringify(value))).toMatchObject({ right: { value } })
  })

  it.each(["<think>Hm.</think>", "no JSON", '{"a": 1', ""])(
    "PD2 §2 is asked once more if it gives no JSON, and then has failed: %j",
    async (text) => {
      const ended = await performed(text)
      expect(ended).toMatchObject({ left: { _tag: new Unusable({ faults: [], costMicros: null })._tag } })
      expect(server.asked.length).toBe(2)
    },
  )

  it("PD2 §2 loses that reasoning in prose too, but nothing that the prose quotes", async () => {
    expect(await performed("<think>Hm.</think>\n\nGood.", null)).toMatchObject({ right: { value: "Good." } })
    const quoting = "The claim says </think>. Admit nothing."
    expect(await performed(quoting, null)).toMatchObject({ right: { value: quoting } })
  })
})
