// Compiles the sources if one of them is newer than the last compilation, so that `npm start` serves at once when nothing changed. It
// doesn't check types, which takes ten times as long; `npm run typecheck` and `npm run build` do. Its messages go to standard error, since
// the output belongs to the program that runs next.
import { spawnSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const stamp = join(root, "dist/.compiled")
const sources = ["core", "adapters", "http", "scheduler", "conformance"]
const installed = "node_modules/.package-lock.json"
const settings = ["package-lock.json", "tsconfig.json", "tsconfig.build.json", installed]

/** The time of the last change of a file, or of anything in a folder. The folder itself counts, so a removed file is noticed. */
const changedAt = (path) => {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  const within = stats.isDirectory() ? readdirSync(path).map((name) => changedAt(join(path, name))) : []
  return Math.max(stats.mtimeMs, ...within)
}

/** The first package that isn't installed in the version of the lock file; undefined if all are. */
const stale = () => {
  const packagesOf = (name) => JSON.parse(readFileSync(join(root, name), "utf8")).packages
  const here = packagesOf(installed)
  return Object.entries(packagesOf("package-lock.json")).find(
    ([name, { version, optional }]) => name !== "" && !optional && here[name]?.version !== version,
  )?.[0]
}

/** Prints why nothing is started, and ends. */
const refuse = (why) => {
  console.error(`${why}, so nothing was started.`)
  process.exit(1)
}

const newest = Math.max(...[...sources, ...settings].map((name) => changedAt(join(root, name))))
if (!existsSync(stamp) || statSync(stamp).mtimeMs < newest) {
  const begun = new Date()
  const missing = existsSync(join(root, installed)) ? stale() : "node_modules"
  if (missing !== undefined) refuse(`${missing} is not as package-lock.json has it (run: npm ci)`)
  console.error("Compiling the sources. The next start does it only if they have changed.")
  const tsc = join(root, "node_modules/.bin/tsc")
  const options = ["-p", "tsconfig.build.json", "--noCheck", "--declaration", "false"]
  const { status } = spawnSync(tsc, options, { cwd: root, stdio: ["ignore", 2, 2] })
  if (status !== 0) refuse("The sources don't compile")
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
