import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { examine, verifiers } from "./Formats.ts"
import samples from "./testing/Ap2.json" with { type: "json" }
import { account, documents, ed25519, now, signedRequest, typedOffer } from "./testing/Artifacts.ts"

describe("the verifiers", () => {
  it("Rule 4.2 fail over no artifact, whatever one of its members is", async () => {
    const artifacts: ReadonlyArray<object> = [
      await typedOffer(account()),
      {
        checkoutMandate: samples.checkout,
        paymentMandate: samples.payment,
        checkoutReceipt: samples.payment,
      },
      {
        name: "a",
        signatures: [{ protected: "e30", signature: "AA" }],
        skills: [{}],
        supportedInterfaces: [],
      },
      signedRequest(await ed25519(), "did:web:a.example#k"),
      {
        court: "",
        register: "",
        citation: "",
        payload: "{}",
        algorithm: "",
        publicKey: "",
        signature: "",
        sha256: "",
      },
    ]
    const member = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.string(),
      fc.constantFrom("did:web:%", "https://", "~~", "a.b.c"),
    )
    fc.assert(
      fc.property(fc.constantFrom(...artifacts), fc.nat(20), member, (artifact, at, value) => {
        const names = Object.keys(artifact)
        const name = names[at % names.length] ?? ""
        const found = examine(JSON.stringify({ ...artifact, [name]: value }), documents(), now)
        for (const { text } of found?.statement ?? []) expect(text).toMatch(/^[^\n]*\.$/u)
      }),
    )
  })

  it("Rule 4.2 are one for each format", () => {
    expect(new Set(verifiers.map(({ format }) => format)).size).toBe(verifiers.length)
  })
})
