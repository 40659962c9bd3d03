import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { examples, publishedName, readPublished, shown, withExamples } from "./Published.ts"

const textOf = (page: string) => readFileSync(join(import.meta.dirname, page), "utf8")

describe("the examples of an embedder", () => {
  it.each(["embedding.md", "calling.md", "rules-as-functions.md"] as const)(
    "stand on %s as they run (`npm run diagrams` writes the page)",
    (name) => {
      const text = textOf(name)
      expect(text).toBe(withExamples(name, text))
      expect(text.match(/^```ts$/gm)).toHaveLength(shown[name].length)
    },
  )

  it("are all named on the pages", () => {
    const pages = textOf("embedding.md") + textOf("rules-as-functions.md")
    for (const name of examples) expect(pages).toContain(publishedName(name))
  })

  it.each(examples)("%s imports nothing but packages and Node's modules", (name) => {
    expect(readPublished(name)).toMatch(/from "agent-court/)
    expect(readPublished(name)).not.toMatch(/from "\./)
  })

  it("are every example that is not about a store or about agents over HTTP", () => {
    const others = [
      "LogStore.ts",
      "SharedLogStore.ts",
      "claimant.ts",
      "deal.ts",
      "delivery.ts",
      "play.ts",
      "respondent.ts",
      "signed.ts",
    ]
    const found = readdirSync(join(import.meta.dirname, "../examples")).filter(
      (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
    )
    expect(found.sort()).toEqual([...others, ...examples].sort())
  })
})
