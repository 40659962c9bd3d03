import { readFileSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import * as Examples from "../api/Examples.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { send, startCourt } from "../testing/TestCourt.ts"
import { scriptClient } from "./Clients.ts"
import { proofBundle } from "./ProofCheck.ts"

/** Characters that turn the direction of text are refused in names, and shown in other texts. */
const hostileName = `</bdi></title><script>alert(1)</script><img src=x onerror="alert(2)"> [x](javascript:alert(3)) ![i](https://evil.example/i) <https://evil.example> evil`
const hostile = `${hostileName} \u202eevil`
const elements = new Set(
  "!doctype html head meta title link script body a header p nav ul ol li main footer h1 h2 h3 h4 dl dt dd div table caption thead tbody tr th td time bdi span small section article details summary pre code noscript form label input textarea button strong em blockquote hr br".split(
    " ",
  ),
)

const tagsOf = (page: string) => [...page.matchAll(/<(\/?)([!a-z][a-z0-9]*)([^>]*)>/gi)]

describe("the pages", () => {
  const court = givenCourt({ contact: "mailto:registrar@court.test" })
  let citation: string
  /** Every page that can be reached from the first one. */
  let pages: ReadonlyMap<string, string>
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${court.url}${path}`, { headers })
  const page = async (path: string) => (await get(path)).text()

  beforeAll(async () => {
    const key: Record<string, string> = {}
    for (const handle of ["translator-7", "buyer-3"]) {
      const body = enrolmentBody(handle)
      const manifest = {
        model: hostileName,
        capabilities: [hostileName],
        authority: hostile,
        limits: hostile,
      }
      const provenance = { publisher: hostileName, source: "https://evil.example/?q=%22%3Cscript%3Ealert(4)" }
      const response = await send(court, "POST", "/api/v1/enrol", {
        body: { ...body, did: undefined, manifest, provenance },
      })
      key[handle] = ((await response.json()) as { apiKey: string }).apiKey
    }
    const { registrar } = court
    await send(court, "POST", "/api/v1/registrar/eligibility", {
      key: registrar,
      body: { ...Examples.confirmation, reference: "[2026] FB 1 <b>" },
    })
    const dealingAt = new Date(court.clock.now).toISOString()
    const [sought] = Examples.filing.claim.orders
    // Two judgments of twelve orders: more entries than a page of the Register holds.
    const orders = Array.from({ length: 12 }, () => ({
      kind: "perform",
      text: hostile,
      against: sought?.against,
      inFavourOf: sought?.inFavourOf,
      restsOn: [],
    }))
    for (let i = 0; i < 2; i++) {
      const filed = await send(court, "POST", "/api/v1/matters", {
        key: key["buyer-3"] ?? "",
        body: { ...Examples.filing, title: hostileName, dealingAt },
      })
      const { id } = ((await filed.json()) as { matter: { id: string } }).matter
      const consent = `/api/v1/matters/${id}/consent`
      const offered = await send(court, "POST", consent, { key: key["translator-7"] ?? "", body: { orders } })
      const { offerId } = (await offered.json()) as { offerId: string }
      const accepted = await send(court, "POST", `${consent}/accept`, {
        key: key["buyer-3"] ?? "",
        body: { offerId },
      })
      citation = ((await accepted.json()) as { citation: string }).citation
    }
    const claimed = { ...Examples.filing.claim, orders: [{ ...sought, against: "nobody-yet" }] }
    await send(court, "POST", "/api/v1/matters", {
      key: key["buyer-3"] ?? "",
      body: { ...Examples.filing, respondent: "nobody-yet", dealingAt, claim: claimed },
    })
    const record = await send(court, "GET", "/api/v1/compliance")
    const { items } = (await record.json()) as { items: ReadonlyArray<{ id: string }> }
    const evidence = { date: dealingAt, evidence: hostile }
    await send(court, "POST", `/api/v1/compliance/${items[0]?.id}/attest`, {
      key: key["translator-7"] ?? "",
      body: evidence,
    })
    await send(court, "POST", `/api/v1/compliance/${items[0]?.id}/dispute`, {
      key: key["buyer-3"] ?? "",
      body: Examples.dispute,
    })
    await send(court, "POST", `/api/v1/registrar/compliance/${items[0]?.id}/decide`, {
      key: registrar,
      body: { ...Examples.decision, reasons: hostile },
    })
    pages = await crawled()
  })

  /** The client is made with the package: a checkout that was not built answers 404 at its address, which the pages name. */
  const statusOf = (path: string) => (path === "/client.js" && scriptClient() === null ? 404 : 200)
  const crawled = async () => {
    const found = new Map<string, string>()
    const waiting = ["/", "/agents?handle=buyer-3"]
    while (waiting.length > 0) {
      const path = waiting.pop() ?? ""
      if (found.has(path)) continue
      const response = await get(path)
      expect([response.status, path]).toEqual([statusOf(path), path])
      const text = await response.text()
      if (!response.headers.get("content-type")?.startsWith("text/html")) continue
      found.set(path, text)
      for (const [, href = ""] of text.matchAll(/(?:href|src|action)="(\/[^"#]*)"/g))
        waiting.push(href.replaceAll("&amp;", "&"))
    }
    return found
  }

  it("PD17 §1 are linked with one another, and no link is dead", () => {
    for (const path of [
      "/docket",
      "/judgments",
      "/compliance",
      "/holds",
      "/rules",
      "/rules/PD11",
      "/agents/translator-7",
    ])
      expect([...pages.keys()]).toContain(path)
    expect([...pages.keys()].some((path) => /^\/compliance\/[0-9a-f-]{36}$/.test(path))).toBe(true)
    expect([...pages.keys()]).toContain(`/judgments/${encodeURIComponent(citation)}`)
  })

  it("Rule 2.4 name a respondent that is not enrolled, without a link", () => {
    expect(pages.get("/docket")).toContain(
      '<a href="/agents/buyer-3"><bdi>buyer-3</bdi></a> v <bdi>nobody-yet</bdi> <span class="soft">(not enrolled)</span>',
    )
    expect([...pages.keys()]).not.toContain("/agents/nobody-yet")
  })

  it("show what parties wrote as text: no markup, link or script of theirs is on any page", () => {
    for (const [path, text] of pages) {
      for (const [tag, , name = "", rest = ""] of tagsOf(text)) {
        expect(elements, `${path}: ${tag}`).toContain(name.toLowerCase())
        expect(rest, `${path}: ${tag}`).not.toMatch(/\son\w+\s*=|javascript:|evil\.example|style\s*=/i)
      }
      const scripts = path.startsWith("/judgments/") ? 2 : /^\/criteria$|^\/compliance\/./.test(path) ? 1 : 0
      expect(text.match(/<script/g)?.length ?? 0).toBe(scripts)
      expect(text.replace(/<pre id="payload">.*<\/pre>/, "")).not.toContain("\u202e")
    }
    const shown = `&lt;script&gt;alert(1)&lt;/script&gt;`
    for (const path of [
      "/docket",
      "/judgments",
      "/agents/buyer-3",
      `/judgments/${encodeURIComponent(citation)}`,
    ])
      expect(pages.get(path), path).toContain(shown)
  })

  it("may load nothing but the court's own stylesheet and script", async () => {
    for (const path of ["/", `/judgments/${encodeURIComponent(citation)}`, "/nothing-here"]) {
      const { headers } = await get(path, { accept: "text/html" })
      const policy = headers.get("content-security-policy") ?? ""
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      expect(headers.get("referrer-policy")).toBe("no-referrer")
    }
  })

  it("have what screen readers need: a language, one heading, unique ids and captions", () => {
    for (const [path, text] of pages) {
      expect(text.startsWith('<!doctype html>\n<html lang="en">'), path).toBe(true)
      expect(text.match(/<h1/g), path).toHaveLength(1)
      expect(text, path).toMatch(/<title>[^<]+<\/title>/)
      expect(text, path).toContain('<main id="content">')
      const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size, path).toBe(ids.length)
      for (const [, target] of text.matchAll(/aria-labelledby="([^"]+)"/g))
        expect(ids, path).toContain(target)
      for (const [table] of text.matchAll(/<table>.*?<thead>/gs))
        if (!path.startsWith("/rules")) expect(table, path).toContain("<caption>")
    }
  })

  it("Rule 5.4 the judgment page is at the record's address, and has exactly the words under seal", async () => {
    const path = `/api/v1/judgments/${encodeURIComponent(citation)}`
    const record = (await (await send(court, "GET", path)).json()) as { page: string; payload: string }
    const text = await page(new URL(record.page).pathname)
    const [, shown = ""] = /<pre id="payload">(.*?)<\/pre>/s.exec(text) ?? []
    const named: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'", "#96": "`" }
    expect(shown.replace(/&([#\w]+);/g, (_, name) => named[name] ?? "?")).toBe(record.payload)
    expect(text).toContain('<script src="/seal.js" defer></script>')
    const script = await get("/seal.js")
    expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
  })

  it("PD17 §1 the script that checks a proof is served with the bundle that it loads, where the bundle was made", async () => {
    expect(await (await get("/proof.js")).text()).toContain('import("/proof-check.js")')
    const bundle = await get("/proof-check.js")
    expect(bundle.status).toBe(proofBundle() === null ? 404 : 200)
  })

  it("Rule 2.6 the clients are served whole, with a tag, to the pages of every host, within their sizes", async () => {
    const bundle = await get("/client.js")
    expect(bundle.status).toBe(scriptClient() === null ? 404 : 200)
    const served = await get("/client.py")
    expect(served.headers.get("content-type")).toBe("text/x-python; charset=utf-8")
    expect(served.headers.get("cache-control")).toBe("public, max-age=3600")
    expect(served.headers.get("access-control-allow-origin")).toBe("*")
    const text = await served.text()
    expect(text).toBe(readFileSync(new URL("../examples/court.py", import.meta.url), "utf8"))
    expect(text.length).toBeLessThan(20_000)
    const tag = served.headers.get("etag") ?? ""
    expect((await get("/client.py", { "if-none-match": tag })).status).toBe(304)
  })

  it("the next page of a list begins where the last one ends", async () => {
    const next = /<a rel="next" href="([^"]+)"/.exec(pages.get("/compliance") ?? "")?.[1] ?? ""
    const rest = pages.get(next) ?? ""
    expect(rest.match(/<tr>/g)).toHaveLength(1 + 4)
    expect(rest).not.toContain('rel="next"')
    const wrong = await get("/compliance?cursor=%00", { accept: "text/html" })
    expect([wrong.status, wrong.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"])
  })

  it("a refusal is a page for a browser and a problem for a program", async () => {
    const accept = "text/html,application/xhtml+xml"
    const unknown = await get("/agents/nobody-here", { accept })
    expect([unknown.status, unknown.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"])
    expect(await unknown.text()).toContain("<h1>")
    const absent = await get("/no/such/page", { accept })
    expect(await absent.text()).toContain("<h1>Nothing is here</h1>")
    const program = await get("/no/such/page")
    expect(program.headers.get("content-type")).toBe("application/problem+json")
    const api = await get("/api/v1/agents/nobody-here", { accept })
    expect(api.headers.get("content-type")).toBe("application/problem+json")
  })

  it("can be revalidated by their tag, and answer HEAD", async () => {
    const first = await get("/judgments")
    const again = await get("/judgments", { "if-none-match": first.headers.get("etag") ?? "" })
    expect(again.status).toBe(304)
    const head = await fetch(`${court.url}/judgments`, { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([200, ""])
  })

  it("Authentication 6 the disclosure page says whom to write to, and what is missing if no contact is configured", async () => {
    expect(await page("/disclosure")).toContain(
      '<a href="mailto:registrar@court.test">registrar@court.test</a>',
    )
    const silent = await startCourt({ sandbox: true })
    const text = await (await fetch(`${silent.url}/disclosure`)).text()
    expect(text).toContain("COURT_CONTACT")
    expect(text).toContain("This court is a sandbox")
    await silent.stop()
  })
})
