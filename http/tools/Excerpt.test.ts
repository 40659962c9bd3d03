/** The default answers of tools that read, over a court in which two agents have dealt and disputed much. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import type { Json } from "../../core/kernel/Json.ts"
import * as Examples from "../api/Examples.ts"
import { agents, agreed, type Body, type Dispute, decided, done, draft, order } from "../testing/Dispute.ts"
import { type McpClient, mcpClient } from "../testing/McpClient.ts"
import { startCourt, type TestCourt } from "../testing/TestCourt.ts"
import { answerCharsMax, excerptOf, lookAt, placeOf, plain, textCharsMax } from "./Excerpt.ts"
import { bindTools } from "./Listing.ts"
import { isReading } from "./Manner.ts"

const reasoning = "The record shows what was agreed, what was delivered and when. ".repeat(60)
const issue = (n: number) => ({
  question: `Question ${n}: was the delivery as agreed?`,
  losingAnswer: reasoning.slice(0, 1_900),
  reasoning,
  answer: reasoning.slice(0, 1_900),
  for: "claimant",
})
const orders = Array.from({ length: 12 }, (_, n) => order({ amountCents: n + 1, text: `Pay part ${n + 1}.` }))
const longest = draft(orders, {
  issues: Array.from({ length: 8 }, (_, n) => issue(n)),
  circumstances: reasoning,
})

let court: TestCourt
let dispute: Dispute
let ids: Record<"quote" | "dealing" | "entry", string>
let seller: McpClient
beforeAll(async () => {
  court = await startCourt()
  const keys = await agents(court)
  ids = { quote: await agreed(court, keys), dealing: "", entry: "" }
  await decided(court, longest, keys)
  dispute = await decided(court, longest, keys)
  for (let n = 0; n < 12; n++) {
    const sha256 = n.toString(16).padStart(64, "a")
    const body = { ...Examples.dealing, sha256, counterparty: "seller" }
    const lodged = await done(court, "POST", "/notarise", { key: keys.buyer, body })
    ids.dealing = String(lodged.id)
  }
  const { entries } = await done(court, "GET", "/agents/seller/compliance?limit=100")
  expect(entries).toHaveLength(24)
  ids.entry = String((entries as ReadonlyArray<Body>)[0]?.id)
  seller = await mcpClient(court.url, keys.seller)
  await court.integrate()
}, 30_000)
afterAll(() => court.stop())

/** Every action of a tool that reads, with its arguments. */
const readings = (): ReadonlyArray<readonly [tool: string, args: Record<string, unknown>]> => [
  ["check_counterparty", { party: "seller" }],
  ["check_compliance", { handle: "seller" }],
  ["inbox", {}],
  ["check_evidence", { content: "A text." }],
  ["read_register", { action: "read_agent", handle: "seller" }],
  ["read_register", { action: "check_parties", parties: Array.from({ length: 40 }, () => "seller") }],
  ["read_register", { action: "list_dealings", counterparty: "me" }],
  ["read_register", { action: "read_dealing", id: ids.dealing }],
  ["read_register", { action: "prove_dealing", id: ids.dealing }],
  ["read_register", { action: "prove_compliance", id: ids.entry }],
  ["read_register", { action: "list_compliance" }],
  ["read_register", { action: "read_compliance", id: ids.entry }],
  ["read_register", { action: "compliance_history", id: ids.entry }],
  ["read_register", { action: "agent_orders", handle: "seller" }],
  ["read_register", { action: "find_proofs", proof: "did:web:agents.example#key-1" }],
  ["read_register", { action: "read_journal" }],
  ["read_matter", { action: "list" }],
  ["read_matter", { action: "read", id: dispute.matterId }],
  ["read_matter", { action: "docket" }],
  ["read_judgment", { action: "list" }],
  ["read_judgment", { action: "read", citation: dispute.citation }],
  ["read_judgment", { action: "prove", citation: dispute.citation }],
  ["read_judgment", { action: "read_disposition", citation: dispute.citation }],
  ["read_law", { action: "rules" }],
  ["read_law", { action: "list_instruments" }],
  ["read_law", { action: "read_instrument", instrument: "PD15" }],
  ["read_law", { action: "restatement" }],
  ["read_law", { action: "causes" }],
  ["read_law", { action: "clauses" }],
  ["read_law", { action: "international" }],
  ["read_law", { action: "international", q: "arbitration" }],
  ["read_law", { action: "international_research" }],
  ["read_counsel", { action: "read_roster" }],
  ["read_counsel", { action: "list_briefs" }],
  ["read_counsel", { action: "list_references" }],
  ["read_quotes", { action: "list" }],
  ["read_quotes", { action: "read", id: ids.quote }],
  ["read_holds", { action: "list_on_quote", id: ids.quote }],
  ["read_holds", { action: "revocations" }],
  ["read_account", { action: "read" }],
  ["read_account", { action: "read_rails" }],
  ["read_account", { action: "read_deliveries", handle: "seller" }],
]

