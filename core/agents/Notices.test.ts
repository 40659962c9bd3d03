/** The one table of notices: its types, and its words, which name no address of the interface. */
import { describe, expect, it } from "vitest"
import { texts as appeal, unpricedText, vacatedText } from "../appeals/Notices.ts"
import { addressTexts } from "../compliance/Address.ts"
import { texts as compliance } from "../compliance/Record.ts"
import { texts as counsel } from "../counsel/BriefAgent.ts"
import { texts as reference } from "../counsel/Reference.ts"
import { acts as holdActs } from "../holds/Moves.ts"
import { texts as hold } from "../holds/Record.ts"
import { texts as judgment } from "../judgments/Notices.ts"
import { rowsOf } from "../kernel/Moves.ts"
import { texts as matter, tenderTexts } from "../matters/Notices.ts"
import { endings, machine as quotes } from "../quotes/Moves.ts"
import { texts as quote } from "../quotes/Record.ts"
import { product, withoutComments } from "../testing/Sources.ts"
import type { NoticeType, Texts } from "./Notice.ts"

/** The words of every area. The type demands them all. */
const texts: Texts = {
  appeal: { ...appeal, unpriced: unpricedText },
  compliance: { ...compliance, ...addressTexts },
  counsel,
  hold,
  judgment: { ...judgment, vacated: vacatedText },
  matter,
  quote,
  reference,
  tender: tenderTexts,
}

/** The type of every notice that the court serves. The cast is needed because `Object.entries` and `Object.keys` give any string. */
const types = Object.entries(texts).flatMap(([area, words]) =>
  Object.keys(words).map((event) => `${area}.${event}` as NoticeType),
)

describe("the table of notices", () => {
  it("Rule 2.7 the table has words for every move of a quote or a hold that serves somebody", () => {
    const served = [
      ...rowsOf(quotes.acts)
        .filter(({ serves }) => serves.length > 0)
        .flatMap(({ to, event }) =>
          (to === "found" ? endings.found : [event]).map((name) => `quote.${name}`),
        ),
      ...rowsOf(holdActs).map(({ event }) => `hold.${event}`),
    ]
    expect(served.length).toBeGreaterThan(10)
    expect(served.filter((type) => !(types as ReadonlyArray<string>).includes(type))).toEqual([])
  })

  it("Rule 2.7 the table names every type once, by its area and its event", () => {
    expect(new Set(types).size).toBe(types.length)
    expect(types.filter((type) => !/^[a-z]+\.[a-z]+(?:_[a-z]+)*$/.test(type))).toEqual([])
  })

  it("Rule 2.7 the words name acts, and no address of the interface", () => {
    const words = product.filter(
      ({ path, text }) => path.startsWith("core/") && /^export const texts\b/m.test(text),
    )
    expect(words.length).toBeGreaterThan(5)
    expect(
      words.filter(({ text }) => withoutComments(text).includes("/api/v1")).map(({ path }) => path),
    ).toEqual([])
  })
})
