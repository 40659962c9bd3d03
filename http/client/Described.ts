/**
 * The parts of the interface that the client for browsers needs, as plain data, derived from the definitions. This module runs when the
 * bundle is made, and the bundle has the data in its place.
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Either, Schema } from "effect"
import { type Json, needsOneOf } from "../../core/kernel/Json.ts"
import { describe } from "../api/OpenApi.ts"
import { cursorOf, isKeyed, type Operation, operations, readsOnly } from "../api/Operations.ts"
import type { Facts } from "./Request.ts"
import type { Shape, Shapes } from "./Shape.ts"

/** An operation with its shapes: the body is null if it takes no body, and the answer if it answers with a text. */
export interface DescribedOperation extends Facts {
  readonly path: string
  readonly query: Shapes
  readonly asked: ReadonlyArray<string>
  /** One of these members of the query or the body must be given, unless this is empty. */
  readonly needsOneOf: ReadonlyArray<string>
  readonly body: Shape | null
  readonly answer: Shape | null
  readonly text: boolean
}
export interface Described {
  readonly operations: ReadonlyArray<DescribedOperation>
  readonly shapes: Shapes
  readonly clause: Shape
}

const prefix = "#/components/schemas/"
/** The members of a JSON Schema that `Shape.ts` reads. */
const read = new Set(
  "$ref type properties required additionalProperties items enum anyOf allOf format pattern minLength maxLength minItems maxItems minimum maximum exclusiveMinimum".split(
    " ",
  ),
)

/** A JSON Schema without its words, and with the bare names of others. `names` has the names of members as its keys. */
const bare = (schema: Json, names = false): Json => {
  if (Array.isArray(schema)) return schema.map((one) => bare(one))
  if (typeof schema === "string") return schema.startsWith(prefix) ? schema.slice(prefix.length) : schema
  if (schema === null || typeof schema !== "object") return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => names || (read.has(key) && (key !== "format" || value === "date-time")))
      .map(([key, value]) => [key, bare(value, !names && key === "properties")]),
  )
}

/** The parts of the published document that are read here. */
interface Published {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: {
        readonly parameters: ReadonlyArray<{
          readonly name: string
          readonly in: string
          readonly required?: boolean
          readonly schema: Json
        }>
        readonly requestBody?: { readonly content: Content }
        readonly responses: { readonly [status: string]: { readonly content?: Content } }
      }
    }
  }
  readonly components: { readonly schemas: { readonly [name: string]: Json } }
}
type Content = { readonly [type: string]: { readonly schema: Json } }

// An address stands in words alone. The document is JSON by construction.
const published = describe({
  baseUrl: "https://court.example",
  sandbox: true,
  formats: true,
}) as unknown as Published

const shapeOf = (content: Content | undefined): Shape | null => {
  const schema = content?.["application/json"]?.schema
  return schema === undefined ? null : (bare(schema) as Shape)
}

const needsOf = ({ shapes }: Operation): ReadonlyArray<string> =>
  [shapes.query, shapes.body].flatMap((shape) =>
    shape !== null && Array.isArray(shape.ast.annotations[needsOneOf])
      ? shape.ast.annotations[needsOneOf]
      : [],
  )

const describeOperation = (operation: Operation): DescribedOperation => {
  const { group, id: name, method, path, shapes, answer, conditions } = operation
  const stated = published.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]
  if (stated === undefined) throw new Error(`${name} is not published`)
  const success = Object.entries(stated.responses).find(([status]) => status.startsWith("2"))
  const parameters = stated.parameters.filter((parameter) => parameter.in === "query")
  const json = HttpApiSchema.getEncoding(answer.ast).kind === "Json"
  return {
    group,
    name,
    method,
    path,
    acts: !readsOnly(operation),
    keyed: isKeyed(operation),
    answerSeconds: conditions.answerSeconds,
    cursor: cursorOf(operation),
    tried: conditions.tried,
    asked: parameters.filter(({ required }) => required === true).map((parameter) => parameter.name),
    query: Object.fromEntries(
      parameters.map((parameter) => [parameter.name, bare(parameter.schema) as Shape]),
    ),
    needsOneOf: needsOf(operation),
    body: shapes.body === null ? null : shapeOf(stated.requestBody?.content),
    answer: json ? shapeOf(success?.[1].content) : null,
    text: !json || Either.isRight(Schema.decodeUnknownEither(answer)("a text")),
  }
}

const found = operations.map(describeOperation)
const all = Object.fromEntries(
  Object.entries(published.components.schemas).map(([name, schema]) => [name, bare(schema) as Shape]),
)

/** The names that a value refers to, and the names that their shapes refer to. */
const collectReached = (value: Json, known: Set<string>): Set<string> => {
  if (typeof value !== "object" || value === null) return known
  for (const [key, one] of Object.entries(value)) {
    if (key === "$ref" && typeof one === "string" && !known.has(one)) {
      known.add(one)
      collectReached(all[one] as Json, known)
    } else collectReached(one as Json, known)
  }
  return known
}

const clause = { $ref: "DisputeResolution" }
const used = collectReached([found, clause] as unknown as Json, new Set())

export const described: Described = {
  operations: found,
  shapes: Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name))),
  clause,
}
