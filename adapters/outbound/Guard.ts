/** Where a call of the court may go, and to which address it is pinned. */
import { lookup as systemLookup } from "node:dns/promises"
import { isIP, type LookupFunction } from "node:net"
import ipaddr from "ipaddr.js"

// Of IPv6 only 2000::/3 is assigned to global unicast; `range()` calls everything without a name of its own unicast.
const globalUnicast = ipaddr.parseCIDR("2000::/3")

/** Whether an address (as text) is a public unicast one. Mapped, translated and tunnelled addresses are not: they hide another. */
export const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast)
}

/** Whether an address (as text) is this machine's own loopback, which tests and a sandbox may allow. */
export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === "loopback"

/** Gives all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<ReadonlyArray<string>>

export interface Options {
  readonly resolve?: Resolve
  /** Allows plain http and loopback addresses: for a sandbox and for tests, never otherwise. */
  readonly allowLoopback?: boolean
  /** Certificate authorities to trust besides the usual ones. */
  readonly ca?: string
}

/** A call that may be made: its URL, and how the connection is to be made. */
export interface Target {
  readonly url: URL
  readonly connection: { readonly agent?: false; readonly lookup?: LookupFunction; readonly ca?: string }
}

/** Examines the URL of a call; null where the call is refused. It rejects where the host has no address. */
export type Guard = (url: string) => Promise<Target | null>

const resolveBySystem: Resolve = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address)

/** The URL of a text whose form allows a call; null otherwise. */
const parse = (text: string, allowPlain: boolean): URL | null => {
  const url = URL.parse(text)
  if (url === null || url.username !== "" || url.password !== "") return null
  return url.protocol === "https:" || (allowPlain && url.protocol === "http:") ? url : null
}

/** Answers every look-up with the address that was examined. */
const pinned =
  (address: string): LookupFunction =>
  (_hostname, lookup, callback) => {
    const family = isIP(address)
    if (lookup.all === true) callback(null, [{ address, family }])
    else callback(null, address, family)
  }

/**
 * The guard of an address that somebody else than the operator chose. Every address of its host must be public, and the
 * connection goes to the one that was examined: a name that resolves differently a moment later changes nothing.
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
    const connection = { agent: false, lookup: pinned(address) } as const
    return { url, connection: ca === undefined ? connection : { ...connection, ca } }
  }

/** The guard of an address that the operator configured: it may be on this machine, and its connections are used again. */
export const chosenByOperator: Guard = async (text) => {
  const url = parse(text, true)
  return url === null ? null : { url, connection: {} }
}
