/**
 * A chat-completions endpoint. The operator configures its address, and nothing that a party writes can change it. The answer is streamed,
 * so that silence, excess length and a broken connection are noticed at once. A failure holds only a kind and a status, since the
 * endpoint's own words might quote the key or the papers.
 */
import { Cause, Data, Effect, Option, Redacted } from "effect"
import * as Fetch from "../outbound/Fetch.ts"
import { chosenByOperator } from "../outbound/Guard.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import { errorType, timeEffect, within } from "../telemetry/Tracing.ts"
import { costMicrosOf, dollarsOf, type Price, type Usage } from "./Price.ts"
import {
  type ChatFailure,
  type ChatRequest,
  type Forms,
  isForms,
  refusesForm,
  writeForms,
} from "./Request.ts"
import { type Collected, collector } from "./Stream.ts"

/** A server of models that speaks the interface of chat completions. */
export interface Endpoint {
  /** The base address, to which `/chat/completions` is added. Without a slash at the end. */
  readonly baseUrl: string
  /** Sent as a bearer credential and nowhere else. Null if the endpoint wants no key. */
  readonly key: Redacted.Redacted<string> | null
  /** The price of each model, for an endpoint that does not state costs itself. */
  readonly prices: ReadonlyMap<string, Price>
  readonly timeoutMs: number
  /** The longest silence, before the first byte and between two. By default, `timeoutMs`. */
  readonly idleMs?: number
  readonly bytesMax?: number
  /** The longest text that an answer may hold, in characters. */
  readonly charsMax?: number
}

/** The text that a model answered. Its cost is for the record of the matter and for metrics. */
export interface ChatAnswer {
  readonly text: string
  /** The cost of the answer, in millionths of a US dollar, rounded up. Null if it is not known. */
  readonly costMicros: number | null
}

/**
 * Why a model gave no answer. `status` is that of the answer, and `retryAfterSeconds` the wait that it asks for; null if there is no such
 * value.
 */
export class ChatFailed extends Data.TaggedError("ChatFailed")<{
  readonly reason: ChatFailure
  readonly status: number | null
  readonly retryAfterSeconds: number | null
}> {}

/** Asks a model of one endpoint for a text. It fails with the reason for which no text came. */
export interface Chat {
  readonly complete: (request: ChatRequest) => Effect.Effect<ChatAnswer, ChatFailed>
}

// A streamed answer is about a hundred times as long as its text, since every few characters come in their own envelope.
const bytesMaxDefault = 32 * 1_048_576
const charsMaxDefault = 300_000

const failure = (
  reason: ChatFailure,
  status: number | null = null,
  retryAfterSeconds: number | null = null,
) => new ChatFailed({ reason, status, retryAfterSeconds })

/** The seconds of a `Retry-After`. Its other form, a date, is ignored. */
const retryAfter = ({ headers }: Fetch.Head): number | null => {
  const value = headers["retry-after"]
  return value !== undefined && /^\d{1,5}$/.test(value) ? Number(value) : null
}

const refusalOf = (head: Fetch.Head): ChatFailed | null => {
  const { status } = head
  if (status === 200) return null
  const wait = retryAfter(head)
  if (status === 429) return failure("busy", status, wait)
  return status >= 500 ? failure("failed", status, wait) : failure("refused", status)
}

/** Calls `expire` when nothing was heard for too long, or when the answer has taken too long in all. */
const startTimers = (endpoint: Endpoint, expire: () => void) => {
  const idleMs = endpoint.idleMs ?? endpoint.timeoutMs
  const whole = setTimeout(expire, endpoint.timeoutMs)
  let silence = setTimeout(expire, idleMs)
  return {
    heard: () => {
      clearTimeout(silence)
      silence = setTimeout(expire, idleMs)
    },
    off: () => {
      clearTimeout(whole)
      clearTimeout(silence)
    },
  }
}

const collect = async (answer: Fetch.Opened, endpoint: Endpoint, heard: () => void): Promise<Collected> => {
  const streamed = /^text\/event-stream\b/i.test(String(answer.headers["content-type"]))
  const into = collector(streamed, endpoint.charsMax ?? charsMaxDefault)
  let left = endpoint.bytesMax ?? bytesMaxDefault
  for await (const chunk of answer.body) {
    heard()
    left -= chunk.length
    if (left < 0) throw failure("too_large", answer.status)
    if (into.take(chunk) === "ended") break
  }
  return into.end()
}

