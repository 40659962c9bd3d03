/** The answer to a request: from a handler's value or from what failed to the bytes on the wire, with entity tags and documents that are made once. */
import { hash, randomUUID } from "node:crypto"
import { Cause, Effect } from "effect"
import { wordless } from "../../adapters/host/Failure.ts"
import * as Metrics from "../../adapters/telemetry/Metrics.ts"
import { refusal } from "../../core/kernel/Refusal.ts"
import type { Conditions, Problem } from "../api/Operation.ts"
import { type Coding, tagUnder } from "./Encoding.ts"
import { type Failure, faultProblem, type Headers, refusalProblem } from "./Problem.ts"
import { schemaErrors } from "./SchemaErrors.ts"

/** A strong entity tag: the same bytes give the same tag in every process. */
export const etagOf = (body: string): string => `"${hash("sha256", body, "base64url").slice(0, 27)}"`

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

/** Whether `If-None-Match` names this tag (weak comparison, RFC 9110). */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((candidate) => opaque(candidate) === opaque(etag)))

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Bytes if the body was made once for every caller. */
  readonly body: string | Uint8Array | null
}

export const bodyText = ({ body }: Answer): string =>
  typeof body === "string" || body === null ? (body ?? "") : Buffer.from(body).toString()

/** A document as it will stand on the wire, made once and kept. */
export interface Rendered {
  readonly body: Uint8Array
  readonly etag: string
}

/** The result of a handler: the value of the body, and the handler's own headers. */
export interface Reply<A> {
  readonly value: A
  readonly headers?: Headers
  readonly replayed?: boolean
  /** The value as it is sent, if it was rendered before. */
  readonly rendered?: Rendered
}
export const reply = <A>(value: A, headers?: Headers): Reply<A> =>
  headers === undefined ? { value } : { value, headers }

/** The answer that is given instead of a reply, with the header fields that go with it. */
export interface Refused {
  readonly problem: Problem
  readonly headers: Headers
}

export const problemAnswer = (problem: Problem, headers: Headers = {}): Answer => ({
  status: problem.status,
  headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
  body: JSON.stringify(problem),
})

/**
 * Any page may call, and read every header field of an answer. A credential is a bearer token that its holder sends, and never a cookie that
 * a browser adds by itself, so a page can do nothing that another program could not.
 */
export const cors: Headers = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" }

/** The answer to a CORS preflight request: the methods of the path and the header fields that it takes. */
export const preflight = (allow: ReadonlyArray<string>): Answer => ({
  status: 204,
  headers: {
    allow: allow.join(", "),
    "access-control-allow-methods": allow.join(", "),
    "access-control-allow-headers":
      "Authorization, Content-Type, Content-Digest, Idempotency-Key, If-None-Match, Court-Read-Position, Signature, Signature-Input, Signature-Agent",
    "access-control-max-age": "86400",
  },
  body: null,
})

interface Offered {
  readonly conditions: Conditions
  readonly status: number
  readonly contentType: string
}

interface Asked {
  readonly caller: boolean
  readonly ifNoneMatch: string | undefined
  /** The coding in which a document is sent; null if it is sent as it is. */
  readonly coding: Coding | null
}

const writeOut = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** The body of a reply, and its tag, which is computed only if it is used. */
const wireOf = ({ rendered, value }: Reply<unknown>) => {
  if (rendered !== undefined) return { body: rendered.body, tag: () => rendered.etag }
  const body = writeOut(value)
  return { body, tag: () => etagOf(body) }
}

export const replyText = ({ rendered, value }: Reply<unknown>): string =>
  rendered === undefined ? writeOut(value) : Buffer.from(rendered.body).toString()

export const typeOf = ({ contentType }: Pick<Offered, "contentType">, { headers }: Reply<unknown>): string =>
  headers?.["content-type"] ?? contentType

