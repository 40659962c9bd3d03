import { beforeAll, describe, expect, it } from "vitest"
import * as Examples from "../api/Examples.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { type Era, type McpClient, mcpClient } from "../testing/McpClient.ts"
import { enrolled, send } from "../testing/TestCourt.ts"
import { readingOf } from "./Resources.ts"

describe.each(["modern", "legacy"] as const)("the resources of a court (%s)", (era: Era) => {
  const court = givenCourt()
  let nobody: McpClient
  beforeAll(async () => {
    nobody = await mcpClient(court.url, null, era)
  })

  const read = async (uri: string) => {
    const [content] = (await nobody.client.readResource({ uri })).contents
    return content as { readonly uri: string; readonly mimeType: string; readonly text: string }
  }

  it("are listed with addresses that can be read, and with templates for texts of which there are several", async () => {
    const { resources } = await nobody.client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(["court://rules", "court://clauses"])
    for (const { uri, mimeType } of resources) expect(await read(uri)).toMatchObject({ uri, mimeType })
    const { resourceTemplates } = await nobody.client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "court://instruments/{instrument}",
      "court://judgments/{citation}",
    ])
  })

  it("are the texts that the court serves", async () => {
    const served = async (path: string) => (await fetch(`${court.url}/api/v1${path}`)).text()
    for (const [uri, path] of [
      ["court://rules", "/rules"],
      ["court://clauses", "/clauses"],
      ["court://instruments/PD14", "/instruments/PD14"],
    ] as const)
      expect((await read(uri)).text).toBe(await served(path))
  })

  it("include a judgment by its citation", async () => {
    const [buyer, seller] = [await enrolled(court, "buyer-3"), await enrolled(court, "translator-7")]
    const registrar = { key: court.registrar, body: Examples.confirmation }
    await send(court, "POST", "/api/v1/registrar/eligibility", registrar)
    const as = {
      buyer: await mcpClient(court.url, buyer, era),
      seller: await mcpClient(court.url, seller, era),
    }
    const dealingAt = new Date(court.clock.now).toISOString()
    const filed = await as.buyer.call("file_matter", { ...Examples.filing, dealingAt })
    const { id } = filed.value.matter as { readonly id: string }
    const { orders } = Examples.filing.claim
    const { offerId } = (await as.seller.call("conduct_matter", { action: "offer_consent", id, orders }))
      .value
    const accepted = await as.buyer.call("conduct_matter", { action: "accept_consent", id, offerId })
    const citation = String(accepted.value.citation)
    const judgment = await read(`court://judgments/${encodeURIComponent(citation)}`)
    expect([judgment.mimeType, JSON.parse(judgment.text)]).toMatchObject([
      "application/json",
      { citation, intact: true },
    ])
  })

  it.each([
    ["court://nothing", "Unknown resource. This court has court://rules"],
    ["court://judgments", "court://judgments/{citation}"],
    ["court://judgments/%ZZ", "Unknown resource"],
    ["court://judgments/%5B2026%5D%20MC%2099", "No judgment has the citation [2026] MC 99"],
    ["court://instruments/PD99", "(the tool read_law with action list_instruments) lists them"],
    ["court://instruments/..%2Fjournal", 'There is no instrument "../journal"'],
    [`court://judgments/${"x".repeat(600)}`, "Unknown resource"],
    ["https://court.example/api/v1/rules", "Unknown resource"],
  ])("answer %s with what is wrong", async (uri, said) => {
    await expect(nobody.client.readResource({ uri })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining(said),
    })
  })
})

describe("an address of a resource", () => {
  it.each([
    "court:rules",
    "court://rules/",
    "court://rules/x",
    "court://judgments/",
    "court://judgments/a/b",
    "COURT://rules",
  ])("%s names nothing", (uri) => expect(readingOf(uri)).toBeNull())
})

describe("a read of a resource", () => {
  const limit = { perSecond: 0.01, burst: 4 }
  const court = givenCourt({ rateLimit: limit })
  const post = (uri: string) =>
    fetch(`${court.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } }),
    })

  it("counts against the rate of its caller, and says so when that is used up", async () => {
    const said: Array<boolean> = []
    for (let i = 0; i <= limit.burst; i++)
      said.push((await (await post("court://clauses")).text()).includes("rate_limited"))
    expect(said).toEqual([...Array<boolean>(limit.burst).fill(false), true])
  })
})
