/** Hosts that only speak OAuth: the protocol's own client gets its tokens here, and whoever has no key of the agent gets no tokens. */
import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import {
  Client,
  ClientCredentialsProvider,
  type OAuthClientProvider,
  PrivateKeyJwtProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client"
import { Effect, Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { putProof } from "../../core/proofs/testing/Proofs.ts"
import { Store } from "../../core/store/Store.ts"
import { done } from "../testing/Dispute.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { freshStore } from "../testing/Rails.ts"
import { privateJwkOf, provenKey, type SigningKey } from "../testing/Signing.ts"
import { enrolled, startCourt } from "../testing/TestCourt.ts"

const baseUrl = "https://court.test"
const driver = freshStore()
const court = givenCourt({ baseUrl, store: Layer.succeed(Store, driver) })
let apiKey: string
let key: SigningKey
let other: SigningKey
beforeAll(async () => {
  apiKey = await enrolled(court, "seller")
  await enrolled(court, "buyer")
  key = await provenKey(driver, court, "seller")
  other = await provenKey(driver, court, "buyer", "P-256")
})

const atCourt = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const url = input instanceof Request ? input.url : String(input)
  return fetch(url.replace(baseUrl, court.url), init)
}

const connected = async (authProvider: OAuthClientProvider) => {
  const client = new Client({ name: "test", version: "1" })
  const url = new URL(`${baseUrl}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider, fetch: atCourt }))
  return client
}

type Fields = Readonly<Record<string, string>>
const ask = async (fields: Fields, headers: Fields = {}) => {
  const answer = await atCourt(`${baseUrl}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams({ grant_type: "client_credentials", ...fields }).toString(),
  })
  const body = (await answer.json()) as { access_token?: string; error?: string; expires_in?: number }
  return { status: answer.status, token: body.access_token ?? "", error: body.error, body }
}
const bySecret = (fields: Fields = {}) => ask({ client_id: "seller", client_secret: apiKey, ...fields })

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")
const seconds = (): number => Math.floor(Date.now() / 1_000)
let named = 0
const claims = (changes: object = {}) => {
  const at = seconds()
  const { name } = key.proof
  return { iss: name, sub: name, aud: baseUrl, exp: at + 300, iat: at, jti: `j${++named}`, ...changes }
}
const jwt = (signer: SigningKey, said: object, header: object = { alg: "EdDSA" }): string => {
  const base = `${coded(header)}.${coded(said)}`
  const dsaEncoding = "ieee-p1363"
  const edwards = signer.privateKey.asymmetricKeyType === "ed25519"
  const signature = sign(edwards ? null : "sha256", Buffer.from(base), {
    key: signer.privateKey,
    dsaEncoding,
  })
  return `${base}.${signature.toString("base64url")}`
}
const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
const byAssertion = (client_assertion: string, fields: Fields = {}) =>
  ask({ client_assertion_type, client_assertion, ...fields })

/** The status of a read of the inbox under a bearer. */
const reads = async (bearer: string, path = "/api/v1/inbox"): Promise<number> =>
  (await fetch(`${court.url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })).status
const callsTool = async (bearer: string): Promise<number> => {
  const answer = await fetch(`${court.url}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "inbox", arguments: {} },
    }),
  })
  return answer.status
}

