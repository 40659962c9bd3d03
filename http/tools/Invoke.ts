/** `tools/call`: from the arguments of a tool to a request of the interface, and from its answer to a result. */

import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { canonical, type Json } from "../../core/Json.ts"
import type { Problem } from "../api/Problem.ts"
import { type Answer, problemAnswer, textOf } from "../server/Answer.ts"
import type { Incoming } from "../server/Incoming.ts"
import { faultProblem } from "../server/Problem.ts"
import type { BoundTool, BoundTools } from "./Listing.ts"
import type { ToolOperation } from "./Operations.ts"

type Arguments = { readonly [name: string]: unknown }

/** A request that can't be made: what is wrong with the arguments. */
export interface Unfit {
  readonly errors: NonNullable<Problem["errors"]>
}

export const isUnfit = (request: object): request is Unfit => Object.hasOwn(request, "errors")

/** The operation that a call asks for. */
const operationOf = (tool: BoundTool, args: Arguments): ToolOperation | Unfit => {
  const found = tool.acts.find(({ action }) => action === (args.action ?? null))
  if (found !== undefined) return found.operation
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

/** The request that performs an operation in the name of whoever sent `from`. */
const requestOf = (operation: ToolOperation, args: Arguments, from: Incoming): Incoming | Unfit => {
  const { path, query, header, body } = sorted(operation, args)
  const names = [...operation.places].filter(([, place]) => place === "path").map(([name]) => name)
  const missing = names.filter((name) => (path.get(name) ?? "") === "")
  if (missing.length > 0) return { errors: missing.map((name) => ({ path: name, message: "is required" })) }
  const target = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path.get(name) ?? ""))
  const search = query.size === 0 ? "" : `?${query}`
  // A model writes the members of an object in any order: the receipt of a repeated call must not depend on it.
  const bytes = new TextEncoder().encode(canonical(Object.fromEntries(body) as Json))
  const fields = new Map(header)
  if (operation.method !== "GET") {
    fields.set("content-type", "application/json")
    fields.set("content-length", String(bytes.length))
  }
  return {
    method: operation.method,
    target: `${target}${search}`,
    header: (name) => (name === "authorization" ? from.header(name) : fields.get(name)),
    address: from.address,
    body: () => Effect.succeed(bytes),
  }
}

/** The request that a call of a tool becomes; null where there is no such tool. */
export const requestFor = (
  bound: BoundTools,
  name: string,
  args: Arguments,
  from: Incoming,
): Incoming | Unfit | null => {
  const tool = bound.get(name)
  if (tool === undefined) return null
  const operation = operationOf(tool, args)
  return isUnfit(operation) ? operation : requestOf(operation, args, from)
}

// A caller of a tool gives one object: for it, nothing is in a path or a query.
const unplaced = (path: string): string => path.replace(/^(?:path|query)\./, "")

const refusalResult = (answer: Answer): CallToolResult => {
  const { headers } = answer
  const problem = JSON.parse(textOf(answer)) as Problem
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
  const body = textOf(answer)
  const json = answer.headers["content-type"]?.startsWith("application/json") === true
  return {
    content: [{ type: "text", text: body }],
    ...(json ? { structuredContent: JSON.parse(body) } : {}),
    ...(answer.headers["idempotent-replayed"] === "true" ? { _meta: { "agent-court/replayed": true } } : {}),
  }
}

/** The result for arguments from which no request can be made. */
export const unfitResult = ({ errors }: Unfit): CallToolResult =>
  refusalResult(problemAnswer(faultProblem("invalid_request", `urn:uuid:${crypto.randomUUID()}`, errors)))
