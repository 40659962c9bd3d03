/** The code that makes runs, as a hash: runs of other code are never taken for runs of this one. */
import { readFileSync, statSync } from "node:fs"
import { posix } from "node:path"
import { sha256Hex } from "../../core/Text.ts"

/** The thread that runs simulations; as this file is: TypeScript in the tree, JavaScript where it is built. */
export const script = new URL(
  import.meta.url.endsWith(".ts") ? "./RunWorker.ts" : "./RunWorker.js",
  import.meta.url,
)

/** What a module imports or loads of the files beside it: `from "./A.ts"`, `import "./A.ts"`, `import("./A.ts")`. */
const relative = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g

/** A module and all files that it loads, with what each holds. What is named in a comment and is no file is left out. */
const modulesFrom = (entry: URL): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const waiting = [entry]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const isFile = statSync(at, { throwIfNoEntry: false })?.isFile() ?? false
    if (found.has(at.pathname) || !isFile) continue
    const text = readFileSync(at, "utf8")
    found.set(at.pathname, text)
    for (const [, path = ""] of text.matchAll(relative)) waiting.push(new URL(path, at))
  }
  return found
}

/**
 * The SHA-256 of a module with every file that it loads, by their places beside it. It depends on neither the machine nor the folder
 * where they lie. Packages are not read: the lock file has them.
 */
export const hashOf = (entry: URL): string => {
  const from = posix.dirname(entry.pathname)
  const files = [...modulesFrom(entry)]
    .map(([path, text]) => [posix.relative(from, path), sha256Hex(text)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return sha256Hex(JSON.stringify(files))
}

/** The hash of the code that makes runs here. A tree and what is built of it are different code. */
export const code = { sha256: hashOf(script) }
