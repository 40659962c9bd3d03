/**
 * Requests to endpoints that the operator configured, with limits in size and time. An endpoint may be on this machine. A failure holds
 * nothing of the answer, and not the address either, which may hold a key.
 */
import { Effect, Either, Schema } from "effect"
import * as Outbound from "../outbound/Fetch.ts"
import { chosenByOperator } from "../outbound/Guard.ts"
import { ChainFault } from "./Chain.ts"

export type Bounds = Outbound.Limits
/** An answer is parsed and checked on the thread that also serves requests, which a larger one would delay. */
export const usual: Bounds = { timeoutMs: 10_000, maxBytes: 1024 * 1024 }

export interface Asked {
  readonly url: string
  /** A body, as JSON, makes the request a POST. */
  readonly body?: unknown
}

export const fault = (why: string, kind: ChainFault["kind"] = "passing"): ChainFault =>
  new ChainFault({ why, kind })

const fetch = Outbound.make(chosenByOperator, ({ status }) => status === 200)
const headers = { accept: "application/json", "content-type": "application/json" }
const unreachable = "The endpoint can't be reached."

/** The text of an answer with status 200. Null if the status is 404. */
const textOf = (fetched: Outbound.Fetched): Effect.Effect<string | null, ChainFault> => {
  if (fetched._tag === "Failed")
    return fault(fetched.why === "timed_out" ? "The endpoint did not answer in time." : unreachable)
  if (fetched.status === 404) return Effect.succeed(null)
  switch (fetched.end) {
    case "whole":
      return Effect.succeed(Buffer.from(fetched.bytes).toString("utf8"))
    case "unread":
      return fault(`The endpoint answered with status ${fetched.status}.`)
    case "too_large":
      return fault("The endpoint answered more than is read.", "too_large")
    case "broken_off":
      return fault(unreachable)
  }
}

const request = ({ url, body }: Asked, bounds: Bounds) =>
  Effect.flatMap(
    fetch({ url, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }, bounds),
    textOf,
  )

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The answer with status 200, decoded by a schema. It is JSON, or a text without quotes. Null if the status is 404. */
export const ask = <A, I>(
  schema: Schema.Schema<A, I>,
  asked: Asked,
  bounds: Bounds = usual,
): Effect.Effect<A | null, ChainFault> => {
  const decode = Schema.decodeUnknownEither(schema)
  return Effect.flatMap(request(asked, bounds), (text) => {
    if (text === null) return Effect.succeed(null)
    return Either.match(decode(parseJson(text) ?? text.trim()), {
      onLeft: () => Effect.fail(fault("The endpoint answered something that can't be read.")),
      onRight: (value) => Effect.succeed<A | null>(value),
    })
  })
}

/** Like `ask`, but status 404 is a failure too. */
export const askNeeded = <A, I>(schema: Schema.Schema<A, I>, asked: Asked, bounds: Bounds = usual) =>
  Effect.filterOrFail(
    ask(schema, asked, bounds),
    (found): found is NonNullable<typeof found> => found !== null,
    () => fault("The endpoint knows no such path."),
  )
