import { createHash, generateKeyPairSync, sign } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { check, type JudgmentRecord, type NotaryDocument } from "../client/Seal.ts"
import { command } from "./verify.ts"

const pair = generateKeyPairSync("ed25519")
const publicKey = Buffer.from(String(pair.publicKey.export({ format: "jwk" }).x), "base64url").toString("hex")
const other = "11".repeat(32)

const sealed = (payload: string): JudgmentRecord => ({
  citation: "[2026] MC 1",
  payload,
  algorithm: "ed25519",
  publicKey,
  signature: sign(null, Buffer.from(payload), pair.privateKey).toString("hex"),
  sha256: createHash("sha256").update(payload).digest("hex"),
  sealedAt: "2026-11-20T09:00:00.000Z",
  key: "http://127.0.0.1:1/.well-known/notary.json",
})
const record = sealed('{"court":"é","title":"A v B"}')
const current: NotaryDocument = { publicKey, retiredKeys: [] }
const failing = (changed: Partial<JudgmentRecord>, notary = current) =>
  check({ ...record, ...changed }, notary).flatMap(({ rule, holds }) => (holds ? [] : [rule.slice(0, 1)]))

describe("the seal of a judgment", () => {
  it("Rule 5.4 holds where the payload, the key, the signature and the hash are the court's", () => {
    expect(failing({})).toEqual([])
  })

  it("Rule 5.4 fails where a byte, a line end, a Unicode form or the order of the JSON changed", () => {
    const changed = [
      record.payload.replace("A v B", "A v C"),
      `${record.payload}\r\n`,
      record.payload.normalize("NFD"),
      '{"title":"A v B","court":"é"}',
    ]
    for (const payload of changed) expect(failing({ payload })).toEqual(["3", "4"])
    expect(failing({ payload: `${record.payload}\ud800` })).toEqual(["1", "3", "4"])
  })

  it("Rule 5.4 fails where the key is not the court's, however well it signs", () => {
    expect(failing({}, { publicKey: other, retiredKeys: [] })).toEqual(["2"])
    expect(failing({ publicKey: other })).toEqual(["2", "3"])
    expect(failing({ publicKey: "zz", signature: "" })).toEqual(["2", "3"])
  })

  it("Rule 5.4 holds under a retired key for what was sealed before its retirement, and for nothing later", () => {
    const retired = (retiredAt: string) => ({ publicKey: other, retiredKeys: [{ publicKey, retiredAt }] })
    expect(failing({}, retired("2026-11-20T09:00:00.001Z"))).toEqual([])
    expect(failing({}, retired("2026-11-20T09:00:00.000Z"))).toEqual(["2"])
  })
})

describe("agent-court verify", () => {
  let folder = ""
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "agent-court-verify-"))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const file = async (name: string, value: unknown) => {
    const path = join(folder, name)
    await writeFile(path, JSON.stringify(value))
    return path
  }
  const given = (source: string, key?: string) => ({
    positionals: [source],
    text: () => key,
    on: () => false,
  })

  it("Rule 5.4 exits with 0 for a good seal and with 1 for a broken one", async () => {
    const key = await file("notary.json", current)
    expect(await command.run(given(await file("good.json", record), key))).toBe(0)
    const broken = { ...record, payload: `${record.payload} ` }
    expect(await command.run(given(await file("broken.json", broken), key))).toBe(1)
  })

  it("Rule 5.4 says in a line what it could not read", async () => {
    await expect(command.run(given(join(folder, "absent.json")))).rejects.toThrow(/can't be read/)
    await expect(command.run(given(await file("other.json", { a: 1 })))).rejects.toThrow(
      /not a judgment record/,
    )
    await expect(command.run(given(await file("good.json", record)))).rejects.toThrow(/can't be reached/)
  })
})
