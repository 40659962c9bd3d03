/** Debian's Chromium for tests, without a window and without the requests that it makes by itself. */
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
  /** The complaints of the browser since the last call: errors, violations of the page's policy, failed requests. */
  readonly complaints: () => ReadonlyArray<string>
  /** All addresses outside `origin` that were requested. */
  readonly strays: ReadonlyArray<string>
}

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

/** The faults of a page that is wider than the window, so that a reader would have to scroll sideways. */
export const overflows = async (page: Page): Promise<ReadonlyArray<string>> => {
  const wider = await page.locator("html").evaluate((root) => root.scrollWidth - root.clientWidth)
  return wider > 0 ? [`${wider} pixels wider than the window`] : []
}

/** The barriers of the page as it is now, each with its place, by axe's rules for WCAG 2.2 AA and for good practice. */
export const barriers = (page: Page): Promise<ReadonlyArray<string>> => brokenRules(page, {})

/** Texts whose contrast with their background is too low. */
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
