/** Ten ways in which the operator of a court could change its past, and what a monitor says to each that saw the log before. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import { Note } from "../../core/log/index.ts"
import { beginning, type Following } from "../audit/monitor/Following.ts"
import { readState, writeState } from "../audit/monitor/Kept.ts"
import { type Log, readCheckpoint } from "../audit/monitor/LogReader.ts"
import { Monitor } from "../audit/monitor/Monitor.ts"
import { nothingUntold } from "../audit/monitor/Untold.ts"
import type { CliCommand } from "../bin/Cli.ts"
import { command } from "../bin/monitor.ts"
import { command as replay } from "../bin/replay.ts"
import { play } from "../examples/demo/Play.ts"
import { opened } from "../operate/testing/Opened.ts"

const folder = mkdtempSync(join(tmpdir(), "agent-court-log-"))
const file = join(folder, "court.db")
const tables = ["records", "journal", "blobs", "index_entries"]
const lookOnce = { attempts: 1, pauseMs: 0 }
const quiet = { act: () => {}, step: () => {}, show: () => {}, quote: () => {}, leave: () => {} }
let court: Awaited<ReturnType<typeof opened>>
let db: Sqlite.Database
let log: Log
/** The state of the monitor before anything was changed. */
let honest: Following

/** Waits until the log holds the whole journal. The integrator comes each second. */
const integrated = (): Promise<void> =>
  vi.waitFor(
    () => {
      const { left } = db.prepare<[], { left: number | null }>(behind).get() ?? { left: null }
      if (left !== 0) throw new Error(`the log lacks ${left} events`)
    },
    { timeout: 10_000, interval: 100 },
  )
const behind = `SELECT (SELECT count(*) FROM journal) - (SELECT body ->> '$.size' FROM records WHERE kind = 'log-state') AS left`

