/** `tools/call`: from the arguments of a tool to a request of the interface, and from its answer to a result. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { canonical, type Json } from "../../core/Json.ts"
import type { Problem } from "../api/Operation.ts"
import { type Answer, bodyText, problemAnswer } from "../server/Answer.ts"
import type { Incoming } from "../server/Incoming.ts"
import { faultProblem } from "../server/Problem.ts"
import type { BoundAct, BoundTool, BoundTools } from "./Listing.ts"
import type { ToolOperation } from "./Operations.ts"
import type { ByHost } from "./Tool.ts"

type Arguments = { readonly [name: string]: unknown }

/** A request that can't be made: what is wrong with the arguments. */
export interface Unfit {
  readonly errors: NonNullable<Problem["errors"]>
}

const isUnfit = (found: object): found is Unfit => Object.hasOwn(found, "errors")

/** The act that a call asks for. */
const actOf = (tool: BoundTool, args: Arguments): BoundAct | Unfit => {
  const found = tool.acts.find(({ action }) => action === (args.action ?? null))
  if (found !== undefined) return found
  const actions = tool.acts.flatMap(({ action }) => action ?? [])
  const message =
    actions.length === 0 ? "is not a property of this object" : `must be one of ${actions.join(", ")}`
  return { errors: [{ path: "action", message }] }
}

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

interface Sorted {
  readonly path: Map<string, string>
  readonly query: URLSearchParams
  readonly header: Map<string, string>
  readonly body: Array<readonly [name: string, value: unknown]>
}

/** Arguments where each goes. One that the operation does not know goes where the interface will refuse it. */
const sorted = (operation: ToolOperation, args: Arguments): Sorted => {
  const parts: Sorted = { path: new Map(), query: new URLSearchParams(), header: new Map(), body: [] }
  for (const [name, value] of Object.entries(args)) {
    if (name === "action") continue
    const place = operation.places.get(name) ?? (operation.method === "GET" ? "query" : "body")
    if (place === "path") parts.path.set(name, text(value))
    else if (place === "query") parts.query.append(name, text(value))
    else if (place === "header") parts.header.set(name.toLowerCase(), text(value))
    else parts.body.push([name, value])
  }
  return parts
}

/** What is asked of the interface by a call. */
const askedOf = (operation: ToolOperation, args: Arguments): Asked | Unfit => {
  const { path, query, header, body } = sorted(operation, args)
  const names = [...operation.places].filter(([, place]) => place === "path").map(([name]) => name)
  const missing = names.filter((name) => (path.get(name) ?? "") === "")
  if (missing.length > 0) return { errors: missing.map((name) => ({ path: name, message: "is required" })) }
  const target = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path.get(name) ?? ""))
  const search = query.size === 0 ? "" : `?${query}`
  // The arguments of a call came as JSON.
  const members = Object.fromEntries(body) as Asked["body"]
  return { method: operation.method, target: `${target}${search}`, fields: header, body: members }
}

/** The request that performs what is asked, in the name of whoever sent `from`. */
const requestOf = ({ method, target, fields, body }: Asked, from: Incoming): Incoming => {
  // A model writes the members of an object in any order: the receipt of a repeated call must not depend on it.
  const bytes = new TextEncoder().encode(canonical(body))
  const all = new Map(fields)
  if (method !== "GET") {
    all.set("content-type", "application/json")
    all.set("content-length", String(bytes.length))
  }
  return {
    method,
    target,
    header: (name) => (name === "authorization" ? from.header(name) : all.get(name)),
    address: from.address,
    body: () => Effect.succeed(bytes),
  }
}

/** Names that are missing or unknown: nobody else looks at the arguments of what a host is told. */
const namesAmiss = ({ input }: ToolOperation, args: Arguments): Unfit["errors"] => [
  ...(input.required ?? [])
    .filter((name) => args[name] === undefined)
    .map((path) => ({ path, message: "is required" })),
  ...Object.keys(args)
    .filter((name) => name !== "action" && input.properties?.[name] === undefined)
    .map((path) => ({ path, message: "is not an argument of this tool" })),
]

