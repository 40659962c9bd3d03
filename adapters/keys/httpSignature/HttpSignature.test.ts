import { generateKeyPairSync, sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { baseOf, inputOf, type Message } from "./SignatureBase.ts"
import { isList, parseDictionary, writeItem, writeList } from "./StructuredFields.ts"
import { checkerOf, digestOf, hasDigest, type Jwk } from "./Verify.ts"

const read = (text: string) => parseDictionary(text)
const list = (text: string) => {
  const member = needPresent(read(`a=${text}`)?.get("a"), "a member")
  if (!isList(member)) throw new Error("no list")
  return member
}

describe("structured fields (RFC 8941)", () => {
  it.each([
    ["a=1, b=-2", ["1", "-2"]],
    ['a="x\\"\\\\y"', ['"x\\"\\\\y"']],
    ["a=foo/bar*;q=?0;r", ["foo/bar*;q=?0;r"]],
    ["a=:AAE=:", [":AAE=:"]],
    ["a, b;x=1", ["?1", "?1;x=1"]],
    ["a=1,\ta=2", ["2"]],
    [" a=?1 ", ["?1"]],
    ["a=1;x=1;y;x=2", ["1;y;x=2"]],
    ["", []],
  ])("reads %s", (text, items) => {
    const members = [...needPresent(read(text), "a dictionary").values()]
    expect(members.map((member) => (isList(member) ? writeList(member) : writeItem(member)))).toEqual(items)
  })

  it("writes a list in its one form, however it was spaced", () => {
    expect(writeList(list('(  "a";x   b 3 );k="v";t'))).toBe('("a";x b 3);k="v";t')
  })

  it.each([
    "A=1",
    "a=",
    "a==1",
    "a=1,",
    "a=1 b=2",
    "a=(1",
    'a=("x""y")',
    "a=1.5",
    'a="é"',
    'a="x',
    "a=:A:",
    "a=?2",
    "a=(1);",
    "a=1;=2",
    `a=(${"1 ".repeat(100)})`,
    `a${";b=1".repeat(100)}`,
    `a="${"x".repeat(9_000)}"`,
  ])("does not read %#", (text) => {
    expect(read(text)).toBeNull()
  })
})

const message: Message = {
  method: "GET",
  targetUri: "https://Example.com:443/a/b?x=1&y=a%20b&y=2&bat=%7E'",
  field: (name) =>
    ({ plain: "  spaced  ", broken: 'a\n"@method": POST', "": "x", parts: "a=1,  b=( 2 3 );c" })[name] ??
    null,
}

describe("the signature base (RFC 9421)", () => {
  it("has every derived component", () => {
    const covered =
      '("@method" "@authority" "@scheme" "@request-target" "@path" "@query-param";name="x" "@query-param";name="bat" "plain" "parts";key="a" "parts";key="b")'
    expect(baseOf(message, list(covered))).toEqual({
      base: [
        '"@method": GET',
        '"@authority": example.com',
        '"@scheme": https',
        '"@request-target": /a/b?x=1&y=a%20b&y=2&bat=%7E%27',
        '"@path": /a/b',
        '"@query-param";name="x": 1',
        '"@query-param";name="bat": %7E%27',
        '"plain": spaced',
        '"parts";key="a": 1',
        '"parts";key="b": (2 3);c',
        `"@signature-params": ${covered}`,
      ].join("\n"),
    })
    const bare = { ...message, targetUri: "https://example.com" }
    expect(baseOf(bare, list('("@query")'))).toEqual({ base: '"@query": ?\n"@signature-params": ("@query")' })
  })

  it.each([
    '("absent")',
    '("broken")',
    '("Plain")',
    '("plain";sf)',
    '("plain";bs)',
    '("broken";key="a")',
    '("parts";key="absent")',
    '("parts";key=a)',
    '("parts";key="a";sf)',
    '("absent";key="a")',
    '("@status")',
    '("@method";req)',
    '("@unknown")',
    '("@constructor")',
    '("@query-param")',
    '("@query-param";name="y")',
    '("@query-param";name="z")',
    '("@query-param";name="x";sf)',
    "(plain)",
    '("plain" "plain")',
  ])("can't be built for %s", (covered) => {
    expect(baseOf(message, list(covered))).toHaveProperty("missing")
  })

  it("has no part of an address that is none", () => {
    const nowhere = { ...message, targetUri: "nowhere" }
    for (const covered of ['("@path")', '("@query-param";name="x")'])
      expect(baseOf(nowhere, list(covered))).toHaveProperty("missing")
  })
})

describe("keys and digests", () => {
  const ed = generateKeyPairSync("ed25519")
  const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const jwkOf = (key: typeof ed.publicKey) => key.export({ format: "jwk" }) as unknown as Jwk

  it("each kind of key verifies its own signatures alone", () => {
    const base = baseOf(message, inputOf(["@method"], { created: 1, keyid: "k" }))
    if (!("base" in base)) throw new Error("no base")
    const bytes = Buffer.from(base.base)
    const byEd = sign(null, bytes, ed.privateKey)
    const byP256 = sign("sha256", bytes, { key: p256.privateKey, dsaEncoding: "ieee-p1363" })
    const checks = [ed, p256].map(({ publicKey }) => needPresent(checkerOf(jwkOf(publicKey)), "a checker"))
    expect(checks.map(({ algorithm }) => algorithm)).toEqual(["ed25519", "ecdsa-p256-sha256"])
    expect(checks.map(({ check }) => [byEd, byP256].map((signature) => check(base.base, signature)))).toEqual(
      [
        [true, false],
        [false, true],
      ],
    )
    expect(checks.map(({ check }) => check(base.base, byEd.subarray(1)))).toEqual([false, false])
  })

  it("a key of another kind, and a key that is no point, check nothing", () => {
    expect(checkerOf({ kty: "EC", crv: "secp256k1", x: "AA", y: "AA" })).toBeNull()
    expect(checkerOf({ kty: "EC", crv: "P-256", x: "AA", y: "AA" })).toBeNull()
  })

  it("the strongest digest of a body counts, and it must be that of the body", () => {
    const body = Buffer.from('{"hello": "world"}')
    const sha512 =
      "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:"
    const sha256 = "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"
    for (const field of [sha512, sha256, `${sha256}, ${sha512}`])
      expect(hasDigest(body, needPresent(digestOf(field), "a digest"))).toBe(true)
    expect(hasDigest(body, needPresent(digestOf(`sha-512=:AAAA:, ${sha256}`), "a digest"))).toBe(false)
    for (const none of ["md5=:AAAA:", "sha-256=1", "sha-256=(1)", "=:"]) expect(digestOf(none)).toBeNull()
  })
})
