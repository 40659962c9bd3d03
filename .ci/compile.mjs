// Compiles the sources if one of them is newer than the last compilation, so that `npm start` serves at once when nothing changed. Its
// messages go to standard error, since the output belongs to the program that runs next.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const stamp = join(root, "dist/.compiled")
const sources = ["core", "adapters", "http", "scheduler", "conformance"]
const settings = ["package.json", "tsconfig.json", "tsconfig.build.json", "node_modules/.package-lock.json"]

/** The time of the last change of a file, or of anything in a folder. The folder itself counts, so a removed file is noticed. */
const changedAt = (path) => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  const within = stats.isDirectory() ? readdirSync(path).map((name) => changedAt(join(path, name))) : []
  return Math.max(stats.mtimeMs, ...within)
}

const newest = Math.max(...[...sources, ...settings].map((name) => changedAt(join(root, name))))
if (!existsSync(stamp) || statSync(stamp).mtimeMs < newest) {
  const begun = new Date()
  console.error(
    "Compiling the sources, for about 20 seconds. The next start does it only if they have changed.",
  )
  const tsc = join(root, "node_modules/.bin/tsc")
  const { status } = spawnSync(tsc, ["-p", "tsconfig.build.json"], { cwd: root, stdio: ["ignore", 2, 2] })
  if (status !== 0) {
    console.error(
      "The sources don't compile, so nothing was started. After a change of packages, run: npm ci",
    )
    process.exit(1)
  }
  // A court serves the client, and pages load the others, to check a proof and to evaluate criteria. A court without them serves everything else.
  const bundles = [
    ["dist/http/client/browser.js", "http/client/Browser.ts"],
    ["dist/http/client/proof.browser.js", "http/client/Proof.ts"],
    ["dist/core/criteria/criteria.browser.js", "core/criteria/index.ts"],
  ]
  for (const made of bundles)
    spawnSync(process.execPath, [".ci/bundle.mjs", ...made], { cwd: root, stdio: ["ignore", 2, 2] })
  console.error(`Compiled in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
  // The stamp has the time at which compiling began, so a source that changes meanwhile is newer.
  mkdirSync(join(root, "dist"), { recursive: true })
  writeFileSync(stamp, "")
  utimesSync(stamp, begun, begun)
}
