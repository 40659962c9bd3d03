/** A hash of the code that makes runs, so that a study never goes on with runs that other code has made. */
import { readFileSync, statSync } from "node:fs"
import { posix } from "node:path"
import { sha256Hex } from "../../core/kernel/Hash.ts"

/** The script of the worker threads: TypeScript in the source tree, JavaScript in a build, as this file is. */
export const script = new URL(
  import.meta.url.endsWith(".ts") ? "./RunWorker.ts" : "./RunWorker.js",
  import.meta.url,
)

/** Matches the relative imports of a module: `from "./A.ts"`, `import "./A.ts"`, `import("./A.ts")`. */
const relative = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g

/** The texts of a module and of all files that it imports, by path. A match that is not a file, as in a comment, is left out. */
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
 * The SHA-256 of a module and of every file that it imports, with their relative paths, so that it is the same in every folder and on
 * every machine. Packages are left out: the lock file fixes them.
 */
export const hashOf = (entry: URL): string => {
  const from = posix.dirname(entry.pathname)
  const files = [...modulesFrom(entry)]
    .map(([path, text]) => [posix.relative(from, path), sha256Hex(text)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return sha256Hex(JSON.stringify(files))
}

/** The hash of this installation's code. The source tree and its build have different hashes. */
export const code = { sha256: hashOf(script) }
