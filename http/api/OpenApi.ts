/**
 * The OpenAPI description of the interface. The platform derives it from the definitions. This file adds what all operations share:
 * refusals, credentials, and the header fields `Idempotency-Key` and `Court-Read-Position`.
 */
import * as OpenApi from "@effect/platform/OpenApi"
import { rulesVersion } from "../../core/kernel/Instrument.ts"
import type { Json } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Api } from "./Api.ts"
import answers from "./answers.json" with { type: "json" }
import { formatsTag, isOfFormats } from "./Formats.ts"
import { bodyRequired, type Conditions } from "./Operation.ts"
import { type Operation as Defined, isKeyed, keyField, operations } from "./Operations.ts"

/** An operation of the description, as OpenAPI 3.1 has it, with its tags. */
export type Operation = { readonly [key: string]: Json } & {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<{ readonly [key: string]: Json }>
  readonly responses: { readonly [status: string]: Json }
}
/** The description of the interface, in OpenAPI 3.1. */
export type Described = {
  readonly openapi: "3.1.0"
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
} & { readonly [key: string]: Json }

const meanings: { readonly [status: number]: string } = {
  400: "The request does not fit its schema",
  401: "No credential, or a credential that is unknown or no longer in force",
  402: "The ledger is over its credit limit",
  403: "The credential lacks the role",
  404: "Nothing has this id, handle or citation",
  408: "The body did not arrive in time; nothing was recorded",
  409: "The state does not allow the act, or a request with the same Idempotency-Key is under way",
  413: "The body is over 1 MiB, or has more than 5,000 members and elements",
  415: "The body is not JSON",
  422: "A rule refuses the content, or the Idempotency-Key stands for another request",
  429: "Too many requests, or too many bytes of bodies, for the credential, the address or the operator; Retry-After says how long to wait",
  500: "The service failed; the fault is logged under the id in instance",
  503: "The store can't be reached, the service is stopping, or it has as much in hand as it takes; nothing was recorded",
}

/** Every status from 400 on that an operation may answer with, in rising order. */
export const refusalsOf = (operation: Pick<Defined, "method" | "conditions">): ReadonlyArray<number> => {
  const { credential, limited, refusals } = operation.conditions
  return [
    ...new Set([
      400,
      ...(credential === "none" ? [] : [401]),
      ...(operation.method === "GET" ? [] : [408, 413, 415]),
      ...(isKeyed(operation) ? [409, 422] : []),
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
  name: keyField,
  in: "header",
  required: false,
  description: `Up to 200 printable characters. The first answer is kept for ${bounds.receiptHours} hours of the court's clock and repeated byte for byte, with Idempotent-Replayed: true.`,
  schema: { type: "string", minLength: 1, maxLength: 202 },
} as const

/** The parameter of each read that a replica may answer (decisions §17). */
const readPosition = {
  name: "Court-Read-Position",
  in: "header",
  required: false,
  description:
    "The `Court-Read-Position` of the last answer that you had, sent back as it was. The answer then shows nothing older than that answer did.",
  schema: { type: "string" },
} as const

/** The same field on answers. It stands in the description once. */
const readPositionTold: Json = {
  description:
    "How far the store had come when this was answered. Only a court whose store has replicas sends it. Send it back with your next read.",
  schema: { type: "string" },
}

/** An act that takes nothing is sent without a body, or with an empty object. */
const nothing: Json = {
  content: { "application/json": { schema: { type: "object", additionalProperties: false } } },
}

/** The request body with its example, and whether it must be sent; nothing for a `GET`. */
const bodyOf = (
  body: Json = nothing,
  { method, shapes, conditions: { example } }: Defined,
): { readonly requestBody?: Json } => {
  if (method === "GET") return {}
  // The platform writes every request body out with its content.
  const { content, ...rest } = body as {
    readonly content: { readonly [type: string]: { readonly [key: string]: Json } }
  }
  // The example of an operation is written in its definition, as JSON.
  const json = { ...content["application/json"], ...(example === null ? {} : { example: example as Json }) }
  const required = bodyRequired(shapes.body)
  return { requestBody: { ...rest, required, content: { "application/json": json } } }
}

/** The platform puts the description of a parameter into its schema only. OpenAPI has a place for it on the parameter. */
const liftDescription = (parameter: { readonly [key: string]: Json }): { readonly [key: string]: Json } => {
  const { description } = parameter.schema as { readonly description?: Json }
  return description === undefined ? parameter : { description, ...parameter }
}

/** The parameters that the definition of an operation does not state, since they follow from its conditions. */
export const sharedParameters = (operation: Pick<Defined, "method" | "conditions">) => [
  ...(isKeyed(operation) ? [idempotencyKey] : []),
  ...(operation.method === "GET" && operation.conditions.credential !== "required" ? [readPosition] : []),
]

/** The names of the headers that several operations take alike: the idempotency key, and the position of reads. */
export const sharedNames: ReadonlySet<string> = new Set([idempotencyKey.name, readPosition.name])

/** The recorded answers of a played court, by the ids of operations, and a problem of each status (`npm run answers`). */
const examples: { readonly [id: string]: Json } = answers

const addExample = (response: { readonly [key: string]: Json }, id: string): typeof response => {
  const content = Object.entries(
    (response.content ?? {}) as { readonly [type: string]: { readonly [key: string]: Json } },
  )
  const example = examples[id]
  if (example === undefined) return response
  // One answer was recorded of each operation: a text is not an example of JSON, nor an object an example of Markdown.
  const fits = (type: string) => type.includes("json") === (typeof example !== "string")
  return {
    ...response,
    content: Object.fromEntries(
      content.map(([type, media]) => [type, fits(type) ? { ...media, example } : media]),
    ),
  }
}

/** The answers of success, with an example, and with the header field that every one of them may carry. */
const successes = ({ responses }: Operation, id: string): Operation["responses"] =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => [
        status,
        {
          // The platform writes every response out as an object.
          ...addExample(response as { readonly [key: string]: Json }, id),
          headers: { [readPosition.name]: { $ref: `#/components/headers/${readPosition.name}` } },
        },
      ]),
  )

const completeOperation = (operation: Operation, defined: Defined): Operation => ({
  ...operation,
  ...bodyOf(operation.requestBody, defined),
  operationId: defined.id,
  security: securityOf(defined.conditions),
  parameters: [...operation.parameters.map(liftDescription), ...sharedParameters(defined)],
  responses: {
    ...successes(operation, defined.id),
    ...Object.fromEntries(
      refusalsOf(defined).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
    ),
  },
})

/** The operations, by method and path as OpenAPI writes them: `get /api/v1/agents/{handle}`. */
const definedOperations = (): ReadonlyMap<string, Defined> =>
  new Map(
    operations.map((operation) => [
      `${operation.method.toLowerCase()} ${operation.path.replace(/:(\w+)/g, "{$1}")}`,
      operation,
    ]),
  )

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
        content: {
          "application/problem+json": {
            schema: { $ref: "#/components/schemas/Problem" },
            example: examples[`Problem${status}`] ?? null,
          },
        },
      },
    ]),
  )

