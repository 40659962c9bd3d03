/** The way of an operator to the page of a matter in a real browser: by the form, the mail that it sends, and the link in it. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer } from "effect"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as SmtpServer from "../../adapters/notices/testing/SmtpServer.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import * as Examples from "../api/Examples.ts"
import { services } from "../court/Composition.ts"
import { sandbox } from "../court/Config.ts"
import { onItsPort } from "../court/StartFailure.ts"
import { type Started, start } from "../operate/Running.ts"
import * as Chromium from "../testing/Chromium.ts"
import { done } from "../testing/Dispute.ts"
import { enrolled } from "../testing/TestCourt.ts"

/** The mailbox of the claimant's operator. */
const mailbox = "claimant@operators.example"

describe("the form that mails a link to a matter", () => {
  let data: string
  let smtp: Awaited<ReturnType<typeof SmtpServer.start>>
  let court: Started
  let browser: Browser
  let key: string
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), "agent-court-mail-form-"))
    smtp = await SmtpServer.start()
    // The court writes its own address into the mail, so it has to know its port before it starts.
    const mail = { url: smtp.url, from: "court@court.test" }
    const config = await onItsPort({ ...sandbox(data), baseUrl: "http://127.0.0.1:0", mail })
    court = await start(config, services(config, Layer.fresh(MemoryStore.layer)))
    browser = await Chromium.launch()
    key = await enrolled(court, "claimant")
    await enrolled(court, "respondent")
    const body = { reference: "Notice 1", statement: "Confirmed." }
    await done(court, "POST", "/registrar/eligibility", { key: court.registrar, body })
  })
  afterAll(async () => {
    await browser?.close()
    await court?.stop()
    await smtp?.stop()
    rmSync(data, { recursive: true, force: true })
  })

  /** Files a matter between two operators, and gives its id. */
  const filed = async () => {
    const { now } = await done(court, "GET", "/sandbox/clock")
    const [order] = Examples.filing.claim.orders
    const orders = [{ ...order, against: "respondent", inFavourOf: "claimant" }]
    const claim = { ...Examples.filing.claim, orders }
    const body = { ...Examples.filing, respondent: "respondent", dealingAt: now, claim }
    const { matter } = await done(court, "POST", "/matters", { key, body })
    return (matter as { readonly id: string }).id
  }
  /** The mails to the operator so far, as it reads them. */
  const mails = () =>
    smtp.received
      .filter(({ to }) => to.includes(mailbox))
      .map(({ source }) => source.replace(/=\r?\n/g, "").replaceAll("=3D", "="))
  /** The address in a mail to the operator that has this path, once there is one. */
  const linkIn = (path: string): Promise<string> =>
    vi.waitFor(() => {
      const found = mails().flatMap((mail) => new RegExp(`${court.url}${path}#\\S+`).exec(mail) ?? [])
      expect(found).toHaveLength(1)
      return found[0] ?? ""
    }, 10_000)
  const heading = (tab: Chromium.Tab) => tab.page.locator("h1").textContent()
  const usable = async ({ page, complaints, strays }: Chromium.Tab) =>
    expect([await Chromium.overflows(page), await Chromium.barriers(page), complaints(), strays]).toEqual([
      [],
      [],
      [],
      [],
    ])

  it("PD1 §6 given a proven operator without a credential, when it asks by the form, then the mailed link opens that matter, once, in its browser alone", async () => {
    // given an operator that has accepted its agent by the link of the first mail
    const tab = await Chromium.open(browser, court.url, Chromium.phone)
    const { page } = tab
    await page.goto(await linkIn("/accept"))
    await page.getByRole("button", { name: "Accept this agent" }).click()
    await page
      .getByText("claimant")
      .filter({ hasText: /accept/i })
      .first()
      .waitFor()
    tab.complaints()
    // when it opens the page of its matter and presses the button
    const id = await filed()
    const locked = await page.goto(`${court.url}/matters/${id}`)
    expect([locked?.status(), await heading(tab)]).toEqual([401, "The page of a matter"])
    // The browser itself reports the 401 of the page.
    tab.complaints()
    await usable(tab)
    await page.getByRole("button", { name: "Send a link" }).click()
    // then it is told the same as everybody, and a mail comes
    await page.getByRole("heading", { name: "A link by e-mail" }).waitFor()
    await usable(tab)
    const link = await linkIn(`/open/${id}`)
    // and the link shows a button, and its secret is in the address no more
    await page.goto(link)
    expect([await heading(tab), page.url()]).toEqual(["Open a matter", `${court.url}/open/${id}`])
    await usable(tab)
    await page.getByRole("button", { name: "Open the matter" }).click()
    await page.waitForURL(`${court.url}/matters/${id}`)
    expect(await page.locator("main").textContent()).toContain("claimant (you)")
    expect(await page.reload().then((answer) => answer?.status())).toBe(200)
    await usable(tab)
    // and neither the same link nor another browser opens it
    const other = await Chromium.open(browser, court.url)
    await other.page.goto(link)
    await other.page.getByRole("button", { name: "Open the matter" }).click()
    await other.page.getByRole("heading", { name: "This link serves no more" }).waitFor()
    expect((await other.page.goto(`${court.url}/matters/${id}`))?.status()).toBe(401)
    // and a second press within the hour sends no second link, though one for another matter comes after it
    const second = await filed()
    for (const matter of [id, second]) {
      await other.page.goto(`${court.url}/matters/${matter}`)
      await other.page.getByRole("button", { name: "Send a link" }).click()
      await other.page.getByRole("heading", { name: "A link by e-mail" }).waitFor()
    }
    await linkIn(`/open/${second}`)
    expect(await linkIn(`/open/${id}`)).toBe(link)
    await page.context().close()
    await other.page.context().close()
  })
})
