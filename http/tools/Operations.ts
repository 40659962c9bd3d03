/** The operations of the interface as tools use them: from the published description, with every reference resolved. */
import { elementsMax } from "../../core/kernel/Json.ts"
import { type Described, type Operation, successOf } from "../api/OpenApi.ts"

/** A JSON Schema without references. */
export interface Shape {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: ReadonlyArray<string>
  readonly [keyword: string]: unknown
}

export interface ToolOperation {
  readonly id: string
  readonly method: string
  /** As in `/api/v1/agents/{handle}`. */
  readonly path: string
  readonly summary: string
  readonly description: string
  /** Whether a caller must present a credential. */
  readonly credential: boolean
  /** Where each argument goes, by name. An argument that is not in it goes into the body. */
  readonly places: ReadonlyMap<string, "path" | "query" | "header">
  readonly input: Shape
  /** The shape of an answer that is JSON; null if it is text. */
  readonly output: () => Shape | null
}

type Node = { readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null
const at = (from: unknown, ...keys: ReadonlyArray<string>): unknown =>
  keys.reduce<unknown>((value, key) => (isNode(value) ? value[key] : undefined), from)

// The schema library adds descriptions such as "a string at most 200 character(s) long", which repeat the keywords beside them.
const repeats = /^an? (?:string|number|integer|array|boolean|positive|non[- ])|^(?:maxLength|minLength|int)\b/

/** A schema with its references replaced by what they name, and without the descriptions that only repeat it. */
const inlined = (document: Described, schema: unknown, within: ReadonlyArray<string> = []): unknown => {
  if (Array.isArray(schema)) return schema.map((member) => inlined(document, member, within))
  if (!isNode(schema)) return schema
  const { $ref, ...rest } = schema
  if (typeof $ref === "string") {
    if (within.includes($ref)) throw new Error(`${$ref} contains itself: a tool can't show it`)
    // A reference of the description leads to a schema, and schemas are objects.
    const target = at(document, ...$ref.replace("#/", "").split("/"))
    return inlined(document, { ...(target as Node), ...rest }, [...within, $ref])
  }
  // An `allOf` of one member is a reference that has a description of its own.
  const { allOf, ...beside } = rest
  if (Array.isArray(allOf) && allOf.length === 1)
    return inlined(document, { ...(allOf[0] as Node), ...beside }, within)
  const said = Object.entries(rest).filter(
    ([key, value]) =>
      // A list may be as long as any body: a model need not read that.
      !(key === "maxItems" && value === elementsMax) &&
      (typeof value !== "string" || (key !== "title" && !(key === "description" && repeats.test(value)))),
  )
  return Object.fromEntries(said.map(([key, value]) => [key, inlined(document, value, within)]))
}

/** The shape of an answer without the bounds of its lists, which a model that reads the answer does not need. */
const boundless = (shape: unknown): unknown => {
  if (Array.isArray(shape)) return shape.map(boundless)
  if (!isNode(shape)) return shape
  const { maxItems: _, ...rest } = shape
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, boundless(value)]))
}

const describedAs = (description: unknown) => (description === undefined ? {} : { description })

type Place = "path" | "query" | "header"

/** The result of a tool does not show this field of an answer, so no caller of a tool could send it back. */
const untold = "Court-Read-Position"

const operationOf = (document: Described, path: string, method: string, of: Operation): ToolOperation => {
  const shape = (schema: unknown): Shape => inlined(document, schema) as Shape
  const body = at(of, "requestBody", "content", "application/json", "schema")
  const fields = body === undefined ? {} : shape(body)
  const parameters = of.parameters
    .filter(({ name }) => name !== untold)
    .map((parameter) => ({
      name: String(parameter.name),
      place: parameter.in as Place, // the description has no other places
      required: parameter.required === true,
      schema: shape({ ...describedAs(parameter.description), ...(parameter.schema as object) }),
    }))
  const named = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
  const answer = at(of.responses, successOf(of.responses), "content", "application/json", "schema")
  return {
    id: of.operationId,
    method: method.toUpperCase(),
    path,
    summary: of.summary ?? of.operationId,
    description: of.description === of.summary ? "" : (of.description ?? ""),
    credential: Array.isArray(of.security) && of.security.length === 1,
    places: new Map(parameters.map(({ name, place }) => [name, place])),
    input: {
      type: "object",
      // A name that is both in the path and in the body is given once, and goes into the path.
      properties: { ...named, ...fields.properties, ...named },
      required: [
        ...new Set([
          ...parameters.filter(({ required }) => required).map(({ name }) => name),
          ...(fields.required ?? []),
        ]),
      ],
      additionalProperties: false,
    },
    output: () => (answer === undefined ? null : (boundless(shape(answer)) as Shape)),
  }
}

/** The operation without its header fields and without these secrets: the arguments that a model gives for a request that its host sends. */
export const without = (operation: ToolOperation, secrets: ReadonlyArray<string>): ToolOperation => {
  const left = (name: string) => operation.places.get(name) !== "header" && !secrets.includes(name)
  const { input, places } = operation
  return {
    ...operation,
    places: new Map([...places].filter(([name]) => left(name))),
    input: {
      ...input,
      properties: Object.fromEntries(Object.entries(input.properties ?? {}).filter(([name]) => left(name))),
      required: (input.required ?? []).filter(left),
    },
  }
}

/** Finds an operation by its id. Throws for an id that the description does not have: the table of tools is then wrong. */
export const operations = (document: Described): ((id: string) => ToolOperation) => {
  const found = new Map<string, () => ToolOperation>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, of] of Object.entries(methods))
      found.set(of.operationId, () => operationOf(document, path, method, of))
  return (id) => {
    const operation = found.get(id)
    if (operation === undefined) throw new Error(`the interface has no operation ${id}`)
    return operation()
  }
}
