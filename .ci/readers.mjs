// Reads a folder of results as people do, and compares what each reader prints: `npm run readers -- [python] [R]`. The notebook is always read.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const examples = join(root, "scheduler/laboratory/examples")
const folder = mkdtempSync(join(tmpdir(), "readers-"))
const results = join(folder, "results")
const must = (holds, words) => {
  if (!holds) throw new Error(words)
}
const run = (program, args) => {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, RESULTS: results },
  })
  must(status === 0, `${program} ${args.join(" ")}: ${stderr}${error ?? ""}`)
  return stdout
}

/** The cells of the notebook as one program. */
const notebook = () => {
  const { cells } = JSON.parse(readFileSync(join(examples, "read.ipynb"), "utf8"))
  const text = cells
    .filter(({ cell_type }) => cell_type === "code")
    .map(({ source }) => source.join(""))
    .join("\n")
  const { version } = JSON.parse(readFileSync(join(root, "node_modules/hyparquet/package.json"), "utf8"))
  must(text.includes(`npm:hyparquet@${version}"`), `the notebook should use hyparquet ${version}`)
  const file = join(folder, "notebook.ts")
  writeFileSync(file, text)
  return run(join(root, "node_modules/.bin/deno"), ["run", "-A", "--no-lock", "--quiet", file])
}
const readers = {
  python: () => run("/usr/bin/python3", [join(examples, "read.py"), results]),
  R: () => run("Rscript", [join(examples, "read.R"), results]),
}

try {
  const court = join(root, "http/bin/agent-court.ts")
  const small = ["--runs", "2", "--set", "agents=60", "--tables", "--csv", "--workers", "2"]
  run(process.execPath, [court, "simulate", "windows", ...small, "--out", results])
  const expected = notebook()
  // The means that the notebook prints are compared with the table of means that the study itself has made.
  const means = readFileSync(join(results, "summary.csv"), "utf8")
    .split("\n")
    .map((row) => row.split(","))
    .filter((row) => row.includes("defaultRate"))
    .map((row) => Number(row[row.indexOf("defaultRate") + 2]).toFixed(6))
  must(means.length === 6, "the study should have six conditions")
  for (const [i, mean] of means.entries())
    must(expected.includes(`condition ${i}: 2 runs, mean ${mean}\n`), `condition ${i}`)
  must(/^satisfied: \d+$/m.test(expected), "the notebook should count entries")
  for (const name of process.argv.slice(2))
    must(readers[name]() === expected, `${name} prints something else`)
  console.log(
    `${["the notebook", ...process.argv.slice(2)].join(", ")}: the same of ${means.length} conditions`,
  )
} finally {
  rmSync(folder, { recursive: true })
}
