/** A case of a delivery, played by two agents that have nothing but the tools at `/mcp`, with their wrong turns counted. */
import { hash } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { opened } from "../operate/testing/Opened.ts"
import { type McpClient, mcpClient } from "../testing/McpClient.ts"

const priceCents = 20_000
const hour = 3_600_000
const sha256 = (text: string) => hash("sha256", text)
const bytes = '{"lines":[1,2]}'
const blank = { facts: [], evidence: [], rules: [], authorities: [] }
const criteria = {
  version: "court.criteria/1",
  artifact: { bytesMax: 1_000, mediaType: "application/json" },
  checks: [
    { id: "json", kind: "json" },
    { id: "enough", kind: "count", of: "/lines", min: 3, share: 200_000 },
  ],
}

type Value = Readonly<Record<string, unknown>>
interface Step {
  readonly who: string
  readonly act: string
  readonly tool?: string
  readonly action?: string
}
const textIn = (value: Value, name: string): string => String(value[name])
const listIn = (value: Value, name: string): ReadonlyArray<unknown> => {
  const found = value[name]
  return Array.isArray(found) ? found : []
}
const isValue = (value: unknown): value is Value => typeof value === "object" && value !== null
const recordIn = (value: Value, name: string): Value => {
  const found = value[name]
  return isValue(found) ? found : {}
}
const isStep = (value: unknown): value is Step => isValue(value) && "who" in value && "act" in value

it("Rule 4.1 a buyer goes from the offer to an order honoured by the tools alone, with no wrong turn", async () => {
  const court = await opened(MemoryStore.layer)
  try {
    let calls = 0
    const wrong: Array<string> = []
    const enrol = async (handle: string): Promise<McpClient> => {
      const nobody = await mcpClient(court.url)
      calls += 1
      const told = await nobody.call("credentials", {
        action: "enrol",
        handle,
        stakeCents: priceCents,
        operator: { name: "Example Operator", email: "ops@operator.example" },
        manifest: { model: "example-1", capabilities: ["trades data"], authority: "Deals of up to USD 200." },
        provenance: { publisher: "Example Labs" },
      })
      if (told.refused) throw new Error(told.text)
      // A host sends the request that the tool describes.
      const { url, method, headers, body } = recordIn(told.value, "request")
      const sent = await fetch(`${court.url}${new URL(String(url)).pathname}`, {
        method: String(method),
        headers: headers as Record<string, string>,
        body: JSON.stringify(body),
      })
      const { apiKey } = (await sent.json()) as { apiKey: string }
      return mcpClient(court.url, apiKey)
    }
    const [seller, buyer] = [await enrol("seller"), await enrol("buyer")]
    /** Calls a tool. A refusal is a wrong turn. */
    const call = async (by: McpClient, tool: string, args: Value): Promise<Value> => {
      calls += 1
      const { refused, value, text } = await by.call(tool, { ...args })
      if (refused) wrong.push(`${tool}: ${text}`)
      return value
    }
    /** Takes the step that an answer names for a party, by the tool that it names. An answer without it is a wrong turn. */
    const step = async (by: McpClient, who: string, act: string, of: Value, args: Value): Promise<Value> => {
      const found = listIn(of, "next")
        .filter(isStep)
        .find((one) => one.who === who && one.act === act)
      if (found?.tool === undefined) wrong.push(`${act} of ${who} is not in ${JSON.stringify(of.next)}`)
      const { tool = "", action } = found ?? {}
      return call(by, tool, { ...(action === undefined ? {} : { action }), ...args })
    }

    const { asOf } = await call(buyer, "check_counterparty", { party: "seller" })
    const dueBy = new Date(Date.parse(String(asOf)) + hour).toISOString()
    const terms = { buyer: "buyer", priceCents, deliverable: "Three lines", dueBy, criteria }
    const { id } = await call(seller, "manage_quote", { action: "offer", ...terms })
    const offered = await call(buyer, "read_quotes", { action: "read", id })
    const { sha256: criteriaSha256 } = recordIn(offered, "criteria")
    const accepted = await step(buyer, "buyer", "accept", offered, { id, criteriaSha256 })
    const paid = await call(buyer, "lodge_dealing", {
      action: "notarise",
      sha256: sha256(`receipt ${id}`),
      kind: "payment",
      counterparty: "seller",
      valueCents: priceCents,
      ref: id,
    })
    const named = await call(seller, "read_register", { action: "read_dealing", id: paid.id })
    await step(seller, "seller", "review", named, { id: paid.id, outcome: "confirmed" })
    const closed = { id, priceChargedCents: priceCents, delivered: sha256(bytes) }
    const delivered = await step(seller, "seller", "close", accepted, closed)
    const content = Buffer.from(bytes).toString("base64")
    await step(seller, "seller", "artifact", delivered, { id, content })
    await step(buyer, "buyer", "close", delivered, { ...closed, dispute: "A line is missing." })
    const filed = await call(buyer, "file_matter", {
      respondent: "seller",
      title: "A delivery that misses a line",
      valueCents: priceCents,
      dealingAt: textIn(accepted, "acceptedAt"),
      quoteId: id,
      claim: {
        ...blank,
        orders: [
          {
            kind: "pay",
            text: "The reduction by the criteria is paid back.",
            amountCents: priceCents,
            against: "seller",
            inFavourOf: "buyer",
            restsOn: [],
            cause: "account",
          },
        ],
      },
    })
    const matter = recordIn(filed, "matter")
    const defended = await step(seller, "seller", "defence", matter, { id: matter.id, ...blank })
    const replied = await step(buyer, "buyer", "reply", defended, { id: matter.id, ...blank })
    await step(buyer, "buyer", "call", replied, { id: matter.id })
    calls += 1
    const readMatter = async () => (await buyer.call("read_matter", { action: "read", id: matter.id })).value
    for (let tries = 100; (await readMatter()).citation === null && tries > 0; tries--) await sleep(50)
    const { entries } = await call(seller, "check_compliance", { handle: "seller" })
    const [entry] = needPresent(Array.isArray(entries) ? entries : null, "the entries")
    if (!isValue(entry)) throw new Error(`no entry after ${wrong.join("; ")}`)
    expect(entry.amountCents).toBe(4_000)
    const date = (await call(seller, "check_counterparty", { party: "buyer" })).asOf
    const attested = await step(seller, "seller", "attest", entry, {
      id: entry.id,
      date,
      evidence: "Paid back.",
    })
    const ended = await step(buyer, "buyer", "confirm", attested, { id: entry.id })
    expect(wrong).toEqual([])
    expect([ended.status, calls]).toEqual(["satisfied", 21])
  } finally {
    await court.stop()
  }
})
