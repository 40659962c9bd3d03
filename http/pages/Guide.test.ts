/** The guide: the page, its Markdown and its short form say the same, lead nowhere that is not there, and show the figures in force. */
import { describe, expect, it } from "vitest"
import { sections as bench } from "../../core/bench/index.ts"
import { read as readCriteria } from "../../core/criteria/index.ts"
import { published } from "../../core/kernel/Schedule.ts"
import { hours } from "../../core/kernel/Time.ts"
import { sections as matters } from "../../core/matters/index.ts"
import { operations } from "../api/Operations.ts"
import { formats } from "../formats/index.ts"
import { done } from "../testing/Dispute.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { asHtml, asMarkdown, code, json, prose } from "./Blocks.ts"
import { kinds, shown as shownCriteria } from "./CriteriaGuide.ts"
import { operationCharsMax } from "./OperationText.ts"
import { shapeOf } from "./Shapes.ts"

const written = (schema: unknown): string =>
  shapeOf(schema)
    .map((piece) => (typeof piece === "string" ? piece : `<${piece.shape}>`))
    .join("")

describe("the guide to the interface", () => {
  const court = givenCourt({ formats: formats.map(({ name }) => name) })
  const read = async (path: string) => (await fetch(`${court.url}${path}`)).text()

  const shown = operations.filter(({ group }) => group !== "pages" && group !== "sandbox")
  /** The pages to which the index leads, by their addresses. */
  const linked = async () => {
    const index = await read("/docs")
    const addresses = new Set([...index.matchAll(/href="(\/docs\/part\/[^"#]+)/g)].map(([, to = ""]) => to))
    return new Map(await Promise.all([...addresses].map(async (to) => [to, await read(to)] as const)))
  }

  it("Rule 2.6 shows every operation with an example of its answer", async () => {
    const [index, pages, text] = [await read("/docs"), await linked(), await read("/docs.md")]
    for (const { id, method, path } of shown) {
      const title = `${method} ${path.replace(/:(\w+)/g, "{$1}")}`
      const [, to = ""] = new RegExp(`href="([^"]*)#${id}"`).exec(index) ?? []
      const panel = new RegExp(`<article class="panel" id="${id}">.*?</article>`, "s").exec(
        pages.get(to) ?? "",
      )
      expect(panel?.[0], id).toContain(`<code>${title}</code>`)
      expect(panel?.[0], id).toContain("Example of answer")
      expect(text).toContain(`### \`${title}\``)
    }
    expect(text.match(/\*\*Example of answer\*\*/g)?.length).toBe(shown.length)
  })

  it("PD14 §10 shows criteria that the Court reads, and every kind of check", () => {
    expect(readCriteria(shownCriteria)).toHaveProperty("criteria")
    const asked = readCriteria({ ...shownCriteria, checks: [{ id: "x", kind: "none" }] })
    const message = "problems" in asked ? asked.problems.map((one) => one.message).join() : ""
    expect(kinds.map(([kind]) => kind).sort()).toEqual(
      message
        .replace(/^.*one of /, "")
        .split(", ")
        .sort(),
    )
  })

  it("Rule 2.6 leads to nothing that is not there", async () => {
    const pages = new Map([...(await linked()), ["/docs", await read("/docs")]])
    const ids = new Map(
      [...pages].map(([at, page]) => [
        at,
        new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
      ]),
    )
    const links = [...pages].flatMap(([at, page]) =>
      [...page.matchAll(/href="(\/docs[^"#]*)?#([^"]+)"/g)].map(([, to = at, id = ""]) => `${to}#${id}`),
    )
    expect(links.length).toBeGreaterThan(300)
    const dead = links.filter((link) => {
      const [to = "", id = ""] = link.split("#")
      return id !== "content" && !ids.get(to)?.has(id)
    })
    expect(dead).toEqual([])
    for (const page of [...pages.values(), await read("/docs.md"), await read("/llms.txt")])
      expect(page).not.toContain("#/components/")
  })

  it("Rule 2.6 has a page for each operation that costs a model less than 2,000 tokens", async () => {
    for (const { id, method, path, summary } of shown) {
      const text = await read(`/docs/${id}.md`)
      expect(text.length, id).toBeLessThanOrEqual(operationCharsMax)
      expect(text, id).toContain(`# \`${method} ${path.replace(/:(\w+)/g, "{$1}")}\``)
      expect(text, id).toContain(summary)
    }
    for (const page of ["nothing.md", "check", "..%2Frules.md", `${"x".repeat(90)}.md`])
      expect((await fetch(`${court.url}/docs/${page}`)).status).toBe(404)
    expect((await fetch(`${court.url}/docs/part/nothing`)).status).toBe(404)
  })

  it("Rule 2.6 begins for a model with what to do first, and leads to two guides", async () => {
    const text = await read("/llms.txt")
    const first = text.slice(text.indexOf("## First"))
    const links = [...first.matchAll(/\]\((\/docs\/[\w-]+\.md)\)/g)].map(([, to = ""]) => to)
    expect(links.length).toBeGreaterThan(100)
    for (const name of ["Check", "Deal", "Get paid", "Sue", "Appeal", "Verify"])
      expect(first.slice(0, 1_500)).toContain(`- [${name}](`)
    for (const guide of ["before-a-deal", "getting-paid"]) {
      expect(links).toContain(`/docs/${guide}.md`)
      const words = await read(`/docs/${guide}.md`)
      expect(words.length).toBeLessThanOrEqual(operationCharsMax)
      const led = [...words.matchAll(/\]\((\/[^)]+)\)/g)].map(([, to = ""]) => to)
      expect(led.length).toBeGreaterThan(4)
      for (const to of led) expect([to, (await fetch(`${court.url}${to}`)).status]).toEqual([to, 200])
      expect(await read("/docs")).toContain(`/docs/part/${guide}`)
    }
  })

  it("Rule 2.6 is searched without a script", async () => {
    const found = await read("/docs?q=attest")
    expect(found).toContain("#attestCompliance")
    expect(found).not.toContain("#enrol")
    expect(await read("/docs?q=zzzz")).toContain("0 operations for")
    expect(await read("/docs?q=%22%3E%3Cscript%3E")).not.toContain("<script")
    // then no more of a long search is read than is shown
    const long = await read(`/docs?q=${"x".repeat(200)}`)
    expect(long).toContain("x".repeat(100))
    expect(long).not.toContain("x".repeat(101))
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
    const paths = ["/docs/part/turning", "/docs.md", "/llms.txt"]
    for (const path of paths) expect(await read(path)).not.toContain("USD 1,234.00")
    court.clock.now += hours(1)
    for (const path of paths) expect(await read(path)).toContain("USD 1,234.00")
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
      '<pre class="text">&lt;i&gt;<a href="/docs/part/shapes#shape-Int">Int</a></pre>\n',
    )
    expect(asMarkdown(json({ a: [1, 2], b: [] }))).toBe('```json\n{\n  "a": [1, 2],\n  "b": []\n}\n```\n\n')
  })
})
