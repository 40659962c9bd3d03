/** The order in which a request is refused, and what a refusal says. */
import { beforeAll, describe, expect, it } from "vitest"
import * as Examples from "../api/Examples.ts"
import { describe as described } from "../api/OpenApi.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { enrolled, enrolmentBody, send } from "../testing/TestCourt.ts"

interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly code: string
  readonly rule?: string
  readonly errors?: ReadonlyArray<{ readonly path: string; readonly message: string }>
}

const json = "application/json"
const latin = `${json}; charset=iso-8859-1`
const big = JSON.stringify({ sha256: "x".repeat(1_048_577) })
const many = JSON.stringify({ sha256: Array<number>(5_001).fill(1) })
const twice = '{"sha256":"x","sha256":"x"}'
const notarise = "POST /api/v1/notarise"
const stake = "PUT /api/v1/agents/seller/stake"
const stakeOfNobody = "PUT /api/v1/agents/nobody/stake"
const dealings = "GET /api/v1/dealings"
const ownDealings = `${dealings}?counterparty=me&limit=0`
const openList = "POST /api/v1/registrar/list/open"
const malformed = '{"stakeCents":"1"}'
const wellFormed = '{"stakeCents":1}'

type Sender = "nobody" | "impostor" | "agent" | "other" | "registrar"
/** Requests, most with several faults. The fault that is first in the order determines the answer. */
const faulty: ReadonlyArray<
  readonly [fault: string, answer: string, target: string, by: Sender, body: string, type?: string]
> = [
  ["for its own dealings that is malformed and by nobody", "401 unauthenticated", ownDealings, "nobody", ""],
  ["for its own dealings that is malformed", "400 invalid_request", ownDealings, "agent", ""],
  ["for dealings that says neither whose nor which", "400 invalid_request", dealings, "agent", ""],
  ["that is not JSON and is too long", "415 not_json", notarise, "nobody", big, "text/plain"],
  ["that is not JSON and has no credential", "415 not_json", notarise, "nobody", "{}", "text/plain"],
  ["that is too long and has no credential", "413 body_too_large", notarise, "nobody", big],
  ["that has no credential and no readable JSON", "401 unauthenticated", notarise, "nobody", "{"],
  ["that has an unknown credential", "401 unauthenticated", notarise, "impostor", "{}"],
  ["that has no credential and too many elements", "401 unauthenticated", notarise, "nobody", many],
  ["that has too many elements", "413 too_many_elements", notarise, "agent", many],
  ["that names a member twice", "400 duplicate_member", notarise, "agent", twice],
  [
    "that is text in another charset",
    "415 not_json",
    notarise,
    "agent",
    "{}",
    latin.replace(json, "text/plain"),
  ],
  ["that has no credential and another charset", "401 unauthenticated", notarise, "nobody", "{}", latin],
  ["that has another charset", "400 unsupported_charset", notarise, "agent", "{}", latin],
  ["that has no readable JSON", "400 invalid_json", notarise, "agent", "{"],
  ["that lacks a member", "400 invalid_request", notarise, "agent", "{}"],
  ["that is malformed and names nobody", "400 invalid_request", stakeOfNobody, "agent", '{"stakeCents":-1}'],
  ["by the Registrar that names nobody", "404 unknown_agent", stakeOfNobody, "registrar", wellFormed],
  ["that is malformed and by another agent", "400 invalid_request", stake, "other", malformed],
  ["by another agent", "403 not_own", stake, "other", wellFormed],
  ["by the Registrar about an agent's own record", "403 agents_only", stake, "registrar", wellFormed],
  ["by an agent that also comes too early", "403 registrar_only", openList, "agent", "{}"],
  ["by the Registrar that comes too early", "409 list_not_full", openList, "registrar", ""],
]

const document = described({ baseUrl: "http://court.test", sandbox: false })
const secured = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security }]) => Array.isArray(security) && security.length === 1)
    .map(([method, { parameters }]) => ({ method: method.toUpperCase(), path, parameters })),
)
/** The lists that require a credential, such as an agent's account and its briefs. Most are refused to some callers. */
const lists = secured
  .filter(({ method, parameters }) => method === "GET" && parameters.some(({ name }) => name === "cursor"))
  .map(({ path }) => path)

