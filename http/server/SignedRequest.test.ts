import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { baseOf } from "../../adapters/keys/httpSignature/SignatureBase.ts"
import { isList, parseDictionary } from "../../adapters/keys/httpSignature/StructuredFields.ts"
import { sha256OfBase } from "../../adapters/keys/httpSignature/Verify.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import type { Driver } from "../../core/store/Store.ts"
import {
  provenKey,
  type SigningKey,
  type Spoiled,
  sendSigned,
  signedHeaders,
  signingKey,
} from "../testing/Signing.ts"
import { lodgement, type SigningCourt, signingCourt, told } from "../testing/SigningCourt.ts"
import { send, type TestCourt } from "../testing/TestCourt.ts"

let opened: SigningCourt
let court: TestCourt
let key: SigningKey
let driver: Driver
let bearer: string
beforeAll(async () => {
  opened = await signingCourt()
  ;({ court, key, bearer, driver } = opened)
})
afterAll(() => court.stop())
const lodging = (...given: Parameters<SigningCourt["lodging"]>) => opened.lodging(...given)
const reading = (...given: Parameters<SigningCourt["reading"]>) => opened.reading(...given)

describe("a signed request", () => {
  it.each(["ed25519", "P-256"] as const)(
    "Rule 2.6 by a proven %s key acts and reads as its agent",
    async (curve) => {
      const by = await provenKey(driver, court, "seller", curve)
      const alg = curve === "ed25519" ? "ed25519" : "ecdsa-p256-sha256"
      const lodged = await lodging({}, { digest: "sha-512", parameters: { alg } }, by)
      expect(lodged.status).toBe(200)
      expect(await reading({}, by)).toHaveProperty("status", 200)
      const mine = await sendSigned(court, by, "GET", "/api/v1/dealings?counterparty=me&limit=1")
      expect(mine.status).toBe(200)
    },
  )

  it("Rule 2.6 leaves the hash of what was signed in the journal and on the answer; a bearer leaves no hash", async () => {
    const lodged = await lodging()
    const base = lodged.headers.get("court-signature-base")
    expect(base).toMatch(/^sha-256=[0-9a-f]{64}$/)
    await send(court, "POST", "/api/v1/notarise", { key: bearer, body: lodgement })
    const { items } = (await (await send(court, "GET", "/api/v1/journal?limit=100")).json()) as {
      readonly items: ReadonlyArray<{ readonly type: string; readonly data: object }>
    }
    const bases = items.filter(({ type }) => /lodged|notarised/.test(type)).map(({ data }) => data)
    expect(bases.at(-2)).toHaveProperty("signatureBase", base)
    expect(bases.at(-1)).not.toHaveProperty("signatureBase")
    expect((await reading()).headers.get("court-signature-base")).toBeNull()
  })

  it("Rule 2.6 the hash is that of the base that anybody builds from the request", async () => {
    const body = JSON.stringify(lodgement)
    const headers = signedHeaders(key, "POST", "/api/v1/notarise", {
      body,
      headers: { "idempotency-key": "base" },
    })
    const lodged = await send(court, "POST", "/api/v1/notarise", { body, headers })
    const input = needPresent(parseDictionary(headers["signature-input"] ?? "")?.get("court"), "an input")
    if (!isList(input)) throw new Error("no list")
    const built = baseOf(
      {
        method: "POST",
        targetUri: "http://court.test/api/v1/notarise",
        field: (name) => headers[name] ?? null,
      },
      input,
    )
    if (!("base" in built)) throw new Error("no base")
    expect(lodged.headers.get("court-signature-base")).toBe(`sha-256=${sha256OfBase(built.base)}`)
  })

  it("Rule 2.6 that is replayed acts once and has the first answer; a read may repeat", async () => {
    const body = JSON.stringify(lodgement)
    const headers = signedHeaders(key, "POST", "/api/v1/notarise", {
      body,
      headers: { "idempotency-key": "once" },
    })
    const answers = [1, 2].map(() => () => send(court, "POST", "/api/v1/notarise", { body, headers }))
    const [first, again] = [await answers[0]?.(), await answers[1]?.()].map((it) =>
      needPresent(it, "an answer"),
    )
    expect([first?.status, again?.status]).toEqual([200, 200])
    expect(again?.headers.get("idempotent-replayed")).toBe("true")
    expect(await again?.text()).toBe(await first?.text())
    // The same agent may repeat it with its bearer credential.
    const headersOfBearer = { "idempotency-key": "once" }
    const other = await send(court, "POST", "/api/v1/notarise", {
      key: bearer,
      body,
      headers: headersOfBearer,
    })
    expect(other.headers.get("idempotent-replayed")).toBe("true")
    const read = signedHeaders(key, "GET", "/api/v1/inbox", {})
    for (const _ of [1, 2])
      expect((await send(court, "GET", "/api/v1/inbox", { headers: read })).status).toBe(200)
  })

  it("Rule 2.6 the name of a replayed act stands for no other body", async () => {
    await lodging({ headers: { "idempotency-key": "taken" } })
    const other = await lodging({
      headers: { "idempotency-key": "taken" },
      body: { sha256: "cd".repeat(32) },
    })
    expect(await told(other)).toEqual([422, "key_reused", undefined])
  })

  it("Rule 2.6 has a secret once: a signature opens no answer again, since it is not a secret itself", async () => {
    // given an operator that is proven, as an approval needs
    const proof = { key: court.registrar, body: {} }
    await send(court, "POST", "/api/v1/registrar/operators/seller/prove", proof)
    const named = { body: {}, headers: { "idempotency-key": "approval" } }
    const ask = () => sendSigned(court, key, "POST", "/api/v1/operator/approvals", named)
    expect((await ask()).status).toBe(200)
    expect(await told(await ask())).toEqual([409, "reply_sealed", undefined])
  })

  it("is for this court only if its tag says so, and a bearer may come with a signature for others", async () => {
    const elsewhere = { parameters: { tag: "web-bot-auth" } }
    expect(await told(await reading(elsewhere))).toEqual([401, "unauthenticated", undefined])
    const both = { ...elsewhere, sent: { headers: { authorization: `Bearer ${bearer}` } } }
    expect((await reading(both)).status).toBe(200)
    expect((await sendSigned(court, key, "GET", "/api/v1/docket", {}, elsewhere)).status).toBe(200)
  })
})

