/**
 * `tools/call`: from the arguments of a tool to a call of an operation, and from its outcome to a result. An operation that takes or
 * gives a credential is not called: the result says how the host sends the request, outside the model.
 */
import type { CallToolResult, ReadResourceResult } from "@modelcontextprotocol/server"
import { Either } from "effect"
import { canonical, type Json } from "../../core/kernel/Json.ts"
import type { Problem } from "../api/Operation.ts"
import { type Input, partsOf, targetOf } from "../api/Operations.ts"
import { type Refused, type Reply, replyText } from "../server/Answer.ts"
import type * as Call from "../server/Call.ts"
import { fingerprint } from "../server/Idempotency.ts"
import { faultProblem } from "../server/Problem.ts"
import { presentAction } from "./Former.ts"
import type { BoundAct, BoundTool, BoundTools } from "./Listing.ts"
import { isReading, type Manner, mannerOf, withoutManner } from "./Manner.ts"
import type { ToolOperation } from "./Operations.ts"
import { readingOf } from "./Resources.ts"
import type { ByHost } from "./Tool.ts"

type Arguments = { readonly [name: string]: unknown }

/** Arguments from which no request can be made, with what is wrong. */
interface InvalidArguments {
  readonly errors: NonNullable<Problem["errors"]>
}

const isInvalid = (found: object): found is InvalidArguments => Object.hasOwn(found, "errors")

const actOf = (tool: BoundTool, args: Arguments): BoundAct | InvalidArguments => {
  const asked = presentAction(tool.name, args.action ?? null)
  const found = tool.acts.find(({ action }) => action === asked)
  if (found !== undefined) return found
  const actions = tool.acts.flatMap(({ action }) => action ?? [])
  const message =
    actions.length === 0 ? "is not a property of this object" : `must be one of ${actions.join(", ")}`
  return { errors: [{ path: "action", message }] }
}

const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Names and texts, as a path, a query and header fields have them. */
const texts = (input: Input): { readonly [name: string]: string } =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, text(value)]))

/** The parts of the request that a call stands for. Its names in the path are never empty. */
const requestOf = (operation: ToolOperation, args: Arguments): RequestParts | InvalidArguments => {
  const { action: _, ...input } = args
  const { path, query, headers, body } = partsOf(operation, input)
  const names = [...operation.places].filter(([, part]) => part === "path").map(([name]) => name)
  const missing = names.filter((name) => text(path[name] ?? "") === "")
  if (missing.length > 0) return { errors: missing.map((name) => ({ path: name, message: "is required" })) }
  // The library parsed the arguments of a call from JSON.
  return {
    path: texts(path),
    query: texts(query),
    headers: texts(headers),
    body: body as RequestParts["body"],
  }
}

/** The parts of a call that its operation receives, if its message has so many members and elements. */
const givenOf = (
  operation: ToolOperation,
  { path, query, body }: RequestParts,
  items: number,
): Call.Given => ({
  path,
  query,
  payload: body,
  items,
  // A model writes members in any order. In canonical form, a repeated call is equal to the first one.
  fingerprint: () => fingerprint(operation.method, targetOf(operation, path, query), canonical(body)),
})

/** The arguments that are missing or unknown. The interface does not see a request that the host sends, so they are checked here. */
const namesAmiss = ({ input }: ToolOperation, args: Arguments): InvalidArguments["errors"] => [
  ...(input.required ?? [])
    .filter((name) => args[name] === undefined)
    .map((path) => ({ path, message: "is required" })),
  ...Object.keys(args)
    .filter((name) => name !== "action" && input.properties?.[name] === undefined)
    .map((path) => ({ path, message: "is not an argument of this tool" })),
]

export interface OperationCall {
  readonly operation: ToolOperation
  readonly given: Call.Given
  /** The header fields that the caller gave as arguments, by their names in lower case. */
  readonly fields: { readonly [name: string]: string }
  readonly query: RequestParts["query"]
  /** How the answer is read; null if the call acts. */
  readonly manner: Manner | null
}

/** The result of reading a call: a call of an operation, or instructions for the host. */
type ToolCall = OperationCall | { readonly forHost: HostInstructions } | InvalidArguments

const callWith = (
  operation: ToolOperation,
  parts: RequestParts,
  items: number,
  manner: Manner | null,
): OperationCall => {
  const fields = Object.fromEntries(
    Object.entries(parts.headers).map(([field, value]) => [field.toLowerCase(), value]),
  )
  return { operation, given: givenOf(operation, parts, items), fields, query: parts.query, manner }
}

/** The call of the operation that reads a resource; null if the court has no such resource. */
export const readOf = (uri: string, items: number): OperationCall | null => {
  const reading = readingOf(uri)
  const parts = reading === null ? null : requestOf(reading.operation, reading.args)
  return reading === null || parts === null || isInvalid(parts)
    ? null
    : callWith(reading.operation, parts, items, null)
}

