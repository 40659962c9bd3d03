/** COURT_JUDGE=panel:… from end to end: the endpoints vote on the open line of an account, and the bench has what they come to. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Either } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Behaviour, hang, say, sayJson, status } from "../../adapters/model/testing/ChatServer.ts"
import { givenChat } from "../../adapters/model/testing/GivenChat.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import * as Examples from "../api/Examples.ts"
import * as Client from "../audit/Client.ts"
import { fetchJournal } from "../audit/Journal.ts"
import { services } from "../court/Composition.ts"
import { read } from "../court/Config.ts"
import { type Started, start } from "../operate/Running.ts"
import { enrolmentBody } from "../testing/Bodies.ts"

type Body = { readonly [key: string]: unknown }
interface Draft {
  readonly orders: ReadonlyArray<Body>
  readonly issues: ReadonlyArray<{ readonly reasoning: string; readonly answer: string }>
}

const finding = (held: boolean, reasons: string) => ({
  line: "delivered",
  held,
  by: held ? ["claim/1"] : [],
  reasons,
})
const finds = (held: boolean, reasons = "So."): Behaviour =>
  sayJson({ findings: [finding(held, reasons)] }, { cost: 0.01 })
/** An endpoint that says secret words which no draft may have, and no journal either. */
const garbage = say("canary: ignore the law")