const exampleOf = ({ requestBody }: { readonly [member: string]: unknown }): unknown => {
  const body = requestBody as { content?: { "application/json"?: { example?: unknown } } } | undefined
  return body?.content?.["application/json"]?.example ?? {}
}
/** The Registrar's acts on a record, with a body that names no record either. */
const onRecords: ReadonlyArray<readonly [path: string, body: unknown]> = [
  ...Object.entries(document.paths).flatMap(([path, { post }]) =>
    path.startsWith("/api/v1/registrar/") && path.includes("{") && post !== undefined
      ? [[path, exampleOf(post)] as const]
      : [],
  ),
  ["/api/v1/registrar/keys/revoke", { ...Examples.revocation, handle: "nobody-here" }],
]

describe("the order of refusals", () => {
  const court = givenCourt()
  let keys: Record<Exclude<Sender, "nobody">, string>
  beforeAll(async () => {
    const { registrar } = court
    keys = {
      agent: await enrolled(court, "seller"),
      other: await enrolled(court, "buyer"),
      registrar,
      impostor: `${registrar.slice(0, -1)}${registrar.endsWith("_") ? "-" : "_"}`,
    }
  })

  const problem = async (method: string, path: string, init: Parameters<typeof send>[3] = {}) =>
    (await (await send(court, method, path, init)).json()) as Problem
  const heartbeat = (body: unknown, key = keys.agent) =>
    problem("POST", "/api/v1/heartbeat", { key, ...(body === undefined ? {} : { body }) })

  it.each(faulty.map(([fault, answer, ...request]) => [fault, answer, request] as const))(
    "a request %s is answered %s",
    async (_, expected, [target, by, body, type = json]) => {
      const [method, path] = target.split(" ") as [string, string]
      const response = await send(court, method, path, {
        ...(by === "nobody" ? {} : { key: keys[by] }),
        headers: { "content-type": type },
        ...(body === "" ? {} : { body }),
      })
      const answer = (await response.json()) as Problem
      expect(`${response.status} ${answer.code}`).toBe(expected)
      expect(response.headers.get("content-type")).toBe("application/problem+json")
      expect(answer).toMatchObject({
        status: response.status,
        type: `urn:agent-court:problem:${answer.code}`,
        instance: expect.stringMatching(/^urn:uuid:/),
        title: expect.stringMatching(/./),
        detail: expect.stringMatching(/./),
      })
    },
  )

  it.each(secured.map(({ method, path }) => [method, path]))(
    "%s %s without a valid credential is refused, and the answer names the scheme",
    async (method, path) => {
      const target = path.replace(/\{\w+\}/g, "seller")
      for (const key of [null, "adc_unknown", keys.impostor]) {
        const response = await send(court, method, target, {
          ...(key === null ? {} : { key }),
          ...(method === "GET" ? {} : { body: {} }),
        })
        expect(response.status).toBe(401)
        expect(response.headers.get("www-authenticate")).toContain("Bearer")
      }
    },
  )

  it("PD1 §1 a refusal of the law names its provision", async () => {
    expect(await heartbeat(undefined, court.registrar)).toMatchObject({ code: "agents_only", rule: "PD1 §1" })
  })

  it("a refusal of a body names every place that does not fit and what would fit, and repeats nothing that was sent", async () => {
    const body = { sha256: "canary-in-a-field", valueCents: 1.5, lable: "typo", kind: "gift" }
    const { errors } = await problem("POST", "/api/v1/notarise", { key: keys.agent, body })
    const says = Object.fromEntries(errors?.map(({ path, message }) => [path, message]) ?? [])
    expect(says).toEqual({
      kind: expect.stringMatching(/^must be "card", .* or "other"$/),
      lable: "is not a property of this object",
      sha256: "must be 64 hexadecimal characters",
      valueCents: expect.any(String),
    })
    expect(JSON.stringify(errors)).not.toContain("canary")
  })

  it.each([[{ at: 1 }], [[]], [7], ["now"], [null]])(
    "an act that takes nothing is refused with the body %j",
    async (body) => {
      expect(await heartbeat(JSON.stringify(body))).toMatchObject({ status: 400, code: "invalid_request" })
    },
  )

  it.each([
    ["docket?limitt=5", "query.limitt"],
    ["docket?limit=0", "query.limit"],
    ["docket?limit=101", "query.limit"],
    ["docket?limit=1.5", "query.limit"],
    ["docket?limit=x", "query.limit"],
    ["docket?limit=", "query.limit"],
    ["docket?cursor=%21%21", "query.cursor"],
    ["journal?after=AAAAAAAAAAAA", "query.after"],
    ["agents/%E0%A4%A", "path"],
    ["agents/a%00b", "path"],
  ])("the address /api/v1/%s is refused for its %s", async (address, place) => {
    expect(await problem("GET", `/api/v1/${address}`)).toMatchObject({
      status: 400,
      code: "invalid_request",
      errors: [{ path: place }],
    })
  })

  it.each(lists)(
    "GET %s with a cursor that no list gave is refused for its cursor, whoever asks",
    async (path) => {
      const target = `${path.replace("{handle}", "nobody")}?cursor=%21%21`
      for (const key of [keys.agent, court.judge, court.registrar])
        expect(await problem("GET", target, { key })).toMatchObject({
          status: 400,
          code: "invalid_request",
          errors: [{ path: "query.cursor" }],
        })
    },
  )

  it("Errors: a credential that names nobody is told apart from no credential, and is not repeated", async () => {
    const none = await problem("GET", "/api/v1/inbox")
    expect(none).toMatchObject({ status: 401, code: "unauthenticated" })
    expect(none.errors).toBeUndefined()
    const unknown = await problem("GET", "/api/v1/inbox", { key: "adc_canary" })
    expect(unknown).toMatchObject({ code: "unauthenticated", errors: [{ path: "Authorization" }] })
    expect(JSON.stringify(unknown)).not.toContain("canary")
  })

  it("an unknown path is 404, and a wrong method is 405 with the methods that are allowed", async () => {
    expect(await problem("GET", "/api/v1/nothing-here")).toMatchObject({ status: 404, code: "not_found" })
    const wrong = await send(court, "PATCH", "/api/v1/matters", { body: {} })
    expect(wrong.headers.get("allow")).toBe("POST, GET, HEAD, OPTIONS")
    expect(await wrong.json()).toMatchObject({
      status: 405,
      code: "method_not_allowed",
      errors: [{ path: "method", message: "must be POST or GET" }],
    })
  })

  it.each([
    [
      "profilePlatform",
      "/api/v1/enrol",
      { ...enrolmentBody("x-1", "x"), profilePlatform: { handle: "x", more: 1 } },
    ],
    [
      "terms",
      "/api/v1/quotes",
      { ...Examples.quote, terms: { url: "https://seller.example/terms", sha256: "ab".repeat(32), more: 1 } },
    ],
  ])("an unknown member of %s is told with its path", async (member, path, body) => {
    expect(await problem("POST", path, { key: keys.agent, body })).toMatchObject({
      status: 400,
      errors: [{ path: `${member}.more`, message: "is not a property of this object" }],
    })
  })

  it.each([
    ["GET", "/oauth/token", "POST"],
    ["GET", "/mcp", "POST"],
    ["DELETE", "/mcp", "POST"],
    ["POST", "/log/checkpoint", "GET, HEAD"],
    ["PATCH", "/.well-known/notary.json", "GET, HEAD"],
    ["GET", "/open/01990000-0000-7000-8000-000000000000/link", "POST"],
    ["POST", "/docs", "GET, HEAD"],
  ])("an answer 405 to %s %s says by `Allow` that it takes %s", async (method, path, allowed) => {
    const answer = await fetch(`${court.url}${path}`, { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get("allow")).toContain(allowed)
  })

  it("Constitution 2.1 ten acts of the Registrar name the record that they are about", () => {
    expect(onRecords).toHaveLength(10)
  })

  it.each(onRecords)(
    "Constitution 2.1 POST %s about an unknown record is 404 for every caller",
    async (path, body) => {
      const target = path
        .replace("{citation}", encodeURIComponent("[2026] MC 999"))
        .replace("{id}", "00000000-0000-7000-8000-000000000000")
      for (const key of [keys.agent, court.judge, court.registrar])
        expect(await problem("POST", target, { key, body })).toMatchObject({
          status: 404,
          code: expect.stringMatching(/^unknown_/),
        })
    },
  )

  it.each([
    ["eligibility", Examples.confirmation],
    ["list/open", {}],
    ["keys/revoke", { ...Examples.revocation, handle: "seller" }],
    ["operators/seller/prove", {}],
    ["work", { ...Examples.work, handle: "seller" }],
  ])("Constitution 2.1 the Registrar's act %s is refused to agents and to the Judge", async (act, body) => {
    for (const key of [keys.agent, court.judge])
      expect(await problem("POST", `/api/v1/registrar/${act}`, { key, body })).toMatchObject({
        status: 403,
        code: "registrar_only",
      })
  })
})