/** The result of reading a call of a tool; null if the court has no such tool. */
export const callOf = (
  bound: BoundTools,
  { name, args, baseUrl }: { readonly name: string; readonly args: Arguments; readonly baseUrl: string },
  items: number,
): ToolCall | null => {
  const tool = bound.get(name)
  if (tool === undefined) return null
  const act = actOf(tool, args)
  if (isInvalid(act)) return act
  const { operation, whole, byHost } = act
  const reads = isReading(act)
  const manner = reads ? mannerOf(args) : Either.right(null)
  if (Either.isLeft(manner)) return { errors: manner.left }
  const errors = byHost === null ? [] : namesAmiss(operation, args)
  const parts = errors.length > 0 ? { errors } : requestOf(operation, reads ? withoutManner(args) : args)
  if (isInvalid(parts)) return parts
  if (byHost !== null) return { forHost: instructionsFor(parts, whole, byHost, baseUrl) }
  return callWith(operation, parts, items, manner.right)
}

// A caller of a tool gives one object, and knows neither path nor query.
const withoutPlace = (path: string): string => path.replace(/^(?:path|query)\./, "")

/** The result of a tool that is refused. `name` names the tools in a text. */
export const refusalResult = (
  { problem, headers }: Refused,
  name: (text: string) => string = (text) => text,
): CallToolResult => {
  const errors = problem.errors?.map((error) => ({ ...error, path: withoutPlace(error.path) }))
  const retryAfter = headers["retry-after"]
  const shown = {
    ...problem,
    detail: name(problem.detail),
    ...(errors === undefined ? {} : { errors }),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) }),
  }
  return { content: [{ type: "text", text: JSON.stringify(shown, null, 1) }], isError: true }
}

/** The result of a tool, from the reply of its operation and the media type of that. `name` names the tools in an answer. */
export const resultOf = (
  { reply, type }: { readonly reply: Reply<unknown>; readonly type: string },
  name: (answer: unknown) => unknown,
): CallToolResult => {
  const named = name(reply.value)
  return {
    content: [{ type: "text", text: named === reply.value ? replyText(reply) : JSON.stringify(named) }],
    // Every operation that answers in JSON answers with an object.
    ...(type.startsWith("application/json")
      ? { structuredContent: named as { readonly [name: string]: unknown } }
      : {}),
    ...(reply.replayed === true ? { _meta: { "agent-court/replayed": true } } : {}),
  }
}

export const resourceResult = (
  uri: string,
  { reply, type }: { readonly reply: Reply<unknown>; readonly type: string },
): ReadResourceResult => ({ contents: [{ uri, mimeType: type.replace(/;.*$/, ""), text: replyText(reply) }] })

/** The result that tells the host which request to send. */
export const hostResult = (forHost: HostInstructions): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(forHost, null, 1) }],
  structuredContent: { ...forHost },
})

export const invalidResult = ({ errors }: InvalidArguments): CallToolResult =>
  refusalResult({
    problem: faultProblem("invalid_request", `urn:uuid:${crypto.randomUUID()}`, errors),
    headers: {},
  })

/** The parts of a request of the interface, with only the header fields that the caller gave. */
interface RequestParts {
  readonly path: { readonly [name: string]: string }
  readonly query: { readonly [name: string]: string }
  readonly headers: { readonly [name: string]: string }
  readonly body: { readonly [name: string]: Json }
}

/** The instructions for the host instead of an answer. The model reads their members. */
export interface HostInstructions {
  readonly performedBy: string
  readonly why: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: { readonly [name: string]: string }
    readonly body: { readonly [name: string]: Json }
  }
  /** Credentials that the host adds, by their names: if each goes and what it is. */
  readonly secrets: { readonly [name: string]: string }
  readonly afterwards: string
}

const why =
  "A credential goes into this request or comes back from it. A model reads the input and the answer of a tool, so the court performs no such request for a tool."

/** The instructions for a request. `operation` still has the arguments that are secrets. */
const instructionsFor = (
  parts: RequestParts,
  operation: ToolOperation,
  byHost: ByHost,
  baseUrl: string,
): HostInstructions => {
  const secret = (name: string): string => {
    const { description = "" } = operation.input.properties?.[name] ?? {}
    const part = operation.places.get(name) ?? "body"
    return `In the ${part === "headers" ? "header" : part}, if there is one. ${description}`
  }
  return {
    performedBy: "The host, outside the model",
    why,
    request: {
      method: operation.method,
      url: `${baseUrl}${targetOf(operation, parts.path, parts.query)}`,
      headers: {
        "content-type": "application/json",
        ...(operation.conditions.credential === "required"
          ? { authorization: "Bearer <the key of your agent>" }
          : {}),
      },
      body: parts.body,
    },
    secrets: Object.fromEntries(byHost.secrets.map((name) => [name, secret(name)])),
    afterwards: byHost.afterwards,
  }
}
