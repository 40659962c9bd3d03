/**
 * The memory that a served court takes with a million dealings in its store, at rest and under load: `node http/server/Memory.bench.ts`.
 * Linux only, since it reads /proc.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { enrolmentBody } from "../testing/TestCourt.ts"

const dealings = 1_000_000
const seconds = 5
const run = promisify(execFile)
const root = join(import.meta.dirname, "../..")

const resident = (child: ChildProcess): number => {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8")
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const lineOf = async (child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> => {
  if (child.stdout === null) throw new Error("no output")
  for await (const line of createInterface(child.stdout)) {
    const found = pattern.exec(line)
    if (found !== null) return found
  }
  throw new Error("ended without a word")
}

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
const heap: ReadonlyArray<string> = scripts.start.match(/--\S+/g)

/** The court as `npm start` runs it, from the built files, on this folder. */
const served = (data: string): ChildProcess =>
  spawn(process.execPath, [...heap, join(root, "dist/http/bin/agent-court.js"), "serve"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, COURT_DATA: data, PORT: "0", COURT_RATE_LIMIT: "off" },
  })

const data = mkdtempSync(join(tmpdir(), "agent-court-memory-"))
const file = join(data, "court.db")
await run(process.execPath, [join(root, "http/testing/FillDealings.ts"), file, String(dealings)])
const court = served(data)
try {
  const [, url = ""] = await lineOf(court, /open at (\S+)/)
  const rest = resident(court)
  const enrolled = await fetch(`${url}/api/v1/enrol`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(enrolmentBody("seller")),
  })
  const { apiKey } = (await enrolled.json()) as { readonly apiKey: string }
  await run(process.execPath, [
    join(root, "http/testing/Load.ts"),
    new URL(url).port,
    "32",
    String(seconds),
    apiKey,
  ])
  const loaded = resident(court)
  for (let after: string | null = null, page = 0; page < 200; page++) {
    const query: string = after === null ? "" : `&after=${after}`
    const answer = await fetch(`${url}/api/v1/journal?limit=100${query}`)
    after = ((await answer.json()) as { readonly nextCursor: string | null }).nextCursor
  }
  const size = (statSync(file).size / 1024 / 1024).toFixed(0)
  console.log(
    `A court with ${dealings.toLocaleString("en")} dealings stored (${size} MB on disk), resident MB`,
  )
  console.log(
    `  at rest ${rest.toFixed(0)}, after ${seconds} s of POST /notarise ${loaded.toFixed(0)}, after 20,000 events read ${resident(court).toFixed(0)}`,
  )
} finally {
  court.kill("SIGTERM")
  rmSync(data, { recursive: true, force: true })
}
