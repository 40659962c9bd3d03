// Runs every benchmark of the tree, one after the other, each in a process of its own: `npm run bench [-- --write] [part of a path …]`.
// With `--write`, what each of them prints is kept in the page of figures, between the marks of its file.
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

/** Puts a text between the marks of a benchmark. */
const keep = (file, printed) => {
  const [begin, end] = [`<!-- bench ${file} -->\n`, "<!-- end -->"]
  const [before, after] = readFileSync(page, "utf8").split(begin)
  if (after === undefined) throw new Error(`${page} has no mark ${begin.trim()}`)
  const head = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node.split(".")[0]}, ${cpus().length} × ${cpus()[0].model}`
  const text = `\`\`\`text\n${head}\n\n${printed.trim()}\n\`\`\`\n`
  writeFileSync(page, before + begin + text + after.slice(after.indexOf(end)))
}

let failed = files.length === 0
for (const file of files) {
  const printed = await ran(file)
  failed ||= printed === null
  if (write && printed !== null) keep(file, printed)
}
process.exitCode = failed ? 1 : 0
