// Installs the package as its user would, in an empty folder and with install scripts off, and serves a court from it.
import { spawn, spawnSync } from "node:child_process"
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"

const root = resolve(import.meta.dirname, "..")
const mostMB = 120
const folder = mkdtempSync(join(tmpdir(), "agent-court-package-"))
const node = process.execPath

const ran = (command, args, cwd) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr || stdout}`)
  return stdout.trim()
}
const must = (holds, what) => {
  if (!holds) throw new Error(what)
  console.log(what)
}

try {
  // The build before this made what is packed; packing it again would build it again.
  ran("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], root)
  const [archive] = globSync("*.tgz", { cwd: folder })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }))
  ran("npm", ["install", "--ignore-scripts", `./${archive}`], folder)

  const libraries = globSync("node_modules/**/better-sqlite3/package.json", { cwd: folder })
  must(libraries.length === 1, `SQLite libraries installed: ${libraries.length}`)
  const megabytes = Number(ran("du", ["-sm", "node_modules"], folder).split("\t")[0])
  must(megabytes < mostMB, `${megabytes} MB installed, of at most ${mostMB}`)

  const program = join(folder, "node_modules/.bin/agent-court")
  const version = ran(node, [program, "--version"], folder)
  must(/^\d+\.\d+\.\d+$/.test(version), `agent-court --version says ${version}`)
  const drawn = spawnSync(node, [program, "simulate", "windows", "--runs", "1"], {
    cwd: folder,
    encoding: "utf8",
  })
  must(drawn.status === 1 && /npm install .*vega/.test(drawn.stderr), `simulate says: ${drawn.stderr.trim()}`)

  const court = spawn(node, [program, "serve"], {
    cwd: folder,
    // Nothing takes what is sent there: an exporter that could not be loaded would end the start.
    env: {
      ...process.env,
      PORT: "0",
      COURT_METRICS: "127.0.0.1:0",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    },
    stdio: ["ignore", "pipe", "inherit"],
  })
  try {
    let url
    let metrics
    for await (const line of createInterface({ input: court.stdout })) {
      metrics ??= /Metrics are at (\S+)\.$/.exec(line)?.[1]
      url = /open at (\S+)/.exec(line)?.[1]
      if (url !== undefined) break
    }
    if (url === undefined) throw new Error("the installed court did not open")
    const ready = await fetch(`${url}/readyz`)
    must(ready.status === 200, `the installed court is ready on SQLite: ${ready.status}`)
    const measured = await (await fetch(metrics)).text()
    must(measured.includes("court_tasks_due 0"), "its metrics are on an address of their own")
    const asked = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    })
    must((await asked.text()).includes("check_compliance"), "its tools are listed at /mcp")
  } finally {
    court.kill("SIGKILL")
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