/** Actions on records that this court does not have. Their answers are cut as those of the others. */
const untried = [
  "read_account read_invoice",
  "read_counsel read_reference",
  "read_holds list_on_matter",
  "read_holds read",
  "read_holds read_payout",
  "read_law holdings",
  "read_law international_instrument",
  "read_matter read_appeal",
  "read_matter read_fee",
  "read_quotes read_artifact",
]

describe("a tool that reads", () => {
  it("PD11 §14 given an agent with 24 orders, then its check is under 500 tokens, and the record itself isn't", async () => {
    const { text, value } = await seller.call("check_counterparty", { party: "seller" })
    expect(value).toMatchObject({ openOrders: 24, stakeCents: expect.any(Number), why: [expect.any(String)] })
    // Two characters are a token at the least in text like this, which is dates, names and numbers.
    expect(text.length).toBeLessThan(1_000)
    const record = await fetch(`${court.url}/api/v1/agents/seller/compliance?limit=100`)
    expect((await record.text()).length).toBeGreaterThan(50_000)
  })

  it("Rule 2.6 answers in at most 2,000 tokens, whatever the court has recorded", async () => {
    for (const [tool, args] of readings()) {
      const { text, refused, value } = await seller.call(tool, args)
      const shown = `${tool} ${JSON.stringify(args)}`
      expect([shown, refused && value.code !== "not_kept"]).toEqual([shown, false])
      expect(text.length, shown).toBeLessThanOrEqual(text.startsWith("{") ? answerCharsMax : textCharsMax)
      expect(text, shown).not.toContain('"signature":')
    }
  })

  it("Rule 2.6 gives every action of every tool that reads a bound, and no other", () => {
    const tried = new Set(readings().map(([tool, { action = null }]) => `${tool} ${action}`))
    const reads = [...bindTools().values()].flatMap(({ name, acts }) =>
      acts.filter(isReading).map(({ action }) => `${name} ${action}`),
    )
    expect(reads.filter((one) => !tried.has(one)).sort()).toEqual(untried)
  })

  it("Rule 2.6 pages through every order, each once, by the nextCursor of what it shows", async () => {
    const seen: Array<unknown> = []
    let cursor: Record<string, unknown> = {}
    for (let page = 0; page < 30; page++) {
      const { value } = await seller.call("check_compliance", { handle: "seller", ...cursor })
      seen.push(...(value.entries as ReadonlyArray<Body>).map(({ id }) => id))
      if (value.nextCursor === null) break
      cursor = { cursor: value.nextCursor }
    }
    expect([seen.length, new Set(seen).size]).toEqual([24, 24])
  })

  it("Rule 2.7 given more notices than are shown, then the answer begins with how to read on, and whoever follows it reads each once", async () => {
    const { items } = await done(court, "GET", "/inbox?limit=100", { key: dispute.keys.seller })
    const served = (items as ReadonlyArray<Body>).map(({ id }) => id)
    expect(served.length).toBeGreaterThan(5)
    const seen: Array<unknown> = []
    for (let args = {}; ; ) {
      const { value } = await seller.call("inbox", args)
      seen.push(...(value.items as ReadonlyArray<Body>).map(({ id }) => id))
      if (value.nextCursor === null) {
        expect(Object.keys(value)).not.toContain("readOn")
        break
      }
      expect(Object.keys(value)[0]).toBe("readOn")
      const [, cursor] = /with cursor "([^"]+)"/.exec(String(value.readOn)) ?? []
      args = { cursor }
    }
    expect(seen).toEqual(served)
  })

  it("Rule 2.6 reads on where `more` says, to the end of the longest judgment", async () => {
    const read = { action: "read", citation: dispute.citation }
    const whole = await seller.call("read_judgment", { ...read, signed: true })
    const reasons = String(JSON.parse(String(whole.value.payload)).reasons)
    const first = await seller.call("read_judgment", read)
    const begun = String((first.value.payload as Body).reasons).slice(0, -1)
    let more = first.value.more as ReadonlyArray<{ readonly at: string; readonly of: number }>
    let text = begun
    while (text.length < reasons.length) {
      const at = needPresent(
        more.find((one) => one.at.startsWith("payload.reasons:")),
        "a place to read on",
      )
      expect(at).toEqual({ at: `payload.reasons:${text.length}`, of: reasons.length })
      const next = await seller.call("read_judgment", { ...read, at: at.at })
      more = (next.value.more ?? []) as typeof more
      text += String(next.value.value).slice(0, more.length > 0 ? -1 : undefined)
    }
    expect(text).toBe(reasons)
  })

  it("PD2 §3 gives the answer whole with its signature if it is asked to, and as many items as are asked for", async () => {
    const signed = await seller.call("check_compliance", { handle: "seller", signed: true })
    const served = await done(court, "GET", "/agents/seller/compliance")
    expect(Object.keys(signed.value)).toEqual(Object.keys(served))
    expect(signed.value.signature).toMatch(/^ey/)
    const { value } = await seller.call("check_compliance", { handle: "seller", limit: 24 })
    expect(value.entries).toHaveLength(24)
  })

  it("Rule 2.6 reads a text from the character that `at` names", async () => {
    const rules = await (await fetch(`${court.url}/api/v1/rules`)).text()
    const { text } = await seller.call("read_law", { action: "rules" })
    const [, end = ""] = /read on with at ":(\d+)"\]$/.exec(text) ?? []
    const next = await seller.call("read_law", { action: "rules", at: `:${end}` })
    expect(next.text.slice(0, 400)).toBe(rules.slice(Number(end), Number(end) + 400))
  })

  it.each([
    [{ at: "payload.nothing" }, "at"],
    [{ at: "__proto__" }, "at"],
    [{ at: "payload:" }, "at"],
    [{ at: 7 }, "at"],
    [{ signed: "yes" }, "signed"],
  ])("Rule 2.6 refuses %j", async (args, path) => {
    const { refused, value } = await seller.call("read_judgment", {
      action: "read",
      citation: dispute.citation,
      ...args,
    })
    expect([refused, value.code, value.errors]).toMatchObject([true, "invalid_request", [{ path }]])
  })

  it("Rule 2.6 an act is only tried with dryRun, over the protocol too", async () => {
    const dealingAt = new Date(court.clock.now).toISOString()
    const { valueCents, title } = Examples.filing
    const claim = { facts: [{ n: 1, text: "Nothing came." }], evidence: [], rules: [], authorities: [] }
    const orders = [{ ...order({ against: "buyer", inFavourOf: "seller" }), restsOn: [1] }]
    const tried = await seller.call("file_matter", {
      respondent: "buyer",
      title,
      valueCents,
      dealingAt,
      claim: { ...claim, orders },
      dryRun: true,
    })
    expect([tried.refused, tried.value.dryRun ?? tried.value]).toEqual([false, true])
    const { value } = await seller.call("read_matter", { action: "list", limit: 100 })
    expect(value.items).toHaveLength(2)
  })
})

