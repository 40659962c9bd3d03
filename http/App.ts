/**
 * One path for every request: route, content type, size, credential, rate, shape, idempotency, the act, the answer.
 * It interprets the definitions of `Api.ts` itself: the order of refusals, strict shapes and the receipts over a body's bytes need
 * a say at each of these steps, and a request costs a fifth of what the builder of the platform takes for it (`Notarise.bench.ts`).
 */
import { randomUUID } from "node:crypto"
import { Cause, Clock, Effect, Either } from "effect"
import { Host } from "../adapters/host/Host.ts"
import { hours } from "../core/Time.ts"
import { type Answer, type Headers, problemAnswer, type Reply } from "./Answer.ts"
import * as Body from "./Body.ts"
import { bearerOf, type Caller, identify } from "./Caller.ts"
import type { Endpoint } from "./Endpoint.ts"
import { etagOf, matches } from "./Etag.ts"
import { Faulted } from "./Faulted.ts"
import type { Failure, Services } from "./Handler.ts"
import * as Idempotency from "./Idempotency.ts"
import { type FaultCode, faultProblem, refusalProblem } from "./Problem.ts"
import * as RateLimit from "./RateLimit.ts"
import * as Routes from "./Routes.ts"

/** A request as a server hands it over. */
export interface Incoming {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly header: (name: string) => string | undefined
  /** The address it came from: counts its requests, and goes nowhere else. */
  readonly address: string
  /** The bytes of the body, read up to the limit; `body_too_large` past it. */
  readonly body: Effect.Effect<Uint8Array, Faulted>
}

export interface Options {
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly rateLimit: RateLimit.Limit | null
  readonly sandbox: boolean
}

export type App = (incoming: Incoming) => Effect.Effect<Answer, never, Services>

const fault = (code: FaultCode, headers?: Headers) =>
  new Faulted(headers === undefined ? { code } : { code, headers })

const instance = (): string => `urn:uuid:${randomUUID()}`

/** The answer to a request that failed: what the law or the interface refuses, or what was out of reach. */
const refuse = (failure: Failure): Effect.Effect<Answer> => {
  switch (failure._tag) {
    case "Refusal":
      return Effect.succeed(problemAnswer(refusalProblem(failure, instance())))
    case "Faulted":
      return Effect.succeed(
        problemAnswer(faultProblem(failure.code, instance(), failure.errors), failure.headers),
      )
    case "CommandMismatch":
      return Effect.succeed(problemAnswer(faultProblem("key_reused", instance())))
    case "StoreUnavailable":
    case "NotaryUnavailable":
      return Effect.as(
        Effect.logWarning(
          `${failure._tag}${failure._tag === "StoreUnavailable" ? ` at ${failure.operation}` : ""}`,
        ),
        problemAnswer(faultProblem("store_unavailable", instance()), { "retry-after": "1" }),
      )
    case "LeaseLost":
      return Effect.die(failure)
  }
}

/** Where a defect arose, without its message: a message may quote what a party wrote. */
const trace = (cause: Cause.Cause<unknown>): string =>
  Cause.prettyErrors(cause)
    .map(
      (error) =>
        `${error.name}\n${(error.stack ?? "")
          .split("\n")
          .filter((line) => /^\s+at /.test(line))
          .join("\n")}`,
    )
    .join("\n")

const failed = (cause: Cause.Cause<unknown>, where: string): Effect.Effect<Answer> => {
  const id = instance()
  return Effect.as(
    Effect.logError(`${id} ${where} failed: ${trace(cause)}`),
    problemAnswer(faultProblem("internal", id)),
  )
}

const split = (target: string): { readonly path: string; readonly query: string } => {
  const at = target.indexOf("?")
  return at < 0 ? { path: target, query: "" } : { path: target.slice(0, at), query: target.slice(at + 1) }
}

