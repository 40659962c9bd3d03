/**
 * The path that every request takes: route, content type, size, credential, rate, shape, idempotency, the act, the answer. The court
 * interprets the definitions of `Api.ts` itself. The order of refusals, strict schemas and receipts over the bytes of a body need
 * control over each of these steps, and the platform's builder takes several times as long for a request.
 */
import { Effect, Either } from "effect"
import * as Metrics from "../../adapters/telemetry/Metrics.ts"
import { begin, errorType, parentOf, timed } from "../../adapters/telemetry/Tracing.ts"
import { ActorChanged } from "../../core/kernel/Court.ts"
import { Host } from "../../core/kernel/Host.ts"
import { hours } from "../../core/kernel/Time.ts"
import type { Caller } from "./Admission.ts"
import * as Admission from "./Admission.ts"
import { type Answer, answerDefect, cors, makeAnswer, preflight, refuse } from "./Answer.ts"
import * as Body from "./Body.ts"
import { type Endpoint, type Found, finder, handleRequest } from "./Endpoint.ts"
import type { Services } from "./Handler.ts"
import * as Idempotency from "./Idempotency.ts"
import { type Incoming, pathOf, queryOf, resolveCaller, type Trusts } from "./Incoming.ts"
import { type Failure, Faulted, type Headers } from "./Problem.ts"
import type { Limit } from "./RateLimit.ts"

/** Observes how a request is answered. The route is a template such as `/api/v1/agents/:handle`; null where none is found. */
export type Observe = <R>(
  incoming: Incoming,
  route: string | null,
  answer: Effect.Effect<Answer, never, R>,
) => Effect.Effect<Answer, never, R>

/** Observes nothing. */
export const unobserved: Observe = (_incoming, _route, answer) => answer

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/**
 * Times and counts a request, in a span that begins a trace or continues the caller's. It records neither the path nor the address of
 * the request, since these name agents, records and callers.
 */
export const observed: Observe = (incoming, route, answer) => {
  const method = methods.has(incoming.method) ? incoming.method : "_OTHER"
  const attributes = { "http.request.method": method, ...(route === null ? {} : { "http.route": route }) }
  const name = route === null ? method : `${method} ${route}`
  const parent = parentOf(incoming.header("traceparent"))
  return begin(name, { kind: "server", parent, attributes }, (span) => {
    const ended = (seconds: number, status: number | null): void => {
      Metrics.activeRequests.record(-1)
      Metrics.requests.record(seconds, method, route ?? "", status === null ? "" : String(status))
      if (span === null || status === null) return
      span.attribute("http.response.status_code", status)
      if (status >= 500) span.attribute(errorType, String(status))
    }
    Metrics.activeRequests.record(1)
    return timed(
      answer,
      (seconds, { status }) => ended(seconds, status),
      (seconds) => ended(seconds, null),
    )
  })
}

/** The limits that every request passes before it is handled. */
export interface Edge {
  readonly admission: Admission.Admission
  readonly intake: Body.Intake
}

export interface Through extends Edge {
  /** Sends a request through the interface without counting it against its address again. */
  readonly dispatch: App
}

/** Serves another protocol at its own path, such as MCP, with requests that it sends through the interface. */
export type Mounted = (incoming: Incoming, through: Through) => Effect.Effect<Answer, Failure, Services>

export interface Options {
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly mounted?: ReadonlyMap<string, Mounted>
  /** Turns a refusal into a page, for a caller that asked for a page. */
  readonly page?: (answer: Answer) => Answer
  /** Header fields that every answer has. */
  readonly headers?: Headers
  readonly rateLimit: Limit | null
  /** The proxies whose word on the address of a caller is taken; none by default. */
  readonly trusts?: Trusts
  readonly sandbox: boolean
  /** Observes requests; by default nothing does. */
  readonly observe?: Observe
}

export type App = (incoming: Incoming) => Effect.Effect<Answer, never, Services>

const withHeaders = (answer: Answer, headers: Headers): Answer => ({
  ...answer,
  headers: { ...headers, ...answer.headers },
})

const anonymous: Pick<Caller, "actor" | "knownBy"> = { actor: { role: "public" }, knownBy: [] }

/** Where a body has more members and elements than this, only the first place that does not fit is reported: to find all takes time. */
const thoroughItemsMax = 500

