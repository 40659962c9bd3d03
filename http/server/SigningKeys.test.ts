/** Which keys sign requests: the keys that stand, and for whom. */
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { putProof } from "../../core/proofs/testing/Proofs.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { provenKey, type SigningKey, sendSigned, signingKey } from "../testing/Signing.ts"
import { type SigningCourt, signingCourt, told } from "../testing/SigningCourt.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

let opened: SigningCourt
let court: TestCourt
let key: SigningKey
let driver: Driver
beforeAll(async () => {
  opened = await signingCourt()
  ;({ court, key, driver } = opened)
})
afterAll(() => court.stop())
const lodging = (...given: Parameters<SigningCourt["lodging"]>) => opened.lodging(...given)
const reading = (...given: Parameters<SigningCourt["reading"]>) => opened.reading(...given)

describe("a key that has ended", () => {
  it("Rule 2.6 neither acts, nor repeats, nor reads, also if this process has just read it", async () => {
    const by = await provenKey(driver, court, "seller")
    const named = { headers: { "idempotency-key": "before the end" } }
    expect((await lodging(named, {}, by)).status).toBe(200)
    // when it ends in another process
    await Effect.runPromise(putProof(driver, { ...by.proof, endedAt: court.clock.now }))
    const ended = [401, "signing_key_ended", undefined]
    expect(await told(await lodging({}, {}, by))).toEqual(ended)
    expect(await told(await lodging(named, {}, by))).toEqual(ended)
    expect(await told(await reading({}, by))).toEqual(ended)
  })

  it("Rule 2.6 serves its next holder once it is proven again", async () => {
    await enrolled(court, "buyer")
    const by = await provenKey(driver, court, "seller")
    await lodging({}, {}, by)
    await Effect.runPromise(putProof(driver, { ...by.proof, endedAt: court.clock.now }))
    const again = await signingKey(court, "buyer", "ed25519", {
      name: by.proof.name,
      fingerprint: by.proof.fingerprint,
      jwk: by.proof.jwk,
    })
    await Effect.runPromise(putProof(driver, again.proof))
    const lodged = await sendSigned(court, { ...by, proof: again.proof }, "GET", "/api/v1/account")
    expect(lodged.status).toBe(200)
  })

  it("Rule 2.6 of a thief signs nothing once the Registrar has ended the agent's keys, also if it was just read", async () => {
    // given a thief who proved a key of its own with a stolen credential, and has just acted by it
    await enrolled(court, "robbed")
    const by = await provenKey(driver, court, "robbed")
    const named = { headers: { "idempotency-key": "before the revocation" } }
    expect((await lodging(named, {}, by)).status).toBe(200)
    // when the Registrar ends the agent's keys
    const body = { handle: "robbed", reasons: "The credential was stolen." }
    const revoked = await send(court, "POST", "/api/v1/registrar/keys/revoke", { key: court.registrar, body })
    expect(revoked.status).toBe(200)
    // then the proof stands, and the key neither acts, nor repeats, nor reads
    const ended = [401, "signing_key_ended", undefined]
    expect(await told(await lodging({}, {}, by))).toEqual(ended)
    expect(await told(await lodging(named, {}, by))).toEqual(ended)
    expect(await told(await reading({}, by))).toEqual(ended)
    expect(await told(await reading({}, await provenKey(driver, court, "robbed")))).toEqual(ended)
  })

  it("Rule 2.6 makes no bearer credential: only a court that serves does", async () => {
    const answer = await sendSigned(court, key, "POST", "/api/v1/agents/seller/keys", { body: {} })
    expect(await told(answer)).toEqual([403, "key_ended", undefined])
  })
})

describe("a key in a directory of its host", () => {
  const thumbprint = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
  const at = (agent: string) => ({ headers: { "signature-agent": agent } })
  const byThumbprint = { parameters: { keyid: thumbprint } }

  it("Rule 2.6 signs by its thumbprint if that host has proven it, and by no other host", async () => {
    const by = await provenKey(driver, court, "seller", "ed25519", {
      method: "jwk",
      fingerprint: `jwk:${thumbprint}`,
      document: { url: "https://shop.example/keys.json", sha256: "ab" },
    })
    const ask = async (agent: string) => (await lodging(at(agent), byThumbprint, by)).status
    expect([await ask('"https://shop.example"'), await ask("https://shop.example/")]).toEqual([200, 200])
    expect(await told(await lodging(at('"https://evil.example"'), byThumbprint, by))).toEqual([
      401,
      "unknown_keyid",
      undefined,
    ])
    const components = ["@method", "@target-uri", "content-digest", "idempotency-key"]
    const uncovered = await lodging(at('"https://shop.example"'), { ...byThumbprint, components }, by)
    expect(await told(uncovered)).toEqual([401, "signature_incomplete", "signature-agent"])
  })

  it.each(["nowhere", "http://shop.example", "x".repeat(600)])("is not looked for at %#", async (agent) => {
    expect((await lodging(at(agent))).status).toBe(200)
  })
})

describe("the cost of wrong signatures", () => {
  it("Rule 2.6 counts against the address that they come from", async () => {
    const limited = await startCourt({
      store: Layer.succeed(Store, driver),
      rateLimit: { perSecond: 0.001, burst: 3 },
    })
    const wrong = () =>
      sendSigned(limited, key, "GET", "/api/v1/account", {}, { baseUrl: "http://other.test" })
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await wrong()).status)
    expect(statuses).toEqual([401, 401, 401, 429])
    await limited.stop()
  })
})