/** What a call comes to: a request that performs it, or what its host is told. */
export type Call = { readonly request: Incoming } | { readonly told: Told } | Unfit

/** What a call of a tool comes to; null where there is no such tool. */
export const callOf = (
  bound: BoundTools,
  { name, args, baseUrl }: { readonly name: string; readonly args: Arguments; readonly baseUrl: string },
  from: Incoming,
): Call | null => {
  const tool = bound.get(name)
  if (tool === undefined) return null
  const act = actOf(tool, args)
  if (isUnfit(act)) return act
  const errors = act.byHost === null ? [] : namesAmiss(act.operation, args)
  const asked = errors.length > 0 ? { errors } : askedOf(act.operation, args)
  if (isUnfit(asked)) return asked
  return act.byHost === null
    ? { request: requestOf(asked, from) }
    : { told: tell(asked, act.whole, act.byHost, baseUrl) }
}

// A caller of a tool gives one object: for it, nothing is in a path or a query.
const unplaced = (path: string): string => path.replace(/^(?:path|query)\./, "")

const refusalResult = (answer: Answer): CallToolResult => {
  const { headers } = answer
  const problem = JSON.parse(bodyText(answer)) as Problem
  const errors = problem.errors?.map((error) => ({ ...error, path: unplaced(error.path) }))
  const retryAfter = headers["retry-after"]
  const told = {
    ...problem,
    ...(errors === undefined ? {} : { errors }),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) }),
  }
  return { content: [{ type: "text", text: JSON.stringify(told, null, 1) }], isError: true }
}

/** The result that says what an answer of the interface said. */
export const resultOf = (answer: Answer): CallToolResult => {
  if (answer.status >= 400) return refusalResult(answer)
  const body = bodyText(answer)
  const json = answer.headers["content-type"]?.startsWith("application/json") === true
  return {
    content: [{ type: "text", text: body }],
    ...(json ? { structuredContent: JSON.parse(body) } : {}),
    ...(answer.headers["idempotent-replayed"] === "true" ? { _meta: { "agent-court/replayed": true } } : {}),
  }
}

/** The result that tells a host what to do. */
export const toldResult = (told: Told): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(told, null, 1) }],
  structuredContent: { ...told },
})

/** The result for arguments from which no request can be made. */
export const unfitResult = ({ errors }: Unfit): CallToolResult =>
  refusalResult(problemAnswer(faultProblem("invalid_request", `urn:uuid:${crypto.randomUUID()}`, errors)))

// For an operation that takes or gives a credential, a tool answers the request for the host to send.

/** A request of the interface before it is sent: its body as a value, its header fields without those of every request. */
export interface Asked {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly fields: ReadonlyMap<string, string>
  readonly body: { readonly [name: string]: Json }
}

/** What the host is told. */
export interface Told {
  readonly performedBy: string
  readonly why: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: { readonly [name: string]: string }
    readonly body: { readonly [name: string]: Json }
  }
  /** Credentials that the host adds, by their names: where each goes and what it is. */
  readonly secrets: { readonly [name: string]: string }
  readonly afterwards: string
}

const why =
  "A credential goes into this request or comes back from it. What a tool takes or answers is read by a model, so the court performs no such request for a tool."

/** The telling of a request. `operation` is the whole operation, with the arguments that are secrets. */
export const tell = (asked: Asked, operation: ToolOperation, byHost: ByHost, baseUrl: string): Told => {
  const secret = (name: string): string => {
    const { description = "" } = operation.input.properties?.[name] ?? {}
    return `In the ${operation.places.get(name) ?? "body"}, where there is one. ${description}`
  }
  return {
    performedBy: "The host, outside the model",
    why,
    request: {
      method: asked.method,
      url: `${baseUrl}${asked.target}`,
      headers: {
        "content-type": "application/json",
        ...(operation.credential ? { authorization: "Bearer <the key of your agent>" } : {}),
      },
      body: asked.body,
    },
    secrets: Object.fromEntries(byHost.secrets.map((name) => [name, secret(name)])),
    afterwards: byHost.afterwards,
  }
}
