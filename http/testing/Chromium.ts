/** Chromium as a test drives it: Debian's, without a window, and without what it does of itself over the network. */
import axe from "axe-core"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium"

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  })

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }
export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

export interface Tab {
  readonly page: Page
  /** What the browser complained of since it was last asked: errors, refusals of the page's own policy, requests that failed. */
  readonly complaints: () => ReadonlyArray<string>
  /** Addresses asked for outside `origin`, ever. */
  readonly strays: ReadonlyArray<string>
}

/** A tab with nothing in it, of a visitor who has never been here. */
export const open = async (
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = desktop,
): Promise<Tab> => {
  const page = await (await browser.newContext(options)).newPage()
  const heard: Array<string> = []
  const strays: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") heard.push(message.text())
  })
  page.on("pageerror", (error) => heard.push(error.message))
  page.on("requestfailed", (request) =>
    heard.push(`${request.url()}: ${request.failure()?.errorText ?? "failed"}`),
  )
  page.on("request", (request) => {
    const { protocol, href } = new URL(request.url())
    if (protocol !== "data:" && !href.startsWith(origin)) strays.push(href)
  })
  return { page, complaints: () => heard.splice(0), strays }
}

/** Where a page is wider than the window, so that a reader would have to scroll sideways. */
export const overflows = async (page: Page): Promise<ReadonlyArray<string>> => {
  const wider = await page.locator("html").evaluate((root) => root.scrollWidth - root.clientWidth)
  return wider > 0 ? [`${wider} pixels wider than the window`] : []
}

/** What keeps people from using a page as it stands, each with the place: axe's rules of WCAG 2.2 AA and of good practice. */
export const barriers = (page: Page): Promise<ReadonlyArray<string>> => brokenRules(page, {})

/** Colours too near to one another to be told apart. */
export const faintness = (page: Page): Promise<ReadonlyArray<string>> =>
  brokenRules(page, { runOnly: ["color-contrast"] })

const brokenRules = async (page: Page, options: axe.RunOptions): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe.source)
  const asked = JSON.stringify({ ...options, resultTypes: ["violations"] })
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${asked})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} at ${target.join(" ")}: ${help}`),
  )
}
