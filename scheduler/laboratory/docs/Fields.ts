/** The fields of a scenario file as rows, from the JSON Schema that `--schema` prints. */
import { isObject } from "../../../core/kernel/Fits.ts"
import { measures } from "../engine/Measure.ts"
import { studyJsonSchema } from "../Schema.ts"

type Node = Readonly<Record<string, unknown>>

export interface Field {
  readonly path: string
  readonly type: string
  /** The default, as a file would state it; empty if the field has no default. */
  readonly otherwise: string
  readonly isRequired: boolean
  readonly what: string
}

const schema: Node = studyJsonSchema()
const nodeIn = (node: Node, key: string): Node => {
  const found = node[key]
  return isObject(found) ? found : {}
}
const nodesIn = (node: Node, key: string): ReadonlyArray<Node> => {
  const found = node[key]
  return Array.isArray(found) ? found.filter(isObject) : []
}
const textIn = (node: Node, key: string): string => (typeof node[key] === "string" ? node[key] : "")

/** The definition that a node refers to, by its name; null if it refers to no definition. */
const referenceOf = (node: Node): string | null => {
  const [only] = nodesIn(node, "allOf")
  const ref = textIn(only ?? node, "$ref")
  return ref === "" ? null : ref.replace("#/$defs/", "")
}
const definition = (name: string): Node => nodeIn(nodeIn(schema, "$defs"), name)

/** Definitions that have places of their own on the page, and are not spelled out in each field. */
const named = ["Distribution", "Behaviour", "DateTime", "Share", "Int"]

const rangeOf = (node: Node): string => {
  const { minimum, maximum, exclusiveMinimum } = node
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` from ${minimum}`
  return exclusiveMinimum === undefined ? "" : ` over ${exclusiveMinimum}`
}

/** How a behaviour goes on after its first act: the forms of the page of behaviours, which would else be spelled out again. */
const isPerforming = (node: Node): boolean =>
  nodesIn(node, "anyOf").some((form) => Object.hasOwn(nodeIn(form, "properties"), "strategy"))

/** An optional distribution is spelled out by the schema library. */
const isDistribution = (node: Node): boolean =>
  nodesIn(node, "anyOf").some((form) => Object.hasOwn(nodeIn(form, "properties"), "uniform"))

const typeOf = (node: Node): string => {
  const name = isDistribution(node) ? "Distribution" : referenceOf(node)
  if (name !== null) return name === "Int" ? "whole number" : name
  if (Array.isArray(node.enum)) {
    const isMeasures = node.enum.every((value) => Object.hasOwn(measures, String(value)))
    return isMeasures ? "measure" : node.enum.map((value) => `\`${value}\``).join(", ")
  }
  if (isPerforming(node)) return "one of the behaviours above"
  const forms = nodesIn(node, "anyOf")
  if (forms.length > 0) return [...new Set(forms.map(typeOf))].join(" or ")
  if (node.type === "array") {
    const items = Array.isArray(node.items) ? nodesIn(node, "items") : [nodeIn(node, "items")]
    return `list of ${[...new Set(items.map(typeOf))].join(", ")}`
  }
  if (node.type === "object") return isObject(node.additionalProperties) ? "values by name" : "fields"
  if (node.type === "integer") return `whole number${rangeOf(node)}`
  return `${node.type === "string" ? "text" : node.type === "boolean" ? "true or false" : textIn(node, "type")}${rangeOf(node)}`
}

/** The kind of a form among which a file chooses; empty if the form has no kind or several. */
const kindOf = (form: Node): string => {
  const [kind = "", ...more] = (nodeIn(nodeIn(form, "properties"), "kind").enum ??
    []) as ReadonlyArray<string>
  return more.length === 0 ? kind : ""
}

/** Whether the elements of a list have names, by which paths call them. */
const isNamed = (items: Node): boolean => {
  const name = referenceOf(items)
  return Object.hasOwn(nodeIn(name === null ? items : definition(name), "properties"), "name")
}

const inner = (node: Node, path: string): ReadonlyArray<Field> => {
  const name = referenceOf(node)
  if (isDistribution(node) || isPerforming(node)) return []
  if (name !== null) return named.includes(name) ? [] : inner(definition(name), path)
  const forms = nodesIn(node, "anyOf")
  if (forms.length > 0)
    return forms.flatMap((form) => inner(form, kindOf(form) === "" ? path : `${path}[${kindOf(form)}]`))
  if (node.type === "array") {
    const items = nodeIn(node, "items")
    return inner(items, `${path}.${isNamed(items) ? "<name>" : "<number>"}`)
  }
  const others = nodeIn(node, "additionalProperties")
  return [
    ...Object.entries(nodeIn(node, "properties")).flatMap(([key, value]) =>
      isObject(value) && (key !== "kind" || kindOf(node) === "")
        ? fieldsOf(value, path === "" ? key : `${path}.${key}`, isRequired(node, key))
        : [],
    ),
    ...(Object.keys(others).length > 0 ? inner(others, `${path}.<name>`) : []),
  ]
}

const isRequired = ({ required }: Node, key: string): boolean =>
  Array.isArray(required) && required.includes(key)

const fieldsOf = (node: Node, path: string, required: boolean): ReadonlyArray<Field> => [
  {
    path,
    type: typeOf(node),
    otherwise: node.default === undefined ? "" : JSON.stringify(node.default),
    isRequired: required,
    what: textIn(node, "description"),
  },
  ...inner(node, path),
]

export const fields: ReadonlyArray<Field> = inner(definition("Scenario"), "")

export interface Form {
  readonly name: string
  readonly what: string
  readonly fields: ReadonlyArray<Field>
  readonly needsMore: boolean
}

export const behaviours: ReadonlyArray<Form> = nodesIn(definition("Behaviour"), "anyOf").map((form) => {
  const { strategy = {}, ...others } = nodeIn(form, "properties")
  const [name = ""] = isObject(strategy) && Array.isArray(strategy.enum) ? strategy.enum : []
  return {
    name: String(name),
    what: textIn(form, "description"),
    fields: inner({ type: "object", properties: others, required: form.required }, ""),
    needsMore: Array.isArray(form.required) && form.required.length > 1,
  }
})

/** The forms of a distribution, as a file states them. */
export const distributions: ReadonlyArray<Field> = nodesIn(definition("Distribution"), "anyOf").flatMap(
  (form) => inner(form, ""),
)
