import { createHash } from "node:crypto"
import { Schema } from "effect"
import { createLocalJWKSet, flattenedVerify } from "jose"
import { describe, expect, it } from "vitest"
import { canonical, type Json } from "../../core/kernel/Json.ts"
import { Clauses } from "../../core/law/index.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { A2aAgentCard, LegalContextDocument, parseSecurityText } from "../testing/PublishedShapes.ts"
import { enrolled, send, startCourt } from "../testing/TestCourt.ts"

const baseUrl = "https://court.example"
const strict = { onExcessProperty: "error" } as const

describe("what a court publishes of itself", () => {
  const court = givenCourt({ baseUrl, contact: "mailto:security@court.example" })
  const read = (name: string) => send(court, "GET", `/.well-known/${name}`)
  const json = async (name: string) => (await read(name)).json()

  it("the agent card is one of A2A 1.0", async () => {
    const card = Schema.decodeUnknownSync(A2aAgentCard, strict)(await json("agent-card.json"))
    expect(card.supportedInterfaces.map(({ url }) => url)).toContain(`${baseUrl}/mcp`)
    // It takes no A2A messages, so it doesn't name A2A's own bindings.
    for (const { protocolBinding } of card.supportedInterfaces) expect(protocolBinding).toMatch(/^https:/)
    expect(card.skills.map(({ id }) => id)).toContain("check_compliance")
    const [extension] = card.capabilities.extensions ?? []
    const own = Schema.decodeUnknownSync(Clauses.DisputeResolution)(await json("dispute-resolution.json"))
    const { enrolled_handle, fallback_forum, ...members } = own
    expect([extension?.params, enrolled_handle, fallback_forum]).toEqual([members, null, null])
  })

  it("the agent card is signed as A2A asks: over its canonical form without the signatures", async () => {
    const { signatures, ...card } = (await json("agent-card.json")) as Record<string, Json> & {
      signatures: ReadonlyArray<{ protected: string; signature: string }>
    }
    const [signed] = signatures
    if (signed === undefined) throw new Error("the card is not signed")
    const payload = Buffer.from(canonical(card)).toString("base64url")
    const keys = createLocalJWKSet((await json("jwks.json")) as Parameters<typeof createLocalJWKSet>[0])
    const { protectedHeader } = await flattenedVerify({ ...signed, payload }, keys)
    expect(protectedHeader).toMatchObject({ typ: "JOSE", jku: `${baseUrl}/.well-known/jwks.json` })
    expect(protectedHeader?.kid).toBeTruthy()
    const other = Buffer.from(canonical({ ...card, version: "9" })).toString("base64url")
    await expect(flattenedVerify({ ...signed, payload: other }, keys)).rejects.toThrow()
  })

  it("the agent card has no null, no empty list and no empty text, which A2A's canonical form would drop", async () => {
    const emptyIn = (value: Json, path: string): ReadonlyArray<string> => {
      if (value === null || value === "") return [path]
      if (typeof value !== "object") return []
      const members = Object.entries(value)
      return members.length === 0 ? [path] : members.flatMap(([name, one]) => emptyIn(one, `${path}.${name}`))
    }
    expect(emptyIn((await json("agent-card.json")) as Json, "card")).toEqual([])
  })

  it("Rule 5.4 the DID document lists the keys of the other documents, and caches keep it no longer", async () => {
    const answer = await read("did.json")
    const { id, verificationMethod, authentication } = (await answer.json()) as {
      readonly id: string
      readonly verificationMethod: ReadonlyArray<{ readonly id: string; readonly publicKeyJwk: object }>
      readonly authentication: ReadonlyArray<string>
    }
    expect(id).toBe("did:web:court.example")
    expect(answer.headers.get("cache-control")).toBe((await read("jwks.json")).headers.get("cache-control"))
    expect(answer.headers.get("etag")).toBeTruthy()
    const { keys } = (await json("jwks.json")) as { readonly keys: ReadonlyArray<{ readonly kid: string }> }
    expect(authentication).toEqual(keys.map(({ kid }) => `${id}#${kid}`))
    expect(verificationMethod.find((method) => method.id === authentication[0])?.publicKeyJwk).toEqual(
      keys[0],
    )
    const { publicKey } = (await json("notary.json")) as { readonly publicKey: string }
    const x = Buffer.from(publicKey, "hex").toString("base64url")
    expect(verificationMethod[0]?.publicKeyJwk).toMatchObject({ crv: "Ed25519", x })
  })

  it("Rule 2.2 the dispute-resolution object is this court's, and names no agent", async () => {
    const object = Schema.decodeUnknownSync(
      Clauses.DisputeResolution,
      strict,
    )(await json("dispute-resolution.json"))
    expect(Clauses.differences(object, baseUrl)).toEqual([])
    expect(object.enrolled_handle).toBeNull()
  })

  it("every answer points at that object, refusals and tools too", async () => {
    const key = await enrolled(court, "seller")
    const answers = [
      await send(court, "GET", "/api/v1/docket"),
      await send(court, "GET", "/api/v1/inbox", { key }),
      await send(court, "GET", "/api/v1/inbox"),
      await send(court, "GET", "/nothing/here"),
      await fetch(`${court.url}/mcp`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 404, 405])
    for (const { headers } of answers)
      expect(headers.get("dispute-resolution")).toBe(`${baseUrl}/.well-known/dispute-resolution.json`)
  })

  it("the legal context is one of the protocol, and its hash is that of the Rules as served", async () => {
    const context = Schema.decodeUnknownSync(LegalContextDocument, strict)(await json("legal-context.json"))
    expect(context.terms.startsWith(baseUrl)).toBe(true)
    const terms = await send(court, "GET", context.terms.slice(baseUrl.length))
    expect(terms.headers.get("content-type")).toContain(`text/${context.termsFormat}`)
    const sha256 = createHash("sha256")
      .update(await terms.text())
      .digest("hex")
    expect(context.atrHash).toBe(`0x${sha256}`)
  })

  it("security.txt is one of RFC 9116, and ends within a year of the court's clock", async () => {
    const response = await read("security.txt")
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8")
    const { wrong, fields } = parseSecurityText(await response.text())
    expect(wrong).toEqual([])
    expect(fields.get("Contact")).toBe("mailto:security@court.example")
    expect(fields.get("Canonical")).toBe(`${baseUrl}/.well-known/security.txt`)
    const left = Date.parse(fields.get("Expires") ?? "") - court.clock.now
    expect(left).toBeGreaterThan(30 * 24 * 3_600_000)
    expect(left).toBeLessThan(365 * 24 * 3_600_000)
    court.clock.now += 400 * 24 * 3_600_000
    const later = parseSecurityText(await (await read("security.txt")).text())
    expect(Date.parse(later.fields.get("Expires") ?? "")).toBeGreaterThan(court.clock.now)
  })

  it("a court without a contact of its own sends people to its disclosure page", async () => {
    const plain = await startCourt({ baseUrl, contact: null })
    const { wrong, fields } = parseSecurityText(
      await (await send(plain, "GET", "/.well-known/security.txt")).text(),
    )
    expect([wrong, fields.get("Contact")]).toEqual([[], `${baseUrl}/disclosure`])
    await plain.stop()
  })
})
