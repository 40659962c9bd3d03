// Writes the entry points of the rules into the built package, each with all that its rules use, and marks what the modules of the core
// call as they load, so that every bundler can leave out what a program doesn't use of them. Prints the sizes.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { bundlePure, markPure, rules } from "./pure.ts"

const dist = resolve(import.meta.dirname, "../dist")
const folder = join(dist, "core/rules")

const modules = globSync("core/**/*.js", { cwd: dist }).filter(
  (path) => !/\/testing\/|browser\.js$/.test(path),
)
for (const path of modules) {
  const file = join(dist, path)
  const code = readFileSync(file, "utf8")
  if (!code.includes("@__PURE__")) writeFileSync(file, markPure(code))
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const bytes = new Map()
for (const { fileName, code, imports } of await bundlePure(rules)) {
  writeFileSync(join(folder, fileName), code)
  bytes.set(fileName, { code, imports })
}
/** A file with all that it imports. */
const whole = (name) => {
  const { code, imports } = bytes.get(name)
  return code + imports.map(whole).join("")
}
for (const name of Object.keys(rules)) {
  const code = whole(`${name}.js`)
  console.log(
    `agent-court/${name}: ${(code.length / 1000).toFixed(1)} kB, ${(gzipSync(code, { level: 9 }).length / 1000).toFixed(1)} kB gzipped`,
  )
}
