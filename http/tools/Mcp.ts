/**
 * The Model Context Protocol at `/mcp`, served by the protocol's own library: revision 2026-07-28 and those before it, one exchange a
 * request, without sessions. A tool calls an operation of the interface, with the same schemas, rules, credential, rate, receipt and
 * errors.
 */
import { Effect, Either, Predicate, Runtime } from "effect"
import { Host } from "../../core/kernel/Host.ts"
import type { Answer } from "../server/Answer.ts"
import type { Mounted, Through } from "../server/App.ts"
import * as Body from "../server/Body.ts"
import { baseField } from "../server/Call.ts"
import type { Services } from "../server/Handler.ts"
import type { Incoming } from "../server/Incoming.ts"
import { Faulted } from "../server/Problem.ts"
import { costOf } from "../server/RateLimit.ts"
import { type Challenge, challengeOf, refuseForeign, refuseUnauthorised } from "./Guard.ts"
import * as Invoke from "./Invoke.ts"
import * as Listing from "./Listing.ts"
import { type Exchange, loadLibrary, type McpOptions, serverOf } from "./Server.ts"

export const path = "/mcp"

/** The header fields of the protocol. The library gets no others. */
const fields = [
  "accept",
  "content-type",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "mcp-session-id",
  "last-event-id",
]

/** The form in which the court answers a message. The library wants both forms named, and streams nothing to a request. */
const bothForms = "application/json, text/event-stream"

/** Whether a caller takes JSON: it names it, or a range that has it, or nothing at all. */
const takesJson = (accept: string | undefined): boolean =>
  accept === undefined ||
  accept
    .split(",")
    .map((range) => range.trim().toLowerCase())
    .some(
      (range) =>
        /^(?:\*\/\*|application\/(?:\*|json))(?:\s*;|$)/.test(range) &&
        !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(range),
    )

/** The request that the library gets of a message. */
const webRequest = (incoming: Incoming, url: string): Request => {
  const headers = new Headers()
  for (const name of fields) {
    const value = incoming.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  if (incoming.method === "POST" && takesJson(incoming.header("accept"))) headers.set("accept", bothForms)
  return new Request(url, { method: incoming.method, headers })
}

/** The message of a stream as JSON: the library streams its one answer to the older revisions, and the court answers in JSON. */
const takeOutOfStream = (text: string, type: string | null) => {
  const data = type?.startsWith("text/event-stream") ? /^data: ?(\{.*)$/mu.exec(text)?.[1] : undefined
  return data === undefined ? { body: text, type } : { body: data, type: "application/json" }
}

/** The court's answer, from the response of the library. */
const answerOf = (response: Response): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const { body, type } = takeOutOfStream(await response.text(), response.headers.get("content-type"))
    const headers = { "cache-control": "no-store", ...(type === null ? {} : { "content-type": type }) }
    const allow = response.headers.get("allow")
    return {
      status: response.status,
      headers: allow === null ? headers : { ...headers, allow },
      body: body === "" ? null : body,
    }
  })

/** Whether a message calls an operation, which then counts it against the rate of its caller. */
const callsOperation = (bound: Listing.BoundTools, message: unknown): boolean => {
  if (!Predicate.isReadonlyRecord(message) || !Predicate.isReadonlyRecord(message.params)) return false
  const { name, arguments: args = {}, uri } = message.params
  if (message.method === "resources/read") return Invoke.readOf(String(uri), 0) !== null
  if (message.method !== "tools/call") return false
  const call = Predicate.isReadonlyRecord(args)
    ? Invoke.callOf(bound, { name: String(name), args, baseUrl: "" }, 0)
    : null
  return call !== null && "operation" in call
}

/** Answers one message, once its body has been read. */
const makeExchange = (options: McpOptions) => {
  const { bound, make } = serverOf(options)
  const lists = Listing.make()
  return Effect.fnUntraced(function* (
    incoming: Incoming,
    { admission, call }: Through,
    head: Body.Head,
    bytes: Uint8Array,
  ) {
    const { address } = incoming
    if (bytes.length > head.bytes)
      yield* admission.owe(null, address, costOf(bytes.length) - costOf(head.bytes))
    const { value: parsedBody, items } = yield* Body.parse(bytes)
    // The revisions that are served have no batches, and a batch would be counted as one message.
    if (Array.isArray(parsedBody)) return yield* new Faulted({ code: "batch_refused" })
    // A call of an operation is counted in the bucket of its credential. Everything else is counted here.
    const rate = callsOperation(bound, parsedBody)
      ? {}
      : yield* admission.count(null, { address, bytes: head.bytes })
    const host = yield* Host
    const terms = (yield* host.schedule).at(yield* host.now)
    const asked = Listing.messageOf(parsedBody, incoming)
    const known = asked === null ? null : lists.find(terms, asked)
    if (known !== null) return { ...known, headers: { ...rate, ...known.headers } }
    const run = Runtime.runPromise(yield* Effect.runtime<Services>())
    let challenge: Challenge | undefined
    let signatureBase: string | undefined
    // The message is what is signed; the name of an act stands in its arguments.
    const { method, target } = incoming
    const signable = { method, target, header: incoming.header, acts: false, carries: head.carries }
    const exchange: Exchange = {
      terms,
      items,
      call: async ({ operation, given, fields }) => {
        const header = (name: string) => (name === "authorization" ? incoming.header(name) : fields[name])
        const outcome = await run(
          call(operation, { header, address, bytes: bytes.length, signable, body: bytes }, given),
        )
        if (Either.isLeft(outcome)) challenge = challengeOf(outcome.left, options.baseUrl)
        else signatureBase = outcome.right.reply.headers?.[baseField]
        return outcome
      },
    }
    const library = yield* Effect.promise(loadLibrary)
    // No stream stays open, since the tools of a court don't change while it runs.
    const { fetch } = library.createMcpHandler(() => make(library, exchange), { maxSubscriptions: 0 })
    const posted = incoming.method === "POST" ? { parsedBody } : {}
    const url = `${options.baseUrl}${path}`
    const response = yield* Effect.promise(() => fetch(webRequest(incoming, url), posted))
    const answer = yield* answerOf(response)
    if (asked !== null) lists.keep(terms, asked, answer)
    const headers = {
      ...rate,
      ...answer.headers,
      ...(signatureBase === undefined ? {} : { [baseField]: signatureBase }),
    }
    // The protocol has a client look for a credential if it is answered so.
    return challenge === undefined
      ? { ...answer, headers }
      : refuseUnauthorised(parsedBody, challenge, headers)
  })
}

/** The handler of `/mcp`. Its tables are made at the first request. */
export const mountMcp = (options: McpOptions): Mounted => {
  let exchange: ReturnType<typeof makeExchange> | null = null
  return (incoming, through) =>
    Effect.gen(function* () {
      const refusal = refuseForeign(incoming, options.baseUrl)
      const head = incoming.method === "POST" ? Body.headOf(incoming) : Either.right(Body.noHead)
      const bytes = Either.isRight(head) ? head.right.bytes : 0
      yield* through.admission.arrive({ address: incoming.address, bytes })
      if (refusal !== null) return yield* refusal
      const declared = yield* head
      exchange ??= makeExchange(options)
      const respond = exchange
      return yield* through.intake.read(incoming, declared, (body) =>
        respond(incoming, through, declared, body),
      )
    })
}