/** Serves one operation. */
const serving = ({ admission, intake }: Edge) => {
  const oneAtATime = Idempotency.inFlight()
  const { authenticate, count, owe } = admission

  const act = Effect.fnUntraced(function* (
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
    incoming: Incoming,
    body: Uint8Array,
    caller: Caller | null,
    now: number,
  ) {
    const { header } = incoming
    const { value, items } = yield* Body.parse(body)
    const parts = yield* Either.mapLeft(
      endpoint.decode(
        { path: params, query: queryOf(incoming), payload: value },
        items > thoroughItemsMax ? "first" : "all",
      ),
      (errors) => new Faulted({ code: "invalid_request", errors }),
    )
    const host = yield* Host
    const { receiptHours } = (yield* host.schedule).at(now)
    const idempotency = endpoint.hasBody
      ? yield* Idempotency.receiptOf(incoming, caller, body, now + hours(receiptHours))
      : null
    const { actor, knownBy } = caller ?? anonymous
    const request = { ...parts, header, caller, actor, now, idempotency, knownBy }
    const reply = yield* oneAtATime(idempotency, handleRequest(endpoint, request))
    // An answer that is given again commits nothing, so a remembered key has to be checked here.
    if (reply.replayed === true && caller?.remembered === true) return yield* new ActorChanged()
    return makeAnswer(endpoint, reply, { caller: caller !== null, ifNoneMatch: header("if-none-match") })
  })

  return Effect.fnUntraced(function* (
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
    incoming: Incoming,
    head: Body.Head,
  ) {
    const { conditions, hasBody } = endpoint
    const host = yield* Host
    const now = yield* host.now
    const caller = yield* authenticate(conditions.credential, incoming, now, hasBody ? "lately" : "anew")
    const counted = { address: incoming.address, bytes: head.bytes }
    const rate = conditions.limited ? yield* count(caller, counted) : {}
    const answer = yield* intake
      .read(incoming, head, (body) => {
        const acting = (who: Caller | null) => act(endpoint, params, incoming, body, who, now)
        const first = acting(caller).pipe(
          Effect.catchTag("ActorChanged", () =>
            Effect.flatMap(authenticate(conditions.credential, incoming, now, "anew"), acting),
          ),
        )
        const undeclared = body.length > head.bytes
        return undeclared ? Effect.zipRight(owe(caller, { ...counted, bytes: body.length }), first) : first
      })
      .pipe(Effect.catchAll(refuse))
    return withHeaders(answer, rate)
  })
}

/** The answer where the path has no operation, or none with this method. */
const elsewhere = (found: Exclude<Found<Endpoint>, { readonly _tag: "Found" }>, method: string) => {
  if (found._tag === "Absent") return Effect.fail(new Faulted({ code: "not_found" }))
  if (found._tag === "BadEncoding") {
    const errors = [{ path: "path", message: "is not valid percent-encoded text" }]
    return Effect.fail(new Faulted({ code: "invalid_request", errors }))
  }
  return method === "OPTIONS"
    ? Effect.succeed(preflight(found.allow))
    : Effect.fail(new Faulted({ code: "method_not_allowed", headers: { allow: found.allow.join(", ") } }))
}

/** Whether the caller is shown a page: the path is that of a page, or nothing is there and a browser asks. */
const wantsPage = (found: Found<Endpoint>, { header }: Incoming): boolean =>
  found._tag === "Found"
    ? found.route.contentType.startsWith("text/html")
    : found._tag === "Absent" && /^text\/html\b/.test(header("accept") ?? "")

/** The whole interface as one function, over services that a runtime provides. */
export const make = (options: Options): App => {
  const { endpoints, mounted = new Map(), page, headers = {}, rateLimit, sandbox } = options
  const { observe = unobserved } = options
  const trusts = options.trusts ?? (() => false)
  const find = finder(endpoints)
  const edge: Edge = { admission: Admission.make(rateLimit), intake: Body.intake() }
  const { arrive, count } = edge.admission
  const serve = serving(edge)
  const always = {
    ...headers,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...(sandbox ? { "court-sandbox": "true" } : {}),
  }
  const anyOrigin = { ...always, ...cors }
  const completed = (answer: Effect.Effect<Answer, Failure, Services>, where: string, headers: Headers) =>
    answer.pipe(
      Effect.catchAll(refuse),
      Effect.catchAllCause((cause) => answerDefect(cause, where)),
      Effect.map((given) => withHeaders(given, headers)),
    )
  /** Answers a request by its operation, or as one that no operation answers; `arrive` counts it against its address. */
  const answer = (
    found: Found<Endpoint>,
    incoming: Incoming,
    arrive: Admission.Admission["arrive"],
  ): Effect.Effect<Answer, Failure, Services> => {
    const { address, method } = incoming
    if (found._tag !== "Found") {
      const counted = { address, bytes: 0 }
      return Effect.zipRight(Effect.zipRight(arrive(counted), count(null, counted)), elsewhere(found, method))
    }
    const { params, route } = found
    const head = route.hasBody ? Body.headOf(incoming) : Either.right(Body.noHead)
    const bytes = Either.isRight(head) ? head.right.bytes : 0
    const served = Effect.flatMap(head, (it) => serve(route, params, incoming, it))
    return route.conditions.limited ? Effect.zipRight(arrive({ address, bytes }), served) : served
  }
  const through =
    (arrive: Admission.Admission["arrive"], observe: Observe): App =>
    (incoming) => {
      const found = find(incoming.method, pathOf(incoming))
      const shown = page !== undefined && wantsPage(found, incoming) ? page : (given: Answer) => given
      const route = found._tag === "Found" ? found.route.path : null
      const where = `${incoming.method} ${route ?? found._tag}`
      const given = Effect.map(completed(answer(found, incoming, arrive), where, anyOrigin), shown)
      return observe(incoming, route, given)
    }
  const direct = through(arrive, observe)
  // A request that is made within another one is part of that one: it is neither counted nor observed again.
  const dispatch = through(() => Effect.void, unobserved)
  return (received) => {
    const incoming = resolveCaller(received, trusts)
    const path = pathOf(incoming)
    const mount = mounted.get(path)
    return mount === undefined
      ? direct(incoming)
      : observe(incoming, path, completed(mount(incoming, { ...edge, dispatch }), path, always))
  }
}
