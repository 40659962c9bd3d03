/** The guide: the page, its Markdown and its short form say the same, lead nowhere that is not there, and show the figures in force. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sections as bench } from "../../core/bench/index.ts"
import { published } from "../../core/kernel/Schedule.ts"
import { hours } from "../../core/kernel/Time.ts"
import { sections as matters } from "../../core/matters/index.ts"
import { operations } from "../api/Operations.ts"
import { done } from "../testing/Dispute.ts"
import { startCourt, type TestCourt } from "../testing/TestCourt.ts"
import { asHtml, asMarkdown, code, json, prose } from "./Blocks.ts"
import { shapeOf } from "./Shapes.ts"

const written = (schema: unknown): string =>
  shapeOf(schema)
    .map((piece) => (typeof piece === "string" ? piece : `<${piece.shape}>`))
    .join("")

describe("the guide to the interface", () => {
  let court: TestCourt
  const read = async (path: string) => (await fetch(`${court.url}${path}`)).text()
  beforeAll(async () => {
    court = await startCourt()
  })
  afterAll(() => court.stop())

  it("Rule 2.6 shows every operation with an example of its answer", async () => {
    const [page, text] = [await read("/docs"), await read("/docs.md")]
    const shown = operations.filter(({ group }) => group !== "pages" && group !== "sandbox")
    for (const { id, method, path } of shown) {
      const title = `${method} ${path.replace(/:(\w+)/g, "{$1}")}`
      const panel = new RegExp(`<article class="panel" id="${id}">.*?</article>`, "s").exec(page)?.[0] ?? ""
      expect(panel, id).toContain(`<code>${title}</code>`)
      expect(panel, id).toContain("Example of answer")
      expect(text).toContain(`### \`${title}\``)
    }
    expect(text.match(/\*\*Example of answer\*\*/g)?.length).toBe(shown.length)
  })

  it("Rule 2.6 leads to nothing that is not on the page", async () => {
    const page = await read("/docs")
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
    const targets = [...page.matchAll(/href="(?:\/docs)?#([^"]+)"/g)].map(([, id]) => id)
    expect(targets.length).toBeGreaterThan(300)
    expect(targets.filter((id) => !ids.has(id))).toEqual([])
    for (const path of ["/docs", "/docs.md", "/llms.txt"])
      expect(await read(path)).not.toContain("#/components/")
  })

  it("Rule 5.1 Rule 5.3 has the rules on which cases turn in the words of the law, in each of its forms", async () => {
    const terms = published.at(court.clock.now)
    for (const path of ["/docs.md", "/llms.txt"]) {
      const text = await read(path)
      for (const section of [bench.decisionOnThePapers, bench.correctiveOrders, matters.limits])
        expect(text, path).toContain(section.text(terms))
    }
  })

  it("Rule 8.1 shows the figures that the Registrar has varied from the instant at which they are in force", async () => {
    const body = { summaryThresholdCents: 123_400, reasons: "Most matters are worth less than that." }
    await done(court, "POST", "/registrar/parameters", { key: court.registrar, body })
    for (const path of ["/docs", "/docs.md", "/llms.txt"])
      expect(await read(path)).not.toContain("USD 1,234.00")
    court.clock.now += hours(1)
    for (const path of ["/docs", "/docs.md", "/llms.txt"]) expect(await read(path)).toContain("USD 1,234.00")
  })

  it("Rule 2.6 writes a shape with its members, its bounds and the shapes that it names", () => {
    const schema = {
      type: "object",
      required: ["to", "kinds"],
      properties: {
        to: { $ref: "#/components/schemas/Handle" },
        kinds: { type: "array", items: { enum: ["a", "b"] }, maxItems: 2000, description: "What it is." },
        "x-note": { anyOf: [{ type: "string", minLength: 1, maxLength: 9 }, { type: "null" }] },
        cents: {
          allOf: [{ $ref: "#/components/schemas/Int", description: "a number(s)" }, { minimum: 0 }],
          default: 5,
        },
        inner: { type: "object", properties: {}, additionalProperties: { type: "string", format: "date" } },
        any: {},
      },
    }
    expect(written(schema)).toBe(`{
  to: <Handle>
  // What it is. (at most 2,000 items)
  kinds: ["a" | "b"]
  "x-note"?: string | null
  // (at least 0, 5 by default)
  cents?: <Int>
  inner?: {
    // (date)
    [name]: string
  }
  any?: anything
}`)
    expect(written(undefined)).toBe("anything")
  })

  it("PD17 §1 escapes every text, and marks code, links and strong words", () => {
    expect(prose("**Do `a`** <b> [the `x`](/x) now").text).toBe(
      '<strong>Do <code>a</code></strong> &lt;b&gt; <a href="/x">the <code>x</code></a> now',
    )
    expect(asHtml(code("text", ["<i>", { shape: "Int" }])).text).toBe(
      '<pre class="text">&lt;i&gt;<a href="#shape-Int">Int</a></pre>\n',
    )
    expect(asMarkdown(json({ a: [1, 2], b: [] }))).toBe('```json\n{\n  "a": [1, 2],\n  "b": []\n}\n```\n\n')
  })
})