/** The answer with its headers. An answer that anybody may read has a tag, and becomes 304 if `If-None-Match` names that tag. */
export const makeAnswer = (endpoint: Offered, reply: Reply<unknown>, asked: Asked): Answer => {
  const { conditions, contentType, status } = endpoint
  const { body, tag } = wireOf(reply)
  const varies = [
    ...(conditions.credential === "optional" ? ["Authorization"] : []),
    ...(reply.rendered === undefined ? [] : ["Accept-Encoding"]),
  ]
  const headers = {
    ...(varies.length === 0 ? {} : { vary: varies.join(", ") }),
    ...(reply.replayed === true ? { "idempotent-replayed": "true" } : {}),
    ...reply.headers,
  }
  if (conditions.cache === null || asked.caller) {
    return { status, headers: { "content-type": contentType, "cache-control": "no-store", ...headers }, body }
  }
  // A body that says when it was made differs each time, so its handler gives the tag of the rest.
  const etag = tagUnder(reply.headers?.etag ?? tag(), asked.coding)
  const cached = { "cache-control": conditions.cache, ...headers, etag }
  return matches(asked.ifNoneMatch, etag)
    ? { status: 304, headers: cached, body: null }
    : { status, headers: { "content-type": contentType, ...cached }, body }
}

const renderValue = (value: unknown): Rendered => {
  const text = writeOut(value)
  return { body: new TextEncoder().encode(text), etag: etagOf(text) }
}

export const document = <A>(value: A, headers?: Headers): Reply<A> => ({
  ...reply(value, headers),
  rendered: renderValue(value),
})

/**
 * The latest document of each name. `of` is a text of everything that the document depends on: if that text has changed, the
 * document is made again. The names must come from a fixed set, or memory would have no bound.
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
/** The JSON text of an object that never changes, such as the figures in force; it is made once for each object. */
export const textOf = (values: object): string => {
  const found = texts.get(values)
  if (found !== undefined) return found
  const made = JSON.stringify(values)
  texts.set(values, made)
  return made
}

const instance = (): string => `urn:uuid:${randomUUID()}`

const refuseWith = (problem: Problem, headers: Headers = {}): Refused => ({ problem, headers })

const unavailable = (): Refused =>
  refuseWith(faultProblem("store_unavailable", instance()), { "retry-after": "1" })

const tell = (failure: Failure): Effect.Effect<Refused> => {
  switch (failure._tag) {
    case "Refusal": {
      const { waitSeconds } = failure
      const headers = waitSeconds === null ? {} : { "retry-after": String(waitSeconds) }
      return Effect.succeed(refuseWith(refusalProblem(failure, instance()), headers))
    }
    case "Faulted":
      return Effect.succeed(
        refuseWith(faultProblem(failure.code, instance(), failure.errors), failure.headers),
      )
    case "InvalidInput":
      return Effect.succeed(
        refuseWith(faultProblem("invalid_request", instance(), schemaErrors(failure.issues, ""))),
      )
    case "CommandMismatch":
      return Effect.succeed(refuseWith(faultProblem("key_reused", instance())))
    // adapters/store/Health.ts logs the store's own words, once a second and not once a request.
    case "StoreUnavailable":
      return Effect.succeed(unavailable())
    case "NotaryUnavailable":
      return Effect.as(Effect.logWarning(failure._tag, wordless(Cause.fail(failure))), unavailable())
    case "ActorChanged":
      return Effect.succeed(refuseWith(refusalProblem(refusal("contention", {}), instance())))
    case "LeaseLost":
      return Effect.die(failure)
  }
}

/** The refusal of a call that failed, counted by its code. */
export const refuse = (failure: Failure): Effect.Effect<Refused> =>
  Effect.tap(tell(failure), ({ problem }) =>
    Effect.sync(() => Metrics.refusals.record(1, problem.code, String(problem.status))),
  )

/** The refusal because of a defect: an id, under which the log has the cause. */
export const refuseDefect = (cause: Cause.Cause<unknown>, where: string): Effect.Effect<Refused> => {
  const id = instance()
  const told = refuseWith(faultProblem("internal", id))
  Metrics.refusals.record(1, "internal", String(told.problem.status))
  return Effect.logError(`${where} failed`, wordless(cause)).pipe(
    Effect.annotateLogs("instance", id),
    Effect.as(told),
  )
}

export const refusalAnswer = ({ problem, headers }: Refused): Answer => problemAnswer(problem, headers)
