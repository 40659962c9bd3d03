/** The entry points of the rules: what a program bundles of them is small, has nothing of Effect's runtime, and does nothing as it loads. */
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { transformWithEsbuild } from "vite"
import { beforeAll, describe, expect, it } from "vitest"
import { bundlePure, effectsOf, rules } from "../../.ci/pure.ts"
import { product, root, withoutComments } from "../../core/testing/Sources.ts"

/** The most that each entry point takes as a whole, with the words of its sections: minified and gzipped. */
const gzippedMax = {
  schedule: 4_000,
  ledger: 7_000,
  law: 7_000,
  compliance: 13_000,
  account: 19_000,
} as const
const feeGzippedMax = 6_000

const from = (path: string): string => JSON.stringify(join(root, path))
/** Programs, by the name of a module that has each as its text. */
const programs: Readonly<Record<string, string>> = {
  fee: `import { published } from ${from(rules.schedule)}
import { magistrateFee } from ${from(rules.ledger)}
export const fee = magistrateFee(30, published.at(0))`,
  ...Object.fromEntries(
    Object.entries(rules).map(([name, path]) => [`idle-${name}`, `import * as idle from ${from(path)}`]),
  ),
  "idle-core": `import * as idle from ${from("core/index.ts")}`,
}
const written = {
  name: "programs",
  resolveId: (id: string) => (Object.hasOwn(programs, id) ? `\0${id}` : null),
  load: (id: string) => (id.startsWith("\0") ? (programs[id.slice(1)] ?? null) : null),
}

type Chunk = Awaited<ReturnType<typeof bundlePure>>[number]
let chunks: ReadonlyMap<string, Chunk>
/** A file of the bundle with all that it imports. */
const wholeOf = (name: string): ReadonlyArray<Chunk> => {
  const chunk = chunks.get(name)
  return chunk === undefined ? [] : [chunk, ...chunk.imports.flatMap(wholeOf)]
}
const gzipped = async (name: string): Promise<number> => {
  const parts = await Promise.all(
    wholeOf(name).map((chunk) => transformWithEsbuild(chunk.code, "x.js", { minify: true, format: "esm" })),
  )
  return gzipSync(parts.map((part) => part.code).join(""), { level: 9 }).length
}

beforeAll(async () => {
  const entries = { ...rules, ...Object.fromEntries(Object.keys(programs).map((name) => [name, name])) }
  const output = await bundlePure(entries, [written])
  chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]))
})

describe("the rules as functions", () => {
  it.each(Object.entries(gzippedMax))(
    "agent-court/%s takes at most %d bytes, gzipped",
    async (name, most) => {
      expect(wholeOf(`${name}.js`).length).toBeGreaterThan(0)
      expect(await gzipped(`${name}.js`)).toBeLessThanOrEqual(most)
    },
  )

  it("PD2 §4 one fee takes at most 6 kB, gzipped, with all figures of the law", async () => {
    expect(wholeOf("fee.js").length).toBeGreaterThan(0)
    expect(await gzipped("fee.js")).toBeLessThanOrEqual(feeGzippedMax)
  })

  it.each(Object.keys(rules))("agent-court/%s reaches neither Effect's runtime nor its schemas", (name) => {
    const modules = wholeOf(`${name}.js`).flatMap((chunk) =>
      Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])),
    )
    expect(modules.length).toBeGreaterThan(0)
    expect(modules.filter((id) => /\/effect\//.test(id) && !/\/(?:Function|Record)\.js$/.test(id))).toEqual(
      [],
    )
  })

  it.each(Object.keys(programs).filter((name) => name.startsWith("idle-")))(
    "what is imported and not used leaves nothing in a bundle: %s",
    (name) => {
      expect(wholeOf(`${name}.js`)).toHaveLength(1)
      expect(chunks.get(`${name}.js`)?.code.length).toBeLessThan(200)
    },
  )
})

describe("modules without effects", () => {
  it("a module of the package does nothing as it loads but import, export and define", () => {
    // A program that is run is not imported.
    const run = /^(?:http\/(?:bin|docs|examples)|conformance|scheduler\/laboratory)\/|(?:Thread|Worker)\.ts$/
    const line = /^(?:[\w$.]+(?:\(|\.| =|\[)|(?:if|for|while|try|throw|await|void|switch|do) )/m
    const acting = product.flatMap(({ path, text }) =>
      // A statement stands at the margin. Text in a template may look like one, so what is found is parsed.
      !run.test(path) && line.test(withoutComments(text))
        ? effectsOf(stripTypeScriptTypes(text)).map((statement) => `${path}: ${statement}`)
        : [],
    )
    expect(acting).toEqual([])
  })

  it("a planted statement is found, and a definition is not", () => {
    expect(effectsOf("import a from 'a'\nexport const b = a()\nfunction c() { a() }")).toEqual([])
    expect(effectsOf("const b = 1\nglobalThis.b = b")).toEqual(["globalThis.b = b"])
  })
})
