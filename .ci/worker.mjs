// Bundles the built worker thread of simulations into one file, which starts in a fifth of the time that its hundreds of modules take.
import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { build, transformWithEsbuild } from "vite"

const file = resolve(import.meta.dirname, "../dist/scheduler/simulation/RunWorker.js")
const built = await build({
  configFile: false,
  logLevel: "warn",
  build: {
    write: false,
    target: "es2022",
    minify: false,
    lib: { entry: file, formats: ["es"], fileName: "RunWorker" },
    // Few simulations ask for entries, so that module stays a file of its own.
    rollupOptions: { external: [/^node:/, /\/Entries\.js$/] },
  },
})
const [{ output }] = built
if (output.length !== 1) throw new Error(`one file was expected: ${output.map(({ fileName }) => fileName)}`)
// Comments and blanks are half of it, and the package has a bound. Names stay, so that a stack can be read.
const { code } = await transformWithEsbuild(output[0].code, file, {
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  sourcemap: false,
})
writeFileSync(file, code)
console.log(`${file}: ${(code.length / 1000).toFixed(0)} kB`)
