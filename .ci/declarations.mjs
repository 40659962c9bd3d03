// Removes the declarations that no entry point of the package reaches: half of their files, and as many blocks of its user's disk.
import { existsSync, globSync, readFileSync, rmSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

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
