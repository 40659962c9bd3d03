import { generateKeyPairSync, hash, sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { Verified } from "../../../core/evidence/index.ts"
import { baseOf } from "../../keys/httpSignature/SignatureBase.ts"
import { isList } from "../../keys/httpSignature/StructuredFields.ts"
import { examine, recognise } from "../Formats.ts"
import { isBy, jwkOf } from "../Key.ts"
import { didDocument, documents, ed25519, now, seconds, signedRequest } from "../testing/Artifacts.ts"
import rfc from "../testing/Rfc.json" with { type: "json" }
import bots from "../testing/WebBotAuth.json" with { type: "json" }
import { messageOf, type Request, signaturesOf } from "./Request.ts"

const did = "did:web:api.example.com"
const place = "https://api.example.com/.well-known/did.json"
const directory = "https://signature-agent.test/.well-known/http-message-signatures-directory"

const read = (value: unknown, texts = {}, at = now) => examine(JSON.stringify(value), documents(texts), at)
const failed = (found: { readonly checks: ReadonlyArray<Verified.Check> } | null) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)

const requestOf = (url: string, headers: object, method = "GET"): Request => ({
  method,
  url: new URL(url),
  headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
  body: undefined,
})

/** Whether the only signature of a message is by a key. */
const isSigned = (request: Request, x: string): boolean => {
  const [{ input, bytes } = { input: null, bytes: null }] = signaturesOf(request) ?? []
  const jwk = jwkOf({ kty: "OKP", crv: "Ed25519", x })
  if (input === null || !isList(input) || bytes === null || jwk === null) return false
  const built = baseOf(messageOf(request), input)
  return (
    "base" in built && isBy({ algorithm: "ed25519", data: Buffer.from(built.base), signature: bytes }, jwk)
  )
}

