/** A folder of keys: files that can't be used, interrupted rotations, and the notes beside the keys. */
import { generateKeyPairSync, randomBytes } from "node:crypto"
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { start } from "../../core/testing/Context.ts"
import * as ApiKey from "./ApiKey.ts"
import { check, courtIdOf, keepCourtId, lastSealed, noteSealed } from "./FileKeys.ts"
import {
  credentialHash,
  ensure,
  filesIn,
  finishRotation,
  KeysUnusable,
  missingKeys,
  notaryKeys,
  payoutKeyOf,
  publicKeyOf,
  readIfThere,
  rotate,
  signingKey,
  stateOf,
} from "./KeyFolder.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "court-keys-"))
  ensure(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o600 })
/** Why the keys can't be used, without the path of the folder; "nothing" if they can. */
const said = (use: () => unknown): string => {
  try {
    use()
    return "nothing"
  } catch (error) {
    if (!(error instanceof KeysUnusable)) throw error
    return error.message.replaceAll(`${folder}/`, "")
  }
}

describe("keys that can't be used", () => {
  it("Rule 2.6 a key that can't be used is refused with the name of its file and what that should hold, and nothing else", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
    put("notary", String(rsa.export({ type: "pkcs8", format: "pem" })))
    put("jwks", "no key")
    put("payout", "00")
    put("registrar.key", "adc_short")
    expect([
      said(() => signingKey(folder, "notary")),
      said(() => signingKey(folder, "jwks")),
      said(() => payoutKeyOf(folder)),
      said(() => credentialHash(folder, "registrar")),
    ]).toEqual([
      "notary holds no ed25519 private key in PEM",
      "jwks holds no ed25519 private key in PEM",
      "payout does not hold 32 bytes in hexadecimal",
      "registrar.key holds no credential",
    ])
    put("payout", "0".repeat(64))
    expect(said(() => payoutKeyOf(folder))).toBe("payout holds no secp256k1 private key")
  })

  it("Rule 2.6 a key that others can read is refused, whichever key it is", () => {
    for (const name of ["jwks", "payout"]) chmodSync(join(folder, name), 0o640)
    expect(said(() => signingKey(folder, "jwks"))).toBe("jwks can be read by others; run: chmod 600 jwks")
    expect(said(() => payoutKeyOf(folder))).toBe("payout can be read by others; run: chmod 600 payout")
  })

  it("Rule 2.6 a missing file is told apart from an unreadable file", () => {
    expect(readIfThere(join(folder, "nothing"))).toBeNull()
    mkdirSync(join(folder, "a-folder"))
    expect(() => readIfThere(join(folder, "a-folder"))).toThrow(/EISDIR/)
    rmSync(join(folder, "notary"))
    expect(missingKeys(folder)).toEqual({ names: ["notary"], all: false })
    expect(stateOf(folder).split(" ")[0]).toBe("-")
  })

  it("Rule 2.6 a credential is made of exactly 32 bytes", () => {
    expect(() => ApiKey.fromBytes(randomBytes(31))).toThrow("a credential is made of 32 bytes")
  })
})

describe("a rotation that was interrupted", () => {
  it("Rule 5.4 given a retired key whose successor is missing, then the keys can't be used, and both files are named", () => {
    const publicKey = publicKeyOf(folder, "jwks")
    put("retired.json", JSON.stringify([{ key: "jwks", publicKey, retiredAt: "2026-11-20T09:00:00.000Z" }]))
    expect(said(() => finishRotation(folder))).toBe("jwks is retired and jwks.next is missing")
  })

  it("Rule 5.4 given a successor that is the retired key itself, then it is not taken as the successor", () => {
    const publicKey = publicKeyOf(folder, "jwks")
    put("retired.json", JSON.stringify([{ key: "jwks", publicKey, retiredAt: "2026-11-20T09:00:00.000Z" }]))
    put("jwks.next", readFileSync(join(folder, "jwks"), "utf8"))
    expect(said(() => finishRotation(folder))).toBe("jwks is retired and jwks.next is missing")
  })

  it("PD2 §6E the payout key is rotated like the others", () => {
    const before = publicKeyOf(folder, "payout")
    const { publicKey } = rotate(folder, "payout", start)
    expect(publicKey).not.toBe(before)
    expect(publicKeyOf(folder, "payout")).toBe(publicKey)
    expect(readdirSync(folder)).not.toContain("payout.next")
  })
})

describe("the notes beside the keys", () => {
  const [one, other] = ["0190a5c8-0000-7000-8000-000000000001", "0190a5c8-0000-7000-8000-000000000002"]

  it("Rule 5.5 the keys belong for good to the first court that they serve", () => {
    expect(courtIdOf(folder)).toBeNull()
    expect(keepCourtId(folder, one)).toBe(one)
    expect(keepCourtId(folder, other)).toBe(one)
    expect(courtIdOf(folder)).toBe(one)
  })

  it("Rule 5.5 a court's id that can't be read is refused, and not replaced", () => {
    put("court", "somebody's")
    expect(said(() => keepCourtId(folder, one))).toBe(
      "court holds no id of a court; restore it from the copy of the keys",
    )
  })

  it("Rule 5.5 the highest number of each series and year counts, and a line that was cut short is ignored", () => {
    expect(lastSealed(folder)).toEqual([])
    for (const n of [2, 10, 9]) noteSealed(folder, `[2026] MC ${n}`)
    noteSealed(folder, "[2027] UC 1")
    appendFileSync(join(folder, "citations"), "[2026] M")
    expect(lastSealed(folder)).toEqual([
      { series: "MC", year: 2026, last: 10 },
      { series: "UC", year: 2027, last: 1 },
    ])
  })
})

describe("a folder of keys before a start", () => {
  it("Rule 2.6 can be used if its keys can, or if it doesn't exist and can be made", () => {
    expect(said(() => check(folder))).toBe("nothing")
    expect(said(() => check(join(folder, "not", "there", "yet")))).toBe("nothing")
    expect(readdirSync(folder)).not.toContain("not")
  })

  it("Rule 2.6 can't be used if it is below a file, if others can read a key, or if a key is malformed", () => {
    expect(said(() => check(join(folder, "notary", "keys")))).toMatch(
      /keys can't be made: .*notary is not a folder/,
    )
    chmodSync(join(folder, "notary"), 0o644)
    expect(said(() => check(folder))).toMatch(/notary can be read by others/)
    chmodSync(join(folder, "notary"), 0o600)
    put("notary", "no key")
    expect(said(() => check(folder))).toMatch(/notary holds no ed25519 private key/)
  })

  it("Rule 2.6 is copied with its notes, without folders and half-written files", () => {
    mkdirSync(join(folder, "other"))
    put("notary.partial", "half")
    put("citations", "{}")
    expect(filesIn(folder)).toEqual(
      readdirSync(folder)
        .filter((name) => name !== "other" && name !== "notary.partial")
        .sort(),
    )
    expect(filesIn(folder)).toContain("citations")
  })

  it("Rule 5.4 lists the current key of the seal first, and then the retired ones", () => {
    const before = publicKeyOf(folder, "notary")
    rotate(folder, "notary", start)
    rotate(folder, "jwks", start)
    expect(notaryKeys(folder)).toEqual([publicKeyOf(folder, "notary"), before])
  })
})
