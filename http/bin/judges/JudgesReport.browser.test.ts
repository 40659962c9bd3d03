/** The report of the bench for judges, opened as a file in a real browser. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Chromium from "../../testing/Chromium.ts"
import { command } from "../benchJudge.ts"

describe("the report on judges in a browser", () => {
  const out = mkdtempSync(join(tmpdir(), "court-judges-"))
  let browser: Browser
  beforeAll(async () => {
    vi.spyOn(process.stdout, "write").mockReturnValue(true)
    const flags: Readonly<Record<string, string>> = { out, matters: "5", judge: "all" }
    await command.run({ positionals: [], text: (name) => flags[name], on: () => false })
    vi.restoreAllMocks()
    browser = await Chromium.launch()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(out, { recursive: true, force: true })
  })

  it.each([
    ["a desk", Chromium.desktop],
    ["a phone", Chromium.phone],
  ] as const)("on %s loads nothing else, fits the window and has no barrier", async (_where, options) => {
    const file = pathToFileURL(join(out, "report.html")).href
    const { page, complaints, strays } = await Chromium.open(browser, file, options)
    await page.goto(file)
    expect(await page.locator("figure").count()).toBeGreaterThan(16)
    expect(strays).toEqual([])
    expect(complaints()).toEqual([])
    expect(await Chromium.overflows(page)).toEqual([])
    expect(await Chromium.barriers(page)).toEqual([])
    await page.context().close()
  })
})
