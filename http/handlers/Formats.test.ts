/** The formats of other protocols over HTTP: off unless they are named, and renderings of a real judgment, which nobody signs. */
import { createHash } from "node:crypto"
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { canonical, type Json } from "../../core/kernel/Json.ts"
import { formats } from "../formats/index.ts"
import { agents, agreed, at, type Body, decided, done, draft, order } from "../testing/Dispute.ts"
import { send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const all = formats.map(({ name }) => name)
const given = (values: { readonly [name: string]: string }) => ({
  given: Object.entries(values).map(([name, value]) => ({ name, value })),
})
const anchors = { supersedes: "a".repeat(64), dispute_chain_tip: "b".repeat(64) }
const hour = 3_600_000

describe("a court that names no format", () => {
  let court: TestCourt
  beforeAll(async () => {
    court = await startCourt()
  })
  afterAll(() => court.stop())

  it.each(["/api/v1/formats", "/api/v1/formats/atdrp", "/.well-known/dispute-services.json"])(
    "PD17 §1 has nothing at %s",
    async (path) => {
      expect((await send(court, "GET", path)).status).toBe(404)
    },
  )

  it("PD17 §1 describes no format, and its legal context names the card as its catalog", async () => {
    const described = await (await send(court, "GET", "/openapi.json")).text()
    expect(described).not.toContain("renderJudgment")
    const context = (await (await send(court, "GET", "/.well-known/legal-context.json")).json()) as {
      disputeResolution: { catalog: string }
    }
    expect(context.disputeResolution.catalog).toBe("http://court.test/.well-known/agent-card.json")
  })
})

describe("a court that speaks every format", () => {
  let court: TestCourt
  let citation: string
  let open: string
  beforeAll(async () => {
    court = await startCourt({ formats: all })
    const keys = await agents(court)
    const quote = String(await agreed(court, keys))
    const determination = {
      deal: { kind: "quote", id: quote },
      price: 5_000,
      owed: 0,
      paid: 5_000,
      refunded: 0,
      balance: -5_000,
      undecided: null,
    }
    const body = { ...draft([order()]), determinations: [determination] }
    ;({ citation } = await decided(court, body, keys, { quoteId: quote }))
    court.clock.now += 73 * hour
    ;({ citation: open } = await decided(court, draft(), keys))
  })
  afterAll(() => court.stop())

  const json = async (path: string) => (await (await send(court, "GET", path)).json()) as Body
  const rendered = (of: string, format: string, body: object = {}) =>
    done(court, "POST", `${at(of)}/renderings/${format}`, { body })
  const refusedAs = async (of: string, format: string, body: object = {}) => {
    const answer = await send(court, "POST", `/api/v1${at(of)}/renderings/${format}`, { body })
    return [answer.status, ((await answer.json()) as Body).code]
  }

  it("PD17 §1 lists them, and marks their operations as experimental", async () => {
    const { items } = await json("/api/v1/formats")
    expect((items as ReadonlyArray<Body>).map(({ format }) => format)).toEqual(all)
    const { paths } = (await json("/openapi.json")) as { paths: Record<string, Record<string, Body>> }
    expect(paths["/api/v1/formats"]?.get).toMatchObject({ "x-experimental": true })
    expect(paths["/api/v1/docket"]?.get).not.toHaveProperty("x-experimental")
  })

  it("Rule 2.5 the clause id is the hash of the text at its source, in the catalog as in the legal context", async () => {
    const context = (await json("/.well-known/legal-context.json")) as {
      disputeResolution: Body
      atrHash: string
    }
    const { clauseId, source, catalog } = context.disputeResolution
    const clause = await (await send(court, "GET", new URL(String(source)).pathname)).text()
    expect(clauseId).toBe(`sha256:0x${createHash("sha256").update(clause).digest("hex")}`)
    const { services } = (await json(new URL(String(catalog)).pathname)) as { services: ReadonlyArray<Body> }
    expect(services[0]).toMatchObject({
      clause: { id: clauseId, url: source },
      terms: { sha256: context.atrHash.slice(2) },
    })
    expect(await json("/api/v1/formats/dispute-services")).toMatchObject({ services })
  })

  it("PD17 §1 names the court as an ATDRP provider and as a forum of CBAP-1 from the same record", async () => {
    expect(await json("/api/v1/formats/atdrp")).toEqual({
      provider_id: "did:web:court.test",
      name: "Agent Dispute Court",
      policy_url: "http://court.test/api/v1/rules",
      verify_url: "http://court.test/api/v1/judgments",
    })
    const { keys } = (await json("/.well-known/jwks.json")) as { keys: ReadonlyArray<Body> }
    expect(await json("/api/v1/formats/cbap-1")).toMatchObject({
      key: { kid: keys[0]?.kid, x: keys[0]?.x, alg: -19 },
    })
  })

  it("Rule 5.6 given a stranger that has this judgment rendered over another deal, then nothing in the answer is signed", async () => {
    const answer = await rendered(citation, "adrp-ruling", given({ ...anchors, supersedes: "f".repeat(64) }))
    expect(answer).toMatchObject({
      document: { verdict: "refund", arbitrator_did: "did:web:court.test", sig: "" },
      disposition: `http://court.test/api/v1${at(citation)}/disposition`,
    })
    expect(answer).not.toHaveProperty("signature")
    // A JWS of the court, wherever it stood, would begin so.
    expect(JSON.stringify(answer)).not.toContain('"eyJ')
  })

  it("Rule 5.6 the disposition to which a rendering points is signed, and says of which judgment it is", async () => {
    const { signature, ...rest } = await json(`/api/v1${at(citation)}/disposition`)
    const keys = (await json("/.well-known/jwks.json")) as unknown as JSONWebKeySet
    const { payload } = await compactVerify(String(signature), createLocalJWKSet(keys))
    expect(new TextDecoder().decode(payload)).toBe(canonical(rest as Json))
  })

  it("PD15 §11 an ERC-8183 job is rejected where nothing was earned, and its reason is the hash of the words under seal", async () => {
    const { document } = await rendered(citation, "erc-8183-evaluation", given({ jobId: "7" }))
    const { payloadSha256 } = await json(`/api/v1${at(citation)}/disposition`)
    expect(document).toMatchObject({
      function: "reject(uint256,bytes32,bytes)",
      reason: `0x${payloadSha256}`,
    })
  })

  it("Rule 5.4 the hash in an answer to an ERC-8004 validation is that of the words under seal at its address", async () => {
    const asked = given({ agent: "seller", requestHash: `0x${"6".repeat(64)}` })
    const { document } = await rendered(citation, "erc-8004-validation", asked)
    const { responseURI, responseHash, response } = document as Body
    const { payload } = await json(new URL(String(responseURI)).pathname)
    expect(responseHash).toBe(`0x${createHash("sha256").update(String(payload)).digest("hex")}`)
    expect(response).toBe(0)
  })

  it.each<[string, string, object, number, string]>([
    ["a format that it does not speak", "jams", given({}), 404, "unknown_format"],
    ["a format that renders nothing", "atdrp", given({}), 422, "not_rendered"],
    ["values that are missing", "adrp-ruling", given({}), 400, "invalid_request"],
    [
      "a value that does not fit",
      "adrp-ruling",
      given({ ...anchors, supersedes: "x" }),
      400,
      "invalid_request",
    ],
    [
      "a value that the form does not take",
      "adrp-ruling",
      given({ ...anchors, verdict: "release" }),
      400,
      "invalid_request",
    ],
    [
      "a value that is given twice",
      "erc-8183-evaluation",
      {
        given: [
          { name: "jobId", value: "1" },
          { name: "jobId", value: "2" },
        ],
      },
      400,
      "invalid_request",
    ],
    ["a member that no rendering takes", "adrp-ruling", { verdict: "release" }, 400, "invalid_request"],
  ])("PD17 §1 given %s, then it is refused", async (_, format, body, status, code) => {
    expect(await refusedAs(citation, format, body)).toEqual([status, code])
  })

  it("Rule 5.5 given no judgment, or one without an account, then nothing is rendered", async () => {
    expect(await refusedAs("[2026] MC 99", "adrp-ruling", given(anchors))).toEqual([404, "unknown_judgment"])
    expect(await refusedAs(open, "adrp-ruling", given(anchors))).toEqual([422, "not_rendered"])
    expect((await send(court, "GET", "/api/v1/formats/adrp-ruling")).status).toBe(404)
  })
})
