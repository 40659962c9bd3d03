/** The default screen on artifacts that agents sign, as the Court gives them to it. */
import { describe, expect, it } from "vitest"
import { readableTexts } from "../../core/evidence/index.ts"
import { readText } from "./Reading.ts"

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const signature = "TJA6hcqy1gPo2mRVkjZ3wHZf0NwWmzcYOIwQpDvVmYxOvRyzAb7Xk6jF4qLs0DtGnUeHwC8B9iSaEyMrTlKQ5o"
const findings = (content: string) =>
  readText({ path: "e", text: readableTexts(content) }).map(({ what }) => what)

const offer = {
  format: "eip712",
  payload: {
    version: 1,
    resourceUrl: "https://api.seller.example/premium/report",
    scheme: "exact",
    network: "eip155:8453",
    asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    payTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
    amount: "10000",
    validUntil: 1763629200,
  },
  signature: `0x${"1a2B3c4D".repeat(16)}1b`,
}
const jws = (payload: unknown) =>
  `${encoded({ alg: "EdDSA", kid: "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK#1" })}.${encoded(payload)}.${signature}`

describe("the default screen on artifacts", () => {
  it("PD1 §4 an offer, a receipt and a compact signature are not refused for their addresses, hashes and signatures", () => {
    expect(findings(JSON.stringify(offer))).toEqual([])
    const receipt = { ...offer.payload, payer: offer.payload.payTo, transaction: `0x${"4f".repeat(32)}` }
    expect(findings(JSON.stringify({ format: "jws", signature: jws(receipt) }))).toEqual([])
    expect(findings(jws(offer.payload))).toEqual([])
  })

  it("PD1 §4 a natural person's address in a signed payload is found", () => {
    expect(findings(jws({ buyer: "john.smith@mail.example" }))).toContain("e-mail address")
    expect(findings(jws({ cart: jws({ phone: "+1 212 555 0187" }) }))).not.toEqual([])
  })
})
