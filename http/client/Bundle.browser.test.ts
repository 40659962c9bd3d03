/** The client as another site's page loads it: a real browser, another origin, a policy that allows no evaluation. */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Chromium from "../testing/Chromium.ts"
import { startCourt, type TestCourt } from "../testing/TestCourt.ts"
import { enrolParties, toJudgment } from "./testing/Dispute.ts"

/** Made by `npm run bundle`. */
const bundle = readFileSync(new URL("../../dist/http/client/browser.js", import.meta.url))

/** What a shop would write to show whom it deals with. */
const shop = `
import { connect } from "/browser.js"
const court = connect({ baseUrl: new URLSearchParams(location.search).get("court") })
const show = (name, value) => {
  document.getElementById(name).textContent = JSON.stringify(value)
}
const citations = []
for await (const { citation } of court.judgments.listJudgments.all({ urlParams: { limit: 1 } })) citations.push(citation)
show("judgments", citations)
show("seal", await court.verifyJudgment(citations[0]))
show("summary", await court.verifyCompliance("buyer"))
show("refusal", await court.agents.readAgent({ path: { handle: "nobody" } }).catch(({ code }) => code))
`
const page = `<!doctype html><html lang="en"><title>A shop</title><link rel="icon" href="data:,"><script type="module" src="/shop.js"></script>
<output id="judgments"></output><output id="seal"></output><output id="summary"></output><output id="refusal"></output></html>`
const files: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  "/": ["text/html", page],
  "/shop.js": ["text/javascript", shop],
  "/browser.js": ["text/javascript", bundle],
}

describe("the browser bundle in a browser", () => {
  let court: TestCourt
  let browser: Browser
  let origin: string
  const site = createServer(({ url = "/" }, response) => {
    const [type, body] = files[new URL(url, "http://site").pathname] ?? ["text/plain", ""]
    response.setHeader("content-type", type)
    response.setHeader(
      "content-security-policy",
      `default-src 'self'; connect-src ${court.url}; img-src data:; require-trusted-types-for 'script'`,
    )
    response.end(body)
  })
  beforeAll(async () => {
    court = await startCourt()
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    browser = await Chromium.launch()
  })
  afterAll(async () => {
    await browser?.close()
    site.close()
    await court?.stop()
  })

  it("Rule 5.4 lists the judgments, checks a seal and a compliance summary, and tells of a refusal", async () => {
    const parties = await Effect.runPromise(enrolParties(court))
    const citations = [
      await Effect.runPromise(toJudgment(court, parties)),
      await Effect.runPromise(toJudgment(court, parties)),
    ]
    const { page, complaints } = await Chromium.open(browser, origin)
    await page.goto(`${origin}/?court=${court.url}`)
    await page.locator("#refusal:not(:empty)").waitFor()
    const shown = async (id: string): Promise<unknown> =>
      JSON.parse((await page.locator(`#${id}`).textContent()) ?? "")
    expect(await shown("judgments")).toEqual(citations)
    expect(await shown("seal")).toMatchObject({ valid: true, record: { citation: citations[0] } })
    expect(await shown("summary")).toMatchObject({ valid: true, value: { handle: "buyer" } })
    expect(await shown("refusal")).toBe("unknown_agent")
    // Chromium itself tells of every answer that is a refusal.
    expect(complaints().filter((words) => !words.includes("status of 404"))).toEqual([])
  })
})
