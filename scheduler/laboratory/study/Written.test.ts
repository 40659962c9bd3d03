/** The study that is published is what runs: its points, the numbers of its page, what its text claims, and its PDF. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  differences,
  independent,
  indicesOf,
  meanOf,
  totalOf,
  tradesWithoutHonestBuyers,
  winnersOf,
} from "./Findings.ts"
import { designNames, sample } from "./Model.ts"
import { type Found, findAt, markets } from "./Points.ts"
import { bytesOf, files, pageFrom, readData, wordsOf } from "./Write.ts"

const published = join(import.meta.dirname, "../docs/study")
const html = readFileSync(join(published, files.page), "utf8")
const folder = mkdtempSync(join(tmpdir(), "study-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Every so many points one is played again. The number divides neither a row nor the sample. */
const step = 307

describe("the published study", () => {
  let found: ReadonlyArray<Found>
  let among: ReadonlyArray<Found>
  beforeAll(async () => {
    found = await readData(join(published, files.data))
    among = independent(found)
  })

  it("PD15 §3 given some points played again, then each is the row of the data, and the data have every point", () => {
    expect(found).toHaveLength(markets.length)
    const again = markets.flatMap((_, point) => (point % step === 0 ? [point] : []))
    expect(again.length).toBeGreaterThan(5)
    for (const point of again) expect(findAt(point)).toEqual(found[point])
  })

  it("PD15 §3 given the data, then the same bytes are written of them", () => {
    expect(Buffer.from(bytesOf(found)).equals(readFileSync(join(published, files.data)))).toBe(true)
  })

  it("Rule 2.6 given the page written anew, then it has the words and numbers of the published page", async () => {
    expect(wordsOf(await pageFrom(published))).toBe(wordsOf(html))
  })

  it("Rule 2.6 given a design that does a little better in one market, then the page has other numbers", async () => {
    const [first, ...others] = found
    if (first === undefined) throw new Error("no data")
    const both = { ...first.outcomes.both, surplus: first.outcomes.both.surplus - 1 }
    const changed = [{ ...first, outcomes: { ...first.outcomes, both } }, ...others]
    copyFileSync(join(published, files.page), join(folder, files.page))
    writeFileSync(join(folder, files.data), bytesOf(changed))
    const anew = wordsOf(await pageFrom(folder)).replaceAll(/[0-9a-f]{16,}/g, "")
    expect(anew).not.toBe(wordsOf(html).replaceAll(/[0-9a-f]{16,}/g, ""))
  })

  it("Rule 2.6 given the PDF, then it was printed of the published page", () => {
    const [, title = "no title"] = /<title>([^<]*)<\/title>/.exec(html) ?? []
    const pdf = readFileSync(join(published, files.pdf), "latin1")
    expect(pdf.startsWith("%PDF-")).toBe(true)
    expect(pdf).toContain(`/Title (${title})`)
    // A link to a file would have the path of the machine that printed it.
    expect(pdf).not.toContain("file:")
  })

  it("PD15 §3 given what the text says in words, then the data say it", () => {
    const trades = Object.fromEntries(
      designNames.map((design) => [design, meanOf(among, design, "trades").mean]),
    )
    // A hold and criteria are complements, and each alone does little more than stakes.
    expect((trades.hold ?? 0) + (trades.criteria ?? 0)).toBeLessThan(0.3)
    expect(trades.both).toBeGreaterThan(0.9)
    // Stakes do least, and both do more than either, by more than their intervals.
    const [hold, criteria, , between, ...rest] = differences(among)
    for (const one of [hold, criteria, ...rest]) expect(one?.adjustedLow).toBeGreaterThan(0)
    expect(between?.adjustedLow).toBeLessThan(0)
    // With both, honest sellers and disputing buyers prevail, and markets trade without honest buyers.
    expect(winnersOf(among, "both", "seller")[0]?.[0]).toBe("honest")
    expect(winnersOf(among, "both", "buyer")[0]?.[0]).toBe("clicks dispute")
    expect(tradesWithoutHonestBuyers(among, "both")).toBeGreaterThan(0.8)
    // The gain of a lie is small with both alone.
    const gains = designNames.map((design) => meanOf(among, design, "temptation").mean)
    expect(Math.min(...gains.slice(0, -1))).toBeGreaterThan(2 * (gains.at(-1) ?? 1))
    // The liars at first and the sum of a clause hardly matter; that there is a clause does.
    const total = (design: "hold" | "both", name: "liars" | "otherwise" | "clause" | "stake" | "reads") =>
      totalOf(indicesOf(found, design, sample.seed), name)?.value ?? Number.NaN
    expect(total("both", "liars")).toBeLessThan(0.05)
    expect(total("hold", "otherwise")).toBeLessThan(0.05)
    expect(total("hold", "clause")).toBeGreaterThan(0.5)
    for (const design of ["hold", "both"] as const) expect(total(design, "stake")).toBeLessThan(0.001)
    // By construction.
    for (const design of ["hold", "both"] as const) expect(total(design, "reads")).toBe(0)
  })
})
