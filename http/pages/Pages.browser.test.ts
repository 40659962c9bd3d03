/** The pages in a real browser, of a court on which two disputes were played. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import * as Examples from "../api/Examples.ts"
import { play } from "../examples/demo/Play.ts"
import { integrated, opened } from "../operate/testing/Opened.ts"
import * as Chromium from "../testing/Chromium.ts"
import { agents, done, notice, reserved } from "../testing/Dispute.ts"

const silent = { act: () => {}, step: () => {}, show: () => {}, quote: () => {}, leave: () => {} }

interface Seen {
  readonly status: number
  readonly title: string
  readonly headings: ReadonlyArray<string>
  readonly complaints: ReadonlyArray<string>
}

describe("the pages in a browser", () => {
  let browser: Browser
  let court: Awaited<ReturnType<typeof opened>>
  let tab: Chromium.Tab
  let key: string
  let matterId: string
  /** Every page that can be reached from the first one, by its path. */
  const pages = new Map<string, Seen>()
  /** The other addresses that they link to, each with its status. */
  const files = new Map<string, number>()

  const advance = async (advanceMs: number) =>
    (await done(court, "POST", "/sandbox/clock", { key: court.registrar, body: { advanceMs } })).now

  const visit = async (path: string) => {
    const response = await tab.page.goto(court.url + path, { waitUntil: "networkidle" })
    pages.set(path, {
      status: response?.status() ?? 0,
      title: await tab.page.title(),
      headings: await tab.page.locator("h1").allTextContents(),
      complaints: tab.complaints(),
    })
    return tab.page.locator("a[href]").evaluateAll((links) => links.map((link) => String(link.href)))
  }

  const crawl = async () => {
    // The first page, and the page that the link in an e-mail opens.
    const waiting = ["/", "/accept"]
    for (const path of waiting) {
      if (pages.has(path) || files.has(path)) continue
      const { status, headers } = await fetch(court.url + path)
      if (!headers.get("content-type")?.startsWith("text/html")) {
        files.set(path, status)
        continue
      }
      for (const link of await visit(path)) {
        const { origin, pathname, search } = new URL(link)
        expect(origin, `${path} leads to ${link}`).toBe(court.url)
        waiting.push(pathname + search)
      }
    }
  }

  beforeAll(async () => {
    court = await opened(MemoryStore.layer)
    await play({ ...silent, base: court.url, registrar: court.registrar, suffix: "played" })
    // A judgment under appeal, and a claim against a respondent that is not enrolled.
    const keys = await agents(court)
    key = keys.buyer
    const dealingAt = await advance(1000)
    matterId = await reserved(court, keys, { dealingAt }, { admits: [1] })
    await advance(1)
    await notice(court, { matterId, keys, citation: "" }, "seller")
    const orders = Examples.filing.claim.orders.map((order) => ({
      ...order,
      against: "stranger-9",
      inFavourOf: "buyer",
    }))
    const claim = { ...Examples.filing.claim, orders }
    const filing = { ...Examples.filing, respondent: "stranger-9", dealingAt, claim }
    await done(court, "POST", "/matters", { key: keys.buyer, body: filing })
    await integrated(court.url)
    browser = await Chromium.launch()
    tab = await Chromium.open(browser, court.url)
    await crawl()
  })
  afterAll(async () => {
    await browser?.close()
    await court?.stop()
  })

  /** The faults of all pages in a window of another size. */
  const faults = async (
    options: BrowserContextOptions,
    faultsOf: (page: Page) => Promise<ReadonlyArray<string>>,
  ): Promise<ReadonlyArray<string>> => {
    const { page } = await Chromium.open(browser, court.url, options)
    const found: Array<string> = []
    for (const path of pages.keys()) {
      await page.goto(court.url + path)
      found.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`))
    }
    await page.context().close()
    return found
  }

  it("PD17 §1 every link of every page is answered, and only enrolled parties have a link", () => {
    for (const [path, { status }] of pages) expect([path, status]).toEqual([path, 200])
    for (const [path, status] of files) expect([path, status]).toEqual([path, 200])
    for (const path of ["/docs", "/clauses", "/rules/PD11", "/agents/buyer-played", "/agents/buyer"])
      expect([...pages.keys()]).toContain(path)
    expect([...pages.keys()].filter((path) => path.startsWith("/judgments/"))).toHaveLength(3)
    expect([...pages.keys()].filter((path) => path.startsWith("/compliance/"))).toHaveLength(3)
    expect([...files.keys()]).toContain("/openapi.json")
  })

  it("PD3 §2 the page of a note sends the token of its link when its reader presses the button, and shows the answer", async () => {
    const { page } = await Chromium.open(browser, court.url)
    const sent: Array<unknown> = []
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.postDataJSON())
    })
    await page.goto(`${court.url}/accept#buyer.0123`)
    expect(await page.locator("#handle").inputValue()).toBe("buyer")
    expect(sent).toEqual([])
    await page.getByRole("button", { name: "Accept this agent" }).click()
    await page.locator("#accept-outcome.bad").waitFor()
    expect(await page.locator("#accept-outcome").textContent()).toContain("The link can't be used.")
    expect(sent).toEqual([{ token: "0123", handle: "buyer" }])
    await page.context().close()
  })

  it("the browser reports no error on any page, and no page requests anything outside the court", () => {
    for (const [path, { complaints }] of pages) expect([path, complaints]).toEqual([path, []])
    expect(tab.strays).toEqual([])
  })

  it("PD1 §6 the page of a matter opens for a party that sends its credential, without a barrier and not wider than a phone", async () => {
    const headers = { extraHTTPHeaders: { authorization: `Bearer ${key}` } }
    for (const options of [Chromium.desktop, Chromium.phone]) {
      const { page, complaints, strays } = await Chromium.open(browser, court.url, { ...options, ...headers })
      const response = await page.goto(`${court.url}/matters/${matterId}`, { waitUntil: "networkidle" })
      expect(response?.status()).toBe(200)
      expect(await page.locator("h2").allTextContents()).toEqual([
        "What to do next",
        "Parties and subject",
        "What has happened",
        "The claim",
        "The defence",
        "The reply",
      ])
      expect(await page.content()).not.toContain(key)
      expect(await Chromium.barriers(page)).toEqual([])
      expect(await Chromium.overflows(page)).toEqual([])
      expect([complaints(), strays]).toEqual([[], []])
      await page.context().close()
    }
    const { page } = await Chromium.open(browser, court.url)
    expect((await page.goto(`${court.url}/matters/${matterId}`))?.status()).toBe(401)
    expect(await page.locator("main").textContent()).toContain("Authorization: Bearer")
    await page.context().close()
  })

  it("each page has a title of its own and one heading of the first rank", () => {
    for (const [path, { headings }] of pages) expect([path, headings.length]).toEqual([path, 1])
    const titles = new Map([...pages].map(([path, { title }]) => [title, path]))
    // The Rules of Court are at two addresses.
    expect([...pages.keys()].filter((path) => ![...titles.values()].includes(path))).toEqual([])
  })

  it("no page has a barrier for people who use a screen reader or a keyboard, or who see badly, in the light and the dark theme", async () => {
    const inBoth = async (page: Page) => {
      const barriers = await Chromium.barriers(page)
      await page.emulateMedia({ colorScheme: "dark" })
      const faint = await Chromium.faintness(page)
      await page.emulateMedia({ colorScheme: "light" })
      return [...barriers, ...faint]
    }
    expect(await faults(Chromium.desktop, inBoth)).toEqual([])
  })

  it("on a phone no page is wider than the screen, and none has a barrier", async () => {
    const both = async (page: Page) => [
      ...(await Chromium.overflows(page)),
      ...(await Chromium.barriers(page)),
    ]
    expect(await faults(Chromium.phone, both)).toEqual([])
  })

  it("Rule 5.4 the script of a judgment's page finds the seal good in the browser", async () => {
    const { page, complaints } = await Chromium.open(browser, court.url)
    await page.goto(`${court.url}/judgments/${encodeURIComponent("[2026] MC 1")}`)
    await page.locator("#seal-verdict.good").waitFor()
    expect(await page.locator("#seal-verdict").textContent()).toBe("The seal is good.")
    expect(await page.locator("#seal-checks li").allTextContents()).toHaveLength(6)
    expect(complaints()).toEqual([])
  })

  it("Rule 2.2 an agent is found by keyboard alone, and the page says so if a handle is not enrolled", async () => {
    const { page, complaints } = await Chromium.open(browser, court.url)
    await page.goto(`${court.url}/agents`)
    const focused = () => page.locator(":focus").evaluate((element) => String(element.outerHTML))
    await page.keyboard.press("Tab")
    expect(await focused()).toContain("Skip to the content")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    expect(await focused()).toContain('name="handle"')
    await page.keyboard.type("silent-played")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/agents?handle=silent-played")
    expect(await page.locator("h1").textContent()).toBe("silent-played")
    expect(complaints()).toEqual([])
    await page.goto(`${court.url}/agents?handle=stranger-9`)
    expect(await page.locator("main").textContent()).toContain("stranger-9")
    await page.goto(`${court.url}/docket`)
    expect(await page.locator("td", { hasText: "stranger-9" }).textContent()).toBe(
      "buyer v stranger-9 (not enrolled)",
    )
  })
})
