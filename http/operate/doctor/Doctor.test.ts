/** The doctor's findings about a court that serves, a court that is stopped, and a court with faults. */

import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { freshDatabase } from "../../../adapters/postgres/testing/FreshDatabase.ts"
import { Notice } from "../../../core/agents/index.ts"
import { command, enrol, type Running, serving } from "../testing/Process.ts"
import { examineCourt } from "./Examine.ts"
import type { Finding } from "./Finding.ts"

// Courts are started in processes of their own, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const root = mkdtempSync(join(tmpdir(), "agent-court-doctor-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const running: Array<Running> = []
afterAll(() => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL")
})

let made = 0
const fresh = () => join(root, String(made++))

const usual: { readonly deep: boolean; readonly peer: string | undefined } = { deep: false, peer: undefined }
const found = (
  COURT_DATA: string,
  more: Readonly<Record<string, string>> = {},
  options: Partial<typeof usual> = {},
) => examineCourt({ COURT_DATA, PORT: "0", ...more }, { ...usual, ...options })
const bad = (all: ReadonlyArray<Finding>) =>
  all.filter(({ level }) => level !== "ok").map(({ of, level, says }) => `${level} ${of}: ${says}`)

// A stopped court with one agent. No test changes it. The doctor has examined it while it served.
let original: string
let examined: { readonly code: number | null; readonly written: Running["written"] }
beforeAll(async () => {
  original = fresh()
  const served = await serving({ COURT_DATA: original })
  running.push(served)
  await enrol(served.url, "seller")
  const doctor = command(["doctor", "--json"], { COURT_DATA: original, PORT: new URL(served.url).port })
  running.push(doctor)
  examined = { code: await doctor.ended, written: doctor.written }
  served.child.kill("SIGTERM")
  await served.ended
}, 60_000)
const another = () => {
  const data = fresh()
  cpSync(original, data, { recursive: true })
  // A copied folder gets the permissions of a new one, which are too wide.
  chmodSync(join(data, "keys"), 0o700)
  return data
}
/** The court after somebody changed its store by hand. */
const changed = (statement: string) => {
  const data = another()
  const db = new Sqlite(join(data, "court.db"))
  db.exec(statement)
  db.close()
  return data
}
const statesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
    const { mtimeMs, ctimeMs, size, mode } = statSync(join(folder, name))
    return [name, mtimeMs, ctimeMs, size, mode]
  })