const now = Math.floor(Date.now() / 1000)
const covered = ["@method", "@target-uri", "content-digest", "idempotency-key"]
const without = (name: string): Spoiled => ({ components: covered.filter((other) => other !== name) })
const field = (name: string, value: string): Spoiled => ({ sent: { headers: { [name]: value } } })

describe("Rule 2.6 a signed act is refused", () => {
  type Row = readonly [what: string, spoiled: Spoiled, status: number, code: string, place?: string]
  const rows: ReadonlyArray<Row> = [
    ["with a bearer beside", { sent: { headers: { authorization: "Bearer x" } } }, 400, "two_credentials"],
    ...covered.map((name) => [`without ${name}`, without(name), 401, "incomplete", name] as const),
    ["with an absent component", { components: [...covered, "x-absent"] }, 401, "incomplete", '"x-absent"'],
    ["301 s late", { parameters: { created: now - 400 } }, 401, "out_of_time", "created"],
    ["from the future", { parameters: { created: now + 400 } }, 401, "out_of_time", "created"],
    ["with a time in words", { parameters: { created: "now" } }, 401, "out_of_time", "created"],
    ["that has expired", { parameters: { expires: now - 1 } }, 401, "out_of_time", "expires"],
    ["by an unknown key", { parameters: { keyid: "did:key:zNobody" } }, 401, "unknown_keyid"],
    ["by a key of no name", { parameters: { keyid: 7 } }, 400, "unreadable", "keyid"],
    ["by a name without end", { parameters: { keyid: "k".repeat(600) } }, 400, "unreadable", "keyid"],
    ["by another algorithm", { parameters: { alg: "ecdsa-p256-sha256" } }, 401, "algorithm_refused"],
    ["by a shared secret", { parameters: { alg: "hmac-sha256" } }, 401, "algorithm_refused"],
    ["for another court", { baseUrl: "http://other.test" }, 401, "wrong", "@target-uri"],
    ["with another name", field("idempotency-key", "stolen"), 401, "wrong", "@target-uri"],
    ["with another digest", field("content-digest", "sha-256=:AAAA:"), 401, "wrong", "@target-uri"],
    ["with another body", { sent: { body: '{"sha256":"x"}' } }, 400, "digest_mismatch"],
    [
      "with no digest that counts",
      field("content-digest", "md5=:AAAA:"),
      400,
      "digest_mismatch",
      "Content-Digest",
    ],
    ["without a signature", field("signature", "other=:AAAA:"), 400, "unreadable", "Signature"],
    ["with a list for a signature", field("signature", "court=(1)"), 400, "unreadable", "Signature"],
    ["with a short signature", field("signature", "court=:AAAA:"), 401, "wrong", "@target-uri"],
    ["with an input that is none", field("signature-input", "court=("), 400, "unreadable", "Signature-Input"],
    [
      "that bears two for this court",
      field("signature-input", 'a=();tag="agent-court", b=();tag="agent-court"'),
      400,
      "unreadable",
      "Signature-Input",
    ],
    [
      "that covers too much",
      { components: [...covered, ...Array.from({ length: 20 }, (_, i) => `x-${i}`)] },
      400,
      "unreadable",
      "Signature-Input",
    ],
  ]
  it.each(rows.map(([what, ...row]) => [what, row] as const))(
    "%s",
    async (_, [spoiled, status, code, place]) => {
      const [answered, named, at] = await told(await lodging({}, spoiled))
      expect([answered, String(named).replace("signature_", ""), at]).toEqual([status, code, place])
    },
  )

  it("by somebody else's key under a known name", async () => {
    const thief = await signingKey(court, "seller")
    const answer = await lodging({}, {}, { ...thief, proof: { ...thief.proof, name: key.proof.name } })
    expect(await told(answer)).toEqual([401, "signature_wrong", "@target-uri"])
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="agent-court"')
  })

  it("by an address of a chain, which signs no requests", async () => {
    const by = await provenKey(driver, court, "seller", "ed25519", { jwk: null, method: "evm" })
    expect(await told(await lodging({}, {}, by))).toEqual([401, "signature_algorithm_refused", undefined])
  })

  it("if it names no act", async () => {
    const body = JSON.stringify(lodgement)
    const headers = signedHeaders(key, "POST", "/api/v1/notarise", { body })
    const answer = await send(court, "POST", "/api/v1/notarise", { body, headers })
    expect(await told(answer)).toEqual([401, "signature_incomplete", "idempotency-key"])
  })
})
