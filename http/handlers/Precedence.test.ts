import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Examples from "../api/Examples.ts"
import { describe as described } from "../api/OpenApi.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

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

/** A request with several faults. The fault that is first in the order determines the answer. */
interface Row {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly credential: "none" | "wrong" | "agent" | "other" | "registrar"
  readonly body: string
  readonly type: string
  readonly status: number
  readonly code: string
}

const json = "application/json"
const big = JSON.stringify({ sha256: "x".repeat(1_048_577) })
const many = JSON.stringify({ sha256: Array<number>(5_001).fill(1) })
const notarise = { method: "POST", path: "/api/v1/notarise" } as const
const stake = { method: "PUT", path: "/api/v1/agents/seller/stake" } as const

const rows: ReadonlyArray<Row> = [
  {
    name: "415 before 413",
    ...notarise,
    credential: "none",
    body: big,
    type: "text/plain",
    status: 415,
    code: "not_json",
  },
  {
    name: "415 before 401",
    ...notarise,
    credential: "none",
    body: "{}",
    type: "text/plain",
    status: 415,
    code: "not_json",
  },
  {
    name: "413 before 401",
    ...notarise,
    credential: "none",
    body: big,
    type: json,
    status: 413,
    code: "body_too_large",
  },
  {
    name: "401 before 400",
    ...notarise,
    credential: "none",
    body: "{",
    type: json,
    status: 401,
    code: "unauthenticated",
  },
  {
    name: "an unknown credential is 401",
    ...notarise,
    credential: "wrong",
    body: "{}",
    type: json,
    status: 401,
    code: "unauthenticated",
  },
  {
    name: "401 before the 413 of what a body has in it",
    ...notarise,
    credential: "none",
    body: many,
    type: json,
    status: 401,
    code: "unauthenticated",
  },
  {
    name: "the 413 of what a body has in it",
    ...notarise,
    credential: "agent",
    body: many,
    type: json,
    status: 413,
    code: "too_many_elements",
  },
  {
    name: "a member named twice is 400",
    ...notarise,
    credential: "agent",
    body: '{"sha256":"x","sha256":"x"}',
    type: json,
    status: 400,
    code: "duplicate_member",
  },
  {
    name: "415 before the 400 of a charset",
    ...notarise,
    credential: "agent",
    body: "{}",
    type: "text/plain; charset=iso-8859-1",
    status: 415,
    code: "not_json",
  },
  {
    name: "401 before the 400 of a charset",
    ...notarise,
    credential: "none",
    body: "{}",
    type: `${json}; charset=iso-8859-1`,
    status: 401,
    code: "unauthenticated",
  },
  {
    name: "another charset is 400",
    ...notarise,
    credential: "agent",
    body: "{}",
    type: `${json}; charset=iso-8859-1`,
    status: 400,
    code: "unsupported_charset",
  },
  {
    name: "unreadable JSON is 400",
    ...notarise,
    credential: "agent",
    body: "{",
    type: json,
    status: 400,
    code: "invalid_json",
  },
  {
    name: "a shape is 400",
    ...notarise,
    credential: "agent",
    body: "{}",
    type: json,
    status: 400,
    code: "invalid_request",
  },
  {
    name: "400 before 404",
    method: "PUT",
    path: "/api/v1/agents/nobody/stake",
    credential: "agent",
    body: '{"stakeCents":-1}',
    type: json,
    status: 400,
    code: "invalid_request",
  },
  {
    name: "404 before 403",
    method: "PUT",
    path: "/api/v1/agents/nobody/stake",
    credential: "registrar",
    body: '{"stakeCents":1}',
    type: json,
    status: 404,
    code: "unknown_agent",
  },
  {
    name: "400 before 403",
    ...stake,
    credential: "other",
    body: '{"stakeCents":"1"}',
    type: json,
    status: 400,
    code: "invalid_request",
  },
  {
    name: "403 on another's record",
    ...stake,
    credential: "other",
    body: '{"stakeCents":1}',
    type: json,
    status: 403,
    code: "not_own",
  },
  {
    name: "403 for an office",
    ...stake,
    credential: "registrar",
    body: '{"stakeCents":1}',
    type: json,
    status: 403,
    code: "agents_only",
  },
  {
    name: "403 before 409",
    method: "POST",
    path: "/api/v1/registrar/list/open",
    credential: "agent",
    body: "{}",
    type: json,
    status: 403,
    code: "registrar_only",
  },
  {
    name: "409 by the state",
    method: "POST",
    path: "/api/v1/registrar/list/open",
    credential: "registrar",
    body: "",
    type: json,
    status: 409,
    code: "list_not_full",
  },
]

