// Loads every entry point of the package by its public name and from the built files, as a program that depends on it does.
import { globSync, readFileSync } from "node:fs"
import { dirname } from "node:path"

const { name, exports } = JSON.parse(readFileSync("package.json", "utf8"))
const adapters = globSync("adapters/*/index.ts").map((file) => `./${dirname(file)}`)
const offered = [
  ...Object.keys(exports).filter((path) => !path.includes("*") && !path.endsWith(".json")),
  ...adapters,
]
/**
 * The traces that a module could leave in the process that imports it. Effect keeps one name, by which its copies would know each other.
 */
const traces = () => ({
  names: Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith("effect/")),
  listeners: process.eventNames().length,
  resources: process.getActiveResourcesInfo().filter((kind) => /Timeout|Immediate|Server|Worker/.test(kind))
    .length,
})
const before = JSON.stringify(traces())
for (const path of offered) {
  const found = await import(path.replace(".", name))
  if (Object.keys(found).length === 0) throw new Error(`${path} offers nothing`)
}
const after = JSON.stringify(traces())
if (after !== before) throw new Error(`an entry point changes the process: ${before}, then ${after}`)
console.log(`${offered.length} entry points of the package load from the built files`)
