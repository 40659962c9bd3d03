// Counts what a reader has to read twice, in comments, pages, messages and the law: `npm run words`. The counts may only fall. It ends
// in 1 if one is over its ceiling, and names what is new since the ceilings were written.
//
// `npm run words -- list "headless What" core/holds` lists a class in a folder. `npm run words -- lower` writes lower ceilings.
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { published } from "../../core/kernel/Schedule.ts"
import { Rulebook } from "../../core/rulebook/index.ts"
import { classes, classesOfLaw, findIn, findInLaw, tryClasses } from "./find.mjs"

const root = resolve(import.meta.dirname, "../..")
const ceilingsFile = ".ci/words/ceilings.json"
const generated = [
  "core/rulebook/COVERAGE.md",
  "core/rulebook/ATTACKS.md",
  "core/rulebook/REFUSALS.md",
  "core/rulebook/REPORTS.md",
]

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 })
const isRead = (path) =>
  /\.(?:ts|mjs|md)$/.test(path) && !generated.includes(path) && !path.startsWith(".ci/words/")

const [act, name, under = ""] = process.argv.slice(2)
tryClasses()
const paths = git("ls-files").split("\n").filter(isRead)
const found = [
  ...paths.flatMap((path) => findIn(path, readFileSync(join(root, path), "utf8"))),
  ...findInLaw(Rulebook.instruments, published.at(Date.now())),
]
const names = [...Object.keys(classes), ...classesOfLaw]
const counted = Object.fromEntries(names.map((one) => [one, found.filter((it) => it.name === one).length]))
const ceilings = JSON.parse(readFileSync(join(root, ceilingsFile), "utf8"))
const show = ({ place, words }) => console.log(`${place}  ${words}`)

/** What the files have that they had not when the ceilings were written. */
const newIn = (one) => {
  const base = git("log", "-1", "--format=%H", "--", ceilingsFile).trim() || "HEAD"
  const changed = new Set(git("diff", "--name-only", base).split("\n").filter(isRead))
  const old = git("ls-tree", "-r", "--name-only", base).split("\n")
  const before = old
    .filter((path) => changed.has(path))
    .flatMap((path) => findIn(path, git("show", `${base}:${path}`)))
    .filter((it) => it.name === one)
    .map(({ words }) => words)
  return found.filter((it) => {
    if (it.name !== one || !changed.has(it.place.replace(/:\d+$/, ""))) return false
    const at = before.indexOf(it.words)
    if (at >= 0) before.splice(at, 1)
    return at < 0
  })
}

if (act === "list") {
  for (const it of found) if (it.name === name && it.place.startsWith(under)) show(it)
} else if (act === "lower") {
  const lower = names.map((one) => [one, Math.min(counted[one], ceilings[one] ?? Number.POSITIVE_INFINITY)])
  writeFileSync(join(root, ceilingsFile), `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`)
} else {
  const over = names.filter((one) => counted[one] > (ceilings[one] ?? 0))
  console.table(names.map((one) => ({ class: one, found: counted[one], ceiling: ceilings[one] ?? 0 })))
  for (const one of over) {
    console.log(
      `${one}: ${counted[one]} is over the ceiling of ${ceilings[one] ?? 0}. Since the ceilings were written, these are new:`,
    )
    newIn(one).forEach(show)
  }
  process.exitCode = over.length > 0 ? 1 : 0
}
