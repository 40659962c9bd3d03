/** The bounds of answers: no list in an answer grows without one. */
import { describe, expect, it } from "vitest"
import { describe as described } from "./OpenApi.ts"

type Node = { readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null

const document = described({ baseUrl: "https://court.example", sandbox: true, formats: true })

const resolved = (ref: string): unknown =>
  ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, key) => (isNode(at) ? at[key] : undefined), document)

const isList = ({ type }: Node): boolean =>
  type === "array" || (Array.isArray(type) && type.includes("array"))

/** The cursor beside a list: `nextCursor` of `items`, `ordersCursor` of `orders`. */
const hasCursor = (siblings: Node, member: string): boolean =>
  `${member}Cursor` in siblings || "nextCursor" in siblings

/** The paths of lists that say neither how long they are at most nor from which place they go on. */
const unbounded = (
  schema: unknown,
  path: string,
  isPaged: boolean,
  seen: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  if (!isNode(schema)) return []
  const { $ref, properties, items, anyOf, oneOf, allOf, additionalProperties, prefixItems } = schema
  if (typeof $ref === "string")
    return seen.includes($ref) ? [] : unbounded(resolved($ref), path, isPaged, [...seen, $ref])
  const bare = isList(schema) && !isPaged && !("maxItems" in schema) && items !== false ? [path] : []
  const parts = [anyOf, oneOf, allOf].flatMap((all) => (Array.isArray(all) ? all : []))
  const members = isNode(properties) ? properties : {}
  return [
    ...bare,
    ...parts.flatMap((part) => unbounded(part, path, isPaged, seen)),
    ...[items, additionalProperties, ...(Array.isArray(prefixItems) ? prefixItems : [])].flatMap((item) =>
      unbounded(item, `${path}[]`, false, seen),
    ),
    ...Object.entries(members).flatMap(([name, member]) =>
      unbounded(member, `${path}.${name}`, hasCursor(members, name), seen),
    ),
  ]
}

const answers = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const schema =
        isNode(response) && isNode(response.content) ? response.content["application/json"] : null
      return Number(status) < 400 && isNode(schema) ? [{ operationId, schema: schema.schema }] : []
    }),
  ),
)

describe("the lists in answers", () => {
  it("PD17 §1 given every operation, then each list in its answer says how long it is at most, or has a cursor beside it", () => {
    expect(answers.length).toBeGreaterThan(80)
    const found = answers.flatMap(({ operationId, schema }) => unbounded(schema, operationId, false, []))
    expect([...new Set(found)].toSorted()).toEqual([])
  })

  it("PD17 §1 given a list without a bound, then it is found wherever it stands", () => {
    const list = { type: "array", items: { type: "string" } }
    const found = (schema: unknown) => unbounded(schema, "a", false, [])
    expect(found(list)).toEqual(["a"])
    expect(found({ ...list, maxItems: 3 })).toEqual([])
    expect(found({ anyOf: [{ type: "null" }, list] })).toEqual(["a"])
    expect(found({ properties: { items: list, nextCursor: {} } })).toEqual([])
    expect(found({ properties: { orders: list, ordersCursor: {} } })).toEqual([])
    expect(found({ properties: { orders: list, itemsCursor: {} } })).toEqual(["a.orders"])
    expect(found({ properties: { items: { ...list, items: list }, nextCursor: {} } })).toEqual(["a.items[]"])
    expect(found({ additionalProperties: { properties: { b: list } } })).toEqual(["a[].b"])
  })
})
