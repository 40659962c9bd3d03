// Runs the commands that the READMEs and the pages show as they stand there: `npm run commands`. The commands that `shown.mjs` marks are
// run against a sandbox court that `npm start` serves. It ends where `shown.mjs` and the pages disagree, or where a command fails.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "../adapters/outbound/FreePort.ts"
import { faults, table } from "./shown.mjs"

const root = resolve(import.meta.dirname, "..")

const folder = mkdtempSync(join(tmpdir(), "agent-court-commands-"))
const own = Object.entries(process.env).filter(([name]) => !/^(?:COURT_|PORT$|HOST$|npm_)/.test(name))
const PATH = [join(folder, "bin"), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter)
const plain = { ...Object.fromEntries(own), PATH }
const ofCourt = {
  ...plain,
  COURT_DATA: join(folder, "court-data"),
  COURT_SANDBOX: "1",
  PORT: String(await freePort()),
}

const isScript = (line) => line.startsWith("npm ")
const patienceMs = 170_000
/** The processes that were started. Each leads a group, which ends with this script whatever happens. */
const children = []
const started = (line, options) => {
  const child = spawn("sh", ["-c", line], { stdio: ["ignore", "pipe", "pipe"], detached: true, ...options })
  children.push(child)
  return child
}
const kill = ({ pid }) => {
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // It has ended.
  }
}

/** Runs a command to its end, and gives what it printed. Throws that where it fails. */
const ran = async (line) => {
  const options = isScript(line) ? { cwd: root, env: plain } : { cwd: folder, env: ofCourt }
  const child = started(line, options)
  let told = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (told += part))
  const late = setTimeout(() => kill(child), patienceMs)
  const [code] = await once(child, "close")
  clearTimeout(late)
  if (code !== 0) throw new Error(`${line} ended with ${code}:\n${told}`)
  return told
}

/** Serves a court by `npm start` until it says where. */
const served = async () => {
  const child = started("exec npm start", { cwd: root, env: ofCourt })
  child.stderr.pipe(process.stderr)
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /open at (\S+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error("the court did not open")
}

const convention = `---\nid: example-convention\ntitle: Convention on Examples\ncategory: treaty\nmadeOn: 2020-05-01\nofficialUrl: https://example.org\nedition: { name: Official text, language: en, source: The depositary, url: https://example.org/text }\n---\n## Article 1: Scope\nThis applies to examples.\n`
/** Gives the court two judgments, a journal that was kept, and a backup; lays out files to work on. Gives what stands for each placeholder. */
const prepared = async () => {
  const url = await served()
  const program = join(root, "dist/http/bin/agent-court.js")
  chmodSync(program, 0o755)
  for (const name of ["bin", "law"]) mkdirSync(join(folder, name))
  symlinkSync(program, join(folder, "bin/agent-court"))
  writeFileSync(join(folder, "my-store.ts"), `export * from "${root}/dist/conformance/stores/memory.js"\n`)
  writeFileSync(join(folder, "law/convention.md"), convention)
  await ran(`agent-court demo --url ${url}`)
  await ran(`agent-court replay ${url} --keep journal.jsonl`)
  await ran("agent-court backup kept")
  const { items } = await (await fetch(`${url}/api/v1/judgments`)).json()
  return {
    "<file or address>": `${url}/api/v1/judgments/${encodeURIComponent(items[0].citation)}`,
    "<address>": url,
    "<journal>": "journal.jsonl",
    "<backup>": join("kept", readdirSync(join(folder, "kept"))[0]),
    "<folder>": "law",
    "<key>": "notary",
    "<criteria>": join(root, "http/docs/criteria/invoice/criteria.json"),
    "<artifact>": join(root, "http/docs/criteria/invoice/good.json"),
  }
}

/** Runs the rows, and gives what failed. Beside the commands of the court, which take turns, the scripts of npm are run, which need no court. */
const runHere = async () => {
  const rows = Object.entries(table).filter(([, row]) => Object.hasOwn(row, "as"))
  const failed = []
  const take = async (turn, words = {}) => {
    for (const [line, { as = line }] of turn) {
      const began = performance.now()
      const error = await ran(as.replaceAll(/<[^>]+>/g, (word) => words[word] ?? word)).then(
        () => null,
        String,
      )
      const took = ((performance.now() - began) / 1000).toFixed(1)
      console.log(
        `${error === null ? "ran" : "FAILED"}: ${line}${as === line ? "" : `, as ${as}`}: ${took} s`,
      )
      if (error !== null) failed.push(error)
    }
  }
  // Both turns draw from one iterator once those of the court are done.
  const scripts = rows.filter(([line]) => isScript(line)).values()
  const ofProgram = rows.filter(([line]) => !isScript(line))
  const courts = prepared().then((words) => take(ofProgram, words))
  await Promise.all([take(scripts), courts.then(() => take(scripts))])
  return failed
}

try {
  const wrong = faults()
  const failed = wrong.length > 0 ? wrong : await runHere()
  if (failed.length > 0) throw new Error(failed.join("\n"))
  for (const [line, { reason }] of Object.entries(table))
    if (reason) console.log(`not in CI: ${line}: ${reason}`)
} finally {
  for (const child of children) kill(child)
  rmSync(folder, { recursive: true, force: true })
}
