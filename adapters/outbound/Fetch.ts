/**
 * Every outgoing HTTP request of the court. A guard examines the address first. No redirect is followed, no answer is decompressed (a small
 * one could become a large one), and each answer has a limit in bytes and in time.
 */
import * as http from "node:http"
import * as https from "node:https"
import { Effect } from "effect"
import type { Guard } from "./Guard.ts"

/** A request to an address that somebody else has named: a POST if it has a body, else a GET. */
export interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The longest that a request may take, in milliseconds, and the most bytes that are read of its answer. */
export interface Limits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** The status of an answer, and its headers by their names in lower case. */
export interface Head {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
}

/** An answer whose body is still to be read, or to be closed unread. */
export interface Opened extends Head {
  /** The body, piece by piece. It throws if the answer breaks off. */
  readonly body: AsyncIterable<Uint8Array>
  /** Ends the connection, when the rest of the answer is not wanted. */
  readonly close: () => void
}

/** An answer with as much of its body as the limits allow. */
export interface Answered extends Head {
  readonly _tag: "Answered"
  readonly bytes: Uint8Array
  /** Why there are no more bytes: the answer is complete, it passed the limit, the connection broke, or the body was not wanted. */
  readonly end: "whole" | "too_large" | "broken_off" | "unread"
}

/** The outcome of a request to an address of others. It never throws: a failure is a value with its reason. */
export type Fetched =
  | Answered
  | { readonly _tag: "Failed"; readonly why: "address_refused" | "unreachable" | "timed_out" }

/** The guard refused the address, and nothing was sent. */
class AddressRefused extends Error {
  override readonly name = "AddressRefused"
}

/** The outcome of some work, or the reason of the signal if that comes first. */
const unlessAborted = <A>(work: Promise<A>, signal: AbortSignal): Promise<A> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener("abort", stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop))
  })

/** Sends a request and gives the answer as soon as it begins. Rejects with `AddressRefused`, or with the error of the network. */
export const open = async (request: Request, guard: Guard, signal: AbortSignal): Promise<Opened> => {
  const { url, headers, body } = request
  const target = await unlessAborted(guard(url), signal)
  if (target === null) throw new AddressRefused()
  const { request: start } = target.url.protocol === "https:" ? https : http
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
  // Under Deno not every request ends by its signal, so the signal also ends the wait and destroys the connection.
  const begun = new Promise<Opened>((resolve, reject) => {
    const outgoing = start(target.url, {
      method: body === undefined ? "GET" : "POST",
      headers: { "user-agent": "agent-court", "accept-encoding": "identity", ...headers, ...length },
      signal,
      ...target.connection,
    })
    signal.addEventListener("abort", () => outgoing.destroy(), { once: true })
    outgoing.on("error", reject)
    outgoing.on("response", (answer) => {
      // The reader of the body receives its errors. Without this listener, an answer that nobody reads would end the process when it breaks off.
      answer.on("error", () => {})
      const { statusCode: status, headers } = answer
      if (status === undefined) return reject(new Error("the answer has no status"))
      resolve({ status, headers, body: answer, close: () => outgoing.destroy() })
    })
    outgoing.end(body)
  })
  return unlessAborted(begun, signal)
}

const receive = async (opened: Opened, maxBytes: number, signal: AbortSignal): Promise<Answered> => {
  const { status, headers } = opened
  const chunks: Array<Uint8Array> = []
  const answerWith = (end: Answered["end"]): Answered => {
    if (end !== "whole") opened.close()
    return { _tag: "Answered", status, headers, bytes: Buffer.concat(chunks), end }
  }
  let left = maxBytes
  try {
    for await (const chunk of opened.body) {
      left -= chunk.length
      if (left < 0) return answerWith("too_large")
      chunks.push(chunk)
    }
    return answerWith("whole")
  } catch {
    signal.throwIfAborted()
    return answerWith("broken_off")
  }
}

/** Fetches within limits, and never fails: the result says what happened. If `wants` refuses the head of an answer, its body is left `unread`. */
export const make =
  (guard: Guard, wants: (head: Head) => boolean = () => true) =>
  (request: Request, { timeoutMs, maxBytes }: Limits): Effect.Effect<Fetched> =>
    Effect.promise(async (interrupted): Promise<Fetched> => {
      const expired = AbortSignal.timeout(timeoutMs)
      const signal = AbortSignal.any([interrupted, expired])
      try {
        const opened = await open(request, guard, signal)
        if (wants(opened)) return await receive(opened, maxBytes, signal)
        opened.close()
        const { status, headers } = opened
        return { _tag: "Answered", status, headers, bytes: new Uint8Array(), end: "unread" }
      } catch (error) {
        if (error instanceof AddressRefused) return { _tag: "Failed", why: "address_refused" }
        return { _tag: "Failed", why: expired.aborted ? "timed_out" : "unreachable" }
      }
    })

/** Whether an answer has status 200 and is not compressed. */
export const isPlainSuccess = ({ status, headers }: Head): boolean =>
  status === 200 && (headers["content-encoding"] ?? "identity") === "identity"
