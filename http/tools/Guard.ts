/**
 * Who may reach `/mcp` from a browser: nobody but a page of this court. A page elsewhere that has its name resolve to this
 * machine (DNS rebinding) sends that name as `Host`, so a host is taken only where it is the court's or an address.
 */
import { isIP } from "node:net"
import type { Incoming } from "../server/Incoming.ts"
import { Faulted } from "../server/Problem.ts"

const nameOf = (host: string): string | null => {
  const url = URL.parse(`http://${host}`)
  // Anything beyond a name and a port is no Host.
  return url === null || url.host !== host.toLowerCase().replace(/:80$/, "") ? null : url.hostname
}

const isOurs = (host: string, court: URL): boolean => {
  const name = nameOf(host)
  if (name === null) return false
  return name === court.hostname || name === "localhost" || isIP(name.replace(/^\[|\]$/g, "")) !== 0
}

/** Null where a request may go on; else why not. */
export const refused = ({ header }: Pick<Incoming, "header">, baseUrl: string): Faulted | null => {
  const court = new URL(baseUrl)
  const host = header("host")
  const origin = header("origin")
  if (host === undefined || !isOurs(host, court)) return new Faulted({ code: "foreign_host" })
  return origin === undefined || origin === court.origin ? null : new Faulted({ code: "foreign_origin" })
}