/** A parameter that is given twice becomes a list, which no schema here takes. */
const queryOf = (query: string): Record<string, unknown> => {
  if (query === "") return {}
  const values = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(query)) {
    values.set(name, values.has(name) ? [values.get(name), value] : value)
  }
  return Object.fromEntries(values)
}

export const make = ({ endpoints, rateLimit, sandbox }: Options): App => {
  const find = Routes.make(endpoints)
  const limiter = rateLimit === null ? null : RateLimit.make(rateLimit)
  const inFlight = new Set<string>()

  /** Takes a request from the bucket of a credential or an address; gives the fields that say so. */
  const count = (key: string): Effect.Effect<Headers, Faulted> =>
    limiter === null
      ? Effect.succeed({})
      : Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const verdict = limiter.take(key, now)
          const fields = RateLimit.fields(limiter, verdict)
          return verdict.allowed
            ? Effect.succeed(fields)
            : Effect.fail(fault("rate_limited", { ...fields, "retry-after": String(verdict.seconds) }))
        })

  /** The caller where a credential is wanted; one that names nobody counts against the address it came from. */
  const authenticate = (endpoint: Endpoint, incoming: Incoming, now: number) =>
    Effect.gen(function* () {
      const wanted = endpoint.conditions.credential
      const header = wanted === "none" ? undefined : incoming.header("authorization")
      if (header === undefined && wanted !== "required") return null
      const secret = bearerOf(header)
      const caller: Caller | null =
        secret === null
          ? null
          : yield* Effect.catchTag(identify(secret, now), "Faulted", () => Effect.succeed(null))
      if (caller !== null) return caller
      yield* count(incoming.address)
      return yield* fault("unauthenticated", { "www-authenticate": 'Bearer realm="agent-court"' })
    })

  /** The receipt that the request asks for, held by this request alone while it runs. */
  const receiptOf = (
    incoming: Incoming,
    caller: Caller | null,
    body: Uint8Array,
    now: number,
    hoursKept: number,
  ) => {
    const header =
      caller === null || incoming.method === "GET" ? undefined : incoming.header("idempotency-key")
    if (header === undefined || caller === null) return Either.right(null)
    return Either.mapBoth(Idempotency.parseKey(header), {
      onLeft: (code) => fault(code),
      onRight: (key) => ({
        id: Idempotency.receiptId(caller.owner, key),
        fingerprint: Idempotency.fingerprint(incoming.method, incoming.target, body),
        expiresAt: now + hours(hoursKept),
      }),
    })
  }

  const once = <A, E, R>(
    id: string | null,
    effect: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, E | Faulted, R> =>
    id === null
      ? effect
      : Effect.suspend((): Effect.Effect<A, E | Faulted, R> => {
          if (inFlight.has(id)) return Effect.fail(fault("key_in_flight", { "retry-after": "1" }))
          inFlight.add(id)
          return Effect.ensuring(
            effect,
            Effect.sync(() => inFlight.delete(id)),
          )
        })

  const serve = (endpoint: Endpoint, params: Readonly<Record<string, string>>, incoming: Incoming) =>
    Effect.gen(function* () {
      const body = endpoint.hasBody ? yield* bodyOf(incoming) : new Uint8Array()
      const host = yield* Host
      const now = yield* host.now
      const caller = yield* authenticate(endpoint, incoming, now)
      const rate = yield* count(caller?.owner ?? incoming.address)
      const value = endpoint.hasBody ? yield* Either.mapLeft(Body.parse(body), (code) => fault(code)) : {}
      const parts = yield* Either.mapLeft(
        endpoint.decode({ path: params, query: queryOf(split(incoming.target).query), payload: value }),
        (errors) => new Faulted({ code: "invalid_request", errors }),
      )
      const { receiptHours } = (yield* host.schedule).at(now)
      const idempotency = yield* receiptOf(incoming, caller, body, now, receiptHours)
      const reply = yield* once(
        idempotency?.id ?? null,
        endpoint.handle({
          ...parts,
          header: incoming.header,
          caller,
          actor: caller?.actor ?? { role: "public" },
          now,
          idempotency,
        }),
      )
      return answered(endpoint, reply, rate, caller, incoming)
    })

  const always: Headers = {
    "x-content-type-options": "nosniff",
    ...(sandbox ? { "court-sandbox": "true" } : {}),
  }
  const withHeaders = (answer: Answer, headers: Headers): Answer => ({
    ...answer,
    headers: { ...always, ...headers, ...answer.headers },
  })

  return (incoming) => {
    const { path } = split(incoming.target)
    const found = find(incoming.method, path)
    const cors = corsOf(found)
    const respond = (): Effect.Effect<Answer, Failure, Services> => {
      switch (found._tag) {
        case "Found":
          return serve(found.route, found.params, incoming)
        case "WrongMethod":
          return incoming.method === "OPTIONS"
            ? Effect.succeed({ status: 204, headers: { allow: found.allow.join(", ") }, body: null })
            : Effect.zipRight(
                count(incoming.address),
                fault("method_not_allowed", { allow: found.allow.join(", ") }),
              )
        case "Absent":
          return Effect.zipRight(count(incoming.address), fault("not_found"))
        case "BadEncoding":
          return Effect.zipRight(
            count(incoming.address),
            new Faulted({
              code: "invalid_request",
              errors: [{ path: "path", message: "is not valid percent-encoded text" }],
            }),
          )
      }
    }
    const where = `${incoming.method} ${found._tag === "Found" ? found.route.path : found._tag}`
    return respond().pipe(
      Effect.catchAll(refuse),
      Effect.catchAllCause((cause) => failed(cause, where)),
      Effect.map((answer) => withHeaders(answer, cors)),
    )
  }
}

