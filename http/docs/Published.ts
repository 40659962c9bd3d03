/** The examples as they are published, in the package and on its pages: they import the package by its name. */
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The examples that the package has, in the order in which `embedding.md` and `rules-as-functions.md` show or name them. */
export const examples = ["quote.ts", "dispute.ts", "node-server.ts", "deno-server.ts", "rules.ts"] as const

/** The entry points of the package, by the modules of this repository that they are. */
const entries: ReadonlyArray<readonly [path: RegExp, name: string]> = [
  [/^\.\.\/\.\.\/core\/index\.ts$/, "agent-court"],
  [/^\.\.\/\.\.\/core\/(\w+)\/Rules\.ts$/, "agent-court/$1"],
  [/^\.\.\/\.\.\/core\/kernel\/Schedule\.ts$/, "agent-court/schedule"],
  [/^\.\.\/\.\.\/scheduler\/index\.ts$/, "agent-court/scheduler"],
  [/^\.\.\/\.\.\/adapters\/(\w+)\/index\.ts$/, "agent-court/adapters/$1"],
  [/^\.\.\/index\.ts$/, "agent-court/http"],
  [/^\.\.\/client\/index\.ts$/, "agent-court/http/client"],
]

const entryOf = (specifier: string): string => {
  if (!specifier.startsWith(".")) return specifier
  const found = entries.find(([path]) => path.test(specifier))
  if (found === undefined) throw new Error(`${specifier} is not an entry point of the package`)
  return specifier.replace(...found)
}

/** The name of an example in the package. A file of this suffix is a module whatever the `package.json` beside it says. */
export const publishedName = (name: string): string => name.replace(/\.ts$/, ".mts")

/** The text of an example as somebody else's program. Throws if it imports what the package does not offer. */
export const readPublished = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../examples", name), "utf8")
    .replaceAll(name, publishedName(name))
    .replace(
      /(from ")([^"]+)(")/g,
      (_, before: string, specifier: string, after: string) => `${before}${entryOf(specifier)}${after}`,
    )

/** The examples that each page shows whole, each in a block of its own. */
export const shown = {
  "embedding.md": ["quote.ts", "node-server.ts", "deno-server.ts"],
  "calling.md": ["signed.ts"],
  "rules-as-functions.md": ["rules.ts"],
} as const

/** The text of a page with each of its blocks of TypeScript replaced by the example that belongs there. */
export const withExamples = (page: keyof typeof shown, text: string): string => {
  const texts = shown[page].map(readPublished).values()
  return text.replace(/^```ts\n.*?^```$/gms, () => `\`\`\`ts\n${texts.next().value ?? ""}\`\`\``)
}
