/** The laboratory's report, opened as a file in a real browser. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Chromium from "../../testing/Chromium.ts"
import { command as simulate } from "../simulate.ts"

/** A scenario with two parameters, so that every chart is drawn. */
const scenario = `name: browsed
description: Two kinds of agents.
horizon: { days: 30 }
agents: 60
populations:
  - { name: honest, share: rest, behaviours: [{ strategy: honours-promptly }] }
  - { name: careless, share: 0.2, behaviours: [{ strategy: ignores }] }
dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.3 } }
experiment:
  title: Whether a report can be read
  grid: { populations.careless.share: [0.1, 0.2, 0.4], schedule.noticeHours: [24, 72] }
  compare: { populations.careless.share: 0.1, schedule.noticeHours: 72 }
  labels: { populations.careless.share: careless }
  replicates: 2
`

interface Box {
  readonly words: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}
const boxOf = (element: {
  readonly textContent: string | null
  readonly getBoundingClientRect: () => Box
}): Box => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { words: element.textContent ?? "", left, right, top, bottom }
}
const isWithin = (box: Box, whole: Box): boolean =>
  box.left >= whole.left && box.right <= whole.right && box.top >= whole.top && box.bottom <= whole.bottom
/** A line of text has some pixels of space above and below its letters. */
const air = 3
const meet = (one: Box, other: Box): boolean =>
  one.left < other.right &&
  other.left < one.right &&
  one.top + air < other.bottom - air &&
  other.top + air < one.bottom - air

describe("a report in a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "court-report-"))
  let browser: Browser
  let file: string
  beforeAll(async () => {
    writeFileSync(join(folder, "scenario.yaml"), scenario)
    vi.spyOn(process.stdout, "write").mockReturnValue(true)
    const out = join(folder, "out")
    const text = (name: string) => ({ out, workers: "1" })[name]
    await simulate.run({ positionals: [join(folder, "scenario.yaml")], text, on: () => false })
    vi.restoreAllMocks()
    file = pathToFileURL(join(out, "report.html")).href
    browser = await Chromium.launch()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const windows = [
    ["a desk", Chromium.desktop],
    ["a phone", Chromium.phone],
  ] as const

  it.each(windows)(
    "on %s loads nothing else, fits the window and has no barrier",
    async (_where, options) => {
      const { page, complaints, strays } = await Chromium.open(browser, file, options)
      await page.goto(file)
      expect(await page.locator("h1").allTextContents()).toEqual(["Whether a report can be read"])
      expect(await Chromium.overflows(page)).toEqual([])
      expect(await Chromium.barriers(page)).toEqual([])
      expect([complaints(), strays]).toEqual([[], []])
    },
  )

  it("shows every chart whole, in the font for which it was drawn, and no words over others", async () => {
    const { page } = await Chromium.open(browser, file)
    await page.goto(file)
    expect(await page.evaluate("document.fonts.size > 0 && document.fonts.check('12px Inter')")).toBe(true)
    const charts = await page.locator("figure > svg").all()
    expect(charts).toHaveLength(9)
    for (const chart of charts) {
      const whole = await chart.evaluate(boxOf)
      const texts = (await chart.locator("text:not(:empty):not([opacity='0'])").all()).map((text) =>
        text.evaluate(boxOf),
      )
      const boxes = await Promise.all(texts)
      expect(boxes.length).toBeGreaterThan(5)
      expect(boxes.filter((box) => !isWithin(box, whole))).toEqual([])
      expect(
        boxes.flatMap((box, i) =>
          boxes
            .slice(i + 1)
            .filter((other) => meet(box, other))
            .map((other) => [box, other]),
        ),
      ).toEqual([])
    }
  })
})
