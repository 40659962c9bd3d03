/** The page of criteria in a real browser: what is pasted is evaluated there, and nothing is sent. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { digest, evaluate, read } from "../../core/criteria/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { opened } from "../operate/testing/Opened.ts"
import * as Chromium from "../testing/Chromium.ts"

const template = (path: string) => join(import.meta.dirname, "../docs/criteria", path)

describe("the page of criteria in a browser", () => {
  let browser: Browser
  let court: Awaited<ReturnType<typeof opened>>

  beforeAll(async () => {
    court = await opened(MemoryStore.layer)
    browser = await Chromium.launch()
  })
  afterAll(async () => {
    await browser?.close()
    await court?.stop()
  })

  const visited = async (options = Chromium.desktop) => {
    const tab = await Chromium.open(browser, court.url, options)
    await tab.page.goto(`${court.url}/criteria`)
    await tab.page.locator("#criteria-verdict").filter({ hasNotText: "Nothing has been" }).waitFor()
    return tab
  }
  const verdict = (page: Page) => page.locator("#criteria-verdict").textContent()
  const becomes = (page: Page, words: string) =>
    page.locator("#criteria-verdict").filter({ hasText: words }).waitFor()

  it("given its example, then it shows each check with its outcome, its steps and why, as the module says", async () => {
    const { page, complaints, strays } = await visited()
    const document = await page.locator("#criteria-text").inputValue()
    const delivery = new TextEncoder().encode(await page.locator("#delivery-text").inputValue())
    const found = read(document)
    const expected = "criteria" in found ? evaluate(found.criteria, delivery) : null
    expect(expected?.verdict).toBe("partly")
    expect(await verdict(page)).toMatch(/^Partly/)
    expect(await page.locator("#criteria-words").textContent()).toContain("20 % of the price comes off.")
    expect(await page.locator("#criteria-digest").textContent()).toBe(digest(document))
    expect(await page.locator("#delivery-digest").textContent()).toBe(expected?.artifact)
    const rows = await page.locator("#criteria-rows tr").allTextContents()
    expect(rows).toHaveLength(3)
    for (const [i, { id, outcome, fuel, why }] of (expected?.outcomes ?? []).entries()) {
      expect(rows[i]).toContain(`${id}${outcome}${fuel} of at most`)
      expect(rows[i]).toContain(why)
    }
    expect([complaints(), strays]).toEqual([[], []])
    await page.context().close()
  })

  it("given what somebody types, then the outcome follows, and no request is made", async () => {
    const { page, complaints } = await visited()
    const requests: Array<string> = []
    page.on("request", (request) => requests.push(request.url()))
    await page
      .locator("#delivery-text")
      .fill('{"lines":[{"item":"a","amount":1},{"item":"b","amount":2},{"item":"c","amount":3}],"net":6.0}')
    await becomes(page, "Satisfied")
    await page.locator("#delivery-text").fill("<script>alert(1)</script>")
    await becomes(page, "Not satisfied")
    await page
      .locator("#criteria-text")
      .fill(
        '{"version":"court.criteria/1","artifact":{"bytesMax":9},"checks":[{"id":"A","kind":"json"},{"id":"b","kind":"pattern","pattern":"("}]}',
      )
    await becomes(page, "The criteria are refused")
    const rows = await page.locator("#criteria-rows tr").allTextContents()
    expect(rows.map((row) => row.split("refused")[0])).toEqual(["/checks/0/id", "/checks/1/pattern"])
    expect(await page.locator("#criteria-digest").textContent()).toBe("–")
    expect([requests, complaints()]).toEqual([[], []])
    await page.context().close()
  })

  it("given files, then a delivery is taken byte for byte", async () => {
    const { page, complaints } = await visited()
    await page.locator("#criteria-file").setInputFiles(template("image/criteria.json"))
    await page.locator("#delivery-file").setInputFiles(template("image/good.png"))
    await becomes(page, "Satisfied")
    expect(await page.locator("#delivery-name").textContent()).toContain("The file is the delivery")
    await page.locator("#delivery-file").setInputFiles(template("image/bad.png"))
    await becomes(page, "Not satisfied")
    await page.locator("#criteria-text").fill(readFileSync(template("code/criteria.json"), "utf8"))
    await page.locator("#delivery-text").fill(readFileSync(template("code/good.txt"), "utf8"))
    await becomes(page, "Indeterminate")
    expect(await page.locator("#delivery-name").textContent()).toBe("")
    expect(complaints()).toEqual([])
    await page.context().close()
  })

  it.each([
    ["1280 pixels, light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
    ["1280 pixels, dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
    ["390 pixels, light", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
    ["390 pixels, dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ] as const)(
    "at %s nothing is wider than the window, and nobody is kept from using it",
    async (_, options) => {
      const { page } = await visited(options)
      expect(await Chromium.overflows(page)).toEqual([])
      expect(await Chromium.barriers(page)).toEqual([])
      await page.context().close()
    },
  )
})
