import { Effect, Layer, Schema } from "effect"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freshSeed } from "../../adapters/host/Hosts.ts"
import { collection } from "../../adapters/law/collection/index.ts"
import { loadAll } from "../../adapters/law/Loading.ts"
import { Causes, lines } from "../../core/account/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { Host } from "../../core/kernel/Host.ts"
import { published } from "../../core/kernel/Schedule.ts"
import { Clauses, type Loadable } from "../../core/law/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { Store } from "../../core/store/Store.ts"
import { nothingSealed } from "../../core/testing/NothingSealed.ts"
import { send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const convention: Loadable.Loadable = {
  type: "instrument",
  id: "example-convention",
  title: "Convention on Examples",
  category: "treaty",
  edition: { name: "Second edition", language: "en", source: "The depositary", url: "https://example.org/2" },
  articles: [
    { article: "1", heading: "Scope", text: "This Convention applies to examples." },
    { article: "Annex I", text: "The naïve example of Gabčíkovo." },
  ],
}

describe("the law that is served", () => {
  let court: TestCourt
  beforeAll(async () => {
    const store = await Effect.runPromise(MemoryStore.make)
    const services = Layer.mergeAll(
      Layer.succeed(Store, store),
      nothingSealed,
      Layer.succeed(Host, {
        now: Effect.succeed(Date.UTC(2026, 10, 20)),
        seed: freshSeed,
        schedule: Effect.succeed(published),
      }),
    )
    await Effect.runPromise(Effect.provide(loadAll([...collection, convention]), services))
    court = await startCourt({ store: Layer.succeed(Store, store) })
  })
  afterAll(() => court.stop())

  const get = async (path: string) => {
    const response = await send(court, "GET", `/api/v1${path}`)
    // biome-ignore lint/suspicious/noExplicitAny: bodies of all shapes are read here, and each test asserts what it expects.
    const body: any = await response.json()
    return { status: response.status, body }
  }

  it("Rule 2.2 the only JSON block of the model clauses is the object that an agent publishes", async () => {
    const response = await send(court, "GET", "/api/v1/clauses")
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8")
    const blocks = [...(await response.text()).matchAll(/```json\n([^`]*)```/g)]
    expect(blocks).toHaveLength(1)
    const { dispute_resolution } = JSON.parse(needPresent(blocks[0]?.[1], "the JSON block"))
    const object = Schema.decodeUnknownSync(Clauses.DisputeResolution)(dispute_resolution)
    expect(Clauses.differences(object, "http://court.test")).toEqual([])
    expect(object).toMatchObject({ nature: "expert_determination", enrolled_handle: null })
  })

  it("PD15 §10 the lines and causes are those that run, as JSON and as a page", async () => {
    const answered = await send(court, "GET", "/api/v1/causes")
    expect(await answered.json()).toEqual({
      lines: Object.entries(lines).map(([line, { burden, says }]) => ({ line, burden, says })),
      causes: Object.entries(Causes.all).map(([cause, row]) => ({ cause, ...row })),
    })
    const page = await (await send(court, "GET", "/causes")).text()
    for (const name of [...Object.keys(lines), ...Object.keys(Causes.all)])
      expect(page).toContain(`>${name}</td>`)
  })

  it("Rule 5.7 the ETag of the restatement depends on its content and not on the time of the request", async () => {
    const first = await send(court, "GET", "/api/v1/restatement")
    expect(await first.json()).toMatchObject({ rulesVersion: "0.53", counts: { reported: 0 }, areas: [] })
    court.clock.now += 1000
    const headers = { "if-none-match": needPresent(first.headers.get("etag"), "the ETag") }
    expect((await send(court, "GET", "/api/v1/restatement", { headers })).status).toBe(304)
  })

  it("PD17 §3 the catalogue is paged, and every item links to its instrument", async () => {
    const seen: Array<string> = []
    for (let cursor = ""; ; ) {
      const { body } = await get(`/international-law?limit=7${cursor}`)
      for (const { instrument, href } of body.items) {
        expect((await get(href.replace("/api/v1", ""))).body.id).toBe(instrument.id)
        seen.push(instrument.id)
      }
      if (body.nextCursor === null) break
      cursor = `&cursor=${body.nextCursor}`
    }
    expect(seen).toEqual([...new Set(seen)].sort())
    expect(seen).toContain("vclt-1969")
  })

  it("PD17 §3 an instrument and an article are served as Markdown on request", async () => {
    const whole = await send(court, "GET", "/api/v1/international-law/example-convention?format=md")
    expect(whole.headers.get("content-type")).toBe("text/markdown; charset=utf-8")
    const text = await whole.text()
    expect(text).toContain("# Convention on Examples")
    expect(text).toContain("- Edition: Second edition (en)")
    expect(text).toContain("- 1: Scope")
    const one = await send(court, "GET", "/api/v1/international-law/example-convention?format=md&article=1")
    expect(await one.text()).toContain("## 1: Scope\n\nThis Convention applies to examples.")
  })

  it.each([
    ["/international-law/none", 404, "unknown_text"],
    ["/international-law/example-convention?article=7", 404, "unknown_article"],
    ["/international-law/example-convention?article=%E2%80%A6", 404, "unknown_article"],
    ["/international-law/vclt-1969?article=31", 404, "unknown_article"],
    ["/international-law/example-convention?format=xml", 400, "invalid_request"],
    ["/international-law?q=", 400, "invalid_request"],
    ["/international-law?q=%22%22", 400, "invalid_request"],
    [`/international-law?q=${"a".repeat(241)}`, 400, "invalid_request"],
    ["/international-law?cursor=!", 400, "invalid_request"],
    ["/international-law/research?kind=books", 400, "invalid_request"],
    ["/international-law/research?q=*", 400, "invalid_request"],
  ])("PD17 §3 GET %s is refused with %d", async (path, status, code) => {
    const found = await get(path)
    expect([found.status, found.body.code]).toEqual([status, code])
  })

  it("PD17 §3 research lists its collections, and a query gives the items that match", async () => {
    const { body } = await get("/international-law/research")
    expect(body).toMatchObject({
      kind: null,
      q: null,
      items: [],
      collections: [{ kind: "cases" }, { kind: "commentary" }],
    })
    const cases = await get("/international-law/research?kind=cases&q=custom")
    expect(cases.body.collections).toHaveLength(1)
    expect(cases.body.items.length).toBeGreaterThan(1)
    for (const item of cases.body.items)
      expect(item).toMatchObject({ kind: "cases", provenance: { source: expect.any(String) } })
  })

  it("PD17 §3 no query makes the service fail, whatever syntax it contains", async () => {
    const piece = fc.constantFrom(
      '"',
      "'",
      "(",
      ")",
      "*",
      "^",
      ":",
      "-",
      "\\",
      "AND",
      "OR",
      "NOT",
      "NEAR/3",
      "&",
      "|",
      "!",
      "<->",
      "%",
      "\0",
      "treaty",
      "é",
      "条",
      " ",
    )
    const query = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
      fc.string({ unit: "grapheme", maxLength: 60 }),
    )
    await fc.assert(
      fc.asyncProperty(query, async (q) => {
        const at = encodeURIComponent(q)
        for (const path of [`/international-law?q=${at}`, `/international-law/research?q=${at}`])
          expect([200, 400]).toContain((await send(court, "GET", `/api/v1${path}`)).status)
      }),
      { numRuns: 150 },
    )
  })
})
