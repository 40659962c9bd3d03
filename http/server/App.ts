/**
 * The path that every request takes: route, content type, size, credential, rate, shape, idempotency, the act, the answer. The court
 * interprets the definitions of `Api.ts` itself. The order of refusals, strict schemas and receipts over the bytes of a body need
 * control over each of these steps, and the platform's builder takes several times as long for a request.
 */
import { Cause, Effect, Either } from "effect"
import { hasDigest } from "../../adapters/keys/httpSignature/Verify.ts"
import * as Metrics from "../../adapters/telemetry/Metrics.ts"
import { begin, errorType, parentOf, timeEffect } from "../../adapters/telemetry/Tracing.ts"
import type { Operation } from "../api/Operations.ts"
import * as Admission from "./Admission.ts"
import {
  type Answer,
  cors,
  makeAnswer,
  preflight,
  type Refused,
  type Reply,
  refusalAnswer,
  refuse,
  refuseDefect,
  typeOf,
} from "./Answer.ts"
import * as Body from "./Body.ts"
import * as Call from "./Call.ts"
import type { Caller } from "./Caller.ts"
import { codingOf, encodeAnswer } from "./Encoding.ts"
import { type Endpoint, type Found, finder } from "./Endpoint.ts"
import type { Services } from "./Handler.ts"
import * as Idempotency from "./Idempotency.ts"
import { type Incoming, pathOf, queryOf, resolveCaller, type Trusts } from "./Incoming.ts"
import { type Failure, Faulted, type Headers } from "./Problem.ts"
import { costOf, type Limit } from "./RateLimit.ts"

/** Observes how a request is answered. The route is a template such as `/api/v1/agents/:handle`; null if no route is found. */
export type Observe = <R>(
  incoming: Incoming,
  route: string | null,
  answer: Effect.Effect<Answer, never, R>,
) => Effect.Effect<Answer, never, R>

export const leaveUnobserved: Observe = (_incoming, _route, answer) => answer

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
/** The method as telemetry names it: any that HTTP does not define has one name. */
export const methodOf = ({ method }: Incoming): string => (methods.has(method) ? method : "_OTHER")

/**
 * Times and counts a request, in a span that begins a trace or continues the caller's. It records neither the path nor the address of
 * the request, since these name agents, records and callers.
 */
export const observeRequest: Observe = (incoming, route, answer) => {
  const method = methodOf(incoming)
  const attributes = { "http.request.method": method, ...(route === null ? {} : { "http.route": route }) }
  const name = route === null ? method : `${method} ${route}`
  const parent = parentOf(incoming.header("traceparent"))
  return begin(name, { kind: "server", parent, attributes }, (span) => {
    const end = (seconds: number, status: number | null): void => {
      Metrics.activeRequests.record(-1)
      Metrics.requests.record(seconds, method, route ?? "", status === null ? "" : String(status))
      if (span === null || status === null) return
      span.attribute("http.response.status_code", status)
      if (status >= 500) span.attribute(errorType, String(status))
    }
    Metrics.activeRequests.record(1)
    return timeEffect(
      answer,
      (seconds, { status }) => end(seconds, status),
      (seconds) => end(seconds, null),
    )
  })
}

/** The limits that every request passes before it is handled. */
interface Edge {
  readonly admission: Admission.Admission
  readonly intake: Body.Intake
}

/** The reply of an operation with its media type, or the refusal in its place. */
export type Outcome = Either.Either<{ readonly reply: Reply<unknown>; readonly type: string }, Refused>

export interface Through extends Edge {
  /**
   * Calls an operation for a message of another protocol, which has been counted against its address. The court does not observe it
   * again.
   */
  readonly call: (
    operation: Operation,
    from: Omit<Call.Call, "endpoint" | "query"> & { readonly body: Uint8Array },
    given: Call.Given,
  ) => Effect.Effect<Outcome, never, Services>
}

/** Serves another protocol at its own path, such as MCP, or beneath a folder, such as the files of a log. It may call operations. */
export type Mounted = (incoming: Incoming, through: Through) => Effect.Effect<Answer, Failure, Services>

