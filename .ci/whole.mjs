// Bundles built programs into one file each, which needs no other module of the package. The worker thread of simulations then starts in a
// fifth of the time. The monitor then holds half of the memory, since it loads only what it uses.
import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { build, transformWithEsbuild } from "vite"

const dist = resolve(import.meta.dirname, "../dist")
const programs = [
  // Few simulations ask for entries, so that module stays a file of its own.
  { path: "scheduler/laboratory/RunWorker.js", external: [/\/Entries\.js$/], treeshake: true },
  {
    path: "http/bin/monitor.js",
    // The program tells its failures by their classes.
    external: [/\/(?:Cli|Terminal)\.js$/],
    treeshake: {
      moduleSideEffects: false,
      propertyReadSideEffects: false,
      // The core's modules call these as they load, to make tables and rules. A monitor uses few of them.
      manualPureFunctions: ["rule", "command", "act", "move", "ground"],
    },
  },
]

for (const { path, external, treeshake } of programs) {
  const file = resolve(dist, path)
  const built = await build({
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: true,
      target: "es2022",
      minify: false,
      rollupOptions: { input: file, external: [/^node:/, ...external], treeshake },
    },
  })
  const { output } = built
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
}
