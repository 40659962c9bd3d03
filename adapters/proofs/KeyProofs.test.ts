/** Signatures over challenges, checked by keys in names, in documents on the web, and at addresses. */
import { generateKeyPairSync, sign } from "node:crypto"
import { Effect } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import type { Wallets } from "../../core/chains/index.ts"
import type { Challenge } from "../../core/proofs/index.ts"
import { usualLimits } from "../outbound/Turns.ts"
import { listen } from "../outbound/testing/Listening.ts"
import * as KeyProofs from "./KeyProofs.ts"

const pair = generateKeyPairSync("ed25519")
const jwk = pair.publicKey.export({ format: "jwk" })
const text = "a challenge"
const signature = sign(null, Buffer.from(text), pair.privateKey).toString("base64url")
const limits = { timeoutMs: 2_000, maxBytes: 4_000 }

/** Wallets in which contracts answer as the test says, and no key signs but on the chain of no contract. */
const walletsOf = (key: Wallets.Verdict, contract: Wallets.Verdict = "unread") => {
  const asked: Array<Wallets.Claimed> = []
  const signed = (claimed: Wallets.Claimed) => {
    asked.push(claimed)
    return Effect.succeed(claimed.chainId === 0 ? key : contract)
  }
  return { asked, signed }
}

const check = (
  method: Challenge.Claimed["method"],
  name: string,
  given: { signature?: string; wallets?: ReturnType<typeof walletsOf>; options?: KeyProofs.Options } = {},
) => {
  const { wallets = walletsOf("unsigned"), options = { allowLoopback: true } } = given
  const claimed = { agentId: "agent-1", method, name, text, signature: given.signature ?? signature }
  return Effect.runPromise(KeyProofs.make(wallets, options).check(claimed, limits))
}

const didDocument = (port: number) => {
  const did = `did:web:127.0.0.1%3A${port}`
  return { did, json: JSON.stringify({ id: did, verificationMethod: [{ id: "#k", publicKeyJwk: jwk }] }) }
}

