/**
 * POST to an address that somebody else chose. Names are resolved here, every address found must be public, and the
 * connection goes to the address that was examined: a name that resolves differently a moment later changes nothing.
 * No redirect is followed, and of an answer only its status is given back, and whether it was the one that was asked for.
 */
import { lookup as systemLookup } from "node:dns/promises"
import * as http from "node:http"
import * as https from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { Effect } from "effect"
import type { Tried } from "../../core/agents/Delivery.ts"
import { isLoopback, isPublic } from "./Address.ts"

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<string>>

export interface Options {
  readonly resolve?: Resolve
  /** Plain http and loopback addresses, for a sandbox and for tests; never otherwise. */
  readonly allowLoopback?: boolean
  readonly timeoutMs?: number
  readonly maxResponseBytes?: number
  /** Certificate authorities to trust besides the usual ones. */
  readonly ca?: string
}

export interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the text of an answer is the one that was asked for; any is, where this is left out. */
  readonly answers?: (text: string) => boolean
}

export type Post = (request: Request) => Effect.Effect<Tried>

const timeoutMsDefault = 5_000
const maxResponseBytesDefault = 64 * 1024

const refused: Tried = { outcome: "address_refused", status: null }

/** All addresses of a host name, as the system finds them. */
const resolveBySystem: Resolve = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address)

/** The address to be called, where its form allows a call; null otherwise. */
export const parse = (url: string, allowLoopback: boolean): URL | null => {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  const scheme = parsed.protocol === "https:" || (allowLoopback && parsed.protocol === "http:")
  return scheme && parsed.username === "" && parsed.password === "" ? parsed : null
}

/** The one address to connect to; null where any address of the host may not be called. */
export const examine = async (url: URL, options: Options): Promise<string | null> => {
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const addresses = isIP(host) === 0 ? await (options.resolve ?? resolveBySystem)(host) : [host]
  const allowed = (address: string) =>
    (isPublic(address) && url.protocol === "https:") ||
    (options.allowLoopback === true && isLoopback(address))
  return addresses.length > 0 && addresses.every(allowed) ? (addresses[0] ?? null) : null
}

/** Answers every look-up with the address that was examined. */
export const pinned =
  (address: string): LookupFunction =>
  (_hostname, lookup, callback) => {
    const family = isIP(address)
    if (lookup.all === true) callback(null, [{ address, family }])
    else callback(null, address, family)
  }

const outcomeOf = (status: number, right: boolean): Tried["outcome"] => {
  if (status < 200 || status >= 300) return "answered_otherwise"
  return right ? "delivered" : "challenge_unanswered"
}

const send = (url: URL, address: string, request: Request, options: Options, signal: AbortSignal) =>
  new Promise<Tried>((resolve, reject) => {
    const { request: start } = url.protocol === "https:" ? https : http
    const outgoing = start(url, {
      method: "POST",
      headers: { ...request.headers, "content-length": String(Buffer.byteLength(request.body)) },
      agent: false,
      lookup: pinned(address),
      signal,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    })
    outgoing.on("error", reject)
    outgoing.on("response", (answer) => {
      const status = answer.statusCode ?? 0
      const chunks: Array<Buffer> = []
      let left = options.maxResponseBytes ?? maxResponseBytesDefault
      const end = () => {
        const right = request.answers?.(Buffer.concat(chunks).toString("utf8")) ?? true
        resolve({ outcome: outcomeOf(status, right), status })
      }
      answer.on("data", (chunk: Buffer) => {
        left -= chunk.length
        if (left < 0) answer.destroy()
        else if (request.answers !== undefined) chunks.push(chunk)
      })
      answer.on("close", end)
      answer.on("error", end)
    })
    outgoing.end(request.body)
  })

const attempt = async (request: Request, options: Options): Promise<Tried> => {
  const url = parse(request.url, options.allowLoopback === true)
  if (url === null) return refused
  const signal = AbortSignal.timeout(options.timeoutMs ?? timeoutMsDefault)
  const expired = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  const work = examine(url, options).then((address) =>
    address === null ? refused : send(url, address, request, options, signal),
  )
  try {
    return await Promise.race([work, expired])
  } catch {
    return { outcome: signal.aborted ? "timed_out" : "unreachable", status: null }
  } finally {
    // Whichever lost the race ends unheard.
    work.catch(() => {})
    expired.catch(() => {})
  }
}

/** A guarded POST; it always answers with what happened and never with what was said. */
export const make =
  (options: Options = {}): Post =>
  (request) =>
    Effect.promise(() => attempt(request, options))
