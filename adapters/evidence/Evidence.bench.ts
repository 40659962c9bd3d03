/**
 * How many artifacts of each format are verified in a second, by one thread and by the pool on two, beside the bare verification of
 * their signatures in the same run. `node adapters/evidence/Evidence.bench.ts`. The figure: 1,000 artifacts a second on two cores.
 */
import { createHash, generateKeyPairSync, sign, verify } from "node:crypto"
import { Effect } from "effect"
import { recoverTypedDataAddress } from "viem"
import { freshPem, fromPem, jwkOf, signJws } from "../keys/SigningKey.ts"
import { make } from "./Evidence.ts"
import { examine } from "./Formats.ts"
import * as Given from "./testing/Artifacts.ts"
import { ownKeySet, ownNotary } from "./Verifier.ts"

const aim = 1_000
const seconds = 1
const rounds = 3
const pieces = 1_500

const did = "did:web:api.example.com"
const kid = `${did}#key-1`
const place = "https://api.example.com/.well-known/did.json"
const jku = "https://api.example.com/.well-known/jwks.json"

const keys = await Given.es256()
const edwards = await Given.ed25519()
const court = fromPem(freshPem())
const texts = {
  [place]: Given.didDocument(did, keys.jwk),
  [jku]: JSON.stringify({ keys: [{ ...keys.jwk, kid: "k" }] }),
}

const sealed = () => {
  const payload = JSON.stringify({
    court: "c",
    register: "r",
    citation: "x",
    title: "t",
    delivered: "2026-11-01T12:00:00.000Z",
    orders: [],
  })
  const seal = {
    algorithm: "ed25519",
    publicKey: court.publicKey,
    signature: court.sign(payload).toString("hex"),
  }
  const sha256 = createHash("sha256").update(payload).digest("hex")
  return {
    court: "c",
    register: "r",
    citation: "x",
    payload,
    sha256,
    ...seal,
    key: "https://c.example/.well-known/notary.json",
  }
}
const mandates = async (n: number) => {
  const jwt = await Given.token(
    keys,
    { id: `order-${n}`, currency: "USD", totals: [{ type: "total", amount: 100 }] },
    { kid },
  )
  const mandate = await Given.sdJwt(
    keys,
    { vct: "mandate.checkout.1", checkout_hash: Given.sha256(jwt) },
    { checkout_jwt: jwt },
    { kid },
  )
  return { checkoutMandate: mandate }
}
const cardOf = async (n: number) => {
  const card = { name: `Agent ${n}`, supportedInterfaces: [{ url: "https://api.example.com/a2a" }] }
  const [header, , signature] = (await Given.token(keys, card, { kid: "k", jku })).split(".")
  return { ...card, signatures: [{ protected: header, signature }] }
}
const receiptOf = async (n: number) => {
  const lodged = { id: `${n}`, sequence: n, sha256: "ab", lodgedAt: "2026-11-24T11:00:00.000Z" }
  return { ...lodged, receipt: signJws(court, lodged) }
}
const messageKid = `did:jwk:${Given.encode(edwards.jwk)}#0`

/** An artifact of each format, and how many signatures it has. */
const subjects: ReadonlyArray<readonly [name: string, make: (n: number) => Promise<string>]> = [
  [
    "x402_offer, typed data",
    async (n) =>
      JSON.stringify(
        await Given.typedOffer(Given.account(n), {
          ...Given.offerOf(Given.account(n).address),
          amount: `${n}`,
        }),
      ),
  ],
  [
    "x402_receipt, token",
    async (n) =>
      JSON.stringify({
        format: "jws",
        signature: await Given.token(keys, { ...Given.receiptPayload, issuedAt: Given.seconds - n }, { kid }),
      }),
  ],
  ["ap2, two signatures", async (n) => JSON.stringify(await mandates(n))],
  ["a2a_card", async (n) => JSON.stringify(await cardOf(n))],
  ["judgment", async () => JSON.stringify(sealed())],
  ["court_receipt", async (n) => JSON.stringify(await receiptOf(n))],
  [
    "http_message",
    async (n) => JSON.stringify(Given.signedRequest(edwards, messageKid, { body: `{"n":${n}}` })),
  ],
  ["jws", async (n) => Given.token(keys, { n }, { kid })],
]

const perSecond = async (work: () => unknown): Promise<number> => {
  const end = performance.now() + seconds * 1000
  let count = 0
  const from = performance.now()
  while (performance.now() < end) {
    await work()
    count += 1
  }
  return count / ((performance.now() - from) / 1000)
}
const best = async (work: () => unknown): Promise<number> => {
  const all: Array<number> = []
  for (let i = 0; i < rounds; i++) all.push(await perSecond(work))
  return Math.max(...all)
}

const nist = generateKeyPairSync("ec", { namedCurve: "P-256" })
const data = Buffer.from("a text")
const signature = sign("sha256", data, { key: nist.privateKey, dsaEncoding: "ieee-p1363" })
const bare = await best(() =>
  verify("sha256", data, { key: nist.publicKey, dsaEncoding: "ieee-p1363" }, signature),
)
const typed = await Given.typedOffer(Given.account())
const message = { ...typed.payload, version: 1n, validUntil: BigInt(typed.payload.validUntil) }
const recovered = await best(() =>
  recoverTypedDataAddress({
    domain: { name: "x402 offer", version: "1", chainId: 1 },
    types: Given.offerTypes,
    primaryType: "Offer",
    message,
    signature: typed.signature,
  }),
)
console.log(
  `bare: ES256 by node:crypto ${bare.toFixed(0)}/s, an address recovered by viem ${recovered.toFixed(0)}/s`,
)

const own = {
  keySet: {
    url: "https://c.example/.well-known/jwks.json",
    text: JSON.stringify({ keys: [jwkOf(court.publicKey)] }),
  },
  notary: {
    url: "https://c.example/.well-known/notary.json",
    text: JSON.stringify({ publicKey: court.publicKey, retiredKeys: [] }),
  },
}
const documents = new Map([...Given.documents(texts), [ownKeySet, own.keySet], [ownNotary, own.notary]])
for (const [name, made] of subjects) {
  const text = await made(1)
  const found = await best(() => examine(text, documents, Given.now))
  const against = name.startsWith("x402_offer") ? recovered : bare
  console.log(
    `${name.padEnd(24)} ${found.toFixed(0).padStart(6)}/s in one thread, ${(found / against).toFixed(2)} of bare`,
  )
}

const evidence = make({
  fetch: (url) => Effect.succeed({ url, text: texts[url as keyof typeof texts] ?? "{}" }),
  own: () => own,
  limits: { perAgent: pieces, inAll: pieces },
})
const all = await Promise.all(
  Array.from({ length: pieces }, (_, n) => subjects[n % subjects.length]?.[1](n) ?? Promise.resolve("")),
)
const keysOf = () => Effect.succeed([])
await Effect.runPromise(evidence.examine(all.slice(0, 200), { agentId: "warm", now: 0, keysOf }))
const from = performance.now()
let busyMs = 0
const busy = performance.eventLoopUtilization()
await Effect.runPromise(evidence.examine(all, { agentId: "bench", now: Given.now, keysOf }))
const took = performance.now() - from
busyMs = performance.eventLoopUtilization(busy).active
const rate = pieces / (took / 1000)
console.log(
  `all formats in turn, by the pool: ${rate.toFixed(0)}/s (aim ${aim}); the serving thread was busy ${((busyMs / pieces) * 10).toFixed(1)} ms for ten`,
)
await evidence.close()
process.exitCode = rate < aim ? 1 : 0
