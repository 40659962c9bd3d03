/** Keys of agents over HTTP: a document that the court fetches, and requests of another form. */
import { describe, expect, it } from "vitest"
import { listen } from "../../adapters/outbound/testing/Listening.ts"
import { givenAgents, givenCourt } from "../testing/GivenCourt.ts"
import { keyPair } from "../testing/KeyPair.ts"
import { send } from "../testing/TestCourt.ts"

type Body = Readonly<Record<string, unknown>>

describe("the keys of an agent", () => {
  const court = givenCourt({ baseUrl: "https://court.test/" })
  const keys: Record<string, string> = givenAgents(court, ["seller-1", "thief-1"])

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
