/** The operations of the interface as a tool sees them: the published description, with every reference filled in. */
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
  /** Whether whoever asks has to show a credential. */
  readonly credential: boolean
  /** Arguments by name, and where each goes; what a body has besides goes into the body. */
  readonly places: ReadonlyMap<string, "path" | "query" | "header">
  readonly input: Shape
  /** The shape of an answer that is JSON; null where it is text. */
  readonly output: () => Shape | null
}

type Node = { readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null
const at = (from: unknown, ...keys: ReadonlyArray<string>): unknown =>
  keys.reduce<unknown>((value, key) => (isNode(value) ? value[key] : undefined), from)

// What the schemas say of themselves ("a string at most 200 character(s) long") repeats the keywords beside it.
const repeats = /^an? (?:string|number|integer|array|boolean|positive|non[- ])|^(?:maxLength|minLength|int)\b/

/** A schema with its references replaced by what they name, and without words that only repeat it. */
const inlined = (document: Described, schema: unknown, within: ReadonlyArray<string> = []): unknown => {
  if (Array.isArray(schema)) return schema.map((member) => inlined(document, member, within))
  if (!isNode(schema)) return schema
  const { $ref, ...rest } = schema
  if (typeof $ref === "string") {
    if (within.includes($ref)) throw new Error(`${$ref} contains itself: a tool can't show it`)
    const target = at(document, ...$ref.replace("#/", "").split("/"))
    return inlined(document, { ...(target as Node), ...rest }, [...within, $ref])
  }
  // A shape that another stands in for alone, with words of its own beside it.
  const { allOf, ...beside } = rest
  if (Array.isArray(allOf) && allOf.length === 1)
    return inlined(document, { ...(allOf[0] as Node), ...beside }, within)
  const said = Object.entries(rest).filter(
    ([key, value]) =>
      typeof value !== "string" || (key !== "title" && !(key === "description" && repeats.test(value))),
  )
  return Object.fromEntries(said.map(([key, value]) => [key, inlined(document, value, within)]))
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
      place: parameter.in as Place,
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
    output: () => (answer === undefined ? null : shape(answer)),
  }
}

/** The operation without its header fields and without these arguments: what a host needn't be told by a model. */
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

/** Finds an operation by its id; one that the description does not have is a mistake in the table of tools. */
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