describe("an excerpt", () => {
  const root = { names: [], from: 0 }

  it("Rule 2.6 is within the bound for any answer, and names where to read on", () => {
    const texts = Array.from({ length: 400 }, (_, n) => [`name${n}`, "x".repeat(500)])
    const wide = Object.fromEntries(texts)
    const deep = Array.from({ length: 60 }).reduce<Json>((inner) => ({ inner, text: "y".repeat(300) }), {})
    for (const value of [wide, deep, [wide, wide], "z".repeat(99_999), { items: Array(5_000).fill(1) }]) {
      const shown = excerptOf(value, root)
      expect(JSON.stringify(shown).length).toBeLessThanOrEqual(answerCharsMax)
      expect(shown.more).not.toEqual([])
    }
    expect(excerptOf({ a: 1 }, root)).toEqual({ a: 1 })
  })

  it("Rule 2.6 counts a place from the beginning of the answer, wherever it was read from", () => {
    const value = { list: Array.from({ length: 200 }, (_, n) => ({ n, text: "t".repeat(90) })) }
    const place = needPresent(placeOf("list:50"), "a place")
    const shown = excerptOf(needPresent(lookAt(value, place), "a list"), place)
    const [{ at }] = shown.more as [{ at: string }]
    expect(at).toBe(`list:${50 + (shown.value as Array<Json>).length}`)
    expect(plain({ a: [{ signature: "s", b: 1 }], payload: '{"c":2}' })).toEqual({
      a: [{ b: 1 }],
      payload: { c: 2 },
    })
    expect(plain({ payload: "no JSON" })).toEqual({ payload: "no JSON" })
  })
})
