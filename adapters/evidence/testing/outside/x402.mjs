/**
 * Makes X402.json: offers and receipts by the library of x402's own authors. The library takes 62 MB, so nothing installs it here. By
 * hand, in an empty folder: npm install @x402/extensions@2.27.0, then: node x402.mjs <that folder> > X402.json.
 */
import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

const folder = resolve(process.argv[2] ?? ".")
const require = createRequire(join(folder, "index.js"))
const load = (name) => import(pathToFileURL(require.resolve(name)).href)
const { createEIP712OfferReceiptIssuer, createJWSOfferReceiptIssuer } = await load(
  "@x402/extensions/offer-receipt",
)
const { privateKeyToAccount } = await load("viem/accounts")
const versionOf = (name) =>
  JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version

const seed = (name) => createHash("sha256").update(`x402 ${name}`).digest()
const account = privateKeyToAccount(`0x${seed("account").toString("hex")}`)

/** Private keys from fixed bytes: the DER prefix of the kind, and the bytes. */
const edwards = createPrivateKey({
  key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed("ed25519")]),
  format: "der",
  type: "pkcs8",
})
const nist = createPrivateKey({
  key: Buffer.concat([
    Buffer.from("30310201010420", "hex"),
    seed("p-256"),
    Buffer.from("a00a06082a8648ce3d030107", "hex"),
  ]),
  format: "der",
  type: "sec1",
})

const resourceUrl = "https://api.example.com/premium-data"
const payer = "0x857b06519E91e3A54538791bDbb0E22373e36b66"
const transaction = `0x${seed("transaction").toString("hex")}`
const input = {
  acceptIndex: 0,
  scheme: "exact",
  network: "eip155:8453",
  asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  payTo: account.address,
  amount: "1500000",
  offerValiditySeconds: 600,
}

const jwsIssuer = (kid, algorithm, signBytes) =>
  createJWSOfferReceiptIssuer(kid, {
    kid,
    format: "jws",
    algorithm,
    sign: async (bytes) => signBytes(bytes).toString("base64url"),
  })
const did = "did:web:api.example.com"
const issuers = {
  "EIP-712": createEIP712OfferReceiptIssuer(`did:pkh:eip155:1:${account.address}#key-1`, (data) =>
    account.signTypedData(data),
  ),
  "JWS by EdDSA": jwsIssuer(`${did}#ed25519`, "EdDSA", (bytes) => sign(null, bytes, edwards)),
  "JWS by ES256": jwsIssuer(`${did}#p-256`, "ES256", (bytes) =>
    sign("sha256", bytes, { key: nist, dsaEncoding: "ieee-p1363" }),
  ),
}

const artifacts = []
for (const [form, issuer] of Object.entries(issuers)) {
  const offer = await issuer.issueOffer(resourceUrl, input)
  const receipt = await issuer.issueReceipt(resourceUrl, payer, input.network, transaction)
  const plain = await issuer.issueReceipt(resourceUrl, payer, input.network)
  artifacts.push(
    { name: `an offer, ${form}`, format: "x402_offer", artifact: offer },
    { name: `a receipt, ${form}`, format: "x402_receipt", artifact: receipt },
    { name: `a receipt without its transaction, ${form}`, format: "x402_receipt", artifact: plain },
  )
}
const methodOf = (fragment, key) => ({
  id: `${did}#${fragment}`,
  type: "JsonWebKey2020",
  controller: did,
  publicKeyJwk: createPublicKey(key).export({ format: "jwk" }),
})
const made = {
  source: `@x402/extensions ${versionOf("@x402/extensions")}, viem ${versionOf("viem")}`,
  at: Math.floor(Date.now() / 1000),
  payTo: account.address,
  didDocument: {
    url: "https://api.example.com/.well-known/did.json",
    document: { id: did, verificationMethod: [methodOf("ed25519", edwards), methodOf("p-256", nist)] },
  },
  artifacts,
}
process.stdout.write(`${JSON.stringify(made, null, 2)}\n`)
