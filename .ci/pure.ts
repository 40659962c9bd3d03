/**
 * Marks the calls that modules of the core make as they load: they make tables, schemas and rules, and change nothing. A bundler then leaves
 * out what a program doesn't use, and a rule reaches neither Effect's runtime nor its schemas, though both stand in its module.
 */
import { join, resolve } from "node:path"
import { build, type Plugin, parseAst, type Rollup } from "vite"

const root = resolve(import.meta.dirname, "..")
const mark = "/* @__PURE__ */ "
/** Nodes whose code runs later, if it runs at all. */
const later = new Set([
  "ArrowFunctionExpression",
  "FunctionExpression",
  "FunctionDeclaration",
  "MethodDefinition",
])

const numberIn = (node: object, name: string): number => Number(Reflect.get(node, name))
const typeOf = (node: object): string => String(Reflect.get(node, "type"))

/** Where the calls begin that a module makes as it loads. A chain of calls is marked once, since all of it begins at one place. */
const callsOf = (node: unknown, found = new Set<number>()): ReadonlySet<number> => {
  if (typeof node !== "object" || node === null || later.has(typeOf(node))) return found
  if (/^(?:Call|New)Expression$/.test(typeOf(node))) found.add(numberIn(node, "start"))
  // A list of nodes is gone through as an object, too.
  for (const child of Object.values(node)) callsOf(child, found)
  return found
}

export const markPure = (code: string): string =>
  [...callsOf(parseAst(code))]
    .sort((a, b) => b - a)
    .reduce((text, at) => `${text.slice(0, at)}${mark}${text.slice(at)}`, code)

/** The effects of a module as it loads, other than to import, to export and to define: a line each. */
export const effectsOf = (code: string): ReadonlyArray<string> =>
  parseAst(code).body.flatMap((node) =>
    /^(?:Import|Export)|Declaration$/.test(node.type) || "directive" in node
      ? []
      : [code.slice(numberIn(node, "start"), numberIn(node, "end"))],
  )

const marking: Plugin = {
  name: "mark-pure",
  transform: (code, id) => (id.startsWith(join(root, "core/")) ? { code: markPure(code), map: null } : null),
}

/** The entry points of the rules: the name of each in the package, and its module. */
export const rules = {
  schedule: "core/kernel/Schedule.ts",
  account: "core/account/Rules.ts",
  compliance: "core/compliance/Rules.ts",
  law: "core/law/Rules.ts",
  ledger: "core/ledger/Rules.ts",
} as const

/** These modules of the core, bundled with all that they use, and with nothing else. Code that several of them use is a file of its own. */
export const bundlePure = async (
  input: Readonly<Record<string, string>>,
  plugins: ReadonlyArray<Plugin> = [],
): Promise<ReadonlyArray<Rollup.OutputChunk>> => {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    root,
    ssr: { noExternal: true },
    plugins: [...plugins, marking],
    build: {
      write: false,
      ssr: true,
      target: "es2022",
      minify: false,
      rollupOptions: {
        input: { ...input },
        preserveEntrySignatures: "strict",
        treeshake: { moduleSideEffects: false, propertyReadSideEffects: false },
        output: {
          format: "es",
          entryFileNames: "[name].js",
          chunkFileNames: "shared-[hash:8].js",
          hoistTransitiveImports: false,
        },
      },
    },
  })
  if (!("output" in built)) throw new Error("one bundle was expected")
  return built.output.flatMap((one) => (one.type === "chunk" ? [one] : []))
}
