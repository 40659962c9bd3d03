// Puts the parts that it uses of a few large libraries into the built package, so that its users need not download the rest.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { basename, dirname, join, resolve } from "node:path"
import { build, transformWithEsbuild } from "vite"

const root = resolve(import.meta.dirname, "..")
const dist = join(root, "dist")
/** The libraries whose parts are put in, with the parts of what they import, except what the package depends on or shares with its user. */
const inside = [
  "viem",
  "libphonenumber-js",
  "@modelcontextprotocol/server",
  "compromise",
  "markdown-it",
  "validator",
  "yaml",
  // The rules don't need them, and they would be half of an installation.
  "@effect/platform",
  "@effect/sql",
  "@effect/experimental",
  // Programs use little of each, and the version of the patterns of criteria is part of what they mean.
  "@noble/curves",
  "@noble/hashes",
  "@scure/base",
  "@scure/bip32",
  "cbor2",
  "find-my-way-ts",
  "hyparquet",
  "hyparquet-writer",
  "re2js",
  // It would install an older SQLite library, which must be compiled. In the package it uses the court's.
  "@effect/sql-sqlite-node",
  // Its exporter needs nothing else, but it would install all packages of OpenTelemetry.
  "@effect/opentelemetry",
]
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const kept = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !inside.includes(name))
const isOf = (names) => (id) => names.some((name) => id === name || id.startsWith(`${name}/`))
const [isKept, isInside] = [isOf(kept), isOf(inside)]
/** The driver of PostgreSQL comes with Effect's SQL packages, and the store has to share them with it. */
const isOfPostgres = (id, from) =>
  id === "pg" || (id.startsWith("@effect/") && from?.startsWith(join(dist, "adapters/postgres/")))
const isRelative = (id) => id.startsWith(".") || id.startsWith("/") || id.startsWith("\0")

const modules = globSync("**/*.js", { cwd: dist }).filter(
  (file) => !file.endsWith("browser.js") && !/^libraries\/|(^|\/)testing\//.test(file),
)
const users = modules.filter((file) =>
  [...readFileSync(join(dist, file), "utf8").matchAll(/(?:from|import\() ?"([^".][^"]*)"/g)].some(
    ([, id]) => isInside(id) && !isOfPostgres(id, join(dist, file)),
  ),
)
if (users.length === 0) {
  console.log("the libraries are in the built files already")
  process.exit()
}
/** Whether a module gets another version of a package than this package depends on, because that version lies nearer to it. */
const hasOwn = (id, from) => {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id
  for (
    let folder = dirname(from ?? root);
    folder.startsWith(join(root, "node_modules/"));
    folder = dirname(folder)
  )
    if (existsSync(join(folder, "node_modules", name))) return true
  return false
}
/** The folder of the package that a module belongs to. */
const packageFolder = (id) => /[^\0]*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]
const packageOf = (id) => basename(packageFolder(id) ?? "shared")

rmSync(join(dist, "libraries"), { recursive: true, force: true })
const ours = new Set(users.map((file) => join(dist, file)))
const { output } = await build({
  configFile: false,
  logLevel: "warn",
  root,
  ssr: { noExternal: true },
  build: {
    write: false,
    ssr: true,
    // An older target would take the attributes of imports away.
    target: "esnext",
    minify: false,
    rollupOptions: {
      input: Object.fromEntries(users.map((file) => [file.replace(/\.js$/, ""), join(dist, file)])),
      // A module of ours stays where it is. Of the libraries, only what is imported is written.
      external: (id, from) => {
        if (id.startsWith("node:") || isBuiltin(id)) return true
        if (!isRelative(id)) return isOfPostgres(id, from) || (isKept(id) && !hasOwn(id, from))
        const target = id.startsWith(".") && from !== undefined ? resolve(dirname(from), id) : id
        return target.startsWith(dist) && !ours.has(target)
      },
      output: {
        format: "es",
        entryFileNames: "[name].js",
        chunkFileNames: ({ moduleIds }) => `libraries/${packageOf(moduleIds[0])}-[hash:6].js`,
        hoistTransitiveImports: false,
        // Node takes the older word for the attributes of imports no more.
        importAttributesKey: "with",
      },
    },
  },
})

/** The code of others, minified, since nobody reads it here. Their licences stand in a file of their own. */
const shortened = async (fileName, code) =>
  fileName.startsWith("libraries/")
    ? (
        await transformWithEsbuild(code, fileName, {
          minify: true,
          legalComments: "none",
          sourcemap: false,
        })
      ).code
    : code

const used = new Set()
let bytes = 0
for (const { fileName, code, modules } of output) {
  mkdirSync(dirname(join(dist, fileName)), { recursive: true })
  const written = await shortened(fileName, code)
  bytes += written.length
  writeFileSync(join(dist, fileName), written)
  for (const id of Object.keys(modules)) if (id.includes("node_modules/")) used.add(packageFolder(id))
}

const licences = [...used].sort().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const [file] = globSync("{LICENSE,LICENCE,license}*", { cwd: folder })
  if (file === undefined) throw new Error(`${name} has no licence to pass on`)
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`
})
writeFileSync(join(dist, "libraries/LICENSES.txt"), licences.join(`\n${"-".repeat(72)}\n\n`))
console.log(
  `${users.length} modules with what they use of ${used.size} libraries: ${(bytes / 1000).toFixed(0)} kB`,
)
