/** Keys of agents over HTTP: the four methods, from the challenge to the record, the page and the end. */

import { privateKeyToAccount } from "viem/accounts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listen } from "../../adapters/outbound/testing/Listening.ts"
import { keyPair } from "../testing/KeyPair.ts"
import { enrolled, send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

type Body = Readonly<Record<string, unknown>>

describe("the keys of an agent", () => {
  let court: TestCourt
  const keys: Record<string, string> = {}
  beforeAll(async () => {
    court = await startCourt({ baseUrl: "https://court.test/" })
    for (const handle of ["seller-1", "thief-1"]) keys[handle] = await enrolled(court, handle)
  })
  afterAll(() => court.stop())

  const ask = async (as: string | null, method: string, path: string, body?: unknown) => {
    const key = as === "registrar" ? court.registrar : as === null ? undefined : keys[as]
    const init = { ...(key === undefined ? {} : { key }), ...(body === undefined ? {} : { body }) }
    const response = await send(court, method, `/api/v1${path}`, init)
    const answer = (await response.json()) as Body
    return { status: response.status, answer, code: response.ok ? null : answer.code }
  }
  const request = (as: string, asked: object) => ask(as, "POST", `/agents/${as}/proofs`, asked)
  const prove = async (as: string, asked: object, sign: (text: string) => string | Promise<string>) => {
    const { answer } = await request(as, asked)
    const signature = await sign(String(answer.challenge))
    return ask(as, "POST", `/agents/${as}/proofs/${String(answer.id)}`, { signature })
  }
  const recordOf = async (handle: string) =>
    (await ask(null, "GET", `/agents/${handle}`)).answer.proofs as ReadonlyArray<Body>
  const holders = async (name: string) =>
    (
      (await ask(null, "GET", `/agents?proof=${encodeURIComponent(name)}`)).answer
        .items as ReadonlyArray<Body>
    ).map(({ handle, endedAt }) => [handle, endedAt === null])

  it("PD3 §4 given a did:key, then its challenge names the court by its origin, and its signature makes it the agent's", async () => {
    const pair = keyPair(1)
    const { answer } = await request("seller-1", { method: "did_key", did: pair.did })
    expect(answer).toMatchObject({ expiresAt: "2026-11-20T09:10:00.000Z" })
    expect(answer.challenge).toContain("court: https://court.test\nagent: seller-1\n")
    const proven = await prove("seller-1", { method: "did_key", did: pair.did }, pair.sign)
    const id = `${pair.did}#${pair.did.slice("did:key:".length)}`
    expect(proven).toMatchObject({
      status: 200,
      answer: { handle: "seller-1", id, jwk: pair.jwk, address: null },
    })
    expect(await recordOf("seller-1")).toMatchObject([
      { id, method: "did_key", endedAt: null, document: null },
    ])
    expect(await holders(pair.did)).toEqual([["seller-1", true]])
    const page = await (await fetch(`${court.url}/agents/seller-1`)).text()
    expect(page).toContain(id)
    expect((await prove("thief-1", { method: "did_key", did: pair.did }, pair.sign)).code).toBe("key_taken")
    expect((await prove("thief-1", { method: "did_key", did: keyPair(2).did }, pair.sign)).code).toBe(
      "proof_unsigned",
    )
  })

  it("PD3 §4 given an address, then its own key's signature (EIP-191) makes it the agent's on every chain", async () => {
    const wallet = privateKeyToAccount(`0x${"3".repeat(64)}`)
    const asked = { method: "evm", address: wallet.address.toLowerCase(), chainId: 8453 }
    const proven = await prove("seller-1", asked, (message) => wallet.signMessage({ message }))
    expect(proven.answer).toMatchObject({
      id: `eip155:8453:${wallet.address}`,
      address: wallet.address,
      jwk: null,
    })
    expect(await holders(`eip155:1:${wallet.address}`)).toEqual([["seller-1", true]])
    const other = privateKeyToAccount(`0x${"4".repeat(64)}`)
    const stolen = { method: "evm", address: other.address }
    expect((await prove("thief-1", stolen, (message) => wallet.signMessage({ message }))).code).toBe(
      "proof_unsigned",
    )
  })

  it("PD3 §4 given a did:web, then its document is read once and kept, and opens its host for key sets", async () => {
    const [pair, second] = [keyPair(5), keyPair(6)]
    let document: unknown
    const { port, requests } = await listen((_request, response) => response.end(JSON.stringify(document)))
    const did = `did:web:127.0.0.1%3A${port}`
    const set = { method: "jwk", url: `http://127.0.0.1:${port}/keys.json`, kid: "k2" }
    expect((await request("seller-1", set)).code).toBe("host_unproven")
    document = { id: did, verificationMethod: [{ id: `${did}#k1`, publicKeyJwk: pair.jwk }] }
    const web = { method: "did_web", did: `${did}#k1` }
    const proven = await prove("seller-1", web, pair.sign)
    expect(proven.answer).toMatchObject({
      id: `${did}#k1`,
      document: { url: `https://127.0.0.1:${port}/.well-known/did.json` },
    })
    document = { keys: [{ ...second.jwk, kid: "k2" }] }
    expect((await prove("seller-1", set, second.sign)).answer).toMatchObject({
      id: `${set.url}#k2`,
      jwk: second.jwk,
    })
    expect((await request("thief-1", set)).code).toBe("host_unproven")
    expect((await prove("thief-1", web, second.sign)).code).toBe("key_unreadable")
    const read = requests.length
    await recordOf("seller-1")
    expect(requests.length).toBe(read)
  })

  it("PD3 §4 given an end by the agent or the Registrar, then the past stays and the key is free", async () => {
    const pair = keyPair(8)
    const asked = { method: "did_key", did: pair.did }
    const { answer } = await prove("seller-1", asked, pair.sign)
    const end = `/agents/seller-1/proofs/${String(answer.proofId)}/end`
    expect((await ask("thief-1", "POST", end, {})).code).toBe("not_own")
    expect((await ask("registrar", "POST", end, { reasons: "It leaked." })).answer).toMatchObject({
      endedAt: "2026-11-20T09:00:00.000Z",
    })
    expect((await ask("seller-1", "POST", end, {})).code).toBe("proof_ended")
    const named = `/agents/seller-1/proofs/${encodeURIComponent(pair.did)}/end`
    expect((await ask("seller-1", "POST", named, {})).code).toBe("proof_ended")
    expect((await ask("thief-1", "POST", named.replace("seller-1", "thief-1"), {})).code).toBe(
      "unknown_proof",
    )
    expect((await prove("thief-1", asked, pair.sign)).status).toBe(200)
    expect(await holders(pair.did)).toEqual([
      ["seller-1", false],
      ["thief-1", true],
    ])
  })

  it("PD3 §4 given input of another form, then it is refused before anything is read", async () => {
    for (const body of [
      { method: "rsa", did: "x" },
      { method: "did_key", did: "x".repeat(401) },
      { method: "evm", address: "0x", chainId: 0 },
    ])
      expect((await request("seller-1", body)).status).toBe(400)
    for (const signature of ["", "A".repeat(85), "0x1", `0x${"11".repeat(2049)}`, 5])
      expect((await ask("seller-1", "POST", "/agents/seller-1/proofs/x", { signature })).status).toBe(400)
    expect((await ask(null, "GET", "/agents")).status).toBe(400)
    expect((await ask(null, "GET", `/agents?proof=${"x".repeat(401)}`)).status).toBe(400)
    expect((await request("seller-1", { method: "did_key", did: "did:key:z1" })).code).toBe("key_malformed")
  })
})