export interface Options {
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly mounted?: ReadonlyMap<string, Mounted>
  /** Turns a refusal into a page, for a caller that asked for a page. */
  readonly page?: (answer: Answer, path: string) => Answer
  readonly headers?: Headers
  readonly rateLimit: Limit | null
  /** The address of the court as the public knows it: signed requests have signed it. */
  readonly baseUrl: string
  /** The proxies whose word on the address of a caller is taken; by default no proxy is trusted. */
  readonly trusts?: Trusts
  readonly sandbox: boolean
  readonly observe?: Observe
}

/** Answers one request. It never fails: an error becomes an answer. */
export type App = (incoming: Incoming) => Effect.Effect<Answer, never, Services>

const withHeaders = (answer: Answer, headers: Headers): Answer => ({
  ...answer,
  headers: { ...headers, ...answer.headers },
})

const refuseFor = (cause: Cause.Cause<Failure>, where: string): Effect.Effect<Refused, never, Services> =>
  Either.match(Cause.failureOrCause(cause), {
    onLeft: (failure) => Effect.catchAllCause(refuse(failure), (defect) => refuseDefect(defect, where)),
    onRight: (defect) => refuseDefect(defect, where),
  })

/** Whether a body is the body that its caller signed; true if the caller signed no digest. */
const fitsSignature = (caller: Caller | null, body: Uint8Array): boolean => {
  const digest = caller?.signed?.digest ?? null
  return digest === null || hasDigest(body, digest)
}

const makeServe = ({ admission, intake }: Edge, { admit, perform }: Call.Calls) => {
  const answer = Effect.fnUntraced(function* (
    call: Call.Call,
    admitted: Call.Admitted,
    { params, incoming }: { readonly params: Readonly<Record<string, string>>; readonly incoming: Incoming },
    body: Uint8Array,
  ) {
    const { endpoint, header, address, bytes, query } = call
    if (body.length > bytes)
      yield* admission.owe(admitted.caller, address, costOf(body.length) - costOf(bytes))
    if (!fitsSignature(admitted.caller, body)) return yield* new Faulted({ code: "digest_mismatch" })
    const { value, items, canonical } = yield* Body.parse(
      body,
      endpoint.conditions.counts === null ? Body.bounds : Body.listBounds,
    )
    const { method, target } = incoming
    const fingerprint = () => Idempotency.fingerprint(method, target, canonical())
    const given = { path: params, query, payload: value, items, fingerprint }
    const reply = yield* perform(call, admitted, given)
    const { rendered } = reply
    const coding = codingOf(reply, header("accept-encoding"))
    const caller = admitted.caller !== null
    const made = makeAnswer(endpoint, reply, { caller, ifNoneMatch: header("if-none-match"), coding })
    return rendered === undefined || coding === null || made.body === null
      ? made
      : yield* encodeAnswer(made, rendered, coding)
  })

  return Effect.fnUntraced(function* (
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
    incoming: Incoming,
    head: Body.Head,
  ) {
    const { header, address, method, target } = incoming
    const signable = { method, target, header, acts: endpoint.acts, carries: head.carries }
    const call = { endpoint, header, address, bytes: head.bytes, query: queryOf(incoming), signable }
    const admitted = yield* admit(call)
    const given = yield* intake
      .read(incoming, head, (body) => answer(call, admitted, { params, incoming }, body))
      .pipe(Effect.catchAll((failure) => Effect.map(refuse(failure), refusalAnswer)))
    return withHeaders(given, admitted.rate)
  })
}

/** The answer if the path has no operation, or has no operation with this method. */
const elsewhere = (found: Exclude<Found<Endpoint>, { readonly _tag: "Found" }>, method: string) => {
  if (found._tag === "Absent") return Effect.fail(new Faulted({ code: "not_found" }))
  if (found._tag === "BadEncoding") {
    const errors = [{ path: "path", message: "is not valid percent-encoded text" }]
    return Effect.fail(new Faulted({ code: "invalid_request", errors }))
  }
  if (method === "OPTIONS") return Effect.succeed(preflight(found.allow))
  // Readers of the body alone, as models are, don't see the Allow header.
  const errors = [
    { path: "method", message: `must be ${found.routes.map((route) => route.method).join(" or ")}` },
  ]
  return Effect.fail(
    new Faulted({ code: "method_not_allowed", errors, headers: { allow: found.allow.join(", ") } }),
  )
}

