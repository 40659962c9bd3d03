// Artifacts that reference SDKs sign are verified as evidence. The cards are by the A2A SDK, over defaults and empty members. The tokens
// are by jose, @noble and Node's own cryptography, in both halves of s, with clocks five minutes off, and with whole numbers that no double
// holds. The others are requests by two libraries of RFC 9421, mandates by the implementation of SD-JWT, and offers by viem. All but a few
// are random, from a seed.
import { createHash, generateKeyPairSync, sign } from "node:crypto"
import { examine } from "../../adapters/evidence/Formats.ts"
import { resolve } from "../../core/evidence/Verified.ts"

const now = Date.UTC(2026, 10, 24, 12)
const host = "https://agent.example"
const jku = `${host}/.well-known/jwks.json`
const pair = (namedCurve) => generateKeyPairSync("ec", { namedCurve })
const jwkOf = ({ publicKey }, kid) => ({ ...publicKey.export({ format: "jwk" }), kid })
const documentsOf = (keys) => new Map([[jku, { url: jku, text: JSON.stringify({ keys }) }]])
const failed = (found) => found.checks.filter(({ holds }) => !holds)

const must = (holds, what, found) => {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(found === undefined ? null : failed(found))}`)
}

const plain = {
  name: "Route planner",
  description: "Plans routes.",
  version: "1.0.0",
  supportedInterfaces: [{ url: `${host}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "s", name: "Routes", description: "Plans.", tags: ["a"] }],
}
const flow = { authorizationUrl: host, tokenUrl: host, refreshUrl: "", scopes: {}, pkceRequired: false }
/** Each changes the plain card by what a signer may write and the SDK leaves out, or keeps. */
const cards = {
  "a plain card": {},
  "flags that are false": { capabilities: { streaming: false, pushNotifications: false } },
  "an extension that is not required": {
    capabilities: { extensions: [{ uri: host, description: "", required: false, params: {} }] },
  },
  "an extension with parameters": {
    capabilities: { extensions: [{ uri: host, required: true, params: { a: 0, b: false, c: "", d: [{}] } }] },
  },
  "a requirement with an empty list": { securityRequirements: [{ schemes: { oauth: { list: [] } } }] },
  "a flow without PKCE": {
    securitySchemes: {
      oauth: { oauth2SecurityScheme: { description: "", flows: { authorizationCode: flow } } },
    },
  },
  "an empty example": { skills: [{ ...plain.skills[0], tags: [], examples: ["", "Go."], inputModes: [] }] },
  "empty texts and lists": {
    description: "",
    iconUrl: "",
    provider: { url: "", organization: "" },
    skills: [],
  },
  "a whole number that no double holds": {
    capabilities: { extensions: [{ uri: host, params: { n: 2 ** 53 + 2, big: 1e21 } }] },
  },
}