describe("a host that only speaks OAuth", () => {
  it("Rule 2.6 connects with the protocol's own client, by the API key of its agent", async () => {
    const options = { clientId: "seller", clientSecret: apiKey, expectedIssuer: baseUrl }
    const client = await connected(new ClientCredentialsProvider(options))
    const { isError = false } = await client.callTool({ name: "inbox", arguments: {} })
    expect(isError).toBe(false)
  })

  it("Rule 2.6 connects with it by a key that the agent has proven", async () => {
    const provider = new PrivateKeyJwtProvider({
      clientId: key.proof.name,
      privateKey: { ...privateJwkOf(key) },
      algorithm: "EdDSA",
      expectedIssuer: baseUrl,
    })
    const { isError = false } = await (await connected(provider)).callTool({ name: "inbox", arguments: {} })
    expect(isError).toBe(false)
  })

  it("Rule 2.6 is told by each document where the next one stands", async () => {
    const read = async (path: string) => (await fetch(`${court.url}${path}`)).json()
    expect(await read("/.well-known/oauth-protected-resource/mcp")).toMatchObject({
      resource: `${baseUrl}/mcp`,
      authorization_servers: [baseUrl],
    })
    expect(await read("/.well-known/oauth-protected-resource")).toMatchObject({ resource: baseUrl })
    expect(await read("/.well-known/oauth-authorization-server")).toMatchObject({
      issuer: baseUrl,
      token_endpoint: `${baseUrl}/oauth/token`,
    })
    const page = await fetch(`${court.url}/oauth/authorize?response_type=code`)
    expect([page.status, await page.json()]).toMatchObject([400, { error: "unsupported_response_type" }])
  })

  it("Rule 2.6 authenticates by Basic, by a form, by a JWT of either curve, and by the handle with a kid", async () => {
    const basic = `Basic ${Buffer.from(`seller:${encodeURIComponent(apiKey)}`).toString("base64")}`
    const kid = key.proof.name
    const p256 = { alg: "ES256" }
    const answers = [
      await ask({}, { authorization: basic }),
      await bySecret(),
      await byAssertion(jwt(key, claims())),
      await byAssertion(jwt(key, claims({ aud: [`${baseUrl}/oauth/token`] }))),
      await byAssertion(jwt(key, claims({ iss: "seller", sub: "seller" }), { alg: "Ed25519", kid })),
      await byAssertion(jwt(other, claims({ iss: other.proof.name, sub: other.proof.name }), p256)),
    ]
    for (const { status, body } of answers) expect([status, body.expires_in]).toEqual([200, 600])
    for (const { token } of answers) expect(await callsTool(token)).toBe(200)
  })

  it("Rule 2.6 acts by its token as by the key, but gets no new key for it", async () => {
    const { token } = await bySecret({ resource: `${baseUrl}/api/v1` })
    const act = (path: string, body: object) =>
      fetch(`${court.url}/api/v1${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    expect((await act("/notarise", { sha256: "ab".repeat(32) })).status).toBe(200)
    const rotated = await act("/agents/seller/keys", {})
    expect([rotated.status, await rotated.json()]).toMatchObject([403, { code: "key_ended" }])
  })
})

describe("a token", () => {
  it("Rule 2.6 serves the resource that it was asked for, and no other", async () => {
    const [tools, api, whole] = [
      await bySecret({ resource: `${baseUrl}/mcp` }),
      await bySecret({ resource: `${baseUrl}/api/v1/` }),
      await bySecret({ resource: baseUrl }),
    ]
    expect([await callsTool(tools.token), await reads(tools.token)]).toEqual([200, 401])
    expect([await callsTool(api.token), await reads(api.token)]).toEqual([401, 200])
    expect([await callsTool(whole.token), await reads(whole.token)]).toEqual([200, 200])
    for (const resource of ["https://other.test/mcp", `${baseUrl}/mcp/..`, `${baseUrl}@evil.test`, "mcp"])
      expect(await bySecret({ resource })).toMatchObject({ status: 400, error: "invalid_target" })
  })

  it("Rule 2.6 of another court, of another key set, changed or cut is nobody's", async () => {
    const { token } = await bySecret()
    const [said = "", mac = ""] = token.split(".")
    const later = Buffer.from(
      Buffer.from(said.slice(4), "base64url")
        .toString()
        .replace(/"e":\d+/, '"e":9999999999'),
    ).toString("base64url")
    const elsewhere = await startCourt({ baseUrl })
    try {
      const theirs = await enrolled(elsewhere, "seller")
      const answer = await fetch(`${elsewhere.url}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: "seller",
          client_secret: theirs,
        }),
      })
      const { access_token } = (await answer.json()) as { access_token: string }
      for (const forged of [
        access_token,
        `adt_${later}.${mac}`,
        `${said}.${"0".repeat(64)}`,
        said,
        "adt_",
        "adt_.x",
      ])
        expect(await callsTool(forged)).toBe(401)
    } finally {
      await elsewhere.stop()
    }
  })

  it("Rule 2.6 ends with the key that asked for it", async () => {
    const ending = await provenKey(driver, court, "seller")
    const { name } = ending.proof
    const { token } = await byAssertion(jwt(ending, claims({ iss: name, sub: name })))
    expect(await callsTool(token)).toBe(200)
    await Effect.runPromise(putProof(driver, { ...ending.proof, endedAt: court.clock.now }))
    expect(await callsTool(token)).toBe(401)
    expect((await byAssertion(jwt(ending, claims({ iss: name, sub: name })))).error).toBe("invalid_client")

    const old = await enrolled(court, "rotating")
    const mine = await ask({ client_id: "rotating", client_secret: old, resource: baseUrl })
    expect(await reads(mine.token)).toBe(200)
    await done(court, "POST", "/agents/rotating/keys", { key: old, body: { revokePrevious: true } })
    expect(await reads(mine.token)).toBe(401)
    expect((await ask({ client_id: "rotating", client_secret: old })).error).toBe("invalid_client")
  })
})

