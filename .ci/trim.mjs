// Removes from the built package what its users never read: the declarations that no entry point reaches, which are half of their files,
// and the comments of programs. Those of declarations stay, since editors show them.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { transformWithEsbuild } from "vite"

const root = resolve(import.meta.dirname, "..")
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const entries = Object.values(exports)
  .flatMap(({ types }) => types ?? [])
  .flatMap((path) => globSync(path.replace("*", "**"), { cwd: root }))
const reached = new Set(entries.map((path) => resolve(root, path)))
// A file that is added while the set is gone through is gone through too.
for (const file of reached)
  for (const [, path] of readFileSync(file, "utf8").matchAll(/(?:from|import|import\() ?"(\.[^"]+)"/g)) {
    const target = resolve(dirname(file), path).replace(/\.[jt]s$/, ".d.ts")
    if (!existsSync(target)) throw new Error(`${file} imports ${path}, which has no declarations`)
    reached.add(target)
  }
const removed = globSync("dist/**/*.d.ts", { cwd: root }).filter((path) => !reached.has(resolve(root, path)))
for (const path of removed) rmSync(join(root, path))
console.log(`${reached.size} files of declarations are reached, ${removed.length} others removed`)

let saved = 0
for (const path of globSync("dist/**/*.js", { cwd: root })) {
  const file = join(root, path)
  const written = readFileSync(file, "utf8")
  const { code } = await transformWithEsbuild(written, file, {
    target: "esnext",
    legalComments: "none",
    sourcemap: false,
  })
  // The bundles have no blanks, and would grow.
  if (code.length >= written.length) continue
  saved += written.length - code.length
  writeFileSync(file, code)
}
console.log(`comments and blanks of programs: ${(saved / 1000).toFixed(0)} kB removed`)