const ask = async (endpoint: Endpoint, body: string, signal: AbortSignal): Promise<Collected> => {
  const stop = new AbortController()
  const timers = startTimers(endpoint, () => stop.abort())
  const { key } = endpoint
  try {
    const asked: Fetch.Request = {
      url: `${endpoint.baseUrl}/chat/completions`,
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream, application/json",
        ...(key === null ? {} : { authorization: `Bearer ${Redacted.value(key)}` }),
      },
      body,
    }
    // No redirect is followed, since it would carry the key and the papers to an address that nobody configured.
    const answer = await Fetch.open(asked, chosenByOperator, AbortSignal.any([signal, stop.signal]))
    timers.heard()
    const refused = refusalOf(answer)
    if (refused !== null) throw refused
    return await collect(answer, endpoint, timers.heard)
  } catch (error) {
    if (error instanceof ChatFailed) throw error
    throw failure(stop.signal.aborted ? "timed_out" : "unreachable")
  } finally {
    timers.off()
    // The rest of the answer is not wanted.
    stop.abort()
  }
}

const answerOf = (collected: Collected, price: Price | undefined): Effect.Effect<ChatAnswer, ChatFailed> => {
  if (collected._tag === "Failed") return Effect.fail(failure(collected.reason, 200))
  const usage: Usage = collected.usage
  return Effect.succeed({ text: collected.text, costMicros: costMicrosOf(usage, price) })
}

const isRefusedForm = ({ reason, status }: ChatFailed): boolean =>
  (reason === "refused" || reason === "failed") && refusesForm(status)

/** Asks the models of an endpoint, each in the fullest form that it accepts. */
export const make = (endpoint: Endpoint): Chat => {
  /** The fullest form that each model of this endpoint has accepted, for answers with a schema and for answers without one. */
  const known = new Map<string, number>()
  const send = (model: string, body: string) =>
    Effect.tryPromise({
      try: (signal) => ask(endpoint, body, signal),
      catch: (error) => (error instanceof ChatFailed ? error : failure("unreachable")),
    }).pipe(Effect.flatMap((collected) => answerOf(collected, endpoint.prices.get(model))))
  return {
    complete: (request) =>
      Effect.suspend(() => {
        const { model, schema } = request
        const kind = `${schema === undefined ? "prose" : "JSON"} of ${model}`
        const attempt = ([first, ...plainer]: Forms): Effect.Effect<ChatAnswer, ChatFailed> => {
          const sent = Effect.tap(send(model, first.body), () =>
            Effect.sync(() => known.set(kind, first.place)),
          )
          return isForms(plainer) ? Effect.catchIf(sent, isRefusedForm, () => attempt(plainer)) : sent
        }
        return attempt(writeForms(request, known.get(kind) ?? 0))
      }),
  }
}

const failureOf = (cause: Cause.Cause<ChatFailed>): string =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => (Cause.isInterruptedOnly(cause) ? "interrupted" : "defect"),
    onSome: ({ reason }) => reason,
  })

/**
 * The same endpoint, whose answers are timed and priced. Metrics hold no text of a request or an answer, and name only the models of
 * the configuration, since a client may name any model.
 */
export const observeChat = (chat: Chat, configured: ReadonlyArray<string>): Chat => ({
  complete: (request) => {
    const model = configured.includes(request.model) ? request.model : "_OTHER"
    const attributes = { "gen_ai.operation.name": "chat", "gen_ai.request.model": model }
    return within(`chat ${model}`, { kind: "client", attributes }, (span) =>
      timeEffect(
        chat.complete(request),
        (seconds, { costMicros }) => {
          Metrics.models.record(seconds, "chat", model, "")
          if (costMicros !== null) Metrics.modelCost.record(dollarsOf(costMicros), model)
        },
        (seconds, cause) => {
          const failure = failureOf(cause)
          Metrics.models.record(seconds, "chat", model, failure)
          span?.attribute(errorType, failure)
        },
      ),
    )
  },
})