const bodyOf = (incoming: Incoming): Effect.Effect<Uint8Array, Faulted> => {
  const length = Number(incoming.header("content-length") ?? 0)
  const carries = length > 0 || incoming.header("transfer-encoding") !== undefined
  if (!carries) return Effect.succeed(new Uint8Array())
  if (!Body.isJson(incoming.header("content-type"))) return Effect.fail(fault("not_json"))
  return length > Body.bodyBytesMax ? Effect.fail(fault("body_too_large")) : incoming.body
}

/** Public reads may be made from a page of any origin; nothing that takes a credential may. */
const corsOf = (found: Routes.Found<Endpoint>): Headers => {
  const open = (route: Endpoint): boolean => route.method === "GET" && route.conditions.credential === "none"
  if (found._tag === "Found" && open(found.route)) {
    return {
      "access-control-allow-origin": "*",
      "access-control-expose-headers":
        "ETag, RateLimit, RateLimit-Policy, Retry-After, Repr-Digest, Court-Publication-Status, Court-Sandbox",
    }
  }
  if (found._tag === "WrongMethod" && found.routes.some(open)) {
    return {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "If-None-Match",
      "access-control-max-age": "86400",
    }
  }
  return {}
}

const answered = (
  endpoint: Endpoint,
  reply: Reply<unknown>,
  rate: Headers,
  caller: Caller | null,
  incoming: Incoming,
): Answer => {
  const body = typeof reply.value === "string" ? reply.value : JSON.stringify(reply.value)
  const headers: Record<string, string> = {
    ...rate,
    ...(reply.replayed === true ? { "idempotent-replayed": "true" } : {}),
    ...reply.headers,
  }
  const { cache, credential } = endpoint.conditions
  if (credential === "optional") headers.vary = "Authorization"
  if (cache === null || caller !== null) {
    const kept = { "content-type": endpoint.contentType, "cache-control": "no-store", ...headers }
    return { status: endpoint.status, headers: kept, body }
  }
  const etag = etagOf(body)
  const cached = { "cache-control": cache, etag, ...headers }
  return matches(incoming.header("if-none-match"), etag)
    ? { status: 304, headers: cached, body: null }
    : { status: endpoint.status, headers: { "content-type": endpoint.contentType, ...cached }, body }
}
