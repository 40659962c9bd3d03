/** Exact acceptances of CBAP-1: the court signs terms in which it is the forum, and a verifier of the profile could use the acceptance. */
import { generateKeyPairSync, sign } from "node:crypto"
import { encode } from "cbor2"
import { cdeEncodeOptions } from "cbor2/encoder"
import { describe, expect, it } from "vitest"
import { named } from "../../testing/Rulings.ts"
import { accept } from "./Acceptance.ts"
import { cbapForum } from "./index.ts"
import { encodeTerms, type Forum, readAcceptance, termsFor } from "./testing/Terms.ts"

const { privateKey, publicKey } = generateKeyPairSync("ed25519")
const court = { ...named, key: { kid: "key-1", x: String(publicKey.export({ format: "jwk" }).x) } }
const now = 1_790_000_000
const terms = termsFor(cbapForum.names?.(court) as unknown as Forum, now + 60)
/** The terms with another member at a place, from 0. */
const but = (place: number, member: unknown) =>
  encodeTerms(terms.map((one, i) => (i === place ? member : one)))
const refusal = (bytes: Uint8Array, seconds = now) => {
  const found = accept(bytes, court, seconds)
  return "why" in found ? found.why : null
}

describe("an exact acceptance of CBAP-1", () => {
  it("§5.4 given terms that name the court, then it is signed, and holds until the last deadline", () => {
    const accepted = accept(encodeTerms(terms), court, now)
    if ("why" in accepted) throw new Error(accepted.why)
    const bytes = accepted.build(new Uint8Array(sign(null, accepted.signs, privateKey)))
    const rules = [court.rules.url, new Uint8Array(Buffer.from(court.rules.sha256, "hex"))]
    const said = readAcceptance(bytes, terms, court.key)
    expect(Object.fromEntries(said ?? [])).toMatchObject({
      1: 1,
      2: 2,
      4: now,
      5: now + 60 + 3_600 + 86_400,
      6: rules,
      7: rules,
      8: now,
      9: "key-1",
    })
    expect(said?.size).toBe(9)
    // The digests of other terms, and the signatures of other keys, are others.
    expect(readAcceptance(bytes, [...terms].reverse(), court.key)).toBeNull()
    const forged = accepted.build(new Uint8Array(64))
    expect(readAcceptance(forged, terms, court.key)).toBeNull()
  })

  it("§5.1 its encoding orders keys by their bytes, as the probe of the draft does", () => {
    const probe = new Map([
      [100, -1],
      [-1, 100],
    ])
    expect(Buffer.from(encode(probe, cdeEncodeOptions)).toString("hex")).toBe("a2186420201864")
  })

  it.each<[string, Uint8Array, string]>([
    ["no CBOR", Uint8Array.of(0xff), "Core Deterministic CBOR"],
    ["a byte behind them", Uint8Array.of(...encodeTerms(terms), 0), "Core Deterministic CBOR"],
    [
      "a longer head than they need",
      Uint8Array.of(0x98, 10, ...encodeTerms(terms).slice(1)),
      "Core Deterministic",
    ],
    ["a member too few", encodeTerms(terms.slice(1)), "10 members"],
    ["a map in their place", encodeTerms([new Map()]).slice(1), "10 members"],
    ["a short authorization-id", but(0, new Uint8Array(15)), "authorization-id"],
    ["another binding profile", but(1, new Uint8Array(32)), "abp-digest"],
    ["a text as trust profile", but(2, "trust"), "authorization-trust-profile-digest"],
    ["an empty issuer", but(3, ""), "authorization-issuer-key-id"],
    ["a key id of 65 bytes", but(3, "é".repeat(33)), "authorization-issuer-key-id"],
    ["bytes as issuer", but(3, new Uint8Array(4)), "authorization-issuer-key-id"],
    ["a validity that ends before it begins", but(4, [now + 2, now + 1]), "authorization-validity"],
    ["a validity of one time", but(4, [now + 2]), "authorization-validity"],
    ["a validity of no list", but(4, now), "authorization-validity"],
    ["a validity beyond all numbers", but(4, [now, 2n ** 60n]), "authorization-validity"],
    ["a validity that has begun", but(4, [now - 1, now + 1]), "before the court signs"],
    ["no action", but(5, null), "action-digest"],
    ["another forum", but(6, ["https://forum.example", court.filing, "key-1"]), "another forum"],
    ["another key of the forum", but(6, [court.baseUrl, court.filing, "key-2"]), "another forum"],
    ["another standing policy", but(7, [court.rules.url, new Uint8Array(32)]), "standing-policy"],
    ["another procedure", but(8, [court.clause.url, new Uint8Array(32)]), "procedure"],
    ["no time to file", but(9, [1, 0]), "filing-window"],
    ["another basis of the window", but(9, [2, 60]), "filing-window"],
    ["a window that never ends", but(9, [1, 253_402_300_799]), "ends after the year 9999"],
  ])("§7.1 given terms with %s, then nothing is signed", (_, bytes, why) => {
    expect(refusal(bytes)).toContain(why)
  })

  it("§7.1 given a validity that begins at the second of the signature, then it is signed", () => {
    expect(refusal(encodeTerms(terms), now + 60)).toBeNull()
    expect(refusal(encodeTerms(terms), now + 61)).toContain("before the court signs")
  })
})
