/** The clients that every court serves, each one file that needs nothing else. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const { resolve } = createRequire(import.meta.url)

/** The client for JavaScript, which is made with the package; null in a checkout that was not built. */
export const scriptClient = (): string | null => {
  try {
    return readFileSync(resolve("agent-court/http/client/browser"), "utf8")
  } catch {
    return null
  }
}

/** The client for Python, which lies in the package as it is written. */
export const pythonClient = (): string =>
  readFileSync(join(dirname(resolve("agent-court/package.json")), "http/examples/court.py"), "utf8")
