/**
 * `tools/call`: from the arguments of a tool to a request of the interface, and from its answer to a result. A request that takes or
 * gives a credential is not performed: the result says how the host sends it, outside the model.
 */
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { canonical, type Json } from "../../core/kernel/Json.ts"
import type { Problem } from "../api/Operation.ts"
import { type Answer, bodyText, problemAnswer } from "../server/Answer.ts"
import type { Incoming } from "../server/Incoming.ts"
import { faultProblem } from "../server/Problem.ts"
import type { BoundAct, BoundTool, BoundTools } from "./Listing.ts"
import type { ToolOperation } from "./Operations.ts"
import type { ByHost } from "./Tool.ts"

type Arguments = { readonly [name: string]: unknown }

/** Arguments from which no request can be made, with what is wrong. */
export interface InvalidArguments {
  readonly errors: NonNullable<Problem["errors"]>
}

const isInvalid = (found: object): found is InvalidArguments => Object.hasOwn(found, "errors")

/** The act that a call asks for by `action`. */
const actOf = (tool: BoundTool, args: Arguments): BoundAct | InvalidArguments => {
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

/** The arguments, sorted by where each goes. An argument that the operation does not have goes where the interface refuses it. */
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

/** The parts of the request that a call makes. */
const partsOf = (operation: ToolOperation, args: Arguments): RequestParts | InvalidArguments => {
  const { path, query, header, body } = sorted(operation, args)
  const names = [...operation.places].filter(([, place]) => place === "path").map(([name]) => name)
  const missing = names.filter((name) => (path.get(name) ?? "") === "")
  if (missing.length > 0) return { errors: missing.map((name) => ({ path: name, message: "is required" })) }
  const target = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path.get(name) ?? ""))
  const search = query.size === 0 ? "" : `?${query}`
  // The library parsed the arguments of a call from JSON.
  const members = Object.fromEntries(body) as RequestParts["body"]
  return { method: operation.method, target: `${target}${search}`, fields: header, body: members }
}

/** The request that performs a call, with the credential and the address of `from`. */
const requestOf = ({ method, target, fields, body }: RequestParts, from: Incoming): Incoming => {
  // A model writes members in any order. In canonical form, a repeated call still has the bytes that its receipt is kept for.
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

/** The arguments that are missing or unknown. The interface does not see a request that the host sends, so they are checked here. */
const namesAmiss = ({ input }: ToolOperation, args: Arguments): InvalidArguments["errors"] => [
  ...(input.required ?? [])
    .filter((name) => args[name] === undefined)
    .map((path) => ({ path, message: "is required" })),
  ...Object.keys(args)
    .filter((name) => name !== "action" && input.properties?.[name] === undefined)
    .map((path) => ({ path, message: "is not an argument of this tool" })),
]

/** What a call becomes: a request that performs it, or instructions for the host. */
export type Call = { readonly request: Incoming } | { readonly forHost: HostInstructions } | InvalidArguments

/** What a call of a tool becomes; null if there is no such tool. */
export const callOf = (
  bound: BoundTools,
  { name, args, baseUrl }: { readonly name: string; readonly args: Arguments; readonly baseUrl: string },
  from: Incoming,
): Call | null => {
  const tool = bound.get(name)
  if (tool === undefined) return null
  const act = actOf(tool, args)
  if (isInvalid(act)) return act
  const errors = act.byHost === null ? [] : namesAmiss(act.operation, args)
  const parts = errors.length > 0 ? { errors } : partsOf(act.operation, args)
  if (isInvalid(parts)) return parts
  return act.byHost === null
    ? { request: requestOf(parts, from) }
    : { forHost: instructionsFor(parts, act.whole, act.byHost, baseUrl) }
}

// A caller of a tool gives one object, and knows neither path nor query.
const unplaced = (path: string): string => path.replace(/^(?:path|query)\./, "")

const refusalResult = (answer: Answer): CallToolResult => {
  const { headers } = answer
  // Every answer from 400 on is a problem.
  const problem = JSON.parse(bodyText(answer)) as Problem
  const errors = problem.errors?.map((error) => ({ ...error, path: unplaced(error.path) }))
  const retryAfter = headers["retry-after"]
  const shown = {
    ...problem,
    ...(errors === undefined ? {} : { errors }),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) }),
  }
  return { content: [{ type: "text", text: JSON.stringify(shown, null, 1) }], isError: true }
}

/** The result of a tool, from the answer of the interface. */
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

/** The result that tells the host which request to send. */
export const hostResult = (forHost: HostInstructions): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(forHost, null, 1) }],
  structuredContent: { ...forHost },
})

/** The result for arguments from which no request can be made. */
export const invalidResult = ({ errors }: InvalidArguments): CallToolResult =>
  refusalResult(problemAnswer(faultProblem("invalid_request", `urn:uuid:${crypto.randomUUID()}`, errors)))

/** The parts of a request of the interface: its body as a value, and only the header fields that the caller gave. */
export interface RequestParts {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly fields: ReadonlyMap<string, string>
  readonly body: { readonly [name: string]: Json }
}

/** What the host is told instead of an answer. Its members are what the model reads. */
export interface HostInstructions {
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

/** The instructions for a request. `operation` still has the arguments that are secrets. */
export const instructionsFor = (
  parts: RequestParts,
  operation: ToolOperation,
  byHost: ByHost,
  baseUrl: string,
): HostInstructions => {
  const secret = (name: string): string => {
    const { description = "" } = operation.input.properties?.[name] ?? {}
    return `In the ${operation.places.get(name) ?? "body"}, if there is one. ${description}`
  }
  return {
    performedBy: "The host, outside the model",
    why,
    request: {
      method: parts.method,
      url: `${baseUrl}${parts.target}`,
      headers: {
        "content-type": "application/json",
        ...(operation.credential ? { authorization: "Bearer <the key of your agent>" } : {}),
      },
      body: parts.body,
    },
    secrets: Object.fromEntries(byHost.secrets.map((name) => [name, secret(name)])),
    afterwards: byHost.afterwards,
  }
}
