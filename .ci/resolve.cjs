/**
 * Preloaded by the programs that tests start. Node looks a file up, and reads the nearest package.json anew, for each of the thousand imports
 * of a program: half of the time of its start. Here only the first import of a folder, or of a package, is resolved by Node.
 */
const { join } = require("node:path")
const { pathToFileURL } = require("node:url")
const { registerHooks } = require("node:module")

const root = pathToFileURL(join(__dirname, "../")).href
const relative = /^\.\.?\/.*\.(?:js|mjs|ts)$/
const packageOf = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//
/** The formats of the modules of a folder with one ending, which its package.json decides, and the packages that another package imports. */
const known = new Map()

const folderOf = (url) => url.slice(0, url.lastIndexOf("/"))
const endingOf = (url) => url.slice(url.lastIndexOf("."))

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "", conditions } = context
    if (!parentURL.startsWith(root) || specifier.startsWith("node:") || !conditions.includes("import"))
      return next(specifier, context)
    if (relative.test(specifier)) {
      const { href: url } = new URL(specifier, parentURL)
      const key = `${folderOf(url)} ${endingOf(url)}`
      const format = known.get(key)
      if (format !== undefined) return { url, format, shortCircuit: true }
      const found = next(specifier, context)
      // A folder behind a link is resolved each time.
      if (found.format && found.url === url) known.set(key, found.format)
      return found
    }
    if (/^[.#/]|:/.test(specifier)) return next(specifier, context)
    const key = `${packageOf.exec(parentURL)?.[0] ?? root} ${specifier}`
    const { url, format } = known.get(key) ?? next(specifier, context)
    known.set(key, { url, format })
    return { url, format, shortCircuit: true }
  },
})
