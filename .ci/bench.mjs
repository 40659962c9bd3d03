// Runs every benchmark of the tree, one after the other, each in a process of its own: `npm run bench [-- --write] [part of a path …]`.
// With `--write`, what each of them prints is kept in the page of figures, in its row.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { cpus } from "node:os"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const page = join(root, "http/docs/figures.md")
const given = process.argv.slice(2)
const write = given.includes("--write")
const wanted = given.filter((word) => word !== "--write")
const found = globSync("{core,adapters,http,scheduler,conformance}/**/*.bench.ts", { cwd: root }).sort()
const files = found.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))

/** Runs a benchmark, shows what it prints, and gives it; null if it failed. */
const ran = async (file) => {
  console.log(`\n${file}`)
  const child = spawn(process.execPath, ["--expose-gc", file], {
    cwd: root,
    stdio: ["inherit", "pipe", "inherit"],
  })
  let printed = ""
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text
    process.stdout.write(text)
  })
  const [status] = await once(child, "close")
  return status === 0 ? printed : null
}

/** Writes what a benchmark printed into its row of the page: a line of code for each line, so that columns stay columns. */
const keep = (file, printed) => {
  const lines = readFileSync(page, "utf8").split("\n")
  const at = lines.findIndex((line) => line.startsWith("| [") && line.includes(`](../../${file}) |`))
  if (at < 0) throw new Error(`${page} has no row for ${file}`)
  const bench = lines[at].slice(0, lines[at].indexOf(") |") + 1)
  const when = new Date().toISOString().slice(0, 10)
  const where = `Node ${process.versions.node.split(".")[0]}, ${cpus().length} × ${cpus()[0].model}`
  const code = printed
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `\`${line.trimEnd().replaceAll("|", "\\|")}\``)
  lines[at] = `${bench} | ${when}, ${where} | ${code.join("<br>")} |`
  writeFileSync(page, lines.join("\n"))
}

let failed = files.length === 0
for (const file of files) {
  const printed = await ran(file)
  failed ||= printed === null
  if (write && printed !== null) keep(file, printed)
}
process.exitCode = failed ? 1 : 0
