/** What goes back: the value that a handler gives, its tag, the answer on the wire, and documents that are made once. */

import { hash } from "node:crypto"
import { Effect } from "effect"
import type { Problem } from "../api/Operation.ts"
import type { Endpoint } from "./Endpoint.ts"

/** A strong entity tag: the same bytes, the same tag, in every process. */
export const etagOf = (body: string): string => `"${hash("sha256", body, "base64url").slice(0, 27)}"`

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

/** Whether `If-None-Match` names this tag (weak comparison, RFC 9110). */
export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((candidate) => opaque(candidate) === opaque(etag)))

export type Headers = { readonly [name: string]: string }

/** What goes back: the body as it will stand on the wire. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Bytes, where they were made once for all who ask. */
  readonly body: string | Uint8Array | null
}

/** The body as text. */
export const bodyText = ({ body }: Answer): string =>
  typeof body === "string" || body === null ? (body ?? "") : Buffer.from(body).toString()

/** A document as it will stand on the wire, made once and kept. */
export interface Rendered {
  readonly body: Uint8Array
  readonly etag: string
}

/** What a handler gives: the value of the body, and headers of its own. */
export interface Reply<A> {
  readonly value: A
  readonly headers?: Headers
  /** An earlier answer given again. */
  readonly replayed?: boolean
  /** The value as it is sent, where it was made before. */
  readonly rendered?: Rendered
}
export const reply = <A>(value: A, headers?: Headers): Reply<A> =>
  headers === undefined ? { value } : { value, headers }

export const problemAnswer = (problem: Problem, headers: Headers = {}): Answer => ({
  status: problem.status,
  headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
  body: JSON.stringify(problem),
})

/** What a page of another origin may read of an answer. */
const exposed = [
  "ETag",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "Idempotent-Replayed",
  "Repr-Digest",
  "Court-Publication-Status",
  "Court-Instrument-Version",
  "Court-Sandbox",
  "Court-Read-Position",
  "Dispute-Resolution",
].join(", ")

/**
 * Any page may call: a credential is a bearer that its holder sends, and never a cookie that a browser adds by itself, so an
 * origin is allowed nothing that any program isn't.
 */
export const cors: Headers = { "access-control-allow-origin": "*", "access-control-expose-headers": exposed }

/** The answer to a page that asks first which methods a path has, and with which header fields. */
export const preflight = (allow: ReadonlyArray<string>): Answer => ({
  status: 204,
  headers: {
    allow: allow.join(", "),
    "access-control-allow-methods": allow.join(", "),
    "access-control-allow-headers":
      "Authorization, Content-Type, Idempotency-Key, If-None-Match, Court-Read-Position",
    "access-control-max-age": "86400",
  },
  body: null,
})

interface Asked {
  /** Whether the answer is for a caller with a credential. */
  readonly caller: boolean
  readonly ifNoneMatch: string | undefined
}

/** The body of a reply, and its tag for whoever asks for it. */
const wireOf = ({ rendered, value }: Reply<unknown>) => {
  if (rendered !== undefined) return { body: rendered.body, tag: () => rendered.etag }
  const body = typeof value === "string" ? value : JSON.stringify(value)
  return { body, tag: () => etagOf(body) }
}

/** The answer with its headers; one that anybody may read has a tag, and is not sent again to whoever has it. */
export const answered = (endpoint: Endpoint, reply: Reply<unknown>, asked: Asked): Answer => {
  const { conditions, contentType, status } = endpoint
  const { body, tag } = wireOf(reply)
  const headers = {
    ...(conditions.credential === "optional" ? { vary: "Authorization" } : {}),
    ...(reply.replayed === true ? { "idempotent-replayed": "true" } : {}),
    ...reply.headers,
  }
  if (conditions.cache === null || asked.caller) {
    return { status, headers: { "content-type": contentType, "cache-control": "no-store", ...headers }, body }
  }
  // A body that says when it was made differs each time; its handler knows the tag of what it says besides.
  const etag = reply.headers?.etag ?? tag()
  const cached = { "cache-control": conditions.cache, etag, ...headers }
  return matches(asked.ifNoneMatch, etag)
    ? { status: 304, headers: cached, body: null }
    : { status, headers: { "content-type": contentType, ...cached }, body }
}

const rendered = (value: unknown): Rendered => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return { body: new TextEncoder().encode(text), etag: etagOf(text) }
}

/** A reply that is made once. */
export const document = <A>(value: A, headers?: Headers): Reply<A> => ({
  ...reply(value, headers),
  rendered: rendered(value),
})

/**
 * The latest document of each name. `of` is a text of all that the document depends on: where it has changed, the document is
 * made again. Names are those of a fixed set, or memory would have no bound.
 */
export const documents = <A>() => {
  const kept = new Map<string, { readonly of: string; readonly document: Reply<A> }>()
  return <E, R>(name: string, of: string, make: Effect.Effect<Reply<A>, E, R>) =>
    Effect.suspend((): Effect.Effect<Reply<A>, E, R> => {
      const found = kept.get(name)
      if (found?.of === of) return Effect.succeed(found.document)
      return Effect.map(make, ({ value, headers }) => {
        const made = document(value, headers)
        kept.set(name, { of, document: made })
        return made
      })
    })
}

const texts = new WeakMap<object, string>()
/** A text of values that never change, such as the figures in force, worked out once. */
export const textOf = (values: object): string => {
  const found = texts.get(values)
  if (found !== undefined) return found
  const made = JSON.stringify(values)
  texts.set(values, made)
  return made
}