describe("a signature by a key that the web lists", () => {
  it("PD3 §4 given the document of a did:web, then its key signed, and the document is given as it came", async () => {
    const { port, requests } = await listen((_request, response) => response.end(didDocument(port).json))
    const { did, json } = didDocument(port)
    expect(await check("did_web", `${did}#k`)).toEqual({
      _tag: "Signed",
      jwk: { kty: "OKP", crv: "Ed25519", x: jwk.x },
      document: { url: `https://127.0.0.1:${port}/.well-known/did.json`, text: json },
    })
    expect(requests.map(({ url }) => url)).toEqual(["/.well-known/did.json"])
    expect(await check("did_web", `${did}#k`, { signature: "A".repeat(86) })).toMatchObject({
      _tag: "Unsigned",
    })
    expect(await check("did_web", `${did}#other`)).toMatchObject({ _tag: "Unreadable" })
  })

  it("PD3 §4 given a key set, then the key of its kid signed", async () => {
    const { url } = await listen((_request, response) =>
      response.end(
        JSON.stringify({
          keys: [
            { ...jwk, kid: "a#b" },
            { ...jwk, kid: "k" },
          ],
        }),
      ),
    )
    expect(await check("jwk", `${url}keys#k`)).toMatchObject({
      _tag: "Signed",
      document: { url: `${url}keys` },
    })
  })

  it("PD3 §4 given a document that redirects inward, or to another host, then nothing is followed", async () => {
    const inside = await listen((_request, response) =>
      response.end(JSON.stringify({ keys: [{ ...jwk, kid: "k" }] })),
    )
    const { url } = await listen((_request, response) =>
      response.writeHead(302, { location: inside.url }).end(),
    )
    expect(await check("jwk", `${url}#k`)).toMatchObject({ _tag: "Unreadable" })
    expect(inside.requests).toEqual([])
  })

  it("PD3 §4 given an address within, then nothing is sent", async () => {
    const { port, requests } = await listen((_request, response) => response.end(didDocument(port).json))
    for (const [method, name] of [
      ["did_web", `${didDocument(port).did}#k`],
      ["jwk", `http://127.0.0.1:${port}/#k`],
      ["jwk", "https://169.254.169.254/latest#k"],
      ["jwk", "https://[::ffff:7f00:1]/#k"],
    ] as const)
      expect(await check(method, name, { options: {} })).toEqual({
        _tag: "Unreadable",
        why: "The Court does not call that address.",
      })
    expect(requests).toEqual([])
  })

  it.each<[string, string | Buffer]>([
    ["more bytes than are read", `{"keys":[${" ".repeat(limits.maxBytes)}]}`],
    ["no JSON", "keys"],
    ["no UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ["JSON that is nested deeply", "[".repeat(2_000) + "]".repeat(2_000)],
  ])("PD3 §4 given an answer with %s, then the key can't be read", async (_what, body) => {
    const { url } = await listen((_request, response) => response.end(body))
    expect(await check("jwk", `${url}#k`)).toMatchObject({ _tag: "Unreadable" })
  })

  it("PD3 §4 given an agent whose host does not answer, then few of its keys are asked for at once, and another agent's is read", async () => {
    const set = JSON.stringify({ keys: [{ ...jwk, kid: "k" }] })
    const waiting: Array<() => void> = []
    let isOpen = false
    const slow = await listen((_request, response) => {
      if (isOpen) response.end(set)
      else waiting.push(() => response.end(set))
    })
    const quick = await listen((_request, response) => response.end(set))
    const checks = KeyProofs.make(walletsOf("unsigned"), { allowLoopback: true })
    const ask = (agentId: string, url: string) =>
      Effect.runPromise(
        checks.check(
          { agentId, method: "jwk", name: `${url}#k`, text, signature },
          { ...limits, timeoutMs: 20_000 },
        ),
      )
    const slowly = Array.from({ length: 12 }, (_, n) => ask("agent-1", `${slow.url}${n}`))
    while (waiting.length < usualLimits.perAgent)
      expect(await ask("agent-2", quick.url)).toMatchObject({ _tag: "Signed" })
    expect(await ask("agent-2", quick.url)).toMatchObject({ _tag: "Signed" })
    expect(slow.requests).toHaveLength(usualLimits.perAgent)
    isOpen = true
    for (const answer of waiting) answer()
    for (const verdict of await Promise.all(slowly)) expect(verdict).toMatchObject({ _tag: "Signed" })
    expect(slow.requests).toHaveLength(12)
  })

  it("PD3 §4 given an answer that breaks off, an address without a server, or a name without a document, then the key can't be read", async () => {
    const broken = await listen((_request, response) => {
      response.writeHead(200, { "content-length": "100" })
      response.write("{", () => response.destroy())
    })
    expect(await check("jwk", `${broken.url}#k`)).toMatchObject({
      _tag: "Unreadable",
      why: "The answer broke off.",
    })
    expect(await check("jwk", "http://127.0.0.1:1/#k")).toMatchObject({ _tag: "Unreadable" })
    expect(await check("did_web", "did:web:a.example:..#k")).toMatchObject({ _tag: "Unreadable" })
  })
})

describe("a signature by a did:key", () => {
  it("PD3 §4 given a key of low order, then it proves nothing, and no challenge is given for it", async () => {
    const name = "did:key:z6MkeXATEjyXENzBXBxgC5EHk2JE5aqd7qMGGtDpLUH1e2Sj"
    const low = `${name}#${name.slice("did:key:".length)}`
    expect(await check("did_key", low)).toMatchObject({ _tag: "Unreadable" })
    const { fault } = KeyProofs.make(walletsOf("unsigned"))
    expect(fault({ method: "did_key", name })).toContain("no public key")
    expect(
      fault({ method: "did_key", name: "did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH" }),
    ).toBeNull()
    expect(fault({ method: "did_web", name: "did:web:a.example#k" })).toBeNull()
  })
})

describe("a signature by an address", () => {
  const address = privateKeyToAccount(`0x${"1".repeat(64)}`).address
  const name = `eip155:8453:${address}`
  const hex = `0x${"11".repeat(65)}`
  const by = (wallets: ReturnType<typeof walletsOf>, given = hex) =>
    check("evm", name, { signature: given, wallets })

  it("PD3 §4 given that its key signed, then it is an address of every chain, and no contract is asked", async () => {
    const wallets = walletsOf("signed")
    expect(await by(wallets)).toEqual({ _tag: "Signed", address })
    expect(wallets.asked.map(({ chainId }) => chainId)).toEqual([0])
  })

  it("PD3 §4 given that its contract says so, then it is an address of that chain", async () => {
    const wallets = walletsOf("unread", "signed")
    expect(await by(wallets)).toEqual({ _tag: "Signed", address, chainId: 8453 })
    expect(wallets.asked.at(-1)).toEqual({ chainId: 8453, address, signature: hex, said: { text } })
  })

  it("PD3 §4 given neither, then the reason is told", async () => {
    expect(await by(walletsOf("unread", "unsigned"))).toMatchObject({ _tag: "Unsigned" })
    expect(await by(walletsOf("unread", "unread"))).toMatchObject({ _tag: "Unsigned" })
    expect(await by(walletsOf("unread", "unreadable"))).toMatchObject({ _tag: "Unreadable" })
    expect(await by(walletsOf("signed"), "A".repeat(86))).toMatchObject({ _tag: "Unsigned" })
  })
})
