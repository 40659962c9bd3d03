/** The check of a payer as x402's proposed `risk-check` words it, by the tables of the proposal at commit 15ba819e. */
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { debtor, type GateCourt, seller, startGateCourt } from "../testing/GateCourt.ts"

let given: GateCourt
beforeAll(async () => {
  given = await startGateCourt()
})
afterAll(() => given.court.stop())

const get = (path: string) => fetch(new URL(path, given.court.url))
type Body = Readonly<Record<string, unknown>>
const read = async (path: string): Promise<Body> => (await (await get(path)).json()) as Body
const check = async (query: Readonly<Record<string, string>>) => {
  const { endpoint } = await read("/.well-known/risk-check.json")
  return get(`${endpoint}?${new URLSearchParams(query)}`)
}

type Type = "string" | "boolean" | "integer" | "strings" | "object"
type Field = readonly [name: string, type: Type, isRequired: boolean]
const typeOf = (value: unknown): Type | "other" => {
  if (Array.isArray(value)) return value.every((one) => typeof one === "string") ? "strings" : "other"
  if (Number.isInteger(value)) return "integer"
  if (typeof value === "string" || typeof value === "boolean")
    return typeof value === "string" ? "string" : "boolean"
  return typeof value === "object" && value !== null ? "object" : "other"
}
/** The differences of a body from a table: fields that are missing, fields of another type, and fields that the table does not have. */
const unlike = (fields: ReadonlyArray<Field>, body: Body): ReadonlyArray<string> => [
  ...fields.flatMap(([name, type, isRequired]) => {
    if (body[name] === undefined) return isRequired ? [`${name} is missing`] : []
    return typeOf(body[name]) === type ? [] : [`${name} is ${typeOf(body[name])}`]
  }),
  ...Object.keys(body).filter((name) => fields.every(([known]) => known !== name)),
]

const discoveryFields: ReadonlyArray<Field> = [
  ["name", "string", true],
  ["version", "string", true],
  ["description", "string", false],
  ["endpoint", "string", true],
  ["batch_endpoint", "string", false],
  ["method", "string", true],
  ["pricing", "object", false],
  ["signals", "strings", false],
  ["chains_supported", "strings", false],
  ["response_time_ms", "string", false],
  ["attestation", "object", false],
]
const attestationFields: ReadonlyArray<Field> = ["jwks_url", "algorithm", "kid", "ttl"].map((name) => [
  name,
  "string",
  true,
])
const resultFields: ReadonlyArray<Field> = [
  ["checked", "boolean", true],
  ["score", "integer", true],
  ["tier", "string", true],
  ["provider", "string", true],
  ["categories", "strings", true],
  ["jws", "string", false],
  ["jwks_url", "string", true],
  ["checked_at", "string", true],
  ["expires_at", "string", true],
]
const claimFields: ReadonlyArray<Field> = [
  ["iss", "string", true],
  ["sub", "string", true],
  ["score", "integer", true],
  ["tier", "string", true],
  ["iat", "integer", true],
  ["exp", "integer", true],
  ["aud", "string", false],
  ["categories", "strings", false],
  ["input_hash", "string", false],
]
const tierOf = (score: number) =>
  score >= 80 ? "low" : score >= 60 ? "medium" : score >= 30 ? "high" : "critical"

describe("the risk-check of x402", () => {
  it("PD11 §14 the manifest has the fields of the proposal, and names the key that signs", async () => {
    const manifest = await read("/.well-known/risk-check.json")
    expect(unlike(discoveryFields, manifest)).toEqual([])
    expect(unlike(attestationFields, manifest.attestation as Body)).toEqual([])
    expect(["GET", "POST"]).toContain(manifest.method)
    expect(manifest.description).toContain("Experimental")
  })

  const stranger = `0x${"9".repeat(40)}`
  it.each([
    ["in default", { payer_wallet: debtor.address }, 0],
    ["that honoured an order", { payer_wallet: seller.address }, 80],
    ["that honoured an order, on another network", { payer_wallet: `eip155:8453:${seller.address}` }, 80],
    ["that nobody knows", { payer_wallet: stranger }, 60],
    [
      "that nobody knows, which borrows a good domain",
      { payer_wallet: stranger, payer_domain: "seller.example" },
      60,
    ],
    [
      "that states the domain of an agent in default",
      { payer_wallet: seller.address, payer_domain: "debtor.example" },
      0,
    ],
    ["with a domain that nobody knows", { payer_wallet: seller.address, payer_domain: "nobody.example" }, 80],
  ])(
    "PD11 §14 given a payer %s, then its score is that of the advice, with a signed attestation",
    async (_, query, score) => {
      const resource = "https://api.example.com/data"
      const result = (await (await check({ ...query, resource })).json()) as Body
      expect(unlike(resultFields, result)).toEqual([])
      expect(result).toMatchObject({ checked: true, score, tier: tierOf(score) })
      const keys = createLocalJWKSet((await read("/.well-known/jwks.json")) as unknown as JSONWebKeySet)
      const { payload, protectedHeader } = await jwtVerify(String(result.jws), keys, {
        typ: "risk-check+jwt",
        audience: resource,
        issuer: String(result.provider),
        subject: query.payer_wallet.replace(/^eip155:\d+:/, ""),
        currentDate: new Date(String(result.checked_at)),
      })
      const { attestation } = await read("/.well-known/risk-check.json")
      const { kid, algorithm } = attestation as Body
      expect([protectedHeader.kid, protectedHeader.alg]).toEqual([kid, algorithm])
      expect(unlike(claimFields, payload)).toEqual([])
      expect(payload).toMatchObject({ score, tier: result.tier, categories: result.categories })
      expect(Date.parse(String(result.expires_at)) / 1_000).toBe(payload.exp)
    },
  )

  it.each([
    {},
    { payer_wallet: "seller" },
    { payer_wallet: `${stranger}0` },
    { payer_wallet: stranger, wallet: stranger },
    { payer_wallet: stranger, payer_domain: "" },
    { payer_wallet: stranger, resource: "x".repeat(401) },
  ])("PD11 §14 given %o, then it says what can't be read", async (query) => {
    const answer = await check(query as Readonly<Record<string, string>>)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: "invalid_request",
      errors: [{ path: expect.stringMatching(/^query\./) }],
    })
  })
})
