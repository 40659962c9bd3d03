/** The one table of notices: it has the words of every area, each of them is served, and no notice names an address of the interface. */
import { describe, expect, it } from "vitest"
import { Notice } from "./agents/index.ts"
import { acts as holdActs } from "./holds/index.ts"
import { rowsOf } from "./kernel/Moves.ts"
import { noticeTypes, texts } from "./Notices.ts"
import { endings, quotes } from "./quotes/index.ts"
import { product, root, withoutComments } from "./testing/Sources.ts"

type Table = Readonly<Record<string, (...about: ReadonlyArray<never>) => Notice.Words>>
interface Declared {
  readonly area: string
  readonly words: Table
}

const declaring = /^(?:export )?const (\w+) = (?:Notice\.)?declareWords\("(\w+)",/gm
/** The name under which a module exports its words: their own, or that of a value with a named type. */
const exportedAs = (text: string, name: string): string =>
  new RegExp(`^export const (\\w+): .* = ${name}$`, "m").exec(text)?.[1] ?? name
const core = product.filter(({ path }) => path.startsWith("core/") && path !== "core/agents/Notice.ts")
const worders = core.filter(({ text }) => /\bdeclareWords\(/.test(withoutComments(text)))

/** The tables of words that the areas declare, read from the modules that declare them. */
const declared: ReadonlyArray<Declared> = (
  await Promise.all(
    worders.map(async ({ path, text }) => {
      const exported: Readonly<Record<string, Table>> = await import(`${root}${path}`)
      return [...text.matchAll(declaring)].flatMap(([, name = "", area = ""]) => {
        const words = exported[exportedAs(text, name)]
        return words === undefined ? [] : [{ area, words }]
      })
    }),
  )
).flat()

/** The events of the tables that the areas declare and of the one table, with their words. */
const declaredWords = declared.flatMap(({ area, words }) =>
  Object.entries(words).map(([event, word]) => [`${area}.${event}`, word] as const),
)
const collectedWords = Object.entries(texts).flatMap(([area, words]) =>
  Object.entries(words).map(([event, word]) => [`${area}.${event}`, word] as const),
)
const byType = (words: ReadonlyArray<readonly [type: string, word: unknown]>) =>
  words.toSorted(([a], [b]) => a.localeCompare(b))

describe("the table of notices", () => {
  it("Rule 2.7 the table has the words that the areas declare, all of them and no others", () => {
    expect(declared.length).toBeGreaterThan(10)
    expect(byType(collectedWords)).toEqual(byType(declaredWords))
  })

  it("Rule 2.7 an area declares its words where the table can collect them", () => {
    const calls = worders.flatMap(({ text }) => withoutComments(text).match(/\bdeclareWords\(/g) ?? [])
    expect(calls).toHaveLength(declared.length)
  })

  it("Rule 2.7 a notice has the type of its words", () => {
    const { said } = Notice.declareWords("matter", { said: (who: string) => `${who} said it.` })
    expect(said("buyer")).toEqual({ type: "matter.said", text: "buyer said it." })
    // @ts-expect-error a type without its words doesn't compile
    const type: Notice.Serving["type"] = "matter.unsaid"
    expect(noticeTypes).not.toContain(type)
  })

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
    expect(served.filter((type) => !(noticeTypes as ReadonlyArray<string>).includes(type))).toEqual([])
  })

  it("Rule 2.7 the table names every type once, by its area and its event", () => {
    expect(new Set(declaredWords.map(([type]) => type)).size).toBe(declaredWords.length)
    expect(noticeTypes.filter((type) => !/^[a-z]+\.[a-z]+(?:_[a-z]+)*$/.test(type))).toEqual([])
  })

  it("Rule 2.7 the words name acts, and no address of the interface", () => {
    expect(
      worders.filter(({ text }) => withoutComments(text).includes("/api/v1")).map(({ path }) => path),
    ).toEqual([])
  })
})
