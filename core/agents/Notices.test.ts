/** The one table of notices: its types, and that its words don't depend on the interface. */
import { describe, expect, it } from "vitest"
import { acts as holdActs } from "../holds/Moves.ts"
import { rowsOf } from "../Moves.ts"
import { endings, machine as quotes } from "../quotes/Moves.ts"
import { product, withoutComments } from "../testing/Sources.ts"
import { types } from "./Notices.ts"

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
