// Makes the browser bundles, each one file that needs nothing else: of the client, and of the check of a proof and the criteria, which pages
// use without the client. `npm run bundle [-- <file> [<entry>]]` makes one of them. Prints their sizes.
// `npm run bundle -- --beside` measures the rules instead (beside.mjs).
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { build, transformWithEsbuild } from "vite"

const root = resolve(import.meta.dirname, "..")
const target = "es2022"

/** Libraries that the definitions import, and that only the server, the tests or the description use. */
const unused = /^(fast-check|find-my-way-ts|multipasta(\/.*)?)$/
const withoutUnused = {
  name: "without-unused",
  enforce: "pre",
  resolveId: (id) => (unused.test(id) ? `\0${id}` : null),
  load: (id) =>
    id.startsWith("\0") && unused.test(id.slice(1))
      ? { code: "export default {}", moduleSideEffects: false, syntheticNamedExports: "default" }
      : null,
}

/** Members of the definitions that only the description publishes: words, examples, JSON Schema. A client does not use them. */
const words = new Set(["summary", "description", "example", "examples", "jsonSchema"])
const isWords = ({ type, key, value }) =>
  type === "Property" &&
  words.has(key.name) &&
  ["Literal", "TemplateLiteral", "ArrayExpression", "ObjectExpression", "MemberExpression"].includes(
    value.type,
  )

/** Functions whose second argument describes a member of a body (core/kernel/Json.ts). */
const described = new Set(["member", "optional", "exactly"])
const isDescribing = ({ type, callee, arguments: given }) =>
  type === "CallExpression" && described.has(callee.name) && given.length === 2

/** The object on which a chain of calls begins: `Schema` in `Schema.String.pipe(…)`. */
const rootOf = ({ type, callee, object, name }) =>
  type === "CallExpression" ? rootOf(callee) : type === "MemberExpression" ? rootOf(object) : name

const pure = "/* @__PURE__ */ "

/** The ranges of a source to overwrite, each with its replacement. */
const rangesOf = (node, inApi) => {
  if (typeof node !== "object" || node === null) return []
  if (node.type === "CallExpression" && rootOf(node) === "Schema" && node.pure !== true) {
    // The rest of the chain begins at the same place.
    for (let on = node; on !== undefined; on = on.callee ?? on.object) on.pure = true
    return [[node.start, node.start, pure], ...rangesOf(node, inApi)]
  }
  // In the core a member of such a name may be part of a record.
  if (inApi && isWords(node)) return [[node.start, node.end, "...{}"]]
  if (isDescribing(node)) {
    const [schema, words] = node.arguments
    return [...rangesOf(schema, inApi), [words.start, words.end, '""']]
  }
  return Object.values(node).flatMap((child) =>
    Array.isArray(child) ? child.flatMap((one) => rangesOf(one, inApi)) : rangesOf(child, inApi),
  )
}

/** Overwrites rather than cuts, so that no comma is left over. */
const overwrite = (code, ranges) =>
  ranges.reduceRight(
    (text, [start, end, instead]) => `${text.slice(0, start)}${instead}${text.slice(end)}`,
    code,
  )

const withoutWords = {
  name: "without-words",
  transform(code, id) {
    const inApi = id.startsWith(join(root, "http/api/"))
    if (!inApi && !id.startsWith(join(root, "core/"))) return null
    return { code: overwrite(code, rangesOf(this.parse(code), inApi)), map: null }
  },
}

/** The tables of characters that a pattern may name (core/criteria/Pattern.ts refuses every other name before the engine sees it). */
const named = new Set(["L", "M", "N", "P", "S", "Z"])
const isTable = ({ type, callee }) => type === "NewExpression" && callee.name === "LazyMap"

/** The ranges of the tables that no pattern names, in a node of the engine. */
const unnamedTables = (node) => {
  if (typeof node !== "object" || node === null) return []
  if (isTable(node))
    return node.arguments[0].properties
      .filter(({ key }) => !named.has(key.name ?? key.value))
      .map(({ start, end }) => [start, end, "...{}"])
  return Object.values(node).flatMap(unnamedTables)
}

const withoutTables = {
  name: "without-tables",
  transform(code, id) {
    return id.includes("/re2js/")
      ? { code: overwrite(code, unnamedTables(this.parse(code))), map: null }
      : null
  },
}

/** The description of the interface for browsers, in place of the module that derives it from the definitions. */
const withDescription = {
  name: "with-description",
  enforce: "pre",
  async load(id) {
    if (id !== join(root, "http/client/Described.ts")) return null
    const { described } = await import(id)
    return `export const described = ${JSON.stringify(described)}`
  },
}

const bundle = async (entry, file) => {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    root,
    plugins: [withDescription, withoutUnused, withoutWords, withoutTables],
    build: {
      write: false,
      target,
      minify: false,
      lib: { entry, formats: ["es"], fileName: "browser" },
      rollupOptions: {
        // A package may place an annotation where it means nothing. Its bundle is the same.
        onwarn: (warning, warn) => warning.code === "INVALID_ANNOTATION" || warn(warning),
        treeshake: {
          moduleSideEffects: false,
          propertyReadSideEffects: false,
          // The core's modules call these as they load, to make tables and rules. The client uses few of them.
          manualPureFunctions: [
            "rule",
            "command",
            "act",
            "move",
            "ground",
            "Data.TaggedError",
            "Context.Tag",
            "Kind.make",
          ],
        },
      },
    },
  })
  const [{ output }] = built
  const { code } = await transformWithEsbuild(output[0].code, "browser.js", {
    minify: true,
    target,
    format: "esm",
    sourcemap: false,
  })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, code)
  const kB = (bytes) => (bytes / 1000).toFixed(1)
  console.log(`${file}: ${kB(code.length)} kB, ${kB(gzipSync(code, { level: 9 }).length)} kB gzipped`)
}

const [given, entry = "http/client/Browser.ts"] = process.argv.slice(2)
if (given === "--beside") await import("./beside.mjs")
else if (given !== undefined) await bundle(entry, given)
else {
  await bundle("http/client/Browser.ts", "dist/http/client/browser.js")
  await bundle("http/client/Proof.ts", "dist/http/client/proof.browser.js")
  await bundle("core/criteria/index.ts", "dist/core/criteria/criteria.browser.js")
}