beforeAll(async () => {
  court = await opened(SqliteStore.layer({ file }))
  await play({ ...quiet, base: court.url, registrar: court.registrar, suffix: "one" })
  db = new Sqlite(file)
  await integrated()
  const notary = (await (await fetch(`${court.url}/.well-known/notary.json`)).json()) as {
    log: { vkey: string }
  }
  const key = Note.parseVerifierKey(notary.log.vkey)
  if (key === null) throw new Error("the court states no key of its log")
  log = { base: court.url, key, policy: null }
  for (const table of tables) db.exec(`CREATE TABLE honest_${table} AS SELECT * FROM ${table}`)
  const monitor = new Monitor(log, beginning, lookOnce)
  await monitor.sync()
  await monitor.compare(Number.POSITIVE_INFINITY)
  expect(monitor.take()).toEqual([])
  honest = monitor.following
}, 60_000)
afterEach(() => {
  for (const table of tables)
    db.exec(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM honest_${table}`)
})
afterAll(async () => {
  db?.close()
  await court?.stop()
  rmSync(folder, { recursive: true })
})

const found = async (known: Following): Promise<string> => {
  const monitor = new Monitor(log, known, lookOnce)
  const wrong: Array<string> = []
  await monitor.sync().catch((error: Error) => wrong.push(`${error.name}: ${error.message}`))
  if (wrong.length === 0) await monitor.compare(Number.POSITIVE_INFINITY)
  return [...wrong, ...monitor.take()].join("\n")
}

/** Lets the court build its log anew from a journal that was changed, and sign it. */
const signedAnew = async (): Promise<void> => {
  db.exec("DELETE FROM records WHERE kind IN ('log-tile', 'log-state')")
  await integrated()
}

const first = "place = (SELECT min(place) FROM journal WHERE type = 'dealing.lodged')"
const hour = 3_600_000
const set = (kind: string, path: string, value: string): string =>
  `UPDATE records SET body = json_set(body, '${path}', ${value}) WHERE kind = '${kind}'`

describe("PD17 §1 a monitor that reads a log from its beginning notices", () => {
  it.each<readonly [what: string, sql: ReadonlyArray<string>]>([
    ["an event that was deleted", [`DELETE FROM journal WHERE ${first}`]],
    [
      "two events that were swapped",
      [
        "UPDATE journal SET place = -1 WHERE place = (SELECT max(place) FROM journal)",
        "UPDATE journal SET place = (SELECT max(place) FROM journal) + 1 WHERE place = (SELECT max(place) FROM journal)",
        "UPDATE journal SET place = (SELECT max(place) FROM journal) - 1 WHERE place = -1",
      ],
    ],
    ["an event that was dated back", [`UPDATE journal SET at = at - ${hour} WHERE ${first}`]],
    [
      "an event whose words were changed",
      [`UPDATE journal SET data = json_set(data, '$.kind', 'review') WHERE ${first}`],
    ],
  ])("%s", async (_, sql) => {
    for (const line of sql) expect(db.prepare(line).run().changes).toBeGreaterThan(0)
    expect(await found(beginning)).toMatch(/^Wrong: /)
  })
})

describe("PD17 §1 a court whose store contradicts its log", () => {
  it("gives no proof of an event that was altered, and says that waiting does not help", async () => {
    const id = db
      .prepare<[], { id: string }>(`SELECT data ->> '$.id' AS id FROM journal WHERE ${first}`)
      .get()?.id
    const proof = `${court.url}/api/v1/dealings/${id}/proof`
    expect((await fetch(proof)).status).toBe(200)
    db.exec(`UPDATE journal SET at = at - ${hour} WHERE ${first}`)
    const answer = await fetch(proof)
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, null])
    expect(await answer.json()).toMatchObject({ code: "event_altered" })
  })
})

describe("PD17 §1 a monitor that saw the log before notices", () => {
  it("a tail that was cut, with the log built anew and signed", async () => {
    db.exec("DELETE FROM journal WHERE place = (SELECT max(place) FROM journal)")
    await signedAnew()
    expect(await found(honest)).toMatch(/Wrong: the log has shrunk: it had \d+ events/)
  })

  it("another past under the same size, signed anew by the key of the log: a forked copy, or a checkpoint over another tree", async () => {
    db.exec(`UPDATE journal SET at = at - ${hour} WHERE ${first}`)
    await signedAnew()
    expect((await readCheckpoint(log)).size).toBe(honest.range.size)
    expect(await found(honest)).toMatch(/Wrong: the log shows another past/)
  })

  it.each<readonly [what: string, sql: string, said: RegExp]>([
    [
      "a reputation that was changed",
      set("standing", "$.reputation", "5"),
      /reputation is .* by the journal and 5 as served/,
    ],
    [
      "a label that follows from another status",
      set("standing", "$.counts.satisfied", "0"),
      /counts\.satisfied is 1/,
    ],
    [
      "a line of the docket that was changed",
      set("matter", "$.title", "'Another'"),
      /the docket, .*: title is/,
    ],
    [
      "a judgment whose words were changed",
      "UPDATE blobs SET text = replace(text, '\"amountCents\":8000', '\"amountCents\":1') WHERE text LIKE '{\"court\":%'",
      /payloadSha256 is/,
    ],
    [
      "the finality of a judgment",
      set("judgment", "$.finality", `json('{"status":"vacated","until":null}')`),
      /finality is/,
    ],
    [
      "a receipt that was removed",
      "DELETE FROM records WHERE kind = 'dealing'",
      /dealing .*does not serve it/,
    ],
    [
      "an entry that was left out",
      "DELETE FROM index_entries WHERE name = 'entries.register'",
      /the Register of Compliance lacks/,
    ],
    [
      "a tile that was altered",
      set("log-tile", "$.hashes", "'AAAA' || substr(body ->> '$.hashes', 5)"),
      /do not have the root of the events/,
    ],
  ])("%s", async (_, sql, said) => {
    expect(db.prepare(sql).run().changes).toBeGreaterThan(0)
    expect(await found(honest)).toMatch(said)
  })

  it("nothing wrong in a court that nobody changed, also from the file in which it kept its state", async () => {
    const state = join(folder, "state")
    await writeState(state, { key: log.key, following: honest, untold: nothingUntold })
    const again = await readState(state)
    expect(again?.following).toEqual(honest)
    expect(again?.key).toEqual(log.key)
    expect(await found(again?.following ?? beginning)).toBe("")
  })
})

/** Runs a command on the command line's terms. Gives its exit code and what it printed. */
const ran = async (
  of: CliCommand,
  address: string,
  texts: Readonly<Record<string, string>>,
  flags: ReadonlyArray<string>,
) => {
  let said = ""
  const output = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += String(text)
    return true
  })
  const given = {
    positionals: [address],
    text: (flag: string) => texts[flag],
    on: (flag: string) => flags.includes(flag),
  }
  const code = await of.run(given).finally(() => output.mockRestore())
  return { code, said }
}

describe("PD17 §1 agent-court replay --log", () => {
  it("reads the same events out of the log as out of the journal", async () => {
    const file = join(folder, "journal")
    const byLog = await ran(replay, court.url, { keep: file }, ["log"])
    expect(byLog).toEqual({ code: 0, said: expect.stringContaining("The registers as served are those of") })
    expect(await ran(replay, court.url, { since: file }, [])).toMatchObject({ code: 0 })
  }, 60_000)

  it("ends in 1 if the events do not have the root that the court signed", async () => {
    db.exec(`UPDATE journal SET at = at - ${hour} WHERE ${first}`)
    const { code, said } = await ran(replay, court.url, {}, ["log"])
    expect([code, said]).toEqual([1, expect.stringContaining("do not have the root of its checkpoint")])
  })
})

describe("PD17 §1 agent-court monitor --once", () => {
  const state = join(folder, "of-the-command")
  const once = (address: string, texts: Readonly<Record<string, string>> = {}) =>
    ran(command, address, { state, ...texts }, ["once"])

  /** A webhook that hears the bodies of what it is told. */
  const hooked = async (hear: (body: string) => void) => {
    const server = createServer((request, response) => {
      let body = ""
      request.on("data", (piece) => {
        body += String(piece)
      })
      request.on("end", () => {
        hear(body)
        response.end()
      })
    })
    await new Promise<void>((open) => server.listen(0, "127.0.0.1", open))
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
  }

  it("ends in 0 if all is as the log has it, and keeps its state", async () => {
    const { code, said } = await once(court.url)
    expect(code).toBe(0)
    expect(said).toMatch(/^\d+ events follow from the rules; \d+ answers compared, no difference\.\n$/)
    const { size } = JSON.parse(readFileSync(state, "utf8").split("\n")[0] ?? "")
    expect(size).toBe(honest.range.size)
  })

  it("ends in 1 if something is wrong, and tells the webhook what", async () => {
    db.exec("UPDATE records SET body = json_set(body, '$.reputation', 5) WHERE kind = 'standing'")
    const told: Array<string> = []
    const hook = await hooked((body) => told.push(body))
    const { code, said } = await once(court.url, { webhook: hook.url })
    expect(code).toBe(1)
    hook.close()
    expect(said).toMatch(/and 5 as served/)
    expect(JSON.parse(told.join(""))).toMatchObject({ court: court.url, size: honest.range.size })
  }, 60_000)

  it("tells what the events contradict before it keeps its state, so that a monitor that is killed then finds it again", async () => {
    db.exec(
      `UPDATE journal SET data = json_set(data, '$.citation', '[2026] MC 77') WHERE type = 'judgment.delivered'`,
    )
    await signedAnew()
    const state = join(folder, "of-a-killed-monitor")
    const seen: Array<readonly [body: string, wasKept: boolean]> = []
    const hook = await hooked((body) => seen.push([body, existsSync(state)]))
    expect(await once(court.url, { state, webhook: hook.url })).toMatchObject({ code: 1 })
    hook.close()
    expect(seen[0]).toEqual([expect.stringContaining("MC 77 was delivered although"), false])
    expect(existsSync(state)).toBe(true)
  }, 60_000)

  it("ends in 2 if the court can't be asked, or if its state can't be read", async () => {
    expect(await once("http://127.0.0.1:1")).toEqual({
      code: 2,
      said: expect.stringMatching(/can't be reached/),
    })
    const broken = join(folder, "broken")
    writeFileSync(broken, "{}\n")
    const { code, said } = await once(court.url, { state: broken })
    expect([code, said]).toEqual([2, expect.stringMatching(/is not the whole state of a monitor/)])
  })
})