/** The platform gives every schema that takes anything the same `$id`. An id may name one schema only, so all of them go. */
const withoutIds = (spec: object): unknown =>
  JSON.parse(JSON.stringify(spec, (key, value) => (key === "$id" ? undefined : value)))

const refsIn = (value: Json): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === "$ref" && typeof member === "string" ? member.split("/").slice(-1) : refsIn(member),
  )
}

/** The schemas that the operations refer to, directly or not. The platform adds one of its own that no operation answers with. */
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

/** The status with which an operation succeeds: 201 if it creates a hold or a payout, otherwise 200. */
export const successOf = (responses: unknown): "200" | "201" =>
  typeof responses === "object" && responses !== null && "201" in responses ? "201" : "200"

interface DescribeOptions {
  readonly baseUrl: string
  readonly sandbox: boolean
  /** Whether the court speaks a format of another protocol; by default it speaks no such format. */
  readonly formats?: boolean
}

/** The description of a court at an address. The operations of the sandbox and of the formats are in it only if the court has them. */
export const describe = (options: DescribeOptions): Described => {
  const { formats = false } = options
  // The platform's own type of the document has wider unions than the platform writes.
  const spec = withoutIds(OpenApi.fromApi(Api)) as Described & {
    readonly components: { readonly schemas: { readonly [name: string]: Json } }
    readonly tags: ReadonlyArray<{ readonly name: string }>
  }
  const of = definedOperations()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [path, methods] of Object.entries(spec.paths)) {
    if (!options.sandbox && path.includes("/sandbox/")) continue
    if (!formats && isOfFormats(path)) continue
    const marks = isOfFormats(path) ? { "x-experimental": true } : {}
    paths[path] = Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const found = of.get(`${method} ${path}`)
        return [
          method,
          { ...(found === undefined ? operation : completeOperation(operation, found)), ...marks },
        ]
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
    tags: spec.tags.filter(
      ({ name }) => (options.sandbox || name !== "Sandbox") && (formats || name !== formatsTag),
    ),
    components: {
      schemas: schemasUsed(spec.components.schemas, paths),
      headers: { [readPosition.name]: readPositionTold },
      responses: problemResponses(),
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            'The apiKey that enrolment returned once. Every operation that takes it takes a signed request too (RFC 9421): tag="agent-court", as keyid the id of a proven key, alg ed25519 or ecdsa-p256-sha256, created within 300 seconds, over "@method", "@target-uri", "content-digest" if there is a body, and "idempotency-key" with an act.',
        },
      },
    },
  } as Described
}
