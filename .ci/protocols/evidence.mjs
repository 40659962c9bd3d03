// What reference SDKs sign, verified as evidence: cards by the A2A SDK over defaults and empty members; tokens by jose and by Node's own
// cryptography, in both halves of s, with clocks five minutes off, and with whole numbers that no double holds.
import { generateKeyPairSync, sign } from "node:crypto"
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

const keyring = { proofs: new Map(), held: new Map(), rail: null, cards: [], parties: [] }
const whenSigned = (found) =>
  resolve({ ...found, documents: [] }, keyring, { now, lodgedAt: null }).checks.find(
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

/** Throws, with the checks that failed, if what an SDK signed is not verified. */
export const evidenceBySdks = async () => {
  const count = await tryCards()
  const { low, high } = tryHalves()
  await tryTokens()
  console.log(
    `The court verifies ${count} cards that the A2A SDK signed, ${low} tokens with a low s and ${high} with a high one, clocks five minutes off, and shows numbers as they were signed.`,
  )
}
