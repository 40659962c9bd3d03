/**
 * Calls of a court's interface for the command line, as JSON. The demo uses the typed client of `http/client`; the commands that use this
 * file can't. `replay` and `verify` compare an answer with the journal or with a seal exactly as it was served, and have to report an
 * answer that fits no schema as a difference: the typed client would decode it or fail. They also read the journals and records of
 * earlier and later versions, with members and events that the schemas of this version don't have. `registrar` and `deliveries --json`
 * print an answer as it came. `verify` reads an address as it is given.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { Either, Schema } from "effect"
import { Failure } from "../terminal/Terminal.ts"

/** A value of an expected shape; `what` names it in the line that says that it has another. */
export const decode = <A, I>(schema: Schema.Schema<A, I>, value: unknown, what: string): A =>
  Either.getOrThrowWith(
    Schema.decodeUnknownEither(schema)(value),
    () => new Failure(`${what} has another shape`),
  )

interface Call {
  readonly token?: string
  readonly body?: unknown
  readonly key?: string
}

interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

const member = (value: unknown, name: string): string | null => {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null
  const found: unknown = Reflect.get(value, name)
  return typeof found === "string" ? found : null
}

/** An answer that is longer than its reader may take. */
export class TooLong extends Failure {}

/** The most bytes of an answer that are read if its reader names no other bound: ten times a page of the journal whose events are full. */
const bytesMaxUsual = 64_000_000
const answerWithinMs = 30_000

interface Bytes {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Reads one answer of a court, whatever its status. No redirect is followed, and both its bytes and its time are bounded. Throws `TooLong`,
 * or a `Failure` if no whole answer comes.
 */
export const readAnswer = async (
  url: URL,
  init: RequestInit = {},
  bytesMax = bytesMaxUsual,
): Promise<Bytes> => {
  const pieces: Array<Uint8Array> = []
  let length = 0
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    const response = await fetch(url, { ...init, redirect: "error", signal })
    for await (const piece of response.body ?? []) {
      length += piece.length
      if (length > bytesMax)
        throw new TooLong(
          `${init.method ?? "GET"} ${url.pathname}: the answer is longer than ${bytesMax} bytes`,
        )
      pieces.push(piece)
    }
    return {
      status: response.status,
      headers: response.headers,
      bytes: new Uint8Array(Buffer.concat(pieces)),
    }
  } catch (error) {
    throw error instanceof TooLong ? error : new Failure(`${url.origin} can't be reached`)
  }
}

const initOf = (method: string, { token, body, key }: Call): RequestInit => ({
  method,
  headers: {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

const attemptsMax = 20
/** Sends a request, and again after each pause that the court asks for (429), a number of times. */
const reachInTime = async (url: URL, init: RequestInit): Promise<Bytes> => {
  for (let tried = 1; ; tried++) {
    const answer = await readAnswer(url, init)
    const seconds = Number(answer.headers.get("retry-after"))
    if (answer.status !== 429 || tried === attemptsMax || !(seconds > 0 && seconds <= 60)) return answer
    await sleep(seconds * 1000)
  }
}

/** Sends one request; gives the answer whatever its status. Throws a `Failure` if no answer comes. */
export const request = async (
  base: string,
  method: string,
  path: string,
  call: Call = {},
): Promise<Answered> => {
  const url = new URL(path, base)
  const { status, headers, bytes } = await reachInTime(url, initOf(method, call))
  const text = new TextDecoder().decode(bytes)
  try {
    return {
      status,
      headers,
      body: /[/+]json/.test(headers.get("content-type") ?? "") ? JSON.parse(text) : text,
    }
  } catch {
    throw new Failure(`${method} ${url.pathname}: the answer is not JSON`)
  }
}

export const refusalLine = (method: string, path: string, { status, body }: Answered): string => {
  const words = member(body, "detail") ?? member(body, "title") ?? "no reason was given"
  const rule = member(body, "rule")
  const code = member(body, "code")
  const first = places(body)[0]
  return [
    `${method} ${path} was refused (${[String(status), code, rule].filter((part) => part !== null).join(", ")}): ${words}`,
    ...(first === undefined ? [] : [`At ${first.path}: ${first.message}`]),
  ].join(" ")
}

const places = (body: unknown): ReadonlyArray<{ readonly path: string; readonly message: string }> => {
  const errors: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "errors") : undefined
  if (!Array.isArray(errors)) return []
  return errors.map((place) => ({
    path: member(place, "path") ?? "",
    message: member(place, "message") ?? "",
  }))
}

/** Sends one request that must succeed; gives the body of the answer. A refusal throws a `Failure` with one line that names the rule. */
export const call = async (
  base: string,
  method: string,
  path: string,
  options: Call = {},
): Promise<unknown> => {
  const answered = await request(base, method, path, options)
  if (answered.status >= 300) throw new Failure(refusalLine(method, path, answered))
  return answered.body
}