const document = described({ baseUrl: "http://court.test", sandbox: false })

/** The lists that require a credential, such as an agent's account and its briefs. Most are refused to some callers. */
const lists = Object.entries(document.paths).flatMap(([path, { get }]) =>
  get?.parameters.some(({ name }) => name === "cursor") &&
  Array.isArray(get.security) &&
  get.security.length === 1
    ? [{ path }]
    : [],
)

describe("the order of refusals", () => {
  let court: TestCourt
  const keys: Record<string, string | undefined> = {}
  beforeAll(async () => {
    court = await startCourt()
    keys.agent = await enrolled(court, "seller")
    keys.other = await enrolled(court, "buyer")
    keys.registrar = court.registrar
    keys.wrong = `${court.registrar.slice(0, -1)}${court.registrar.endsWith("_") ? "-" : "_"}`
  })
  afterAll(() => court.stop())

  const ask = async (row: Row): Promise<Response> => {
    const key = keys[row.credential]
    return send(court, row.method, row.path, {
      ...(key === undefined ? {} : { key }),
      headers: { "content-type": row.type },
      ...(row.body === "" ? {} : { body: row.body }),
    })
  }

  it.each(rows)("$name", async (row) => {
    const response = await ask(row)
    const problem = (await response.json()) as Problem
    expect({ status: response.status, code: problem.code }).toEqual({ status: row.status, code: row.code })
    expect(response.headers.get("content-type")).toBe("application/problem+json")
    expect(problem).toMatchObject({ status: row.status, type: `urn:agent-court:problem:${row.code}` })
    expect(problem.instance).toMatch(/^urn:uuid:/)
    expect(problem.title).not.toBe("")
    expect(problem.detail).not.toBe("")
  })

  it("without a valid credential the answer names the scheme", async () => {
    const response = await send(court, "POST", "/api/v1/heartbeat")
    expect(response.headers.get("www-authenticate")).toContain("Bearer")
  })

  it("a refusal of the law names its provision", async () => {
    const response = await send(court, "POST", "/api/v1/heartbeat", { key: court.registrar })
    expect(await response.json()).toMatchObject({ code: "agents_only", rule: "PD1 §1" })
  })

  it("names every place that does not fit and says what would fit, without repeating what was sent", async () => {
    const response = await send(court, "POST", "/api/v1/notarise", {
      key: keys.agent ?? "",
      body: { sha256: "canary-in-a-field", valueCents: 1.5, lable: "typo", kind: "gift" },
    })
    const { errors = [] } = (await response.json()) as Problem
    expect(errors.map(({ path }) => path).sort()).toEqual(["kind", "lable", "sha256", "valueCents"])
    expect(errors.find(({ path }) => path === "lable")?.message).toBe("is not a property of this object")
    expect(errors.find(({ path }) => path === "sha256")?.message).toBe("must be 64 hexadecimal characters")
    expect(errors.find(({ path }) => path === "kind")?.message).toMatch(/^must be "card", .* or "other"$/)
    expect(JSON.stringify(errors)).not.toContain("canary")
  })

  it("a misspelt query parameter is refused like a misspelt property", async () => {
    const response = await send(court, "GET", "/api/v1/docket?limitt=5")
    expect(await response.json()).toMatchObject({
      code: "invalid_request",
      errors: [{ path: "query.limitt" }],
    })
  })

  it.each([{ at: 1 }, [], 7, "now", null])(
    "an act that takes nothing takes no body like %j",
    async (body) => {
      const response = await send(court, "POST", "/api/v1/heartbeat", {
        key: keys.agent ?? "",
        body: JSON.stringify(body),
      })
      expect(await response.json()).toMatchObject({ status: 400, code: "invalid_request" })
    },
  )

  it.each(["0", "101", "1.5", "x", ""])("a limit of %j is refused", async (limit) => {
    expect((await send(court, "GET", `/api/v1/docket?limit=${limit}`)).status).toBe(400)
  })

  it("a cursor that the court did not give is refused", async () => {
    expect((await send(court, "GET", "/api/v1/docket?cursor=%21%21")).status).toBe(400)
    expect((await send(court, "GET", "/api/v1/journal?after=AAAAAAAAAAAA")).status).toBe(400)
  })

  it.each(lists)(
    "400 before 404 and 403: GET $path by a cursor that no list gave, whoever asks",
    async ({ path }) => {
      const target = `${path.replace("{handle}", "nobody")}?cursor=%21%21`
      for (const key of [keys.agent ?? "", court.judge, court.registrar]) {
        const response = await send(court, "GET", target, { key })
        expect(await response.json()).toMatchObject({ status: 400, code: "invalid_request" })
      }
    },
  )

  it("an unknown path is 404, and a wrong method is 405 with the allowed methods", async () => {
    const absent = await send(court, "GET", "/api/v1/nothing-here")
    expect(absent.status).toBe(404)
    expect(await absent.json()).toMatchObject({ code: "not_found" })
    const wrong = await send(court, "PATCH", "/api/v1/matters", { body: {} })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.get("allow")).toBe("POST, GET, HEAD, OPTIONS")
    expect(await wrong.json()).toMatchObject({ code: "method_not_allowed" })
  })

  it("a path with a wrong percent-encoding or with U+0000 is 400", async () => {
    expect((await send(court, "GET", "/api/v1/agents/%E0%A4%A")).status).toBe(400)
    expect((await send(court, "GET", "/api/v1/agents/a%00b")).status).toBe(400)
  })

  const secured = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => Array.isArray(security) && security.length === 1)
      .map(([method, { tags, summary = "" }]) => ({ method: method.toUpperCase(), path, tags, summary })),
  )

  it.each(secured)("$method $path requires a credential", async ({ method, path }) => {
    const target = path.replace(/\{\w+\}/g, "seller")
    for (const key of ["", "adc_unknown", keys.wrong ?? ""]) {
      const response = await send(court, method, target, {
        ...(key === "" ? {} : { key }),
        ...(method === "GET" ? {} : { body: {} }),
      })
      expect(response.status).toBe(401)
    }
  })

  const exampleOf = ({ requestBody }: { readonly [member: string]: unknown }): unknown => {
    const body = requestBody as { content?: { "application/json"?: { example?: unknown } } } | undefined
    return body?.content?.["application/json"]?.example ?? {}
  }
  const named = Object.entries(document.paths).flatMap(([path, { post }]) =>
    path.startsWith("/api/v1/registrar/") && path.includes("{") && post !== undefined
      ? [{ path, body: exampleOf(post) }]
      : [],
  )
  const office = [
    ...named,
    { path: "/api/v1/registrar/keys/revoke", body: { ...Examples.revocation, handle: "nobody-here" } },
  ]

  it("Constitution 2.1 eight acts of the Registrar name the record that they are about", () => {
    expect(office.map(({ path }) => path)).toHaveLength(8)
  })

  it.each(office)(
    "404 before 403: $path of an unknown record is 404 for every caller",
    async ({ path, body }) => {
      const target = path
        .replace("{citation}", encodeURIComponent("[2026] MC 999"))
        .replace("{id}", "00000000-0000-7000-8000-000000000000")
      for (const key of [keys.agent ?? "", court.judge, court.registrar]) {
        const response = await send(court, "POST", target, { key, body })
        expect(await response.json()).toMatchObject({ status: 404, code: expect.stringMatching(/^unknown_/) })
      }
    },
  )

  it("Constitution 2.1 the Registrar's acts are refused to agents and to the Judge", async () => {
    const bodies: Record<string, unknown> = {
      "/api/v1/registrar/eligibility": Examples.confirmation,
      "/api/v1/registrar/list/open": {},
      "/api/v1/registrar/keys/revoke": { ...Examples.revocation, handle: "seller" },
      "/api/v1/registrar/operators/seller/prove": {},
      "/api/v1/registrar/work": { ...Examples.work, handle: "seller" },
    }
    for (const [path, body] of Object.entries(bodies)) {
      for (const key of [keys.agent ?? "", court.judge]) {
        const response = await send(court, "POST", path, { key, body })
        expect(await response.json(), path).toMatchObject({ status: 403, code: "registrar_only" })
      }
    }
  })
})
