// Bundles programs that embed the rules or a court, as their authors would, and runs the bundles: beside the installed package, where the
// threads of a court are found, and in a folder without it, where the program says what to install.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "esbuild"

/** Each program: its file, the text that becomes another before it is bundled, and what stays outside. */
const onSqlite = {
  "Embedded.layer()": 'Embedded.layer({ store: SqliteStore.layer({ file: "bundled.db" }) })',
  'import { Effect } from "effect"':
    'import { Effect } from "effect"\nimport { SqliteStore } from "agent-court/adapters/sqlite"',
}
const programs = [
  { what: "rules.mjs", file: "rules.mjs", changes: {}, external: [] },
  { what: "a court in memory", file: "dispute.mjs", changes: {}, external: [] },
  // The driver loads a binary that lies in its own package.
  { what: "a court on SQLite", file: "dispute.mjs", changes: onSqlite, external: ["better-sqlite3"] },
]

const bundle = async (folder, { file, changes, external }) => {
  const contents = Object.entries(changes).reduce(
    (text, [from, to]) => text.replace(from, to),
    readFileSync(join(folder, file), "utf8"),
  )
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: "js" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node22",
    external,
    write: false,
    logLevel: "error",
  })
  return outputFiles[0].contents
}

/** `told` and `rules` are the outputs that the pages of the two programs show. */
export const tryBundles = async ({ folder, ran, must, rules, told }) => {
  const out = join(folder, "bundled")
  mkdirSync(out)
  const elsewhere = mkdtempSync(join(tmpdir(), "agent-court-bundle-"))
  try {
    for (const program of programs) {
      const contents = await bundle(folder, program)
      writeFileSync(join(out, "program.mjs"), contents)
      const said = ran(process.execPath, ["program.mjs"], out)
      const expected = program.file === "rules.mjs" ? rules : told
      must(
        `${said}\n` === expected,
        `  ${program.what} in one file says the same, in ${contents.length} bytes`,
      )
    }
    writeFileSync(join(elsewhere, "program.mjs"), await bundle(folder, programs[1]))
    const { status, stderr } = spawnSync(process.execPath, ["program.mjs"], {
      cwd: elsewhere,
      encoding: "utf8",
    })
    const [, line = stderr] = /Error: (the script of a thread.*)$/m.exec(stderr) ?? []
    must(status === 1 && line.includes("Install agent-court"), `  without the package it says: ${line}`)
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
    rmSync(out, { recursive: true, force: true })
  }
}
