/** A request as a server gives it to the interface: its path and query, and the address of its caller, also behind trusted proxies. */
import { type Effect, Either } from "effect"
import ipaddr from "ipaddr.js"
import type { Faulted } from "./Problem.ts"

/** Counts the bytes of a body as they come; a fault that it gives ends the reading. */
export type Take = (bytes: number) => Faulted | null

/** A request before its body is read. Its target is the path and query as they were sent. */
export interface Incoming {
  readonly method: string
  readonly target: string
  readonly header: (name: string) => string | undefined
  /** The address of the caller. It is used only to count requests. */
  readonly address: string
  /** Reads the body, and asks `take` for each part of it whether it may be kept. Nothing is read before this is called. */
  readonly body: (take: Take) => Effect.Effect<Uint8Array, Faulted>
}

export const pathOf = ({ target }: Incoming): string => target.split("?", 1)[0] ?? target

/** The value of a parameter that is given twice: no schema of a query accepts a list. */
const repeated: ReadonlyArray<string> = []

/** The parameters of the query. A parameter that is given twice becomes a list, which its schema refuses. */
export const queryOf = ({ target }: Incoming): Record<string, unknown> => {
  const at = target.indexOf("?")
  if (at < 0) return {}
  const values = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(target.slice(at + 1)))
    values.set(name, values.has(name) ? repeated : value)
  return Object.fromEntries(values)
}

export type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** The name of the bucket of an address: the address itself, or for IPv6 its /64, which one subscriber has. */
export const bucketOf = (address: string): string => {
  if (!address.includes(":") || address.includes(".")) return address.replace(/^::ffff:/i, "")
  const [head = "", tail] = address.split("::")
  const groups = head === "" ? [] : head.split(":")
  const zeros = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length)
  return [...groups, ...Array<string>(zeros).fill("0"), ...(tail?.split(":") ?? [])].slice(0, 4).join(":")
}

/** Whether a text is an address in full. Some programs read `10.1` as an address too; the court does not. */
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

const rangeOf = (text: string): Range | null => {
  const [address = "", ...bits] = text.split("/")
  if (!isAddress(address)) return null
  if (bits.length > 0) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null
  const one = ipaddr.process(address)
  return [one, one.kind() === "ipv4" ? 32 : 128]
}

/** Reads addresses and ranges, separated by commas; Left is the first part that is neither. */
export const parseRanges = (text: string): Either.Either<ReadonlyArray<Range>, string> => {
  const ranges: Array<Range> = []
  for (const part of text.split(",")) {
    const range = rangeOf(part.trim())
    if (range === null) return Either.left(part.trim())
    ranges.push(range)
  }
  return Either.right(ranges)
}

export type Trusts = (address: string) => boolean

export const trustRanges =
  (ranges: ReadonlyArray<Range>): Trusts =>
  (text) => {
    if (ranges.length === 0 || !isAddress(text)) return false
    const address = ipaddr.process(text)
    return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
  }

/** The address that a proxy states: bare, in brackets or with a port. Null if the proxy hides it (`unknown`, `_hidden`). */
const nodeOf = (text: string): string | null => {
  const bare = text.trim().replace(/^"(.*)"$/, "$1")
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(bare)?.[1] ?? bare.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
  return isAddress(address) ? ipaddr.process(address).toString() : null
}

const forwardedHops = (header: string): ReadonlyArray<string> =>
  header.split(",").map((hop) => /(?:^|;)\s*for=("[^"]*"|[^;\s]*)/i.exec(hop.trim())?.[1] ?? "")

/** The address of the nearest hop that is not a trusted proxy; the last one known if a proxy hides the next. */
const nearest = (hops: ReadonlyArray<string>, peer: string, trusts: Trusts): string => {
  let caller = peer
  for (const hop of hops.toReversed()) {
    const address = nodeOf(hop)
    if (address === null) return caller
    caller = address
    if (!trusts(address)) return caller
  }
  return caller
}

/** The parts of a request that say where it comes from. */
type Addressed = Pick<Incoming, "address" | "header">

/**
 * The address of the caller behind trusted proxies. A proxy writes one of the two header fields and may pass on the other as its client
 * sent it. If the two disagree, neither is believed and the request counts against the proxy.
 */
const callerOf = ({ address, header }: Addressed, trusts: Trusts): string => {
  const forwarded = header("forwarded")
  const listed = header("x-forwarded-for")
  const found = [
    ...(forwarded === undefined ? [] : [nearest(forwardedHops(forwarded), address, trusts)]),
    ...(listed === undefined ? [] : [nearest(listed.split(","), address, trusts)]),
  ]
  const [first = address, second = first] = found
  return first === second ? first : address
}

/** The address of the caller of a request, which a trusted proxy states. */
export const resolveAddress = (request: Addressed, trusts: Trusts): string =>
  trusts(request.address) ? callerOf(request, trusts) : request.address

/** The request with the address of its caller, which trusted proxies state. */
export const resolveCaller = (incoming: Incoming, trusts: Trusts): Incoming =>
  trusts(incoming.address) ? { ...incoming, address: callerOf(incoming, trusts) } : incoming
