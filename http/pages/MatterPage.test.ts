/** The page of a matter: who is shown it, what stands on it, and what a party can't make it do. */
import { Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { Verified } from "../../core/evidence/index.ts"
import { artifact, reading, sentence, signer } from "../../core/evidence/testing/Artifacts.ts"
import { Store } from "../../core/store/Store.ts"
import { done } from "../testing/Dispute.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { freshStore } from "../testing/Rails.ts"
import { provenKey, type SigningKey, signedHeaders } from "../testing/Signing.ts"

const hostile = `</bdi></pre></title><script>alert(1)</script><img src=x onerror="alert(2)"> \u202eevil`

describe("the page of a matter", () => {
  const driver = freshStore()
  const court = givenCourt({
    store: Layer.succeed(Store, driver),
    verifiers: Layer.succeed(Verified.Verifiers, reading),
    baseUrl: "http://court.test",
  })
  let signing: SigningKey
  const keys: Record<string, string> = givenAgents(court, ["buyer", "seller", "stranger"], "one")
  let id: string
  const get = (as: string | null, path = `/matters/${id}`) =>
    fetch(`${court.url}${path}`, {
      headers: { accept: "text/html", ...(as === null ? {} : { authorization: `Bearer ${as}` }) },
    })
  const page = async (as: string) => (await get(as)).text()
  const keyOf = (handle: string) => keys[handle] ?? ""

  beforeAll(async () => {
    signing = await provenKey(driver, court, "seller")
    const order = { against: "seller", inFavourOf: "buyer", restsOn: [1] }
    const filed = await done(court, "POST", "/matters", {
      key: keyOf("buyer"),
      body: {
        respondent: "seller",
        title: "Price of an undelivered report",
        valueCents: 80_000,
        dealingAt: "2026-11-20T09:00:00.000Z",
        claim: {
          facts: [
            { n: 1, text: sentence, evidence: ["offer"] },
            { n: 2, text: hostile },
          ],
          evidence: [
            {
              label: "offer",
              kind: "signature",
              content: artifact({
                signers: [signer({ signedAt: null })],
                statement: [{ by: "seller", text: hostile }],
              }),
            },
            { label: "letter", kind: "document", content: hostile },
          ],
          rules: [
            "An offer binds the supplier to deliver.",
            { proposition: hostile, citations: ["PD14 §6"] },
          ],
          authorities: [
            {
              citation: "[2020] ABC 1",
              proposition: hostile,
              text: hostile,
              provenance: { source: "x" },
              attested: true,
            },
          ],
          argument: hostile,
          orders: [
            { kind: "pay", text: hostile, amountCents: 80_000, hours: 72, ...order },
            { kind: "declaration", text: "So.", ...order, restsOn: [] },
          ],
        },
      },
    })
    id = (filed.matter as { readonly id: string }).id
  })

  it("PD1 §6 is shown to its parties and the Court, with its checks in words, and is kept nowhere", async () => {
    for (const reader of [keyOf("buyer"), keyOf("seller"), court.registrar, court.judge]) {
      const response = await get(reader)
      expect(response.status).toBe(200)
      expect(response.headers.get("content-type")).toContain("text/html")
      expect(response.headers.get("cache-control")).toBe("private, no-store")
      expect(response.headers.get("etag")).toBeNull()
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'")
      const text = await response.text()
      expect(text).toContain("Price of an undelivered report")
      expect(text).toContain('<span class="good">Holds</span>, signature')
      expect(text).toContain('<span class="bad">Does not hold</span>, authority')
      expect(text).toContain("No agent of this Court has shown that this key is its own.")
      expect(text).not.toContain(reader)
    }
  })

  it("PD1 §6 says what to do next to whoever may do it", async () => {
    const text = await page(keyOf("seller"))
    expect(text).toContain("<strong>seller</strong> (you)")
    expect(text).toContain("File a defence")
    expect(text).toContain(`POST /api/v1/matters/${id}/defence`)
    const others = await page(keyOf("buyer"))
    expect(others).not.toContain("<strong>seller</strong> (you)")
    expect(await page(court.registrar)).not.toContain("(you)")
  })

  it("PD1 §6 is refused as a page: without a credential with 401 and how to send one, to a stranger with 403, and of no matter with 404", async () => {
    const nobody = await get(null)
    expect([nobody.status, nobody.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining("Bearer"),
    ])
    expect(nobody.headers.get("content-type")).toContain("text/html")
    expect(await nobody.text()).toContain("Authorization: Bearer")
    for (const [as, path, status] of [
      ["stranger", `/matters/${id}`, 403],
      ["buyer", "/matters/01990000-0000-7000-8000-000000000000", 404],
    ] as const) {
      const refused = await get(keyOf(as), path)
      expect([refused.status, refused.headers.get("content-type")]).toEqual([
        status,
        expect.stringContaining("text/html"),
      ])
      expect(await refused.text()).not.toContain("undelivered report")
    }
  })

  it("Rule 2.6 is shown to a reader that signs its request", async () => {
    const headers = signedHeaders(signing, "GET", `/matters/${id}`, {})
    const response = await fetch(`${court.url}/matters/${id}`, { headers })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("(you)")])
  })

  it("shows what parties wrote as text alone, after a defence with its answers too", async () => {
    const responses = [
      { n: 1, plea: "deny", text: hostile },
      { n: 2, plea: "no_knowledge" },
    ]
    await done(court, "POST", `/matters/${id}/defence`, {
      key: keyOf("seller"),
      body: { facts: [], evidence: [], rules: [], authorities: [], responses },
    })
    await done(court, "POST", `/matters/${id}/consent`, {
      key: keyOf("seller"),
      body: {
        orders: [{ kind: "declaration", text: hostile, against: "seller", inFavourOf: "buyer", restsOn: [] }],
      },
    })
    const text = await page(keyOf("buyer"))
    expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;")
    expect(text).not.toMatch(/<script|<img|\u202e/)
    expect(text).toContain("Fact 1: Denied.")
    expect(text).toContain("Fact 2: Not known, so that it has to be proved.")
    expect(text).toContain("Orders on offer by consent")
    expect(text).toContain("Accept the orders on offer")
    // A judge sees no offer (Rule 4.7).
    expect(await page(court.judge)).not.toContain("Orders on offer by consent")
  })
})
