/** The description of the interface, from the definitions alone: what the platform derives, and what this service adds to all. */
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { Context } from "effect"
import { rulesVersion } from "../../core/rulebook/Section.ts"
import { Api } from "./Api.ts"
import { type Conditions, ConditionsOf } from "./Operation.ts"

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }
export type Operation = { readonly [key: string]: Json } & {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<{ readonly [key: string]: Json }>
  readonly responses: { readonly [status: string]: Json }
}
/** The document of `/openapi.json`. */
export type Described = {
  readonly openapi: "3.1.0"
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
} & { readonly [key: string]: Json }

const meanings: { readonly [status: number]: string } = {
  400: "The request does not fit its schema",
  401: "No credential, or one that is unknown or no longer in force",
  402: "The ledger is over its credit limit",
  403: "The credential lacks the role",
  404: "Nothing has this id, handle or citation",
  409: "The state does not allow the act, or a request with the same Idempotency-Key is under way",
  413: "The body is over 1 MiB, or has more than 5,000 members and elements",
  415: "The body is not JSON",
  422: "A rule refuses the content, or the Idempotency-Key stands for another request",
  429: "Too many requests, or too many bytes of bodies, for the credential, the address or the operator; Retry-After says how long to wait",
  500: "The service failed; the fault is logged under the id in instance",
  503: "The store can't be reached, or the service is stopping or has as much in hand as it takes; nothing was recorded",
}

/** Every status of a refusal that an operation may answer with. */
export const refusalsOf = (method: string, conditions: Conditions): ReadonlyArray<number> => {
  const { credential, limited, refusals } = conditions
  const writes = method !== "get"
  return [
    ...new Set([
      400,
      ...(credential === "none" ? [] : [401]),
      ...(writes ? [413, 415] : []),
      ...(writes && credential === "required" ? [409, 422] : []),
      ...refusals,
      ...(limited ? [429] : []),
      500,
      503,
    ]),
  ].sort((a, b) => a - b)
}

const securityOf = ({ credential }: Conditions): Json =>
  credential === "none" ? [] : credential === "optional" ? [{}, { bearer: [] }] : [{ bearer: [] }]

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Up to 200 printable characters. The first answer is kept for 24 hours of the court's clock and repeated byte for byte, with Idempotent-Replayed: true.",
  schema: { type: "string", minLength: 1, maxLength: 202 },
} as const

/** An act that takes nothing is asked for without a body, or with an object that has nothing in it. */
const nothing: Json = {
  required: false,
  content: { "application/json": { schema: { type: "object", additionalProperties: false } } },
}

/** The request body with its example. */
const exemplified = (
  method: string,
  body: Json | undefined,
  example: object | null,
): { readonly requestBody?: Json } => {
  if (body === undefined) return method === "get" ? {} : { requestBody: nothing }
  const { content, ...rest } = body as {
    readonly content: { readonly [type: string]: { readonly [key: string]: Json } }
  }
  const json = { ...content["application/json"], ...(example === null ? {} : { example: example as Json }) }
  return { requestBody: { ...rest, content: { "application/json": json } } }
}

/** A parameter says itself what its shape says of it. */
const described = (parameter: { readonly [key: string]: Json }): { readonly [key: string]: Json } => {
  const { description } = parameter.schema as { readonly description?: Json }
  return description === undefined ? parameter : { description, ...parameter }
}

const completed = (operation: Operation, method: string, conditions: Conditions): Operation => ({
  ...operation,
  ...exemplified(method, operation.requestBody, conditions.example),
  operationId: operation.operationId.split(".").at(-1) ?? operation.operationId,
  security: securityOf(conditions),
  parameters: [
    ...operation.parameters.map(described),
    ...(method !== "get" && conditions.credential === "required" ? [idempotencyKey] : []),
  ],
  responses: {
    ...Object.fromEntries(Object.entries(operation.responses).filter(([status]) => Number(status) < 400)),
    ...Object.fromEntries(
      refusalsOf(method, conditions).map((status) => [
        status,
        { $ref: `#/components/responses/Problem${status}` },
      ]),
    ),
  },
})

/** The conditions of every operation, by method and path as OpenAPI writes them. */
export const conditions = (): ReadonlyMap<string, Conditions> => {
  const found = new Map<string, Conditions>()
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
      const annotations = endpoint.annotations as Context.Context<ConditionsOf>
      found.set(`${endpoint.method.toLowerCase()} ${path}`, Context.get(annotations, ConditionsOf))
    },
  })
  return found
}

const retryAfter: { readonly [name: string]: Json } = {
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
}

const problemResponses = (): { readonly [name: string]: Json } =>
  Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [
      `Problem${status}`,
      {
        description,
        ...(status === "429" || status === "503" ? { headers: retryAfter } : {}),
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  )

/** The platform gives every shape of anything the same `$id`, and an id may name one schema only. */
const withoutIds = (spec: object): unknown =>
  JSON.parse(JSON.stringify(spec, (key, value) => (key === "$id" ? undefined : value)))

const refsIn = (value: Json): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === "$ref" && typeof member === "string" ? [member.split("/").at(-1) ?? ""] : refsIn(member as Json),
  )
}

/** The shapes that the operations name, and those that these name: the platform adds one of its own that nothing answers with. */
const schemasUsed = (
  schemas: { readonly [name: string]: Json },
  paths: Json,
): { readonly [name: string]: Json } => {
  const used = new Set(["Problem"])
  const visit = (value: Json): void => {
    for (const name of refsIn(value)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name] ?? null)
    }
  }
  visit(paths)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}

/** The description of a court at an address; a court that is no sandbox does not speak of the sandbox. */
/** The status with which an operation succeeds: 201 where it creates a hold or a payout, 200 otherwise. */
export const successOf = (responses: unknown): "200" | "201" =>
  typeof responses === "object" && responses !== null && "201" in responses ? "201" : "200"

export const describe = (options: { readonly baseUrl: string; readonly sandbox: boolean }): Described => {
  // The same document, in the shape that the page and the tests of the description read.
  const spec = withoutIds(OpenApi.fromApi(Api)) as Described & {
    readonly components: { readonly schemas: { readonly [name: string]: Json } }
    readonly tags: ReadonlyArray<{ readonly name: string }>
  }
  const of = conditions()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [path, methods] of Object.entries(spec.paths)) {
    if (!options.sandbox && path.includes("/sandbox/")) continue
    paths[path] = Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const found = of.get(`${method} ${path}`)
        return [method, found === undefined ? operation : completed(operation, method, found)]
      }),
    )
  }
  return {
    ...spec,
    info: {
      ...spec.info,
      "x-rules-version": rulesVersion,
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The Registrar", url: options.baseUrl },
    },
    servers: [{ url: options.baseUrl }],
    paths,
    tags: spec.tags.filter(({ name }) => options.sandbox || name !== "Sandbox"),
    components: {
      schemas: schemasUsed(spec.components.schemas, paths),
      responses: problemResponses(),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The apiKey that enrolment returned once." },
      },
    },
  } as Described
}
