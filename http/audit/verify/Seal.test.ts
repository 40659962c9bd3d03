import { createHash, generateKeyPairSync, sign } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { holdOutput } from "../../bin/testing/Output.ts"
import { command } from "../../bin/verify.ts"
import { check, type JudgmentRecord, type NotaryDocument } from "../../client/Seal.ts"

const pair = generateKeyPairSync("ed25519")
const publicKey = Buffer.from(String(pair.publicKey.export({ format: "jwk" }).x), "base64url").toString("hex")
const other = "11".repeat(32)

const sealed = (payload: string): JudgmentRecord => ({
  court: "Magistrate",
  register: "Register of Judgments",
  citation: "[2026] MC 1",
  payload,
  algorithm: "ed25519",
  publicKey,
  signature: sign(null, Buffer.from(payload), pair.privateKey).toString("hex"),
  sha256: createHash("sha256").update(payload).digest("hex"),
  key: "http://127.0.0.1:1/.well-known/notary.json",
})
const wordsOf = (citation: string, delivered = "2026-11-20T09:00:00.000Z"): string =>
  JSON.stringify({
    court: "Magistrate",
    register: "Register of Judgments",
    citation,
    title: "A v B é",
    delivered,
    orders: [{ kind: "pay", text: "Pay it back.", amountCents: 100, against: "a-1", inFavourOf: "b-1" }],
  })
const record = sealed(wordsOf("[2026] MC 1"))
const current: NotaryDocument = { publicKey, retiredKeys: [] }
const failing = (changed: Partial<JudgmentRecord>, notary = current) =>
  check({ ...record, ...changed }, notary, "[2026] MC 1").flatMap(({ rule, holds }) =>
    holds ? [] : [rule.slice(0, 1)],
  )

describe("the seal of a judgment", () => {
  it("Rule 5.4 holds if the payload, the key, the signature and the hash are the court's", () => {
    expect(failing({})).toEqual([])
  })

  it("Rule 5.4 fails if a byte, a line end, a Unicode form or the order of the JSON changed", () => {
    const changed = [
      record.payload.replace("A v B", "A v C"),
      `${record.payload}\r\n`,
      record.payload.normalize("NFD"),
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(record.payload)).reverse())),
    ]
    for (const payload of changed) expect(failing({ payload })).toEqual(["3", "4"])
    expect(failing({ payload: `${record.payload}\ud800` })).toEqual(["1", "3", "4", "5"])
  })

  it("Rule 5.4 fails if the key is not the court's, even if its signature is good", () => {
    expect(failing({}, { publicKey: other, retiredKeys: [] })).toEqual(["2"])
    expect(failing({ publicKey: other })).toEqual(["2", "3"])
    expect(failing({ publicKey: "zz", signature: "" })).toEqual(["2", "3"])
  })

  it("Rule 5.4 holds under a retired key for what was delivered before its retirement, and for nothing later", () => {
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
  const given = (source: string, key?: string, citation?: string) => ({
    positionals: [source],
    text: (flag: string) => ({ key, citation })[flag],
    on: () => false,
  })

  const shown = holdOutput()

  it("Rule 5.4 exits with 0 for a good seal and with 1 for a broken one", async () => {
    const key = await file("notary.json", current)
    expect(await command.run(given(await file("good.json", record), key))).toBe(0)
    const broken = { ...record, payload: `${record.payload} ` }
    expect(await command.run(given(await file("broken.json", broken), key))).toBe(1)
  })

  it("PD17 §1 shows the citation, title, delivery and orders that the seal covers, and nothing else", async () => {
    const key = await file("notary.json", current)
    const flattering = { ...record, title: "B v A", sealedAt: "2020-01-01T00:00:00.000Z" }
    expect(await command.run(given(await file("beside.json", flattering), key))).toBe(0)
    for (const words of ["[2026] MC 1", "A v B é", "2026-11-20T09:00:00.000Z", "pay (100 cents) against a-1"])
      expect(shown.text).toContain(words)
    expect(shown.text).not.toMatch(/B v A|2020-01-01/)
  })

  it("PD17 §1 names a party beside its id only as the reasons under the same seal do", async () => {
    const key = await file("notary.json", current)
    const reasons = (line: string) => `# A v B\n\n## Ratio\n\nx\n\n## Orders\n\n${line}\n`
    const payload = (line: string) =>
      JSON.stringify({ ...JSON.parse(record.payload), reasons: reasons(line) })
    const linesOf = async (line: string) => {
      shown.clear()
      const flattering = { ...sealed(payload(line)), against: "mallory" }
      expect(await command.run(given(await file("named.json", flattering), key))).toBe(0)
      return /order 1 +(.*)/.exec(shown.text)?.[1]
    }
    expect(
      await linesOf("1. **pay**, against seller (a-1), in favour of buyer (b-1), USD 1.00: Pay it back."),
    ).toBe("pay (100 cents) against seller (a-1) in favour of buyer (b-1): Pay it back.")
    expect(await linesOf("1. **pay**: against mallory, who has to pay.")).toBe(
      "pay (100 cents) against a-1 in favour of b-1: Pay it back.",
    )
  })

  it("PD17 §1 refuses a file whose record states another citation, court or register than its payload", async () => {
    const key = await file("notary.json", current)
    for (const stated of [{ citation: "[2026] MC 2" }, { court: "High Court" }, { register: "Opinions" }])
      expect(await command.run(given(await file("stated.json", { ...record, ...stated }), key))).toBe(1)
    const good = await file("good.json", record)
    expect(await command.run(given(good, key, "[2026] MC 1"))).toBe(0)
    expect(await command.run(given(good, key, "[2026] MC 2"))).toBe(1)
  })

  it("PD17 §1 refuses the true seal of another judgment at the address of this one", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input) =>
      Response.json(String(input).endsWith("notary.json") ? current : record),
    )
    const at = (citation: string) => `http://court.test/api/v1/judgments/${encodeURIComponent(citation)}`
    expect(await command.run(given(at("[2026] MC 1")))).toBe(0)
    expect(await command.run(given(at("[2026] MC 2")))).toBe(1)
    expect(shown.text).toContain("a true seal of another judgment is not this one's")
  })

  it("Rule 5.4 judges a retired key by the time of delivery that the seal covers", async () => {
    const retired = { publicKey: other, retiredKeys: [{ publicKey, retiredAt: "2026-11-20T12:00:00.000Z" }] }
    const key = await file("retired.json", retired)
    const late = {
      ...sealed(wordsOf("[2026] MC 1", "2026-11-20T13:00:00.000Z")),
      sealedAt: "2026-11-20T09:00:00.000Z",
    }
    expect(await command.run(given(await file("late.json", late), key))).toBe(1)
    expect(shown.text).toContain("the key was retired")
  })

  it("Rule 5.4 says what it could not read", async () => {
    await expect(command.run(given(join(folder, "absent.json")))).rejects.toThrow(/can't be read/)
    await expect(command.run(given(await file("other.json", { a: 1 })))).rejects.toThrow(
      /not a judgment record/,
    )
    await expect(command.run(given(await file("good.json", record)))).rejects.toThrow(/can't be reached/)
  })
})