/** Whether the caller is shown a page: the path is that of a page, or nothing is there and a browser asks. */
const wantsPage = (found: Found<Endpoint>, { header }: Incoming): boolean =>
  found._tag === "Found"
    ? found.route.contentType.startsWith("text/html")
    : found._tag === "Absent" && /^text\/html\b/.test(header("accept") ?? "")

const placeOf = ({ method, path }: Pick<Operation, "method" | "path">): string => `${method} ${path}`

/** The whole interface as one function, over services that a runtime provides. */
export const make = (options: Options): App => {
  const { endpoints, mounted = new Map(), page, headers = {}, rateLimit, sandbox } = options
  const { observe = leaveUnobserved } = options
  const trusts = options.trusts ?? (() => false)
  const find = finder(endpoints)
  const edge: Edge = { admission: Admission.make(rateLimit, options.baseUrl), intake: Body.intake() }
  const { arrive, count } = edge.admission
  const calls = Call.make(edge.admission)
  const serve = makeServe(edge, calls)
  const always = {
    ...headers,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...(sandbox ? { "court-sandbox": "true" } : {}),
  }
  const anyOrigin = { ...always, ...cors }
  const finish = (
    answer: Effect.Effect<Answer, Failure, Services>,
    where: string,
    complete: (given: Answer) => Answer,
  ) =>
    Effect.matchCauseEffect(answer, {
      onSuccess: (given) => Effect.succeed(complete(given)),
      onFailure: (cause) =>
        Effect.map(refuseFor(cause, where), (refused) => complete(refusalAnswer(refused))),
    })
  /** Answers a request by its operation, or says that no operation answers it. It is counted against its address. */
  const answer = (found: Found<Endpoint>, incoming: Incoming): Effect.Effect<Answer, Failure, Services> => {
    const { address, method } = incoming
    if (found._tag !== "Found") {
      const counted = { address, bytes: 0 }
      return Effect.zipRight(Effect.zipRight(arrive(counted), count(null, counted)), elsewhere(found, method))
    }
    const { params, route } = found
    const head = route.hasBody ? Body.headOf(incoming) : Either.right(Body.noHead)
    const bytes = Either.isRight(head) ? head.right.bytes : 0
    const served = Either.match(head, {
      onLeft: (fault) => Effect.fail(fault),
      onRight: (it) => serve(route, params, incoming, it),
    })
    return route.conditions.limited ? Effect.zipRight(arrive({ address, bytes }), served) : served
  }
  const direct: App = (incoming) => {
    const path = pathOf(incoming)
    const found = find(incoming.method, path)
    const showPage = (given: Answer) =>
      page !== undefined && wantsPage(found, incoming) ? page(given, path) : given
    const route = found._tag === "Found" ? found.route.path : null
    const where = `${incoming.method} ${route ?? found._tag}`
    const complete = (given: Answer) => showPage(withHeaders(given, anyOrigin))
    return observe(incoming, route, finish(answer(found, incoming), where, complete))
  }
  const served = new Map(endpoints.map((endpoint) => [placeOf(endpoint), endpoint]))
  const call: Through["call"] = (operation, from, given) => {
    const endpoint = served.get(placeOf(operation))
    if (endpoint === undefined) throw new Error(`${operation.id} is not served`)
    const called = { ...from, endpoint, query: given.query }
    const performAdmitted = (admitted: Call.Admitted) =>
      fitsSignature(admitted.caller, from.body)
        ? calls.perform(called, admitted, given)
        : new Faulted({ code: "digest_mismatch" })
    return Effect.flatMap(calls.admit(called), performAdmitted).pipe(
      Effect.map((reply): Outcome => Either.right({ reply, type: typeOf(endpoint, reply) })),
      Effect.catchAllCause((cause) => Effect.map(refuseFor(cause, placeOf(operation)), Either.left)),
    )
  }
  return (received) => {
    const incoming = resolveCaller(received, trusts)
    const path = pathOf(incoming)
    const folder = path.slice(0, path.indexOf("/", 1) + 1)
    const at = mounted.has(path) ? path : folder
    const mount = mounted.get(at)
    if (mount === undefined) return direct(incoming)
    const fields = at === folder ? anyOrigin : always
    const complete = (given: Answer) => withHeaders(given, fields)
    return observe(incoming, at, finish(mount(incoming, { ...edge, call }), at, complete))
  }
}
