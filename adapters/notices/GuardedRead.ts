/**
 * GET of an address that somebody else chose, under the rules of `GuardedFetch`: every address of the host must be public,
 * the connection goes to the one that was examined, no redirect is followed, and what comes is cut at a limit in bytes and time.
 */
import * as http from "node:http"
import * as https from "node:https"
import { Effect } from "effect"
import { examine, type Options, parse, pinned } from "./GuardedFetch.ts"

export interface Limits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

export type Got =
  | { readonly _tag: "Got"; readonly bytes: Uint8Array }
  | { readonly _tag: "TooLarge" }
  | {
      readonly _tag: "Failed"
      readonly why: "address_refused" | "unreachable" | "timed_out" | "answered_otherwise"
    }

const refused: Got = { _tag: "Failed", why: "address_refused" }

const receive = (url: URL, address: string, limits: Limits, options: Options, signal: AbortSignal) =>
  new Promise<Got>((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http
    const outgoing = request(url, {
      method: "GET",
      // Compressed, a small answer could become a large one.
      headers: { accept: "text/*, */*;q=0.1", "accept-encoding": "identity" },
      agent: false,
      lookup: pinned(address),
      signal,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    })
    outgoing.on("error", reject)
    outgoing.on("response", (answer) => {
      const end = (got: Got) => {
        resolve(got)
        outgoing.destroy()
      }
      if (answer.statusCode !== 200 || (answer.headers["content-encoding"] ?? "identity") !== "identity")
        return end({ _tag: "Failed", why: "answered_otherwise" })
      const chunks: Array<Buffer> = []
      let length = 0
      answer.on("data", (chunk: Buffer) => {
        length += chunk.length
        if (length > limits.maxBytes) end({ _tag: "TooLarge" })
        else chunks.push(chunk)
      })
      answer.on("error", reject)
      answer.on("end", () => end({ _tag: "Got", bytes: Buffer.concat(chunks) }))
      // An answer that breaks off is none.
      answer.on("close", () => end({ _tag: "Failed", why: "unreachable" }))
    })
    outgoing.end()
  })

const attempt = async (address: string, limits: Limits, options: Options): Promise<Got> => {
  const url = parse(address, options.allowLoopback === true)
  if (url === null) return refused
  const signal = AbortSignal.timeout(limits.timeoutMs)
  const expired = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  const work = examine(url, options).then((found) =>
    found === null ? refused : receive(url, found, limits, options, signal),
  )
  try {
    return await Promise.race([work, expired])
  } catch {
    return { _tag: "Failed", why: signal.aborted ? "timed_out" : "unreachable" }
  } finally {
    // Whichever lost the race ends unheard.
    work.catch(() => {})
    expired.catch(() => {})
  }
}

/** A guarded GET: the bytes that 200 brought, or why there are none. It always answers. */
export const make =
  (options: Options = {}) =>
  (url: string, limits: Limits): Effect.Effect<Got> =>
    Effect.promise(() => attempt(url, limits, options))