describe("a signed request", () => {
  it("Rule 4.2 the vector of RFC 9421 verifies, and with another method it does not", () => {
    const { url, headers, method, x } = rfc.rfc9421
    expect(isSigned(requestOf(url, headers, method), x)).toBe(true)
    expect(isSigned(requestOf(url, headers, "GET"), x)).toBe(false)
    const found = read(rfc.rfc9421)
    expect(found?.format).toBe("http_message")
    // It covers the path without its query, too.
    expect(failed(found)).toEqual(["signature", "key_published", "covered", "covered"])
  })

  it.each(bots.vectors)(
    "Rule 4.2 a vector of web-bot-auth, $version $url, verifies, and does not with one byte changed",
    ({ x, url, headers }) => {
      expect(isSigned(requestOf(url, headers), x)).toBe(true)
      expect(isSigned(requestOf(url.replace("example.com", "example.con"), headers), x)).toBe(false)
      const { signature } = headers
      const [label = "", value = ""] = signature.split("=:")
      const changed = `${label}=:${value.startsWith("A") ? "B" : "A"}${value.slice(1)}`
      expect(isSigned(requestOf(url, { ...headers, signature: changed }), x)).toBe(false)
      const found = read(
        { method: "GET", url, headers },
        { [directory]: JSON.stringify({ keys: [{ kty: "OKP", crv: "Ed25519", x }] }) },
      )
      expect(found?.signers[0]?.valid).toBe("signature-agent" in headers)
    },
  )

  it("Rule 4.2 by a key of the host says what was signed, and by the body that was signed", async () => {
    const keys = await ed25519()
    const message = signedRequest(keys, `${did}#key-1`)
    expect(recognise(JSON.stringify(message))?.needs).toEqual([place, expect.stringMatching(/^court:key:/)])
    const found = read(message, { [place]: didDocument(did, keys.jwk) })
    expect(failed(found)).toEqual([])
    expect(found?.signers[0]).toMatchObject({
      valid: true,
      signedAt: now,
      entitled: "host",
      host: "api.example.com",
    })
    expect(found?.statement.map(({ text }) => text)).toEqual([
      "Message: POST https://api.example.com/orders?x=1, created 2026-11-24T12:00:00.000Z.",
      expect.stringMatching(/^Message: the header content-digest is “sha-256=:.*:”\.$/),
      "Message: the body is “{'a':1}”.",
    ])
  })

  it("Rule 4.2 whose body, clock, term or algorithm does not fit says so", async () => {
    const keys = await ed25519()
    const texts = { [place]: didDocument(did, keys.jwk) }
    const message = signedRequest(keys, `${did}#key-1`)
    expect(failed(read({ ...message, body: "{}" }, texts))).toEqual(["digest"])
    expect(read({ ...message, body: "{}" }, texts)?.statement).toHaveLength(2)
    const { body: _, ...without } = message
    expect(failed(read(without, texts))).toEqual(["digest"])
    const ahead = signedRequest(keys, `${did}#key-1`, { created: seconds + 3600 })
    expect(failed(read(ahead, texts))).toEqual(["clock"])
    const past = signedRequest(keys, `${did}#key-1`, { extra: `;expires=${seconds - 1}` })
    expect(failed(read(past, texts))).toEqual(["not_expired"])
    const confused = signedRequest(keys, `${did}#key-1`, { extra: ';alg="hmac-sha256"' })
    expect(failed(read(confused, texts))).toEqual(["signature", "algorithm"])
    const foreign = signedRequest(keys, `${did}#key-1`, { extra: ';alg="ecdsa-p256-sha256"' })
    expect(failed(read(foreign, texts))).toEqual(["signature", "algorithm"])
    expect(failed(read(message))).toEqual(["signature", "key_published"])
  })

  it("Rule 4.2 that covers too little says so, and does not say what it did not sign", () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519")
    const kid = `did:jwk:${Buffer.from(JSON.stringify(publicKey.export({ format: "jwk" }))).toString("base64url")}#0`
    const signed = (items: string, lines: ReadonlyArray<string>, more: object = {}) => {
      const params = `(${items});keyid="${kid}"`
      const base = [...lines, `"@signature-params": ${params}`].join("\n")
      const Signature = `s=:${sign(null, Buffer.from(base), privateKey).toString("base64")}:`
      return {
        method: "GET",
        url: "https://a.example/p?q=a%20b",
        headers: { "Signature-Input": `s=${params}`, Signature, ...more },
      }
    }
    const host = read(signed('"@authority"', ['"@authority": a.example']))
    expect(failed(host)).toEqual(["covered"])
    expect(host?.statement[0]?.text).toBe(
      "Message: a method that is not signed, a.example, a path that is not signed.",
    )
    const path = (items: string, lines: ReadonlyArray<string>) =>
      read(signed(`"@method" "@path"${items}`, ['"@method": GET', '"@path": /p', ...lines]))
    expect(failed(path("", []))).toEqual(["covered"])
    expect(path("", [])?.checks.find(({ holds }) => !holds)?.why).toContain("The query is not signed")
    expect(path("", [])?.statement[0]?.text).toBe("Message: GET a host that is not signed, /p.")
    const queried = path(' "@query"', ['"@query": ?q=a%20b'])
    expect(failed(queried)).toEqual([])
    expect(queried?.statement[0]?.text).toBe("Message: GET a host that is not signed, /p?q=a%20b.")
    const every = [
      ['"@method"', "GET"],
      ['"@scheme"', "https"],
      ['"@request-target"', "/p?q=a%20b"],
      ['"@path"', "/p"],
      ['"@query"', "?q=a%20b"],
      ['"@query-param";name="q"', "a%20b"],
      ['"x";key="b"', "2"],
    ]
    const all = read(
      signed(
        every.map(([name]) => name).join(" "),
        every.map(([name, value]) => `${name}: ${value}`),
        { X: ["a=1", "b=2"] },
      ),
    )
    expect(failed(all)).toEqual([])
    expect(all?.statement[0]?.text).toBe("Message: GET a host that is not signed, /p?q=a%20b.")
    const body = { ...signed('"@method" "@path"', ['"@method": GET', '"@path": /p']), body: "words" }
    expect(failed(read(body))).toEqual(["covered", "digest"])
    expect(failed(read({ ...body, headers: { ...body.headers, "Content-Digest": "md5=:AA==:" } }))).toEqual([
      "covered",
      "digest",
      "covered",
    ])
    for (const items of [
      '"nothing"',
      '"@method" "@method"',
      '"@status"',
      '"X"',
      '"@method";req',
      '"x";sf',
      '"x";bs',
      '"x";tr',
      '"@query-param";name="%zz"',
      '"@query-param";name="n"',
      "5",
      '"x"',
    ])
      expect(failed(read(signed(items, [], { x: "two\nlines" }))), items).toContain("covered")
    const odd = read(signed('"x";sf', ['"x";sf: 1'], { x: "1" }))
    expect(odd?.checks.find(({ check, holds }) => check === "covered" && !holds)?.why).toBe(
      "A covered component has the parameter sf, which is not read.",
    )
    const item = { ...body, headers: { "signature-input": "s=5", signature: "s=5" } }
    expect(failed(read(item))).toContain("covered")
  })

  it.each([
    {
      method: "GET",
      url: "https://a.example/",
      headers: { "signature-input": "s=(", signature: "s=:AA==:" },
    },
    { method: "GET", url: "https://a.example/", headers: { "signature-input": "", signature: "" } },
    { method: "GET", url: "https://a.example/", headers: { "signature-input": "s=()", signature: "s=:" } },
    { method: "GET", url: "https://a.example/", headers: { a: "1", A: "2" } },
    { method: "GET", url: "https://a.example/", headers: { a: 5 } },
    { method: "GET", url: "nowhere", headers: {} },
    { url: "https://a.example/" },
  ])("Rule 4.2 %j is not a signed request", (value) => expect(recognise(JSON.stringify(value))).toBeNull())

  it("Rule 4.2 two signatures are two signers, and each is examined", async () => {
    const keys = await ed25519()
    const message = signedRequest(keys, `${did}#key-1`)
    const second = ', two=("@method");keyid="nobody"'
    const headers = {
      ...message.headers,
      "Signature-Input": `${message.headers["Signature-Input"]}${second}`,
    }
    const found = read({ ...message, headers }, { [place]: didDocument(did, keys.jwk) })
    expect(found?.signers.map(({ role, valid }) => [role, valid])).toEqual([
      ["signer", true],
      ["signer 2", false],
    ])
    expect(failed(found)?.every((check) => check.startsWith("signature 2"))).toBe(true)
  })

  it("Rule 4.2 a member of a header that is signed does not make the header signed", () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519")
    const kid = `did:jwk:${Buffer.from(JSON.stringify(publicKey.export({ format: "jwk" }))).toString("base64url")}#0`
    const digest = `sha-256=:${hash("sha256", "words", "base64")}:`
    const params = `("@method" "@path" "content-digest";key="sha-256");keyid="${kid}"`
    const lines = ['"@method": POST', '"@path": /', `"content-digest";key="sha-256": ${digest.slice(8)}`]
    const base = [...lines, `"@signature-params": ${params}`].join("\n")
    const found = read({
      method: "POST",
      url: "https://a.example/#part",
      headers: {
        "Content-Digest": `${digest}, note="unsigned"`,
        "Signature-Input": `s=${params}`,
        Signature: `s=:${sign(null, Buffer.from(base), privateKey).toString("base64")}:`,
      },
      body: "words",
    })
    expect(found?.signers[0]?.valid).toBe(true)
    expect(failed(found)).toEqual(["covered"])
    expect(found?.statement.map(({ text }) => text).join()).not.toContain("unsigned")
  })

  it("Rule 4.2 a directory that can't be read, or lists another key, gives no key", () => {
    const agent = bots.vectors.find(({ headers }) => "signature-agent" in headers)
    const message = { method: "GET", ...agent }
    expect(recognise(JSON.stringify(message))?.needs).toEqual([
      directory,
      expect.stringMatching(/^court:key:/),
    ])
    expect(failed(read(message))).toContain("key_published")
    expect(failed(read(message, { [directory]: '{"keys":[null]}' }))).toContain("key_published")
    expect(failed(read(message, { [directory]: "none" }))).toContain("key_published")
    const plain = { ...message, headers: { ...agent?.headers, "signature-agent": '"http://a.example"' } }
    expect(recognise(JSON.stringify(plain))?.needs).toEqual([])
  })
})