const tryCards = async () => {
  const { generateAgentCardSignature } = await import("@a2a-js/sdk")
  const key = pair("P-256")
  const documents = documentsOf([jwkOf(key, "k")])
  const sdk = generateAgentCardSignature(key.privateKey, { alg: "ES256", kid: "k", typ: "JOSE", jku })
  for (const [what, changes] of Object.entries(cards)) {
    const card = await sdk({ ...plain, ...changes })
    const found = examine(JSON.stringify(card), documents, now)
    must(found.signers[0]?.valid === true && failed(found).length === 0, `a card with ${what}`, found)
    const changed = examine(JSON.stringify({ ...card, name: "Other" }), documents, now)
    must(changed.signers[0]?.valid === false, `a card with ${what} and another name`, changed)
  }
  const extra = await sdk({ ...plain, services: [{ name: "wallet", endpoint: "eip155:1:0x00" }] })
  const found = examine(JSON.stringify(extra), documents, now)
  must(
    failed(found).some(({ why }) => why.includes("services")),
    "a member that the SDK does not sign",
    found,
  )
  return Object.keys(cards).length + 1
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const encode = (value) => Buffer.from(value).toString("base64url")

const tryHalves = () => {
  const key = pair("secp256k1")
  const documents = documentsOf([jwkOf(key, "k")])
  const halves = { low: 0, high: 0 }
  for (let n = 0; n < 40 || halves.low === 0 || halves.high === 0; n += 1) {
    const input = `${encode(JSON.stringify({ alg: "ES256K", kid: "k", jku }))}.${encode(JSON.stringify({ n }))}`
    const signature = sign("sha256", Buffer.from(input), { key: key.privateKey, dsaEncoding: "ieee-p1363" })
    halves[BigInt(`0x${signature.subarray(32).toString("hex")}`) > order / 2n ? "high" : "low"] += 1
    const found = examine(`${input}.${signature.toString("base64url")}`, documents, now)
    must(failed(found).length === 0, `a token of Node by ES256K, number ${n}`, found)
  }
  return halves
}

const keyring = { proofs: new Map(), held: new Map(), rails: null, parties: [] }
const whenSigned = (found) =>
  resolve({ ...found, documents: [] }, keyring, { now, seen: null }).checks.find(
    ({ check }) => check === "authority",
  )

const tryTokens = async () => {
  const { CompactSign } = await import("jose")
  const key = pair("P-256")
  const documents = documentsOf([jwkOf(key, "k")])
  const token = async (payload) =>
    examine(
      await new CompactSign(Buffer.from(payload))
        .setProtectedHeader({ alg: "ES256", kid: "k", jku })
        .sign(key.privateKey),
      documents,
      now,
    )
  for (const off of [-300, -1, 0, 1, 300]) {
    const found = await token(JSON.stringify({ iat: now / 1000 + off }))
    must(failed(found).length === 0, `a signer ${off} seconds off`, found)
    must(
      !whenSigned(found).why.includes("after it was filed"),
      `the time of a signer ${off} seconds off`,
      found,
    )
  }
  const late = await token(JSON.stringify({ iat: now / 1000 + 301 }))
  must(
    failed(late).some(({ check }) => check === "clock"),
    "a signer 301 seconds ahead",
    late,
  )
  const digits = ["9007199254740993", "1234567890123456789", "1e400", "1.10", "-0", "0.1"]
  for (const written of digits) {
    const found = await token(`{"amount":${written}}`)
    must(found.statement[0]?.text === `Token: “amount” is ${written}.`, `the digits of ${written}`, found)
  }
}

/** Random values from a seed, so that what fails can be run again. */
const randomly = (seed) => {
  let state = seed
  const below = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  const pick = (list) => list[below(list.length)]
  const some = (make, most = 3) => Array.from({ length: below(most + 1) }, make)
  return { below, pick, some, maybe: (make) => (below(2) === 0 ? {} : make()) }
}

const texts = ["", " ", "a", "é\u0301", "\u2028“”", "0", "null", host]

/** A card of the SDK's own types, whose members are absent, empty, false or full. */
const anyCard = ({ pick, some, maybe }) => {
  const text = () => pick(texts)
  const flag = () => pick([true, false])
  const requirement = () => ({
    schemes: Object.fromEntries(some(() => [pick(["o", "k"]), { list: some(text) }])),
  })
  const params = () => ({ n: pick([0, -0, 1.5, 1e21, 2 ** 53 + 2]), s: text(), l: some(text), b: flag() })
  const extension = () => ({
    uri: pick([host, `${host}/x`]),
    ...maybe(() => ({ description: text() })),
    ...maybe(() => ({ required: flag() })),
    ...maybe(() => ({ params: params() })),
  })
  const skill = () => ({
    id: pick(["a", "b"]),
    name: pick(["A", "B"]),
    description: text(),
    tags: some(text),
    ...maybe(() => ({ examples: some(text) })),
    ...maybe(() => ({ inputModes: some(text) })),
    ...maybe(() => ({ securityRequirements: some(requirement) })),
  })
  return {
    ...plain,
    description: text(),
    version: pick(["1", "1.0.0"]),
    capabilities: {
      ...maybe(() => ({ streaming: flag() })),
      ...maybe(() => ({ pushNotifications: flag() })),
      ...maybe(() => ({ extendedAgentCard: flag() })),
      ...maybe(() => ({ extensions: some(extension) })),
    },
    ...maybe(() => ({ provider: { url: text(), organization: text() } })),
    ...maybe(() => ({ documentationUrl: text() })),
    ...maybe(() => ({ iconUrl: text() })),
    ...maybe(() => ({ securityRequirements: some(requirement) })),
    ...maybe(() => ({
      securitySchemes: {
        oauth: {
          oauth2SecurityScheme: {
            description: text(),
            flows: { authorizationCode: { ...flow, refreshUrl: text(), pkceRequired: flag() } },
          },
        },
      },
    })),
    defaultInputModes: some(text),
    skills: some(skill),
  }
}

const tryAnyCards = async (random, count) => {
  const { generateAgentCardSignature } = await import("@a2a-js/sdk")
  const key = pair("P-256")
  const documents = documentsOf([jwkOf(key, "k")])
  const sdk = generateAgentCardSignature(key.privateKey, { alg: "ES256", kid: "k", typ: "JOSE", jku })
  for (let n = 0; n < count; n += 1) {
    const card = await sdk(anyCard(random))
    const found = examine(JSON.stringify(card), documents, now)
    // A card that is too large to show says so, and was still signed.
    const wrong = failed(found).filter(({ check }) => check !== "whole")
    must(found.signers[0]?.valid === true && wrong.length === 0, `card ${n}: ${JSON.stringify(card)}`, found)
  }
}

const halves = (signature) =>
  BigInt(`0x${Buffer.from(signature.subarray(32)).toString("hex")}`) > order / 2n ? "high" : "low"

/** The other half of s, which is as good a signature for JOSE, but is not a signature for a chain. */
const flipped = (signature) => {
  const s = order - BigInt(`0x${Buffer.from(signature.subarray(32, 64)).toString("hex")}`)
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, "0"), "hex")])
}

