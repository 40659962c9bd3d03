/** The operations of the interface, for programs that go over all of them: what each definition states, without its types. */
import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context, Option, type Schema, SchemaAST } from "effect"
import { Api } from "./Api.ts"
import { type Conditions, ConditionsOf } from "./Operation.ts"

type Groups = typeof Api extends HttpApi.HttpApi<infer _Id, infer G, infer _E, infer _R> ? G : never
export type OperationId = HttpApiEndpoint.HttpApiEndpoint.Name<HttpApiGroup.HttpApiGroup.Endpoints<Groups>>

export type AnySchema = Schema.Schema<unknown, unknown>
type Part = "path" | "query" | "headers" | "body"

/** An operation as it is routed and described. Its path has parameters, as in `/api/v1/agents/:handle`. */
export interface Operation {
  readonly id: string
  readonly group: string
  readonly tag: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH"
  readonly path: `/${string}`
  /** The schema of each part of a request; null if the operation does not take the part. */
  readonly shapes: { readonly [P in Part]: AnySchema | null }
  /** Where each member of an input goes that is not in the body. */
  readonly places: ReadonlyMap<string, Exclude<Part, "body">>
  readonly answer: AnySchema
  readonly conditions: Conditions
  readonly summary: string
  readonly description: string
}

/** The header field that names an act, so that a repetition gets the first answer. */
export const keyField = "Idempotency-Key"

/** Whether an operation is an act of a caller with a credential: the court keeps first answers only for these. */
export const isKeyed = ({ method, conditions }: Pick<Operation, "method" | "conditions">): boolean =>
  method !== "GET" && conditions.credential === "required" && !conditions.asks

export const readsOnly = ({ method, conditions }: Pick<Operation, "method" | "conditions">): boolean =>
  method === "GET" || conditions.asks

const placesIn = (operation: Pick<Operation, "method" | "conditions" | "shapes">): Operation["places"] =>
  new Map([
    ...(["path", "query", "headers"] as const).flatMap((part) => {
      const shape = operation.shapes[part]
      const members = shape === null ? [] : SchemaAST.getPropertySignatures(shape.ast)
      return members.map(({ name }) => [String(name), part] as const)
    }),
    ...(isKeyed(operation) ? [[keyField, "headers"] as const] : []),
  ])

export const operationsOf = (group: HttpApiGroup.HttpApiGroup.Any): ReadonlyArray<Operation> => {
  // The platform's type of any group, and of any endpoint, does not show what each has.
  const { identifier, annotations, endpoints } = group as HttpApiGroup.HttpApiGroup.AnyWithProps
  return Object.values(endpoints).map((endpoint) => {
    const stated = endpoint.annotations as Context.Context<
      ConditionsOf | OpenApi.Summary | OpenApi.Description
    >
    const shape = (found: Option.Option<unknown>) => Option.getOrNull(found) as AnySchema | null
    const shapes = {
      path: shape(endpoint.pathSchema),
      query: shape(endpoint.urlParamsSchema),
      headers: shape(endpoint.headersSchema),
      body: shape(endpoint.payloadSchema),
    }
    const method = endpoint.method as Operation["method"]
    const conditions = Context.get(stated, ConditionsOf)
    return {
      id: endpoint.name,
      group: identifier,
      tag: Context.get(annotations as Context.Context<OpenApi.Title>, OpenApi.Title),
      method,
      path: endpoint.path,
      shapes,
      places: placesIn({ method, conditions, shapes }),
      answer: endpoint.successSchema as AnySchema,
      conditions,
      summary: Context.get(stated, OpenApi.Summary),
      description: Context.get(stated, OpenApi.Description),
    }
  })
}

export const operations: ReadonlyArray<Operation> = Object.values(Api.groups).flatMap(operationsOf)

const byId = new Map(operations.map((operation) => [operation.id, operation]))

export const operationOf = (id: OperationId): Operation => {
  const found = byId.get(id)
  if (found === undefined) throw new Error(`the interface has no operation ${id}`)
  return found
}

/** The query parameter that asks for the next page; null if the operation is not a listing. */
export const cursorOf = ({ places }: Operation): "cursor" | "after" | null =>
  (["cursor", "after"] as const).find((name) => places.get(name) === "query") ?? null

/** An input of an operation: the members of its path, its query, its header fields and its body in one object. */
export type Input = { readonly [name: string]: unknown }

/**
 * An input, sorted by the part of the request that each member belongs to. A member that the operation does not have goes where the
 * interface refuses it: into the query of a read and into the body of an act.
 */
export const partsOf = ({ method, places }: Operation, input: Input): { readonly [P in Part]: Input } => {
  const parts: { readonly [P in Part]: Record<string, unknown> } = {
    path: {},
    query: {},
    headers: {},
    body: {},
  }
  for (const [name, value] of Object.entries(input))
    parts[places.get(name) ?? (method === "GET" ? "query" : "body")][name] = value
  return parts
}

export const targetOf = ({ path }: Operation, names: Input, query: Input): string => {
  const at = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(names[name] ?? "")))
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return asked.length === 0 ? at : `${at}?${new URLSearchParams(asked)}`
}
