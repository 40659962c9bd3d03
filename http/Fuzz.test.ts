import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { describe as described } from "./OpenApi.ts"
import { enrolled, send, startCourt, type TestCourt } from "./testing/TestCourt.ts"

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }
const document = described({ baseUrl: "http://court.test", sandbox: true })

const resolve = (schema: Json): Json => {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema
  const ref = (schema as { readonly [key: string]: Json }).$ref
  if (typeof ref !== "string") return schema
  return ref
    .replace("#/", "")
    .split("/")
    .reduce<Json>((at, key) => (at as { readonly [key: string]: Json })[key] ?? null, document)
}

const texts = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "seller",
    "buyer",
    "pay",
    "2026-11-20T09:00:00.000Z",
    "ab".repeat(32),
    "",
    "𝒳\u2028",
    "__proto__",
  ),
)
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: texts },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 2_000_000_000 }) },
)

/** Bodies that nearly fit: what the schema says, and now and then something else. */
const nearly = (schema: Json, depth = 0): fc.Arbitrary<unknown> => {
  const at = resolve(schema)
  if (typeof at !== "object" || at === null || Array.isArray(at) || depth > 6) return anything
  const node = at as { readonly [key: string]: Json }
  const sometimes = (fitting: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: anything })
  if (Array.isArray(node.anyOf)) return fc.oneof(...node.anyOf.map((member) => nearly(member, depth + 1)))
  if (Array.isArray(node.enum)) return sometimes(fc.constantFrom(...node.enum))
  if (node.type === "object") {
    const properties = Object.entries((node.properties ?? {}) as { readonly [key: string]: Json })
    const wanted = Array.isArray(node.required) ? node.required : []
    const members = Object.fromEntries(properties.map(([key, value]) => [key, nearly(value, depth + 1)]))
    return sometimes(
      fc.record(members, { requiredKeys: wanted.filter((key): key is string => typeof key === "string") }),
    )
  }
  if (node.type === "array")
    return sometimes(fc.array(nearly(node.items ?? null, depth + 1), { maxLength: 3 }))
  if (node.type === "integer" || node.type === "number") return sometimes(fc.integer({ min: 0, max: 1000 }))
  if (node.type === "boolean") return sometimes(fc.boolean())
  return texts
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

const bodyOf = (operation: { readonly [key: string]: Json }): Json => {
  const body = operation.requestBody as
    | { readonly content: { readonly [type: string]: { readonly schema: Json } } }
    | undefined
  return body?.content["application/json"]?.schema ?? {}
}

describe("whatever is sent", () => {
  let court: TestCourt
  let keys: ReadonlyArray<string>
  beforeAll(async () => {
    court = await startCourt({ sandbox: true })
    keys = [await enrolled(court, "seller"), await enrolled(court, "buyer"), court.registrar, court.judge]
  })
  afterAll(() => court.stop())

  // Every answer is held against the contract by `send`: a status that is not documented fails there.
  it.each(operations)(
    "$method $path is answered as documented, and never with a fault of the service",
    async ({ path, method, operation }) => {
      const names = fc.constantFrom(
        "seller",
        "nobody",
        "PD11",
        "[2026] MC 1",
        "018f0000-0000-7000-8000-000000000000",
        "%2e%2e",
        "ü",
      )
      const request = fc.record({
        key: fc.nat(4),
        name: fc.oneof(names, fc.string({ minLength: 1, maxLength: 40 })),
        query: fc.oneof(
          fc.constant(""),
          fc.webQueryParameters().map((text) => `?${text}`),
        ),
        body: fc.oneof(nearly(bodyOf(operation)), fc.jsonValue()),
      })
      await fc.assert(
        fc.asyncProperty(request, async ({ key, name, query, body }) => {
          const target = path.replace(/\{\w+\}/g, encodeURIComponent(name.replace(/\p{Surrogate}/gu, "x")))
          const credential = keys[key]
          const response = await send(court, method, `${target}${query}`, {
            ...(credential === undefined ? {} : { key: credential }),
            ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
          })
          expect(response.status).toBeLessThan(500)
        }),
        { numRuns: 60 },
      )
    },
  )
})