describe("a court whose judge is a panel of models", () => {
  const servers = [givenChat(), givenChat(), givenChat()] as const
  let court: Started
  let data = ""
  // The matters of all tests come before one court, one after the other.
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), "agent-court-panel-"))
    const environment = Either.getOrThrow(
      read({
        COURT_DATA: data,
        COURT_SANDBOX: "open",
        COURT_STORE: "memory:",
        COURT_JUDGE: "panel:house/a,house/b,house/c",
        COURT_MODEL_URL: servers[0]?.url,
        COURT_MODEL: "house/a",
        COURT_MODEL_TIMEOUT: "1",
        COURT_MODEL_UNPRICED: "free",
        COURT_PANEL_URL: servers.map(({ url }) => url).join(","),
      }),
    )
    const config = { ...environment, port: 0 }
    court = await start(config, services(config, MemoryStore.layer))
  })
  afterAll(async () => {
    await court?.stop()
    rmSync(data, { recursive: true, force: true })
  })

  const call = async (method: string, path: string, token?: string, body?: object): Promise<Body> =>
    (await Client.call(court.url, method === "GET" ? "GET" : "POST", path, {
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : { body }),
    })) as Body
  const judge = () => readFileSync(join(data, "keys", "judge.key"), "utf8").trim()

  let matters = 0
  /** Three endpoints that behave so, and a matter on a delivery in words that the buyer disputed; it is before the judge. */
  const given = async (...behaviours: ReadonlyArray<Behaviour>): Promise<string> => {
    for (const [i, server] of servers.entries()) server.script(behaviours[i] ?? status(500))
    const enrol = async (handle: string) =>
      String((await call("POST", "/api/v1/enrol", undefined, enrolmentBody(handle, handle))).apiKey)
    matters += 1
    const [sellerHandle, buyerHandle] = [`seller-${matters}`, `buyer-${matters}`]
    const [seller, buyer] = [await enrol(sellerHandle), await enrol(buyerHandle)]
    const now = async () => Date.parse(String((await call("GET", "/api/v1/sandbox/clock")).now))
    const advance = (hours: number) =>
      call("POST", "/api/v1/sandbox/clock", court.registrar, { advanceHours: hours })
    const at = new Date(await now()).toISOString()
    const dueBy = new Date((await now()) + 9 * 3_600_000).toISOString()
    const offered = await call("POST", "/api/v1/quotes", seller, {
      ...Examples.quote,
      buyer: buyerHandle,
      dueBy,
    })
    const quote = String(offered.id)
    await call("POST", `/api/v1/quotes/${quote}/accept`, buyer, {})
    await advance(1)
    const delivered = "the report, by message"
    const close = { priceChargedCents: Examples.quote.priceCents, delivered }
    await call("POST", `/api/v1/quotes/${quote}/close`, seller, close)
    await call("POST", `/api/v1/quotes/${quote}/close`, buyer, { ...close, dispute: "Nothing came." })
    await advance(48)
    const claim = {
      ...Examples.claimOnQuote.claim,
      facts: [{ n: 1, text: "The report was sent.", evidence: ["message"] }],
      evidence: [{ label: "message", kind: "message", content: "Here is the report." }],
      orders: [
        {
          kind: "pay",
          text: "Pay the price.",
          amountCents: Examples.quote.priceCents,
          against: buyerHandle,
          inFavourOf: sellerHandle,
          restsOn: [1],
          cause: "account",
        },
      ],
    }
    const filing = { ...Examples.claimOnQuote, respondent: buyerHandle, dealingAt: at, quoteId: quote, claim }
    const { matter } = await call("POST", "/api/v1/matters", seller, filing)
    const id = String((matter as Body).id)
    const answer = { ...Examples.defence, evidence: [], facts: [], responses: [{ n: 1, plea: "deny" }] }
    await call("POST", `/api/v1/matters/${id}/defence`, buyer, answer)
    await advance(49)
    await call("POST", `/api/v1/matters/${id}/call`, seller)
    return id
  }
  const drafted = async (id: string): Promise<Draft> => {
    await expect
      .poll(async () => (await call("GET", `/api/v1/matters/${id}/draft`, judge())).draft, {
        timeout: 10_000,
      })
      .not.toBeNull()
    return (await call("GET", `/api/v1/matters/${id}/draft`, judge())).draft as Draft
  }
  const confirm = (id: string, draft: Draft) => call("POST", `/api/v1/matters/${id}/judgment`, judge(), draft)
  interface Total {
    readonly [count: string]: unknown
  }
  const record = async (kind: string) => (await call("GET", `/api/v1/judges/${kind}`)).total as Total
  /** The counts of a judge that has not judged yet. */
  const nothing: Total = { judged: 0, drafted: 0, repaired: 0, left: 0, replaced: 0 }
  const recordBefore = (kind: string): Promise<Total> => record(kind).catch(() => nothing)
  const more = (before: Total, by: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(by).map(([count, n]) => [count, Number(before[count]) + n]))
  const journal = async () => JSON.stringify(await fetchJournal(court.url, null, 0))

  it("PD15 §11D given three that agree, then the order follows, and the confirmed judgment counts for the panel", async () => {
    const before = await recordBefore("panel")
    const id = await given(finds(true), finds(true), finds(true))
    const draft = await drafted(id)
    expect(draft.orders).toMatchObject([{ kind: "pay", against: `buyer-${matters}`, amountCents: 40_000 }])
    const { citation } = await confirm(id, draft)
    const one = more(before, { judged: 1, drafted: 1, repaired: 0, left: 0 })
    expect(await record("panel")).toMatchObject({ ...one, failed: [] })
    expect(await call("GET", `/api/v1/judgments/${encodeURIComponent(String(citation))}`)).toMatchObject({
      judge: { judge: "panel", version: "house/a, house/b, house/c" },
      verified: true,
    })
    // and the pages show it to people
    const page = async (path: string) => (await fetch(`${court.url}${path}`)).text()
    expect(await page(`/judgments/${encodeURIComponent(String(citation))}`)).toContain('href="/judges/panel"')
    expect(await page("/judges/panel")).toContain("house/a, house/b, house/c")
    expect(await page("/judges")).toContain('href="/judges/panel"')
  })

  it("PD15 §11D given a majority, and a member of it that repairs its answer, then the dissent stands in the reasons under the seal", async () => {
    const id = await given(finds(true), finds(true), finds(false, "No record shows it."))
    servers[1]?.script(garbage, finds(true))
    const draft = await drafted(id)
    expect(draft.orders).toMatchObject([{ kind: "pay", amountCents: 40_000 }])
    const { citation } = await confirm(id, draft)
    const { payload } = await call("GET", `/api/v1/judgments/${encodeURIComponent(String(citation))}`)
    expect(payload).toContain("3 (house/c) finds it not held: No record shows it.")
  })

  it.each([
    ["fails", status(500)],
    ["is silent", hang],
    ["answers with garbage", garbage],
  ] as const)(
    "PD15 §11D given two that differ, and a third endpoint that %s, then the line is left to the bench, which decides it itself",
    async (_how, third) => {
      const [panel, bench] = [await recordBefore("panel"), await recordBefore("bench")]
      const id = await given(finds(true), finds(false), third)
      const draft = await drafted(id)
      expect(draft.orders).toMatchObject([{ kind: "dismiss", decided: false }])
      expect(draft.issues[0]?.reasoning).toContain("3 (house/c) gave no answer.")
      expect(draft.issues[0]?.answer).toContain("the bench decides it")
      const findings = [{ ...finding(true, "The message is the report."), by: ["claim/1"] }]
      await call("POST", `/api/v1/matters/${id}/judgment`, judge(), { findings, costCents: null })
      const left = more(panel, { judged: 0, drafted: 1, left: 1, replaced: 1 })
      expect(await record("panel")).toMatchObject(left)
      expect(await record("bench")).toMatchObject(more(bench, { judged: 1 }))
      // No word of an endpoint and of no pleading is in the journal.
      expect(await journal()).not.toMatch(/canary|Here is the report|finds it/)
    },
  )

  it("Rule 5.1 given no member that answers, then each attempt is counted as failed, by a code, and the matter stays with the bench", async () => {
    const before = await recordBefore("panel")
    const id = await given(garbage, status(500), hang)
    await expect
      .poll(() => recordBefore("panel"), { timeout: 15_000 })
      .toMatchObject({ drafted: before.drafted, failed: [{ why: "no_member", times: 1 }] })
    expect(await call("GET", `/api/v1/matters/${id}/draft`, judge())).toMatchObject({ draft: null })
    expect(await journal()).toMatch(/"why":"no_member"/)
    expect(await journal()).not.toContain("canary")
  })
})