/** Tokens by @noble, which signs with a low s, and each with the other half as well. */
const tryNoble = async (random, count) => {
  const { secp256k1 } = await import("@noble/curves/secp256k1.js")
  const secret = secp256k1.utils.randomSecretKey()
  const point = Buffer.from(secp256k1.getPublicKey(secret, false))
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"))
  const documents = documentsOf([{ kty: "EC", crv: "secp256k1", x, y, kid: "k" }])
  for (let n = 0; n < count; n += 1) {
    const payload = { n, text: random.pick(texts), iat: now / 1000 + random.below(601) - 300 }
    const input = `${encode(JSON.stringify({ alg: "ES256K", kid: "k", jku }))}.${encode(JSON.stringify(payload))}`
    const low = Buffer.from(secp256k1.sign(Buffer.from(input), secret))
    must(halves(low) === "low" && halves(flipped(low)) === "high", "the halves of s")
    for (const signature of [low, flipped(low)]) {
      const found = examine(`${input}.${signature.toString("base64url")}`, documents, now)
      must(failed(found).length === 0, `a token of @noble, number ${n}, ${halves(signature)} s`, found)
    }
  }
}

/** Requests that the two reference libraries of RFC 9421 sign, as a party presents them, and with one byte changed. */
const tryMessages = async (random, count) => {
  const [{ httpbis, createSigner }, { createSignature }] = await Promise.all([
    import("http-message-signatures"),
    import("http-message-sig"),
  ])
  const key = generateKeyPairSync("ed25519")
  const kid = `did:jwk:${encode(JSON.stringify(key.publicKey.export({ format: "jwk" })))}#0`
  const signers = {
    "http-message-signatures": async (request, fields, created) =>
      (
        await httpbis.signMessage(
          {
            key: createSigner(key.privateKey, "ed25519", kid),
            fields,
            params: ["created", "keyid", "alg"],
            paramValues: { created },
          },
          request,
        )
      ).headers,
    "http-message-sig": async ({ method, url, headers }, components, created) => {
      const fields = Object.entries(headers).map(([name, value]) => ({ name, value }))
      const made = await createSignature(
        { kind: "request", method, targetUri: url, fields },
        {
          label: "sig",
          components,
          parameters: { created: created.getTime() / 1000, keyid: kid, alg: "ed25519" },
          signer: { algorithm: "ed25519", sign: (bytes) => sign(null, bytes, key.privateKey) },
        },
      )
      return { ...headers, "signature-input": made.signatureInput, signature: made.signature }
    },
  }
  for (let n = 0; n < count; n += 1)
    for (const [library, signed] of Object.entries(signers)) {
      const query = random.pick(["", "?a=1", "?a=%20b&c"])
      const body = random.pick([undefined, "{}", "é"])
      const digest =
        body === undefined
          ? {}
          : { "content-digest": `sha-256=:${createHash("sha256").update(body).digest("base64")}:` }
      const headers = { "x-list": random.pick(["a", "a, b", '"a";b=1']), ...digest }
      const request = { method: random.pick(["GET", "POST"]), url: `${host}/p${query}`, headers }
      const target = random.pick([["@target-uri"], ["@authority", "@path", "@query"]])
      const fields = ["@method", ...target, ...Object.keys(headers)]
      const created = new Date(now + (random.below(601) - 300) * 1000)
      const presented = { ...request, body, headers: await signed(request, fields, created) }
      const found = (changes) => examine(JSON.stringify({ ...presented, ...changes }), new Map(), now)
      const good = found({})
      must(failed(good).length === 0, `a request signed by ${library}, number ${n}`, good)
      const other = found({ method: "PUT" })
      must(other.signers[0]?.valid === false, `a request signed by ${library}, and changed`, other)
    }
}

