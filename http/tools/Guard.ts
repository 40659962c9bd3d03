/**
 * Refuses before a tool runs: a request that a page of another site makes in somebody's browser, and an act without a credential that the
 * court knows, which is answered 401 with an error of the protocol that says how to get one.
 */
import { isIP } from "node:net"
import { Predicate } from "effect"
import type { Problem } from "../api/Operation.ts"
import { metadataOf } from "../oauth/Metadata.ts"
import type { Answer, Refused } from "../server/Answer.ts"
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

/**
 * Why a request of a page of another site is refused; null if it may go on. A page whose name resolves to this machine (DNS rebinding)
 * sends that name as `Host`, so only the court's own name and numeric addresses are taken.
 */
export const refuseForeign = ({ header }: Pick<Incoming, "header">, baseUrl: string): Faulted | null => {
  const court = new URL(baseUrl)
  const host = header("host")
  const origin = header("origin")
  if (host === undefined || !isOurs(host, court)) return new Faulted({ code: "foreign_host" })
  return origin === undefined || origin === court.origin ? null : new Faulted({ code: "foreign_origin" })
}

/** The words for a host that sent an act without a key: the library of a client throws away the result of a call that is answered 401. */
const howToEnrol =
  "This act needs the key of an enrolled agent, and none that the court knows came with the call. The host enrols an agent by POST /api/v1/enrol (the tool `credentials` says how), and sends its key with every call, as Authorization: Bearer <key>; or it gets a token by OAuth, as the field WWW-Authenticate says. No tool takes a key."

/** Why a call was answered 401: the field that asks for a credential, and the refusal. */
export interface Challenge {
  readonly field: string
  readonly problem: Problem
}

/** The challenge of a refusal, with the document that says how a host gets a token; undefined if it asks for no credential. */
export const challengeOf = ({ problem, headers }: Refused, baseUrl: string): Challenge | undefined => {
  if (problem.status !== 401) return undefined
  const asks = headers["www-authenticate"] ?? 'Bearer realm="agent-court"'
  return { field: `${asks}, resource_metadata="${metadataOf(baseUrl, "/mcp")}"`, problem }
}

export const refuseUnauthorised = (
  message: unknown,
  { field, problem }: Challenge,
  headers: Answer["headers"],
): Answer => {
  const id = Predicate.isReadonlyRecord(message) ? message.id : null
  const error = { code: -32_001, message: `${problem.title}. ${howToEnrol}`, data: problem }
  return {
    status: 401,
    headers: { ...headers, "content-type": "application/json", "www-authenticate": field },
    body: JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error }),
  }
}
