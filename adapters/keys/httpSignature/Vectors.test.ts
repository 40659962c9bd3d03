/** The test cases of RFC 9421, appendix B.2, against the court's own reading and checking of signatures. */
import { constants, createHmac, createPublicKey, verify } from "node:crypto"
import { describe, expect, it } from "vitest"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { baseOf, type Message } from "./SignatureBase.ts"
import { isList, parseDictionary, writeList } from "./StructuredFields.ts"
import { type Check, checkerOf } from "./Verify.ts"

const fieldsOf = (fields: Record<string, string>) => (name: string) => fields[name] ?? null
const request: Message = {
  method: "POST",
  targetUri: "https://example.com/foo?param=Value&Pet=dog",
  field: fieldsOf({
    date: "Tue, 20 Apr 2021 02:07:55 GMT",
    "content-type": "application/json",
    "content-digest":
      "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:",
    "content-length": "18",
  }),
}
const answer: Message = {
  method: "POST",
  targetUri: "https://example.com/foo",
  status: 200,
  field: fieldsOf({
    "content-type": "application/json",
    "content-digest":
      "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:",
    "content-length": "23",
  }),
}

const cases = [
  {
    name: "B.2.1 minimal, RSA-PSS",
    lines: [],
    input: 'sig-b21=();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"',
    signature:
      "d2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==",
  },
  {
    name: "B.2.2 selective, RSA-PSS",
    lines: [
      '"@authority": example.com',
      '"content-digest": sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
      '"@query-param";name="Pet": dog',
    ],
    input:
      'sig-b22=("@authority" "content-digest" "@query-param";name="Pet");created=1618884473;keyid="test-key-rsa-pss";tag="header-example"',
    signature:
      "LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+ECxCmT8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8NV7+4UKkjqpcAoFqWFQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw==",
  },
  {
    name: "B.2.3 full, RSA-PSS",
    lines: [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@query": ?param=Value&Pet=dog',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-digest": sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:',
      '"content-length": 18',
    ],
    input:
      'sig-b23=("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"',
    signature:
      "bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==",
  },
  {
    name: "B.2.4 an answer, ECDSA P-256",
    lines: [
      '"@status": 200',
      '"content-type": application/json',
      '"content-digest": sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
      '"content-length": 23',
    ],
    input:
      'sig-b24=("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    signature: "wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==",
  },
  {
    name: "B.2.5 HMAC",
    lines: [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@authority": example.com',
      '"content-type": application/json',
    ],
    input: 'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
    signature: "pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=",
  },
  {
    name: "B.2.6 Ed25519",
    lines: [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
    ],
    input:
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    signature: "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==",
  },
]

// The court accepts neither RSA nor shared secrets; these show that others sign the same base.
const rsa = createPublicKey({
  key: Buffer.from(
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHqgDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5WUtzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI2wIDAQAB",
    "base64",
  ),
  format: "der",
  type: "spki",
})
const pss = { key: rsa, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }
const byRsa: Check = (base, signature) => verify("sha512", Buffer.from(base), pss, signature)
const secret = "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ=="
const bySecret: Check = (base, signature) =>
  createHmac("sha256", Buffer.from(secret, "base64")).update(base).digest().equals(signature)
const ofKey = (jwk: Parameters<typeof checkerOf>[0]): Check => needPresent(checkerOf(jwk), "a key").check
const checks: { readonly [keyid: string]: Check } = {
  "test-key-rsa-pss": byRsa,
  "test-shared-secret": bySecret,
  "test-key-ecc-p256": ofKey({
    kty: "EC",
    crv: "P-256",
    x: "qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA",
    y: "Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0",
  }),
  "test-key-ed25519": ofKey({
    kty: "OKP",
    crv: "Ed25519",
    x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
  }),
}

describe("the test cases of RFC 9421", () => {
  it.each(cases)(
    "$name has its published base, and its signature verifies",
    ({ lines, input, signature }) => {
      const [found] = [...needPresent(parseDictionary(input), "an input")]
      const [label, member] = needPresent(found, "a member")
      if (!isList(member)) throw new Error("no list")
      expect(`${label}=${writeList(member)}`).toBe(input)
      const message = lines.some((line) => line.startsWith('"@status"')) ? answer : request
      const base = [...lines, `"@signature-params": ${writeList(member)}`].join("\n")
      expect(baseOf(message, member)).toEqual({ base })
      const check = needPresent(checks[String(member.parameters.get("keyid"))], "a check")
      const bytes = Buffer.from(signature, "base64")
      expect(check(base, bytes)).toBe(true)
      expect(check(`${base} `, bytes)).toBe(false)
    },
  )
})
