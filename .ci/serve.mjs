// Bundles the built `agent-court serve` and the threads of its SQLite store: few files instead of twelve hundred, and only what a court uses
// of its libraries. It starts in half of the processor time, and holds less memory.
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { dirname, join, relative, resolve } from "node:path"
import { build, transformWithEsbuild } from "vite"

const dist = resolve(import.meta.dirname, "../dist")
const entries = ["http/bin/serve", "adapters/sqlite/WriterThread", "adapters/sqlite/ReaderThread"]
const chunks = "http/bin/serve"

/** The libraries that are put in. The others are loaded by few courts, or hold a program that must lie where it is installed. */
const inside =
  /^(?:effect|@effect\/(?:platform|sql|sql-pg|sql-sqlite-node|experimental|opentelemetry)|@noble\/(?:curves|hashes)|@scure\/(?:base|bip32)|find-my-way-ts|multipasta|fast-check|pure-rand)(?:\/|$)/
const isRelative = (id) => /^[./\0]/.test(id)
/** Errors of these modules are known by their classes, and the program that loads the bundle has them too. */
const shared = ["http/bin/Cli.js", "http/terminal/Terminal.js"].map((file) => join(dist, file))

/**
 * An import of one of Node's own modules reads all its members. Those of `node:http` load a client that takes 13 MB, and those of `node:fs`
 * and `node:util` load more modules. Asked for so, a module gives what is used of it.
 */
const withoutFacade = {
  name: "without-facade",
  enforce: "pre",
  resolveId: (id) => (isBuiltin(id) ? `\0lazy:${id}` : null),
  load: (id) =>
    id.startsWith("\0lazy:")
      ? {
          code: `export default process.getBuiltinModule("${id.slice("\0lazy:".length)}")`,
          moduleSideEffects: false,
          syntheticNamedExports: "default",
        }
      : null,
}

/** The code without any character that takes two bytes in memory, since one of them would double the whole text. */
const escaped = (code) =>
  code.replaceAll(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** A module finds its scripts and pages beside itself, where it lay before. */
const inPlace = {
  name: "in-place",
  resolveImportMeta: (property, { moduleId, chunkId }) =>
    property === "url"
      ? `new URL(${JSON.stringify(relative(dirname(join(dist, chunkId)), moduleId))}, import.meta.url).href`
      : null,
}

const { output } = await build({
  configFile: false,
  logLevel: "error",
  root: dist,
  ssr: { noExternal: true },
  plugins: [withoutFacade, inPlace],
  build: {
    write: false,
    ssr: true,
    target: "es2023",
    minify: false,
    rollupOptions: {
      input: Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)])),
      external: (id, from) => {
        if (isRelative(id)) return id.startsWith(".") && shared.includes(resolve(dirname(from ?? dist), id))
        return !isBuiltin(id) && !inside.test(id)
      },
      // A library that stays outside is imported for what is used of it, and else not at all.
      treeshake: { moduleSideEffects: (id, isOutside) => !isOutside && !id.includes("node_modules/") },
      output: {
        format: "es",
        entryFileNames: "[name].js",
        chunkFileNames: `${chunks}/[name]-[hash:8].js`,
        // Names in libraries become short, which those of our own code must not.
        manualChunks: (id) =>
          /node_modules\/(?:effect|@effect\/platform|@noble|@scure|find-my-way-ts)\//.test(id)
            ? "libraries"
            : undefined,
        hoistTransitiveImports: false,
      },
    },
  },
})

for (const file of globSync(`${chunks}/*-????????.js`, { cwd: dist })) rmSync(join(dist, file))
let bytes = 0
for (const { fileName, code, modules } of output) {
  // Of our own code the names stay, so that a stack can be read.
  const ofOthers = Object.keys(modules).every((id) => id.includes("node_modules/"))
  const short = await transformWithEsbuild(code, fileName, {
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: ofOthers,
    legalComments: "none",
    sourcemap: false,
    charset: "ascii",
  })
  const text = escaped(short.code)
  bytes += text.length
  mkdirSync(dirname(join(dist, fileName)), { recursive: true })
  writeFileSync(join(dist, fileName), text)
}
console.log(`agent-court serve in ${output.length} files: ${(bytes / 1000).toFixed(0)} kB`)
