/**
 * The cookie by which the page of one matter opens in a browser. It holds a token of the court for that page, so it reads what the party
 * whose key asked for the link may read now, and does nothing: the court takes it for no other path and for no act.
 */
import { isToken, lifetimeSeconds } from "../oauth/AccessToken.ts"
import { type Incoming, pathOf } from "../server/Incoming.ts"

const name = "court-matter"
const page = /^\/matters\/[0-9a-f-]{36}$/
const reading = new Set(["GET", "HEAD"])

/** The cookie of a matter's page, for as long as its token serves. */
export const cookieFor = (path: string, token: string, baseUrl: string): string =>
  [
    `${name}=${token}`,
    `Path=${path}`,
    `Max-Age=${lifetimeSeconds}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(baseUrl.startsWith("https:") ? ["Secure"] : []),
  ].join("; ")

/** The token in the cookies of a request; null if they have no token, or have something else in its place. */
const tokenIn = (cookies: string | undefined): string | null => {
  const pairs = (cookies ?? "").split(";").map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return value !== undefined && isToken(value) ? value : null
}

/** A request for the page of a matter with the token of its cookie as its credential, if it has no other. */
export const withCookie = (incoming: Incoming): Incoming => {
  const { method, header } = incoming
  if (!reading.has(method) || !page.test(pathOf(incoming))) return incoming
  if (header("authorization") !== undefined || header("signature-input") !== undefined) return incoming
  const token = tokenIn(header("cookie"))
  if (token === null) return incoming
  return {
    ...incoming,
    header: (asked) => (asked === "authorization" ? `Bearer ${token}` : header(asked)),
  }
}
