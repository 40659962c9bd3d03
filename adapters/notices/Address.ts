/** Which network addresses the court may call: public unicast ones, and nothing that translates into another. */
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
