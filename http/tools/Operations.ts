/** The operations of the interface as tools use them: what their definitions state, with every schema written out as JSON Schema. */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as JsonSchema from "@effect/platform/OpenApiJsonSchema"
import { elementsMax } from "../../core/kernel/Json.ts"
import { sharedParameters } from "../api/OpenApi.ts"
import { type AnySchema, type Operation, type OperationId, operationOf } from "../api/Operations.ts"

export interface Shape {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: ReadonlyArray<string>
  readonly [keyword: string]: unknown
}

/** An operation whose `description` is what is said of it beside its summary. */
export interface ToolOperation extends Operation {
  readonly input: Shape
  /** The shape of an answer that is JSON; null if it is text. */
  readonly output: () => Shape | null
}

type Node = { readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null

// The schema library adds descriptions such as "a string at most 200 character(s) long", which repeat the keywords beside them.
const repeats = /^an? (?:string|number|integer|array|boolean|positive|non[- ])|^(?:maxLength|minLength|int)\b/

const defs: Record<string, JsonSchema.JsonSchema> = {}

/** A schema with its references replaced by what they name, and without the descriptions that only repeat it. */
const inlineSchema = (schema: unknown, within: ReadonlyArray<string> = []): unknown => {
  if (Array.isArray(schema)) return schema.map((member) => inlineSchema(member, within))
  if (!isNode(schema)) return schema
  const { $ref, $id: _, ...rest } = schema
  if (typeof $ref === "string") {
    if (within.includes($ref)) throw new Error(`${$ref} contains itself: a tool can't show it`)
    return inlineSchema({ ...defs[$ref.split("/").at(-1) ?? ""], ...rest }, [...within, $ref])
  }
  // An `allOf` of one member is a reference that has a description of its own.
  const { allOf, ...beside } = rest
  if (Array.isArray(allOf) && allOf.length === 1)
    return inlineSchema({ ...(allOf[0] as Node), ...beside }, within)
  const said = Object.entries(rest).filter(
    ([key, value]) =>
      // A list may be as long as any body: a model need not read that.
      !(key === "maxItems" && value === elementsMax) &&
      (typeof value !== "string" || (key !== "title" && !(key === "description" && repeats.test(value)))),
  )
  return Object.fromEntries(said.map(([key, value]) => [key, inlineSchema(value, within)]))
}

// A schema of the interface is that of an object, and so is what is inlined of it.
const writeSchema = (schema: AnySchema): unknown => JsonSchema.makeWithDefs(schema, { defs })
const shapeOf = (schema: AnySchema | null): Shape =>
  schema === null ? {} : (inlineSchema(writeSchema(schema)) as Shape)

/** The shape of an answer without the bounds of its lists, which a model that reads the answer does not need. */
const boundless = (shape: unknown): unknown => {
  if (Array.isArray(shape)) return shape.map(boundless)
  if (!isNode(shape)) return shape
  const { maxItems: _, ...rest } = shape
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, boundless(value)]))
}

/** The result of a tool does not show this field of an answer, so no caller of a tool could send it back. */
const untold = "Court-Read-Position"

interface Argument {
  readonly name: string
  readonly required: boolean
  readonly schema: Shape
}

const argumentsIn = (schema: AnySchema | null): ReadonlyArray<Argument> => {
  const { properties = {}, required = [] } = schema === null ? {} : (writeSchema(schema) as Shape)
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    required: required.includes(name),
    // The description comes first, as the parameters of the published description have it.
    schema: inlineSchema(description === undefined ? shape : { description, ...shape }) as Shape,
  }))
}

const commonArguments = (operation: Operation): ReadonlyArray<Argument> =>
  sharedParameters(operation)
    .filter(({ name }) => name !== untold)
    .map(({ name, required, description, schema }) => ({
      name,
      required,
      schema: { description, ...schema },
    }))

export const toolOperation = (id: OperationId): ToolOperation => {
  const operation = operationOf(id)
  const { shapes, summary, answer } = operation
  const beside = [
    ...[shapes.path, shapes.headers, shapes.query].flatMap(argumentsIn),
    ...commonArguments(operation),
  ]
  const named = Object.fromEntries(beside.map(({ name, schema }) => [name, schema]))
  const body = shapeOf(shapes.body)
  const isJson = HttpApiSchema.getEncoding(answer.ast).kind === "Json"
  return {
    ...operation,
    description: operation.description === summary ? "" : operation.description,
    input: {
      type: "object",
      // A name that is both in the path and in the body is given once, and goes into the path.
      properties: { ...named, ...body.properties, ...named },
      required: [
        ...new Set([
          ...beside.filter(({ required }) => required).map(({ name }) => name),
          ...(body.required ?? []),
        ]),
      ],
      additionalProperties: false,
    },
    output: () => (isJson ? (boundless(shapeOf(answer)) as Shape) : null),
  }
}

/** The operation without its header fields and without these secrets: the arguments that a model gives for a request that its host sends. */
export const without = (operation: ToolOperation, secrets: ReadonlyArray<string>): ToolOperation => {
  const { input, places } = operation
  const isLeft = (name: string) => places.get(name) !== "headers" && !secrets.includes(name)
  return {
    ...operation,
    input: {
      ...input,
      properties: Object.fromEntries(Object.entries(input.properties ?? {}).filter(([name]) => isLeft(name))),
      required: (input.required ?? []).filter(isLeft),
    },
  }
}
