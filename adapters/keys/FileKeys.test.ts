import { execFileSync, spawn } from "node:child_process"
import { createPublicKey, verify } from "node:crypto"
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import fc from "fast-check"
import { compactVerify, createLocalJWKSet } from "jose"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { verifySeal } from "../../core/judgments/testing/index.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { canonical } from "../../core/kernel/Json.ts"
import * as FileKeys from "./FileKeys.ts"

let parent = ""
let folder = ""
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "court-keys-"))
  folder = join(parent, "keys")
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const fileNames = ["addresses", "judge.key", "jwks", "log", "notary", "payout", "registrar.key"]
const contents = () =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]))
const sealOf = (keys: ReturnType<typeof FileKeys.open>, payload: string) => ({
  payload,
  algorithm: "ed25519",
  ...keys.seal(payload),
  sha256: sha256Hex(payload),
})
/** The payload of a judgment that was delivered at this instant. */
const deliveredAt = (delivered: string): string =>
  JSON.stringify({
    court: "Magistrate",
    register: "Register of Judgments",
    citation: "[2026] MC 7",
    title: "A v B",
    delivered,
    orders: [],
  })

describe("FileKeys", () => {
  it("Rule 2.6 the first start makes every key, readable by its owner alone, and later starts keep them", () => {
    const first = FileKeys.open(folder)
    expect([...first.made].sort()).toEqual(fileNames)
    expect(readdirSync(folder).sort()).toEqual(fileNames)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of fileNames) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    const before = contents()
    const second = FileKeys.open(folder)
    expect(second.made).toEqual([])
    expect(contents()).toEqual(before)
    expect(second.notary).toEqual(first.notary)
  })

  it("Rule 2.6 only the hash of an office's credential is kept in memory", () => {
    const keys = FileKeys.open(folder)
    const credential = readFileSync(join(folder, "registrar.key"), "utf8").trim()
    expect(keys.registrarSha256).toBe(sha256Hex(credential))
    expect(keys.judgeSha256).not.toBe(keys.registrarSha256)
    expect(JSON.stringify(keys)).not.toContain(credential)
  })

  it("Rule 2.6 a key that others can read is refused, and the message shows no key", () => {
    FileKeys.open(folder)
    chmodSync(join(folder, "registrar.key"), 0o644)
    expect(() => FileKeys.open(folder)).toThrow(/registrar\.key can be read by others; run: chmod 600/)
    chmodSync(join(folder, "registrar.key"), 0o600)
    writeFileSync(join(folder, "judge.key"), "not-a-credential-but-secret")
    expect(() => FileKeys.open(folder)).toThrow(/judge\.key holds no credential$/)
    writeFileSync(join(folder, "notary"), "not a key")
    expect(() => FileKeys.open(folder)).toThrow(/notary holds no ed25519 private key in PEM$/)
  })

  it("Rule 2.6 processes that start at the same time use the same keys", async () => {
    const program = fileURLToPath(new URL("./testing/open.ts", import.meta.url))
    const runner = "Deno" in globalThis ? ["run", "-A"] : []
    const started = Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, [...runner, program, folder], {
        stdio: ["ignore", "pipe", "pipe"],
      })
      let output = ""
      for await (const chunk of child.stdout) output += String(chunk)
      return output
    })
    const said = await Promise.all(started)
    expect(said[0]).toContain("publicKey")
    expect(new Set(said).size).toBe(1)
    expect(readdirSync(folder).sort()).toEqual(fileNames)
  })

  it("Rule 5.4 a seal is verified by the court's own check and by OpenSSL alone", () => {
    const keys = FileKeys.open(folder)
    const payload = JSON.stringify({ reasons: "The café owes.\n" })
    const record = sealOf(keys, payload)
    expect(verifySeal(record, keys.notary)).toEqual({ valid: true, failed: [] })
    const file = (name: string, bytes: Uint8Array | string) => {
      writeFileSync(join(parent, name), bytes)
      return join(parent, name)
    }
    // A DER public key of ed25519 consists of this header and 32 bytes (RFC 8410).
    const key = file("key.der", Buffer.from(`302a300506032b6570032100${record.publicKey}`, "hex"))
    const signature = file("payload.sig", Buffer.from(record.signature, "hex"))
    const openssl = (text: string) =>
      execFileSync(
        "openssl",
        [
          "pkeyutl",
          "-verify",
          "-pubin",
          "-keyform",
          "DER",
          "-inkey",
          key,
          "-rawin",
          "-in",
          file("payload.json", text),
          "-sigfile",
          signature,
        ],
        { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
      )
    expect(openssl(payload)).toContain("Verified Successfully")
    expect(() => openssl(`${payload} `)).toThrow()
  })

  it("Rule 5.4 a seal that one library makes is verified by another, whatever the text", () => {
    const keys = FileKeys.open(folder)
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const record = sealOf(keys, text)
        expect(verifySeal(record, keys.notary)).toEqual({ valid: true, failed: [] })
      }),
      { numRuns: 50 },
    )
  })

  it("PD17 §1 a common JOSE library verifies a signature against the published keys, before and after a rotation", async () => {
    const keys = FileKeys.open(folder, { lookEveryMs: 0 })
    const signed = await Effect.runPromise(keys.sign({ citation: "[2026] MC 7" }))
    FileKeys.rotate(folder, "jwks", Date.UTC(2026, 10, 20))
    const { payload, protectedHeader } = await compactVerify(
      signed,
      createLocalJWKSet({ keys: [...keys.jwks.keys] }),
    )
    expect(new TextDecoder().decode(payload)).toBe('{"citation":"[2026] MC 7"}')
    expect(protectedHeader.kid).toBe(keys.jwks.keys[1]?.kid)
  })

  it("PD17 §1 a signature of a document is a compact JWS over its canonical form, under a published key", async () => {
    const keys = FileKeys.open(folder)
    const document = { schema: "cp.disposition/1", amount: 1, asOf: "2026-11-20T09:00:00.000Z" }
    const [header = "", body = "", signature = ""] = (await Effect.runPromise(keys.sign(document))).split(".")
    const decode = (part: string) => Buffer.from(part, "base64url").toString("utf8")
    const [jwk] = keys.jwks.keys
    expect(JSON.parse(decode(header))).toEqual({ alg: "Ed25519", kid: jwk?.kid })
    expect(decode(body)).toBe(canonical(document))
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: jwk?.x ?? "" }, format: "jwk" })
    const signed = Buffer.from(`${header}.${body}`)
    expect(verify(null, signed, publicKey, Buffer.from(signature, "base64url"))).toBe(true)
    expect(await Effect.runPromise(keys.sign(document))).toBe([header, body, signature].join("."))
  })

  it("Rule 5.4 after a rotation, an open process seals with the new key, and seals of the old key are valid if they precede its retirement", () => {
    const keys = FileKeys.open(folder, { lookEveryMs: 0 })
    const before = sealOf(keys, deliveredAt("2026-11-20T09:00:00.000Z"))
    const late = sealOf(keys, deliveredAt("2026-11-20T09:01:00.000Z"))
    const { publicKey } = FileKeys.rotate(folder, "notary", Date.UTC(2026, 10, 20, 9, 1))
    expect(keys.notary).toEqual({
      algorithm: "ed25519",
      publicKey,
      retiredKeys: [{ publicKey: before.publicKey, retiredAt: "2026-11-20T09:01:00.000Z" }],
    })
    expect(keys.seal("payload").publicKey).toBe(publicKey)
    expect(verifySeal(before, keys.notary).valid).toBe(true)
    expect(verifySeal(late, keys.notary).failed).toEqual(["retired"])
    expect(readdirSync(folder).sort()).toEqual([...fileNames, "citations", "retired.json"].sort())
  })

  it("Rule 5.5 the folder notes every citation that is sealed, whatever becomes of the commit", () => {
    const keys = FileKeys.open(folder)
    const seal = (citation: string) =>
      keys.seal(deliveredAt("2026-11-20T09:00:00.000Z").replace("[2026] MC 7", citation))
    for (const citation of ["[2026] MC 8", "[2026] MC 8", "[2026] UC 1", "[2025] MC 30", "[2026] MC 9"])
      seal(citation)
    keys.seal("no judgment")
    FileKeys.open(folder, { notes: false }).seal(
      deliveredAt("2026-11-20T09:00:00.000Z").replace("MC 7", "MC 99"),
    )
    appendFileSync(join(folder, "citations"), "[2026] MC", { mode: 0o600 })
    expect(FileKeys.lastSealed(folder)).toEqual([
      { series: "MC", year: 2026, last: 9 },
      { series: "UC", year: 2026, last: 1 },
      { series: "MC", year: 2025, last: 30 },
    ])
    expect(statSync(join(folder, "citations")).mode & 0o777).toBe(0o600)
  })

  it("Rule 5.4 the next start finishes a rotation that crashed after it had listed the old key as retired", () => {
    const { notary } = FileKeys.open(folder)
    const spare = mkdtempSync(join(parent, "spare-"))
    const next = FileKeys.open(join(spare, "keys")).notary.publicKey
    writeFileSync(join(folder, "notary.next"), readFileSync(join(spare, "keys", "notary")), { mode: 0o600 })
    const retired = [{ key: "notary", publicKey: notary.publicKey, retiredAt: "2026-11-20T09:00:00.000Z" }]
    writeFileSync(join(folder, "retired.json"), JSON.stringify(retired), { mode: 0o600 })
    expect(FileKeys.open(folder).notary.publicKey).toBe(next)
  })

  it("Rule 2.6 an open process uses an office's new credential at once", () => {
    const keys = FileKeys.open(folder, { lookEveryMs: 0 })
    const before = keys.judgeSha256
    FileKeys.rotateCredential(folder, "judge")
    expect(keys.judgeSha256).not.toBe(before)
    expect(keys.judgeSha256).toBe(sha256Hex(readFileSync(join(folder, "judge.key"), "utf8").trim()))
  })

  it("Rule 2.6 making and rotating keys prints nothing", () => {
    const outputs = [vi.spyOn(console, "log"), vi.spyOn(console, "error"), vi.spyOn(process.stdout, "write")]
    FileKeys.open(folder)
    FileKeys.rotate(folder, "jwks", Date.UTC(2026, 10, 20))
    for (const output of outputs) expect(output).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })

  it("PD3 §2 the hash of an address is the same with the same keys, and differs with others", () => {
    const keys = FileKeys.open(folder)
    const elsewhere = FileKeys.open(join(parent, "other"))
    expect(keys.keyedHash("ops@example.com")).toBe(keys.keyedHash("ops@example.com"))
    expect(keys.keyedHash("ops@example.com")).not.toBe(elsewhere.keyedHash("ops@example.com"))
  })
})
