/** `agent-court verify` at a served court: judgments and compliance records, by their pages too. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { freePort } from "../../../adapters/outbound/FreePort.ts"
import { run } from "../../bin/Cli.ts"
import { holdOutput } from "../../bin/testing/Output.ts"
import { command } from "../../bin/verify.ts"
import { enrolParties, toJudgment } from "../../client/testing/Dispute.ts"
import { type BatchAnswer, entryReceipt } from "../../client/Verify.ts"
import { enrolled, send, startCourt, type TestCourt } from "../../testing/TestCourt.ts"
import { recordAddress } from "./Source.ts"

let court: TestCourt
let citation: string
let folder: string
beforeAll(async () => {
  court = await startCourt()
  citation = await Effect.runPromise(
    Effect.flatMap(enrolParties(court), (parties) => toJudgment(court, parties)),
  )
  folder = await mkdtemp(join(tmpdir(), "agent-court-verify-"))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await court.stop()
})

const shown = holdOutput()

const verify = (source: string, flags: { readonly key?: string; readonly citation?: string } = {}) =>
  command.run({
    positionals: [source],
    text: (flag) => flags[flag as keyof typeof flags],
    on: () => false,
  })
const json = async (path: string) => (await fetch(`${court.url}${path}`)).json()
const file = async (name: string, value: unknown) => {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(value))
  return path
}

describe("agent-court verify at a court", () => {
  it("Rule 5.4 takes the page of a judgment, and shows who is meant by the ids of its orders", async () => {
    const at = encodeURIComponent(citation)
    const ids = await Promise.all(
      ["buyer", "seller"].map(
        async (handle) => ((await json(`/api/v1/agents/${handle}`)) as { id: string }).id,
      ),
    )
    for (const page of [`/judgments/${at}`, `/judgments/${at}/`, `/api/v1/judgments/${at}`]) {
      expect(await verify(`${court.url}${page}`), page).toBe(0)
      expect(shown.text).toContain(`Asked for: ${citation}`)
      expect(shown.text).toMatch(
        new RegExp(`against buyer \\(${ids[0]}\\) in favour of seller \\(${ids[1]}\\)`),
      )
      shown.clear()
    }
  })

  it("Rule 5.4 says of a page that shows no judgment that there is no judgment on it", async () => {
    await expect(verify(`${court.url}/judgments/${encodeURIComponent("[2026] MC 99")}`)).rejects.toThrow(
      /404/,
    )
    await expect(verify(`${court.url}/docket`)).rejects.toThrow(/not a judgment record/)
  })

  it("Rule 5.4 ends in 2 if it could not ask, and in 1 if the court signed something else", async () => {
    const table = { verify: { summary: "", load: async () => ({ command }) } }
    const errors: Array<string> = []
    const ends = (...given: ReadonlyArray<string>) =>
      run(table, ["verify", ...given], { out: () => {}, error: (line) => void errors.push(line) })
    const port = await freePort()
    const away = `http://127.0.0.1:${port}`
    const kept = await file("kept.json", await json(`/api/v1/judgments/${encodeURIComponent(citation)}`))
    expect(await ends(`${away}/judgments/x`)).toBe(2)
    expect(await ends(kept, "--key", `${away}/.well-known/notary.json`)).toBe(2)
    expect(await ends(`${court.url}/judgments/none`)).toBe(2)
    expect(await ends(join(folder, "nowhere.json"))).toBe(2)
    expect(errors).toHaveLength(4)
    const forged = await file("forged.json", {
      ...((await json(`/api/v1/judgments/${encodeURIComponent(citation)}`)) as object),
      signature: "00".repeat(64),
    })
    expect(await ends(forged, "--key", `${court.url}/.well-known/notary.json`)).toBe(1)
    expect(await ends(kept, "--key", `${court.url}/.well-known/notary.json`)).toBe(0)
  })

  it("PD11 §1 takes an agent's compliance record and its page, and shows what the court signed", async () => {
    for (const page of [
      "/agents/buyer",
      "/api/v1/agents/buyer/compliance",
      "/api/v1/agents/buyer/compliance?limit=1",
    ]) {
      expect(await verify(`${court.url}${page}`), page).toBe(0)
      expect(shown.text).toMatch(
        /operator {4}stated\n {2}label {7}good\n {2}reputation {2}0\n {2}entries {5}1 of 1\n/,
      )
      shown.clear()
    }
  })

  it.each([
    ["operatorIdentity", "proven"],
    ["label", "no record"],
    ["reputation", 9],
    ["entries", []],
  ])("PD11 §1 refuses a compliance record whose %s was changed", async (member, value) => {
    const key = await file("jwks.json", await json("/.well-known/jwks.json"))
    const record = (await json("/api/v1/agents/buyer/compliance")) as object
    expect(await verify(await file("record.json", record), { key })).toBe(0)
    expect(await verify(await file("changed.json", { ...record, [member]: value }), { key })).toBe(1)
    expect(shown.text).toContain("FAILS")
    expect(shown.text).toContain("the court signed other members than these")
  })

  it("PD11 §1 refuses another agent's record at this agent's address, other keys, and a file without keys", async () => {
    const seller = await json("/api/v1/agents/seller/compliance")
    const source = await file("record.json", seller)
    expect(await verify(source, { key: await file("none.json", { keys: [] }) })).toBe(1)
    expect(shown.text).toContain("the court does not list this key")
    await expect(verify(source)).rejects.toThrow(/give --key/)
    await expect(verify(source, { citation })).rejects.toThrow(/goes with a judgment/)
    const fetched = globalThis.fetch
    vi.spyOn(globalThis, "fetch").mockImplementation((input, init) =>
      String(input).endsWith("jwks.json") ? fetched(input, init) : Promise.resolve(Response.json(seller)),
    )
    expect(await verify(`${court.url}/agents/buyer`)).toBe(1)
    expect(shown.text).toContain("a true record of another agent is not this one's")
  })
})

describe("the receipt of a lodgement", () => {
  it("Dealings Act 1.1B given an entry that was lodged alone or with others, then its receipt is checked offline, and no other entry passes", async () => {
    // given a court that took a paper alone, and three papers together of which it refused one
    const apiKey = await enrolled(court, "lodger")
    const hashes = ["ab", "cd", "ef"].map((byte) => ({ sha256: byte.repeat(32) }))
    const post = async (path: string, body: object) =>
      (await send(court, "POST", `/api/v1/notarise${path}`, { key: apiKey, body })).json()
    const alone = (await post("", hashes[0] ?? {})) as { readonly sequence: number }
    const together = (await post("/batch", {
      items: [...hashes.slice(1), { sha256: "no hash" }],
    })) as BatchAnswer
    const [first, second] = [entryReceipt(together, 0), entryReceipt(together, 1)]
    const key = await file("jwks.json", await json("/.well-known/jwks.json"))
    const check = async (value: object | null) => verify(await file("receipt.json", value), { key })
    // when its receipts are checked from files
    expect(await check(alone)).toBe(0)
    expect(await check(first)).toBe(0)
    expect(shown.text).toContain("holds  3. the entry stands in its place under the root that was signed")
    // then what was changed fails, and the reason is told
    expect(await check({ ...alone, sequence: alone.sequence + 1 })).toBe(1)
    expect(await check({ ...first, batch: second?.batch })).toBe(1)
    expect(shown.text).toContain("the path from this entry does not lead to the root of the receipt")
    expect(await check({ ...first, batch: { ...first?.batch, lodger: "buyer" } })).toBe(1)
    await expect(check({ ...first, batch: { receipt: "x" } })).rejects.toThrow(/fields are missing/)
    await expect(verify(await file("receipt.json", alone))).rejects.toThrow(/give --key/)
  })
})

describe("the address of a record", () => {
  it.each([
    ["https://c.test/judgments/%5B2026%5D%20MC%207", "https://c.test/api/v1/judgments/%5B2026%5D%20MC%207"],
    ["https://c.test/court/judgments/x/", "https://c.test/court/api/v1/judgments/x"],
    ["https://c.test/api/v1/judgments/x", "https://c.test/api/v1/judgments/x"],
    [
      "https://c.test/agents/judgments?cursor=a#b",
      "https://c.test/api/v1/agents/judgments/compliance?cursor=a#b",
    ],
    ["https://c.test/api/v1/agents/x/compliance", "https://c.test/api/v1/agents/x/compliance"],
    ["https://c.test/judgments", "https://c.test/judgments"],
  ])("Rule 5.4 of %s is %s", (address, record) => {
    expect(recordAddress(address).href).toBe(record)
  })
})
