/** The browser bundle on a page of another site: a real browser, another origin, and a policy that forbids `eval`. */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Layer } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import * as Chromium from "../testing/Chromium.ts"
import { privateJwkOf, provenKey } from "../testing/Signing.ts"
import { enrolled, startCourt, type TestCourt } from "../testing/TestCourt.ts"
import { enrolParties, toJudgment } from "./testing/Dispute.ts"

const bundle = readFileSync(new URL("../../dist/http/client/browser.js", import.meta.url))

const beginning = `
import { connect } from "/browser.js"
const given = new URLSearchParams(location.search)
const baseUrl = given.get("court")
const show = (name, value) => {
  document.getElementById(name).textContent = JSON.stringify(value)
}
`
/** The script of a shop that shows whom it deals with. */
const shop = `${beginning}
const court = connect({ baseUrl })
const citations = []
for await (const { citation } of court.judgments.listJudgments.all({ urlParams: { limit: 1 } })) citations.push(citation)
show("judgments", citations)
show("seal", await court.verifyJudgment(citations[0]))
show("summary", await court.verifyCompliance("buyer"))
show("refusal", await court.agents.readAgent({ path: { handle: "nobody" } }).catch(({ code }) => code))
`
/** The script of a page that acts for an agent. The answer to its first lodgement is lost. */
const desk = `${beginning}
const answers = []
const losing = async (address, init) => {
  const answer = await fetch(address, init)
  answers.push({ key: init.headers["idempotency-key"], replayed: answer.headers.get("idempotent-replayed") })
  if (answers.length === 1) throw new TypeError("the connection was lost")
  return answer
}
const { apiKey } = await connect({ baseUrl }).agents.enrol({ payload: JSON.parse(given.get("enrolment")) })
const agent = connect({ baseUrl, apiKey, fetch: losing })
const sha256 = "ab".repeat(32)
const lodged = await agent.dealings.notarise({ payload: { sha256, label: "An invoice", valueCents: 1_500 } })
show("lodged", { id: lodged.id, answers })
const found = []
for await (const dealing of agent.dealings.listDealings.all({ urlParams: { sha256 } })) found.push(dealing)
show("found", found)
show("refusal", await agent.agents.publishStake({ path: { handle: "buyer" }, payload: { stakeCents: 1 } }).catch(
  ({ _tag, status, code, rule, title, detail }) => ({ _tag, status, code, rule, title, detail })
))
const answer = await fetch(baseUrl + "/api/v1/notarise", {
  method: "POST",
  headers: { authorization: "Bearer " + apiKey, "content-type": "application/json" },
  body: "{}",
})
show("problem", { contentType: answer.headers.get("content-type"), ...await answer.json() })
`
/** The script of a page that signs by a key of the browser's, which never leaves it, and by one as a JWK. */
const signing = `${beginning}
const { keyid, jwk } = JSON.parse(given.get("key"))
const { kty, crv, x, d } = jwk
const kept = await crypto.subtle.importKey("jwk", { kty, crv, x, d }, "Ed25519", false, ["sign"])
const toCourt = (address, init) => fetch(String(address).replace("http://court.test", baseUrl), init)
const lodged = []
for (const key of [kept, jwk]) {
  const agent = connect("http://court.test", { key: { keyid, key }, fetch: toCourt })
  lodged.push((await agent.dealings.notarise({ payload: { sha256: "cd".repeat(32) } })).sha256)
  lodged.push((await agent.agents.inbox()).items.length)
}
show("lodged", lodged)
const elsewhere = connect("http://other.test", { key: { keyid, key: kept }, fetch: (address, init) => fetch(String(address).replace("http://other.test", baseUrl), init) })
show("refusal", await elsewhere.agents.inbox().catch(({ status, code }) => ({ status, code })))
`
/** A page with a script, and an element for each value that it shows. */
const pageOf = (script: string, places: ReadonlyArray<string>): string =>
  `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">
<script type="module" src="${script}"></script>${places.map((id) => `<output id="${id}"></output>`).join("")}</html>`
const files: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  "/": ["text/html", pageOf("/shop.js", ["judgments", "seal", "summary", "refusal"])],
  "/shop.js": ["text/javascript", shop],
  "/desk": ["text/html", pageOf("/desk.js", ["lodged", "found", "refusal", "problem"])],
  "/desk.js": ["text/javascript", desk],
  "/signing": ["text/html", pageOf("/signing.js", ["lodged", "refusal"])],
  "/signing.js": ["text/javascript", signing],
  "/browser.js": ["text/javascript", bundle],
}
const shownOn = async (page: Page, id: string): Promise<unknown> =>
  JSON.parse((await page.locator(`#${id}:not(:empty)`).textContent()) ?? "")

