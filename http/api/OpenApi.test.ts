import * as HttpApi from "@effect/platform/HttpApi"
import { Context, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { published } from "../../core/kernel/Schedule.ts"
import { indexPage } from "../pages/GuidePages.ts"
import { Api } from "./Api.ts"
import { describe as described, successOf } from "./OpenApi.ts"
import { ConditionsOf } from "./Operation.ts"

const document = described({ baseUrl: "https://court.example", sandbox: true, formats: true })
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

const refs = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === "$ref" && typeof member === "string" ? [member] : refs(member),
  )
}

describe("the description of the interface", () => {
  it("is OpenAPI 3.1.0 of interface version 0.8.0, at the court's address", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { version: "0.8.0" },
      servers: [{ url: "https://court.example" }],
    })
  })

  it("declares the version of the Rules of Court, for machines and for readers", () => {
    expect(document.info).toMatchObject({ "x-rules-version": "0.53" })
    expect(document.info.description).toContain("version 0.53 of its Rules of Court")
  })

  it("names every operation once and sums it up", () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operation } of operations) expect(operation.summary?.length).toBeGreaterThan(10)
  })

  it("refers to nothing that it does not define", () => {
    for (const ref of refs(document)) {
      const target = ref
        .replace("#/", "")
        .split("/")
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
      expect(target, ref).toBeDefined()
    }
  })

  it("defines nothing that it does not refer to, and no schema twice", () => {
    const { components, tags } = document as unknown as {
      readonly components: { readonly [kind: string]: Record<string, unknown> }
      readonly tags: ReadonlyArray<{ readonly description?: string }>
    }
    const used = new Set(refs(document))
    for (const kind of ["schemas", "responses"])
      for (const name of Object.keys(components[kind] ?? {}))
        expect(used, name).toContain(`#/components/${kind}/${name}`)
    expect(JSON.stringify(document)).not.toContain('"$id"')
    for (const tag of tags) expect(tag.description?.length, JSON.stringify(tag)).toBeGreaterThan(20)
  })

  it("says of every parameter what it is", () => {
    for (const { operation } of operations)
      for (const parameter of operation.parameters)
        expect(parameter.description, `${operation.operationId} ${parameter.name}`).toBeDefined()
  })

  it("says of every path parameter that it is one", () => {
    for (const { path, operation } of operations) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const given = operation.parameters.filter((it) => it.in === "path").map(({ name }) => name)
      expect(given.sort(), path).toEqual(wanted.sort())
    }
  })

  it("says which operations want a credential and that these may be refused for want of one", () => {
    for (const { operation } of operations) {
      const secured = Array.isArray(operation.security) && operation.security.length > 0
      expect(Object.hasOwn(operation.responses, "401")).toBe(secured)
    }
  })

  it("offers Idempotency-Key on every act of a bearer", () => {
    for (const { method, operation } of operations.filter(({ method }) => method !== "get")) {
      const bearer = Array.isArray(operation.security) && operation.security.length === 1
      const offered = operation.parameters.some(({ name }) => name === "Idempotency-Key")
      // A check of evidence records nothing, so that it needs no key.
      const acts = operation.operationId !== "checkEvidence"
      expect(offered, `${method} ${operation.operationId}`).toBe(bearer && acts)
    }
  })

  it("§17 offers Court-Read-Position on every read that a replica may answer, and on nothing else", () => {
    for (const { method, operation } of operations) {
      const offered = operation.parameters.some(({ name }) => name === "Court-Read-Position")
      const bearerOnly = Array.isArray(operation.security) && operation.security.length === 1
      expect(offered, `${method} ${operation.operationId}`).toBe(method === "get" && !bearerOnly)
    }
  })

  it("§17 says that every success may tell a Court-Read-Position", () => {
    for (const { operation } of operations)
      expect(operation.responses[successOf(operation.responses)], operation.operationId).toMatchObject({
        headers: { "Court-Read-Position": { $ref: "#/components/headers/Court-Read-Position" } },
      })
  })

  it("says of every operation that takes a body that the body may arrive too late", () => {
    for (const { method, operation } of operations)
      expect(Object.hasOwn(operation.responses, "408"), operation.operationId).toBe(method !== "get")
  })

  it("closes the shapes of bodies", () => {
    for (const { operation } of operations) {
      const text = JSON.stringify(operation.requestBody ?? {})
      expect(text).not.toContain('"additionalProperties":true')
    }
  })

  it("gives examples that the schemas take", () => {
    let checked = 0
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint }) => {
        const { example } = Context.get(endpoint.annotations as Context.Context<ConditionsOf>, ConditionsOf)
        if (example === null) return
        const schema = Option.getOrThrow(endpoint.payloadSchema) as unknown as Schema.Schema<unknown, unknown>
        const decode = Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })
        expect(() => decode(example), endpoint.name).not.toThrow()
        checked++
      },
    })
    expect(checked).toBeGreaterThan(8)
  })

  it("lists the operations that the specification asks for", () => {
    const listed = new Set(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`))
    for (const wanted of [
      "POST /api/v1/enrol",
      "GET /api/v1/docket",
      "GET /api/v1/rules",
      "GET /api/v1/instruments",
      "GET /api/v1/instruments/{instrument}",
      "POST /api/v1/notarise",
      "GET /api/v1/agents/{handle}",
      "GET /api/v1/agents/{handle}/compliance",
      "POST /api/v1/compliance/{id}/attest",
      "POST /api/v1/compliance/{id}/confirm",
      "POST /api/v1/compliance/{id}/address",
      "POST /api/v1/compliance/{id}/dispute",
      "GET /api/v1/judgments/{citation}",
      "GET /api/v1/account",
      "GET /api/v1/account/pay",
      "POST /api/v1/account/pay",
      "GET /.well-known/notary.json",
      "GET /.well-known/jwks.json",
    ])
      expect(listed, wanted).toContain(wanted)
  })

  it("becomes a page that leads to every operation", () => {
    const of = { described: document, baseUrl: "https://court.example", terms: published.at(0) }
    const page = indexPage(of, "").text
    for (const { operation } of operations) expect(page).toContain(`#${operation.operationId}"`)
  })
})
