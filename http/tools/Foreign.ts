/**
 * Refuses a request that a page of another site makes in somebody's browser. A page whose name resolves to this machine (DNS rebinding)
 * sends that name as `Host`, so only the court's own name and numeric addresses are taken.
 */
import { isIP } from "node:net"
import type { Incoming } from "../server/Incoming.ts"
import { Faulted } from "../server/Problem.ts"

const nameOf = (host: string): string | null => {
  const url = URL.parse(`http://${host}`)
  // A Host has a name and a port, and nothing more.
  return url === null || url.host !== host.toLowerCase().replace(/:80$/, "") ? null : url.hostname
}

const isOurs = (host: string, court: URL): boolean => {
  const name = nameOf(host)
  if (name === null) return false
  return name === court.hostname || name === "localhost" || isIP(name.replace(/^\[|\]$/g, "")) !== 0
}

/** Why a request is refused; null if it may go on. */
export const refuseForeign = ({ header }: Pick<Incoming, "header">, baseUrl: string): Faulted | null => {
  const court = new URL(baseUrl)
  const host = header("host")
  const origin = header("origin")
  if (host === undefined || !isOurs(host, court)) return new Faulted({ code: "foreign_host" })
  return origin === undefined || origin === court.origin ? null : new Faulted({ code: "foreign_origin" })
}
