import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Either, Schema } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { Measures } from "../../core/judging/index.ts"
import { Pleading } from "../../core/matters/index.ts"
import { byHand } from "./ByHand.ts"
import { casesOf, mattersDefault } from "./Cases.ts"
import { type ScriptedName, scripted } from "./Scripted.ts"
import { bundleOf, plainOf, rightAnswer } from "./Setting.ts"
import { stories } from "./Stories.ts"
import { ownJudges, trialsOf, tryJudge } from "./Try.ts"
import { isFound } from "./testing/Found.ts"

/** Enough for every story, a few made by hand among them, and for faults that show in open lines only. */
const matters = 64
const seed = 1
const names = Object.keys(scripted) as ReadonlyArray<ScriptedName>

describe("the bench for judges", () => {
  const measured = new Map<string, Measures.Measured>()
  let ofPapers: ReadonlyArray<Measures.Answered> = []
  beforeAll(() => {
    const trials = trialsOf(matters, seed)
    for (const judge of ownJudges) {
      const answered = trials.map((trial) => Effect.runSync(tryJudge(judge, trial)))
      if (judge.name === "papers") ofPapers = answered
      measured.set(judge.name, Measures.measure(answered))
    }
  })
  const of = (name: string): Measures.Measured => {
    const found = measured.get(name)
    if (found === undefined) throw new Error(`${name} was not tried`)
    return found
  }
  const shareOf = (name: string, share: Measures.ShareName) => of(name).shares[share]

  it.each(byHand)("PD15 §3 a person and the rules have the same answer: $story", (matter) => {
    expect(rightAnswer(matter, plainOf(matter))).toBe(matter.byHand)
  })

  it("a whole run has 200 matters: every story, and every matter made by hand", () => {
    const cases = casesOf(mattersDefault, seed)
    expect(cases).toHaveLength(200)
    expect(new Set(cases.map(({ id }) => id)).size).toBe(200)
    const told = new Set(cases.map(({ story }) => story))
    expect(
      [...Object.keys(stories), ...byHand.map(({ story }) => story)].filter((one) => !told.has(one)),
    ).toEqual([])
  })

  it("PD1 §3 every pleading of every variant fits what the Court takes", () => {
    const decode = Schema.decodeUnknownEither(Pleading.Pleading, { onExcessProperty: "ignore" })
    const refused = trialsOf(mattersDefault, seed).flatMap(({ matter, setting, variant }) => {
      const { claim, defence } = bundleOf(matter, setting)
      return (
        [claim, defence]
          .flatMap((pleading) => pleading ?? [])
          // An entry has a UUID. That of a debt here is shorter.
          .map((pleading) => ({ ...pleading, orders: pleading.orders?.map(({ on: _, ...order }) => order) }))
          .flatMap((pleading) => (Either.isLeft(decode(pleading)) ? [`${matter.id} ${variant}`] : []))
      )
    })
    expect(refused).toEqual([])
  })

  it("the same seed gives the same matters, and another seed gives others", () => {
    const written = (of: number) => JSON.stringify(casesOf(matters, of))
    expect(written(seed)).toBe(written(seed))
    expect(written(seed + 1)).not.toBe(written(seed))
  })

  it("Rule 5.1 the judge on the papers has every answer that the account decides, and no answer that turns on a finding", () => {
    const { computed, findings, order, names, words, longer, irrelevant, moved, misled } = of("papers").shares
    expect([computed, order, names, words, longer, irrelevant].map((one) => one?.share)).toEqual([
      1, 1, 1, 1, 1, 1,
    ])
    expect([findings, moved, misled].map((one) => one?.share)).toEqual([0, 0, 0])
    expect(ofPapers.every(({ answer }) => answer?.withinPrayer && answer.withinStake)).toBe(true)
  })

  it("PD15 §11B a sound judge of findings has every answer, and no variant moves it", () => {
    const { answered, agreement, findings, swap, order, names, words, longer, irrelevant, moved, misled } =
      of("sound").shares
    expect(
      [answered, agreement, findings, swap, order, names, words, longer, irrelevant].map((one) => one?.share),
    ).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1])
    expect([moved, misled].map((one) => one?.share)).toEqual([0, 0])
  })

  it.each(names.map((name) => ({ name, ...scripted[name] })))(
    "the fault of $name is found by $foundBy: its interval lies on the worse side of that of the sound judge",
    ({ name }) => expect(isFound(measured, name)).toBe(true),
  )

  it("a judge without the fault is not found by its measure", () => {
    expect(names.filter((name) => isFound(new Map([...measured, [name, of("sound")]]), name))).toEqual([])
  })

  it("the table on the page is that of this run (`JUDGES_TABLE=write npm test -- conformance/judges` writes it)", () => {
    const percent = (
      share: { readonly share: number; readonly low: number; readonly high: number } | null,
    ) =>
      share === null
        ? "–"
        : `${(share.share * 100).toFixed(0)} % (${(share.low * 100).toFixed(0)}–${(share.high * 100).toFixed(0)})`
    const rows = names.map((name) => {
      const { says, foundBy } = scripted[name]
      const figures =
        foundBy === "brier"
          ? ["–", of(name).brier?.mean.toFixed(2) ?? "–"]
          : [percent(shareOf("sound", foundBy)), percent(shareOf(name, foundBy))]
      return `| \`${name}\` | ${says} | \`${foundBy}\` | ${figures.join(" | ")} |`
    })
    const table = [
      "| judge | fault | found by | a sound judge | this judge |",
      "|---|---|---|---|---|",
      ...rows,
    ].join("\n")
    const page = join(import.meta.dirname, "../../http/docs/judges.md")
    const text = readFileSync(page, "utf8")
    const written = text.replace(/\| judge \| fault [\s\S]*?\n\n/, `${table}\n\n`)
    if (process.env.JUDGES_TABLE === "write") writeFileSync(page, written)
    else expect(text).toBe(written)
  })
})
