/** Guards of outgoing requests: which addresses they may go to, and to which address the connection is pinned. */
import { lookup as systemLookup } from "node:dns/promises"
import { isIP, type LookupFunction } from "node:net"
import ipaddr from "ipaddr.js"

// In IPv6 only 2000::/3 is assigned to global unicast, but `range()` calls every range without another name unicast.
const globalUnicast = ipaddr.parseCIDR("2000::/3")

/** Whether an address (as text) is public unicast. Mapped, translated and tunnelled addresses are not, since they hide another address. */
export const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast)
}

/** Whether an address (as text) is a loopback address of this machine, which tests and a sandbox may allow. */
export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === "loopback"

const loopback = /^https:(?=\/\/(?:127\.0\.0\.1|localhost)[:/])/

/** The address of a loopback host by plain http; any other as it is. Only for a sandbox and for tests, where nobody signs certificates. */
export const plainIfLoopback = (url: string): string => url.replace(loopback, "http:")

/** Gives the IP addresses of a host name, which are checked before a call. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<string>>

/** How addresses are found, and which of them may be called. */
export interface Options {
  readonly resolve?: Resolve
  /** Allows plain http and loopback addresses. Only for a sandbox and for tests. */
  readonly allowLoopback?: boolean
  /** Certificate authorities to trust besides the usual ones. */
  readonly ca?: string
}

/** A request that is allowed: its URL, and how to connect. */
export interface Target {
  readonly url: URL
  readonly connection: { readonly agent?: false; readonly lookup?: LookupFunction; readonly ca?: string }
}

/** Examines a URL. Gives null if it refuses the URL; rejects if the host has no address. */
export type Guard = (url: string) => Promise<Target | null>

const resolveBySystem: Resolve = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address)

/** The URL of a text. Null if it is no URL, holds credentials, or has another protocol than is allowed. */
const parse = (text: string, allowPlain: boolean): URL | null => {
  const url = URL.parse(text)
  if (url === null || url.username !== "" || url.password !== "") return null
  return url.protocol === "https:" || (allowPlain && url.protocol === "http:") ? url : null
}

/** A look-up that always gives the address that was examined. */
const lookupOf =
  (address: string): LookupFunction =>
  (_hostname, lookup, callback) => {
    const family = isIP(address)
    if (lookup.all === true) callback(null, [{ address, family }])
    else callback(null, address, family)
  }

/**
 * The guard of an address that somebody other than the operator chose. Every address of its host must be public. The connection goes to the
 * address that was examined, even if the name resolves differently a moment later.
 */
export const chosenByOthers =
  ({ resolve = resolveBySystem, allowLoopback = false, ca }: Options = {}): Guard =>
  async (text) => {
    const url = parse(text, allowLoopback)
    if (url === null) return null
    const host = url.hostname.replace(/^\[|\]$/g, "")
    const addresses = isIP(host) === 0 ? await resolve(host) : [host]
    const isAllowed = (address: string) =>
      (isPublic(address) && url.protocol === "https:") || (allowLoopback && isLoopback(address))
    const [address] = addresses
    if (address === undefined || !addresses.every(isAllowed)) return null
    const connection = { agent: false, lookup: lookupOf(address) } as const
    return { url, connection: ca === undefined ? connection : { ...connection, ca } }
  }

/**
 * Whether the guard of addresses chosen by others surely refuses an address, as its text shows without any look-up: its host is an address
 * that is not public, or a name of this machine.
 */
export const isBarred = (text: string, { allowLoopback = false }: Options = {}): boolean => {
  const url = parse(text, allowLoopback)
  if (url === null) return true
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const address = /(?:^|\.)localhost\.?$/.test(host) ? "127.0.0.1" : host
  return isIP(address) !== 0 && !isPublic(address) && !(allowLoopback && isLoopback(address))
}

/** The guard of an address that the operator configured. It may be on this machine, and connections to it are reused. */
export const chosenByOperator: Guard = async (text) => {
  const url = parse(text, true)
  return url === null ? null : { url, connection: {} }
}
