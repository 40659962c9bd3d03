import { Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Store } from "../../core/store/Store.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { freshStore } from "../testing/Rails.ts"
import { privateJwkOf, provenKey } from "../testing/Signing.ts"
import { connect, isRefused } from "./index.ts"

const baseUrl = "http://court.test"
const driver = freshStore()
const court = givenCourt({ store: Layer.succeed(Store, driver), baseUrl })
givenAgents(court, ["seller"])

/** A `fetch` that finds the court at its own address. */
const toCourt: typeof globalThis.fetch = (url, init) => fetch(String(url).replace(baseUrl, court.url), init)

describe("a client with a key that signs", () => {
  it.each(["ed25519", "P-256"] as const)("Rule 2.6 acts and reads by a JWK of %s", async (curve) => {
    const proven = await provenKey(driver, court, "seller", curve)
    const key = { keyid: proven.proof.name, key: privateJwkOf(proven) }
    const seller = connect(baseUrl, { key, fetch: toCourt })
    const lodged = await seller.dealings.notarise({ payload: { sha256: "ab".repeat(32) } })
    expect(lodged.sha256).toBe("ab".repeat(32))
    expect(await seller.agents.heartbeat()).toBeDefined()
    expect((await seller.agents.inbox({ urlParams: { limit: 1 } })).items).toEqual([])
    // A path with a name that must be encoded.
    const unknown = seller.dealings.readDealing({ path: { id: "é b'" } })
    await expect(unknown).rejects.toSatisfy((error: unknown) => isRefused(error, "unknown_dealing"))
  })

  it("Rule 2.6 takes a key of WebCrypto, which never leaves it", async () => {
    const proven = await provenKey(driver, court, "seller")
    const { kty, crv, x, d } = privateJwkOf(proven)
    const key = await crypto.subtle.importKey("jwk", { kty, crv, x, d }, "Ed25519", false, ["sign"])
    const seller = connect({ baseUrl, key: { keyid: proven.proof.name, key }, fetch: toCourt })
    expect((await seller.agents.inbox()).items).toEqual([])
  })

  it("Rule 2.6 repeats a lost act, signed anew, under its key", async () => {
    const proven = await provenKey(driver, court, "seller")
    const sent: Array<Headers> = []
    const losing: typeof globalThis.fetch = async (url, init) => {
      sent.push(new Headers(init?.headers))
      const answer = await toCourt(url, init)
      if (sent.length === 1) throw new TypeError("fetch failed")
      return answer
    }
    const key = { keyid: proven.proof.name, key: privateJwkOf(proven) }
    const seller = connect(baseUrl, { key, fetch: losing, retry: { firstPauseMs: 1 } })
    await seller.dealings.notarise({ payload: { sha256: "cd".repeat(32) } })
    expect(new Set(sent.map((headers) => headers.get("idempotency-key"))).size).toBe(1)
    expect(sent).toHaveLength(2)
  })

  it("takes no bearer credential beside", () => {
    const key = { keyid: "k", key: { kty: "OKP", crv: "Ed25519", x: "", d: "" } }
    expect(() => connect(baseUrl, { key, apiKey: "adc_x" })).toThrow(TypeError)
  })
})