describe("a thief", () => {
  it("Rule 2.6 sends an assertion twice, and gets one token", async () => {
    const once = jwt(key, claims())
    expect([(await byAssertion(once)).status, (await byAssertion(once)).error]).toEqual([
      200,
      "invalid_client",
    ])
  })

  it("Rule 2.6 sends an assertion to two processes of a court at one instant, many times, and gets one token", async () => {
    const second = await startCourt({ baseUrl, store: Layer.succeed(Store, driver) })
    const once = jwt(key, claims())
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_assertion_type,
      client_assertion: once,
    }).toString()
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    const sent = [court, second, court, second, second, court].map(({ url }) =>
      fetch(`${url}/oauth/token`, { method: "POST", headers, body }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    await second.stop()
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401, 401])
  })

  const at = seconds()
  const secret = "a secret"
  const hmac = (said: object): string => {
    const base = `${coded({ alg: "HS256" })}.${coded(said)}`
    return `${base}.${createHmac("sha512", secret).update(base).digest("base64url")}`
  }
  const stranger = (): SigningKey => ({ ...key, privateKey: generateKeyPairSync("ed25519").privateKey })
  it.each<readonly [string, () => string]>([
    ["is made out to another court", () => jwt(key, claims({ aud: "https://other.test" }))],
    ["is made out to two courts", () => jwt(key, claims({ aud: [baseUrl, "https://other.test"] }))],
    ["has expired", () => jwt(key, claims({ exp: at - 120 }))],
    ["serves for a day", () => jwt(key, claims({ exp: at + 86_400 }))],
    ["is of tomorrow", () => jwt(key, claims({ nbf: at + 86_400 }))],
    ["has no jti", () => jwt(key, { ...claims(), jti: undefined })],
    ["has alg none and no signature", () => `${coded({ alg: "none" })}.${coded(claims())}.`],
    ["has alg none over a signature", () => jwt(key, claims(), { alg: "none" })],
    ["has alg HS256 over a MAC", () => hmac(claims())],
    ["has the algorithm of another key", () => jwt(key, claims(), { alg: "ES256" })],
    ["has a critical header", () => jwt(key, claims(), { alg: "EdDSA", crit: ["b64"] })],
    ["is signed by a key that nobody has proven", () => jwt(stranger(), claims())],
    [
      "is signed by another agent's key",
      () => jwt(other, claims({ iss: "seller", sub: "seller" }), { alg: "ES256", kid: other.proof.name }),
    ],
    ["names another subject", () => jwt(key, claims({ sub: "buyer" }))],
    ["is longer than any", () => jwt(key, claims({ more: "x".repeat(9_000) }))],
    ["is no JWT", () => "a.b.c"],
  ])("Rule 2.6 has an assertion that %s, and gets no token", async (_, made) => {
    expect(await byAssertion(made())).toMatchObject({ status: 401, error: "invalid_client", token: "" })
  })

  it.each<readonly [Fields, string]>([
    [{ client_id: "buyer" }, "invalid_client"],
    [{ client_secret: `adc_${"x".repeat(49)}` }, "invalid_client"],
    [{ client_secret: "" }, "invalid_client"],
    [{ grant_type: "authorization_code" }, "unsupported_grant_type"],
    [{ client_assertion: "x" }, "invalid_request"],
    [{ scope: "x".repeat(17_000) }, "invalid_request"],
  ])("Rule 2.6 gives the form %j, and gets no token", async (fields, error) => {
    expect(await bySecret(fields)).toMatchObject({ error, token: "" })
  })

  it("Rule 2.6 gets no token for an office, for an assertion with a secret, or for a body that is not a form", async () => {
    expect((await ask({ client_id: "registrar", client_secret: court.registrar })).error).toBe(
      "invalid_client",
    )
    const both = { client_id: "seller", client_secret: apiKey }
    expect((await byAssertion(jwt(key, claims()), both)).error).toBe("invalid_request")
    const sent = (init: RequestInit) => fetch(`${court.url}/oauth/token`, { method: "POST", ...init })
    expect((await sent({ headers: { "content-type": "application/json" }, body: "{}" })).status).toBe(400)
    const form = "grant_type=client_credentials&grant_type=client_credentials"
    const type = { "content-type": "application/x-www-form-urlencoded" }
    expect((await sent({ headers: type, body: form })).status).toBe(400)
    expect((await sent({ headers: type })).status).toBe(400)
    expect((await fetch(`${court.url}/oauth/token`)).status).toBe(405)
    expect((await fetch(`${court.url}/oauth/other`)).status).toBe(404)
  })

  it("Rule 2.6 floods the court with requests, which are refused before they are read", async () => {
    const limited = await startCourt({ rateLimit: { perSecond: 0.01, burst: 5 } })
    try {
      const body = new URLSearchParams({ grant_type: "client_credentials" })
      const statuses: Array<number> = []
      for (let n = 0; n < 7; n++)
        statuses.push((await fetch(`${limited.url}/oauth/token`, { method: "POST", body })).status)
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    } finally {
      await limited.stop()
    }
  })
})