/** Mandates that the reference implementation of SD-JWT issues, with each constraint disclosed, and with one kept back. */
const tryMandates = async (random, count) => {
  const { SDJwtInstance } = await import("@sd-jwt/core")
  const key = pair("P-256")
  const issuer = new SDJwtInstance({
    signer: async (text) =>
      sign("sha256", Buffer.from(text), { key: key.privateKey, dsaEncoding: "ieee-p1363" }).toString(
        "base64url",
      ),
    signAlg: "ES256",
    hasher: async (text, algorithm) => createHash(algorithm.replace("-", "")).update(text).digest(),
    hashAlg: "sha-256",
    saltGenerator: async () => String(random.below(2 ** 31)),
  })
  const documents = documentsOf([jwkOf(key, "k")])
  for (let n = 0; n < count; n += 1) {
    const payload = {
      vct: "mandate.payment.1",
      transaction_id: "order",
      payee: { id: "m1", name: random.pick(texts) },
      payment_amount: { amount: random.pick([0, 1, 19900, Number.MAX_SAFE_INTEGER]), currency: "USD" },
      payment_instrument: { id: "c1", type: "card" },
      iat: now / 1000,
    }
    const hidden = ["payee", "payment_amount", "payment_instrument"].filter(() => random.below(2) === 0)
    const token = await issuer.issue(
      payload,
      { _sd: hidden },
      { header: { kid: "k", jku, typ: "dc+sd-jwt" } },
    )
    const of = (paymentMandate) =>
      failed(examine(JSON.stringify({ paymentMandate }), documents, now)).filter(
        ({ check }) => check !== "not_made",
      )
    must(of(token).length === 0, `a mandate of SD-JWT with ${hidden} hidden: ${JSON.stringify(of(token))}`)
    if (hidden.length === 0) continue
    const [jwt, ...disclosures] = token.split("~")
    const kept = of([jwt, ...disclosures.slice(1)].join("~"))
    must(
      kept.some(({ check }) => check === "payment mandate: disclosed"),
      "a mandate of which one member is kept back",
    )
  }
}

/** Offers and receipts of x402 as viem signs typed data, over defaults, large whole numbers and the other half of s. */
const tryTyped = async (random, count) => {
  const { privateKeyToAccount } = await import("viem/accounts")
  const account = privateKeyToAccount(`0x${"5".repeat(64)}`)
  const strings = (...names) => names.map((name) => ({ name, type: "string" }))
  const version = { name: "version", type: "uint256" }
  const Offer = [
    version,
    ...strings("resourceUrl", "scheme", "network", "asset", "payTo", "amount"),
    { name: "validUntil", type: "uint256" },
  ]
  for (let n = 0; n < count; n += 1) {
    const payload = {
      version: 1,
      resourceUrl: `${host}/data`,
      scheme: "exact",
      network: "eip155:8453",
      asset: random.pick(["", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"]),
      payTo: account.address,
      amount: random.pick(["0", "10000", "90071992547409931234"]),
      validUntil: random.pick([0, now / 1000 + 1, 1]),
    }
    const message = { ...payload, version: 1n, validUntil: BigInt(payload.validUntil) }
    const domain = { name: "x402 offer", version: "1", chainId: 1 }
    const signature = await account.signTypedData({ domain, types: { Offer }, primaryType: "Offer", message })
    const of = (text) =>
      examine(JSON.stringify({ format: "eip712", payload, signature: text }), new Map(), now)
    const wrong = failed(of(signature)).filter(({ check }) => check !== "not_expired")
    must(wrong.length === 0, `an offer of viem: ${JSON.stringify(wrong)}`)
    const bytes = Buffer.from(signature.slice(2), "hex")
    const high = Buffer.concat([flipped(bytes), Buffer.from([bytes[64] === 27 ? 28 : 27])])
    const other = of(`0x${high.toString("hex")}`)
    must(
      failed(other).some(({ check }) => check === "low_s"),
      "an offer with a high s",
      other,
    )
  }
}

/** Throws, with the checks that failed, if what an SDK signed is not verified. */
export const evidenceBySdks = async (seed = 20261128, count = 60) => {
  const named = await tryCards()
  const { low, high } = tryHalves()
  await tryTokens()
  const random = randomly(seed)
  await tryAnyCards(random, count)
  await tryNoble(random, count)
  await tryMessages(random, count)
  await tryMandates(random, count)
  await tryTyped(random, count)
  console.log(
    `The court verifies ${named + count} cards that the A2A SDK signed, ${low} tokens of Node with a low s and ${high} with a high one, and ${2 * count} of @noble in both halves. It verifies ${2 * count} requests of two libraries of RFC 9421, ${count} mandates of SD-JWT and ${count} offers of viem, clocks five minutes off, and shows numbers as they were signed (seed ${seed}).`,
  )
}