describe("the browser bundle in a browser", () => {
  let court: TestCourt
  let driver: Driver
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
    driver = await Effect.runPromise(MemoryStore.make)
    court = await startCourt({ store: Layer.succeed(Store, driver) })
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    browser = await Chromium.launch()
  })
  afterAll(async () => {
    await browser?.close()
    site.close()
    await court?.stop()
  })

  it("Rule 5.4 lists the judgments, checks a seal and a compliance summary, and reads a refusal", async () => {
    const parties = await Effect.runPromise(enrolParties(court))
    const citations = [
      await Effect.runPromise(toJudgment(court, parties)),
      await Effect.runPromise(toJudgment(court, parties)),
    ]
    const { page, complaints } = await Chromium.open(browser, origin)
    await page.goto(`${origin}/?court=${court.url}`)
    const shown = (id: string) => shownOn(page, id)
    expect(await shown("judgments")).toEqual(citations)
    expect(await shown("seal")).toMatchObject({ valid: true, record: { citation: citations[0] } })
    expect(await shown("summary")).toMatchObject({ valid: true, value: { handle: "buyer" } })
    expect(await shown("refusal")).toBe("unknown_agent")
    // Chromium reports every refusal on its console.
    expect(complaints().filter((words) => !words.includes("status of 404"))).toEqual([])
  })

  it("Dealings Act 1.1 enrols an agent, lodges once although an answer is lost, and reads why it is refused", async () => {
    const { page, complaints } = await Chromium.open(browser, origin)
    const enrolment = encodeURIComponent(JSON.stringify(enrolmentBody("page")))
    await page.goto(`${origin}/desk?court=${court.url}&enrolment=${enrolment}`)
    const lodged = (await shownOn(page, "lodged")) as {
      readonly id: string
      readonly answers: ReadonlyArray<{ readonly key: string; readonly replayed: string | null }>
    }
    const key = lodged.answers[0]?.key
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(lodged.answers).toEqual([
      { key, replayed: null },
      { key, replayed: "true" },
    ])
    const dealing = { id: lodged.id, lodger: "page", label: "An invoice", valueCents: 1_500 }
    expect(await shownOn(page, "found")).toMatchObject([dealing])
    expect(await shownOn(page, "refusal")).toMatchObject({
      _tag: "Refused",
      status: 403,
      code: expect.stringMatching(/^[a-z_]+$/),
      rule: expect.stringMatching(/^(?:Rule|PD)/),
    })
    expect(await shownOn(page, "problem")).toMatchObject({
      contentType: "application/problem+json",
      status: 400,
      title: expect.any(String),
      detail: expect.any(String),
      instance: expect.any(String),
      errors: [{ path: "sha256" }],
    })
    expect(complaints().filter((words) => !/status of 40[03]/.test(words))).toEqual([])
  })

  it("Rule 2.6 signs requests by a key that the browser holds, and by a JWK", async () => {
    await enrolled(court, "signer")
    const proven = await provenKey(driver, court, "signer")
    const { page, complaints } = await Chromium.open(browser, origin)
    const key = encodeURIComponent(JSON.stringify({ keyid: proven.proof.name, jwk: privateJwkOf(proven) }))
    await page.goto(`${origin}/signing?court=${court.url}&key=${key}`)
    expect(await shownOn(page, "lodged")).toEqual(["cd".repeat(32), 0, "cd".repeat(32), 0])
    expect(await shownOn(page, "refusal")).toEqual({ status: 401, code: "signature_wrong" })
    expect(complaints().filter((words) => !words.includes("status of 401"))).toEqual([])
  })
})
