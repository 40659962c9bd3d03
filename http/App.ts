/**
 * One path for every request: route, content type, size, credential, rate, shape, idempotency, the act, the answer.
 * It interprets the definitions of `Api.ts` itself: the order of refusals, strict shapes and receipts over the bytes of a body
 * need a say at each of these steps, and the platform's builder takes several times the work for a request.
 */
import { Effect, Either } from "effect"
import { Host } from "../adapters/host/Host.ts"
import { hours } from "../core/Time.ts"
import * as Admission from "./Admission.ts"
import type { Answer, Headers } from "./Answer.ts"
import { answered, corsOf } from "./Answered.ts"
import * as Body from "./Body.ts"
import type { Caller } from "./Caller.ts"
import type { Endpoint } from "./Endpoint.ts"
import { Faulted } from "./Faulted.ts"
import type { Failure, Services } from "./Handler.ts"
import * as Idempotency from "./Idempotency.ts"
import { bodyOf, type Incoming, pathOf, queryOf } from "./Incoming.ts"
import type { Limit } from "./RateLimit.ts"
import { failed, refuse } from "./Refuse.ts"
import * as Routes from "./Routes.ts"

/** What is served at a path of its own, in a protocol of its own, by way of the interface: it may send requests through. */
export type Mounted = (
  incoming: Incoming,
  through: { readonly dispatch: App; readonly count: Admission.Admission["count"] },
) => Effect.Effect<Answer, Failure, Services>

export interface Options {
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly mounted?: ReadonlyMap<string, Mounted>
  /** How a refusal looks to whoever asked for a page. */
  readonly page?: (answer: Answer) => Answer
  /** Header fields of every answer. */
  readonly headers?: Headers
  readonly rateLimit: Limit | null
  readonly sandbox: boolean
}

export type App = (incoming: Incoming) => Effect.Effect<Answer, never, Services>

const withHeaders = (answer: Answer, headers: Headers): Answer => ({
  ...answer,
  headers: { ...headers, ...answer.headers },
})

const nobody = { role: "public" } as const

/** Serves one operation. */
const serving = ({ count, authenticate }: Admission.Admission) => {
  const one = Idempotency.inFlight()

  const act = Effect.fnUntraced(function* (
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
    incoming: Incoming,
    body: Uint8Array,
    caller: Caller | null,
    now: number,
  ) {
    const { header } = incoming
    const value = endpoint.hasBody
      ? yield* Either.mapLeft(Body.parse(body), (code) => new Faulted({ code }))
      : {}
    const parts = yield* Either.mapLeft(
      endpoint.decode({ path: params, query: queryOf(incoming), payload: value }),
      (errors) => new Faulted({ code: "invalid_request", errors }),
    )
    const host = yield* Host
    const { receiptHours } = (yield* host.schedule).at(now)
    const idempotency = endpoint.hasBody
      ? yield* Idempotency.receiptOf(incoming, caller, body, now + hours(receiptHours))
      : null
    const request = { ...parts, header, caller, actor: caller?.actor ?? nobody, now, idempotency }
    const reply = yield* one(idempotency, endpoint.handle(request))
    return answered(endpoint, reply, { caller: caller !== null, ifNoneMatch: header("if-none-match") })
  })

  return Effect.fnUntraced(function* (
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
    incoming: Incoming,
  ) {
    const body = endpoint.hasBody ? yield* bodyOf(incoming) : new Uint8Array()
    const host = yield* Host
    const now = yield* host.now
    const caller = yield* authenticate(endpoint.conditions.credential, incoming, now)
    const rate = yield* count(caller?.owner ?? Admission.bucketOf(incoming.address))
    const answer = yield* Effect.catchAll(act(endpoint, params, incoming, body, caller, now), refuse)
    return withHeaders(answer, rate)
  })
}

/** The answer where no operation is at a path, or none by this method. */
const elsewhere = (found: Exclude<Routes.Found<Endpoint>, { readonly _tag: "Found" }>, method: string) => {
  if (found._tag === "Absent") return Effect.fail(new Faulted({ code: "not_found" }))
  if (found._tag === "BadEncoding") {
    const errors = [{ path: "path", message: "is not valid percent-encoded text" }]
    return Effect.fail(new Faulted({ code: "invalid_request", errors }))
  }
  const headers = { allow: found.allow.join(", ") }
  return method === "OPTIONS"
    ? Effect.succeed<Answer>({ status: 204, headers, body: null })
    : Effect.fail(new Faulted({ code: "method_not_allowed", headers }))
}

/** Whether a person waits for the answer: at a page, or where nothing is and a browser asks. */
const wantsPage = (found: Routes.Found<Endpoint>, { header }: Incoming): boolean =>
  found._tag === "Found"
    ? found.route.contentType.startsWith("text/html")
    : found._tag === "Absent" && /^text\/html\b/.test(header("accept") ?? "")

/** The whole interface as one function, over services that a runtime provides. */
export const make = (options: Options): App => {
  const { endpoints, mounted = new Map(), page, headers = {}, rateLimit, sandbox } = options
  const find = Routes.make(endpoints)
  const admission = Admission.make(rateLimit)
  const serve = serving(admission)
  const always = {
    ...headers,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...(sandbox ? { "court-sandbox": "true" } : {}),
  }
  const whole = (answer: Effect.Effect<Answer, Failure, Services>, where: string, headers: Headers) =>
    answer.pipe(
      Effect.catchAll(refuse),
      Effect.catchAllCause((cause) => failed(cause, where)),
      Effect.map((given) => withHeaders(given, headers)),
    )
  const app: App = (incoming) => {
    const path = pathOf(incoming)
    const mount = mounted.get(path)
    if (mount !== undefined)
      return whole(mount(incoming, { dispatch: app, count: admission.count }), path, always)
    const found = find(incoming.method, path)
    const answer: Effect.Effect<Answer, Failure, Services> =
      found._tag === "Found"
        ? serve(found.route, found.params, incoming)
        : Effect.zipRight(
            admission.count(Admission.bucketOf(incoming.address)),
            elsewhere(found, incoming.method),
          )
    const shown = page !== undefined && wantsPage(found, incoming) ? page : (given: Answer) => given
    const where = `${incoming.method} ${found._tag === "Found" ? found.route.path : found._tag}`
    return Effect.map(whole(answer, where, { ...always, ...corsOf(found) }), shown)
  }
  return app
}