describe("agent-court doctor", () => {
  it("Rule 2.6 finds no fault with a court that serves, and exits with 0", () => {
    expect([examined.code, examined.written.error]).toEqual([0, ""])
    const all: ReadonlyArray<Finding> = JSON.parse(examined.written.out)
    expect(bad(all)).toEqual([])
    expect([...new Set(all.map(({ of }) => of))]).toEqual([
      "configuration",
      "keys",
      "disk",
      "server",
      "store",
      "court",
      "work",
      "deliveries",
      "log",
    ])
    expect(all.map(({ says }) => says).join("\n")).toMatch(/answers at .*, and accepts acts/)
  })

  it("Rule 2.6 writes nothing: no file of a stopped court changes, nor any time of change", async () => {
    const data = another()
    const before = statesOf(data)
    expect(bad(await found(data, {}, { deep: true }))).toEqual([])
    expect(statesOf(data)).toEqual(before)
  })

  it("Rule 2.6 says what does not exist if no court was ever started, and creates nothing", async () => {
    const data = fresh()
    expect(bad(await found(data))).toEqual([
      expect.stringMatching(/^warn keys: .* does not exist/),
      expect.stringMatching(/^warn store: .* does not exist/),
    ])
    expect(readdirSync(root)).not.toContain(data.split("/").at(-1))
  })

  it("Rule 2.6 says each thing that is wrong with the environment", async () => {
    const lines = bad(await found(fresh(), { COURT_JUDGE: "nobody", COURT_RATE_LIMIT: "fast" }))
    expect(lines).toEqual([
      expect.stringMatching(/^fail configuration: COURT_JUDGE/),
      expect.stringMatching(/^fail configuration: COURT_RATE_LIMIT/),
    ])
  })

  it("Rule 2.6 finds keys that others can read, that are missing or unreadable, or that are another court's", async () => {
    const [open, lacking, spoilt, foreign] = [another(), another(), another(), another()]
    chmodSync(join(open, "keys", "judge.key"), 0o644)
    rmSync(join(lacking, "keys", "payout"))
    writeFileSync(join(spoilt, "keys", "notary"), "no key\n", { mode: 0o600 })
    writeFileSync(join(foreign, "keys", "court"), "0192f0c1-2d3e-7abc-8def-000000000000\n")
    expect(bad(await found(open))).toEqual([expect.stringMatching(/^fail keys: others can read .*judge.key/)])
    expect(bad(await found(lacking))).toEqual([
      expect.stringMatching(/^fail keys: .* lacks payout/),
      expect.stringMatching(/^fail court: .* lacks payout/),
    ])
    expect(bad(await found(spoilt))[0]).toMatch(/^fail keys: .*notary holds no ed25519 private key/)
    expect(bad(await found(foreign))).toEqual([expect.stringMatching(/^fail court: .* 0192f0c1/)])
  })

  it("Rule 2.6 finds the store of a real court if the environment asks for a sandbox", async () => {
    expect(bad(await found(another(), { COURT_SANDBOX: "1" }))).toContainEqual(
      expect.stringMatching(/^fail court: .* is that of a real court/),
    )
  })

  it("Rule 2.6 finds a store that is older than its keys", async () => {
    const data = another()
    writeFileSync(join(data, "keys", "citations"), "[2026] MC 5\n", { mode: 0o600 })
    expect(bad(await found(data))).toEqual([expect.stringMatching(/^fail court: .*it is an older copy/)])
  })

  it("Rule 2.6 finds a damaged store, and no damage in another journal mode, which a start sets", async () => {
    const damaged = another()
    const db = new Sqlite(join(damaged, "court.db"))
    const { rootpage } = db.prepare("select rootpage from sqlite_schema where name = 'receipts'").get() as {
      readonly rootpage: number
    }
    const pageBytes = Number(db.pragma("page_size", { simple: true }))
    db.close()
    const pages = readFileSync(join(damaged, "court.db"))
    pages.fill(0xff, (rootpage - 1) * pageBytes, rootpage * pageBytes)
    writeFileSync(join(damaged, "court.db"), pages)
    expect(bad(await found(damaged))).toEqual([expect.stringMatching(/^fail store: damaged: /)])
    const other = another()
    const file = new Sqlite(join(other, "court.db"))
    file.pragma("journal_mode = DELETE")
    file.close()
    expect(bad(await found(other))).toEqual([])
  })

  it("PD3 §2 finds work that is overdue, that failed or is unknown, and deliveries that wait for another attempt", async () => {
    const now = Date.now()
    const task = (id: string, kind: string, dueAt: number, body = "{}") =>
      `insert into tasks (id, kind, due_at, body) values ('${id}', '${kind}', ${dueAt}, '${body}');`
    const delivery = JSON.stringify({
      id: "n1",
      agentId: "a",
      type: "quote.offered",
      at: now - 70_000,
      service: { status: "pending", attempts: [{ at: now - 60_000, outcome: "timed_out", status: null }] },
      email: null,
    })
    const data = changed(
      [
        task("late", "quote-deadline", now - 20 * 60_000),
        task("failed", "judgment-final", now + 60_000, '{"failures":2}'),
        task("unknown", "of-a-later-version", now + 60_000),
        task(`${Notice.task}/n1`, Notice.task, now + 60_000),
        `insert into records (kind, id, version, body) values ('delivery', 'n1', 1, '${delivery}')`,
      ].join("\n"),
    )
    expect(bad(await found(data))).toEqual([
      expect.stringMatching(/^fail work: deadlines: 1 due, the oldest for 20 min/),
      "warn work: failed, and wait for another try: judgment-final: 1",
      "fail work: kinds of tasks that this version does not know: of-a-later-version: 1",
      "warn deliveries: 1 wait for another attempt: service timed_out: 1",
    ])
  })

  it("Rule 2.6 finds a clock that is behind the last event, and behind a peer", async () => {
    const peer = createServer((_request, response) => {
      response.setHeader("date", new Date(Date.now() + 3_600_000).toUTCString())
      response.end()
    }).listen(0, "127.0.0.1")
    await new Promise((resolve) => peer.once("listening", resolve))
    const address = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
    const data = changed(`update journal set at = ${Date.now() + 3_600_000}`)
    expect(bad(await found(data, {}, { peer: address }))).toEqual([
      expect.stringMatching(/^fail clock: 60 min behind http/),
      expect.stringMatching(/^fail clock: 60 min behind the last event/),
      // To try the clock, the journal was changed beneath its log.
      expect.stringMatching(/^fail log: event 0 of the journal \(court\.opened of court/),
    ])
    peer.close()
  })

  it("Rule 2.6 finds a PostgreSQL server that is not durable, and a server that can't be reached", async () => {
    const data = fresh()
    const url = await freshDatabase()
    // given the server of the tests, which is not durable, so that no court would serve on it
    expect(bad(await found(data, { COURT_STORE: url }))).toEqual([
      expect.stringMatching(/^warn keys/),
      expect.stringMatching(/^fail store: .* can't be used: .*agent_court/),
    ])
    const away = Object.assign(new URL(url), { port: "1" }).href
    expect(bad(await found(data, { COURT_STORE: away }))[1]).toMatch(
      /^fail store: .* can't be used: nothing listens/,
    )
  })
})
