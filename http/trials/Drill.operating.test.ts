/** The drill of a court on PostgreSQL: the commands that `backup` prints and the documents name, run with PostgreSQL's own tools. */

import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Client as Postgres } from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type EmbeddedPostgres, start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { newDatabase } from "../../adapters/postgres/testing/NewDatabase.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import * as Client from "../audit/Client.ts"
import { command, enrol, lodge, type Running, serving } from "../operate/testing/Process.ts"

const root = mkdtempSync(join(tmpdir(), "agent-court-drill-"))
chmodSync(root, 0o755)
const [programs = ""] = globSync("/usr/lib/postgresql/*/bin").sort().reverse()
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
const run = promisify(execFile)

let server: EmbeddedPostgres
const archive = join(root, "archive")
const running: Array<Running> = []
const servers: Array<ChildProcess> = []
beforeAll(async () => {
  mkdirSync(archive)
  if (nobody !== undefined) chownSync(archive, nobody.uid, nobody.gid)
  server = await start({
    programs,
    fsync: true,
    settings: { archive_mode: "on", archive_command: `cp %p ${archive}/%f`, archive_timeout: "0" },
  })
})
afterAll(async () => {
  for (const { child } of running) child.kill("SIGKILL")
  for (const child of servers) {
    const gone = child.exitCode === null ? once(child, "exit") : null
    child.kill("SIGINT")
    await gone
  }
  await server?.stop()
  rmSync(root, { recursive: true, force: true })
})

const ended = async (started: Running, signal: NodeJS.Signals) => {
  started.child.kill(signal)
  await started.ended
}
const court = async (COURT_DATA: string, COURT_STORE: string) => {
  const started = await serving({ COURT_DATA, COURT_STORE })
  running.push(started)
  return started
}
/** Runs a command of the court, expects that it succeeds, and gives what it printed. */
const done = async (
  args: ReadonlyArray<string>,
  COURT_DATA: string,
  COURT_STORE: string,
): Promise<string> => {
  const started = command(args, { COURT_DATA, COURT_STORE })
  running.push(started)
  expect([await started.ended, started.written.error]).toEqual([0, ""])
  return started.written.out
}
const shell = (line: string, COURT_STORE: string) =>
  run("sh", ["-c", line], { env: { PATH: `${programs}:${process.env.PATH}`, COURT_STORE } })
const lodgedBy = async (url: string) => {
  const agent = await Client.call(url, "GET", "/api/v1/agents/seller")
  return (agent as { readonly dealings: { readonly lodged: number } }).dealings.lodged
}

describe("the drill of a court on PostgreSQL", () => {
  it("Rule 2.6 with a dump: what was recorded after it is lost, and the court continues in another database", async () => {
    // given a court that serves, a backup of its keys, and a dump taken with the command that the backup prints
    const store = await newDatabase(server.url)
    const data = join(root, "dumped")
    const first = await court(data, store)
    const key = await enrol(first.url, "seller")
    const before = await lodge(first.url, key)
    const printed = await done(["backup", join(root, "backups")], data, store)
    const backup = needPresent(printed.trim().split("\n").at(-1), "the path of the backup")
    const dump = needPresent(/^ *(pg_dump .*)$/m.exec(printed)?.[1], "the command for the dump")
    await shell(dump, store)
    await lodge(first.url, key)
    // when machine and database are lost, and the dump is loaded as the help says
    await ended(first, "SIGKILL")
    const other = await newDatabase(server.url)
    await shell(`pg_restore --exit-on-error --no-owner --dbname="$COURT_STORE" ${backup}/court.dump`, other)
    const again = join(root, "restored")
    expect(await done(["restore", backup], again, other)).toMatch(/registers follow from its journal/)
    expect(await done(["doctor"], again, other)).not.toMatch(/^fail/m)
    // then the court has what was acknowledged before the dump, and its numbers and journal continue
    const second = await court(again, other)
    expect(await lodgedBy(second.url)).toBe(1)
    expect(await lodge(second.url, key)).toBeGreaterThan(before)
    expect(await done(["replay", second.url], again, other)).toMatch(/journal follows from the rules/)
    await ended(second, "SIGTERM")
  })

  it("Rule 2.6 with a base backup and the log: nothing that was acknowledged is lost", async () => {
    // given a court whose server archives its log, and a base backup
    const data = join(root, "archived")
    const first = await court(data, server.url)
    const key = await enrol(first.url, "seller")
    await lodge(first.url, key)
    await done(["backup", join(root, "keys")], data, server.url)
    const base = join(root, "base")
    mkdirSync(base, { mode: 0o700 })
    if (nobody !== undefined) chownSync(base, nobody.uid, nobody.gid)
    await run(join(programs, "pg_basebackup"), ["-d", server.url, "-D", base, "-c", "fast", "-X", "stream"], {
      ...nobody,
      cwd: root,
    })
    // when another entry is lodged, the log is archived, and the server is killed
    const last = await lodge(first.url, key)
    const client = new Postgres({ connectionString: server.url })
    await client.connect()
    const { rows } = await client.query("select pg_walfile_name(pg_switch_wal()) as name")
    const archived = () => client.query("select last_archived_wal from pg_stat_archiver")
    await vi.waitFor(async () => {
      const name = (await archived()).rows[0]?.last_archived_wal
      if (typeof name !== "string" || name < rows[0]?.name) throw new Error("the log is not archived yet")
    }, 30_000)
    await client.end()
    await ended(first, "SIGKILL")
    await server.kill()
    // then a server on the base backup and the archive has everything
    // PostgreSQL refuses to recover with a lower max_connections than the server had that wrote the log.
    const settings = {
      restore_command: `cp ${archive}/%f %p`,
      unix_socket_directories: root,
      max_connections: "200",
    }
    const port = 20_000 + (process.pid % 20_000)
    writeFileSync(join(base, "recovery.signal"), "")
    const options = Object.entries({ ...settings, port: String(port) })
    if (nobody !== undefined) chownSync(root, nobody.uid, nobody.gid)
    servers.push(
      spawn(
        join(programs, "postgres"),
        ["-D", base, ...options.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
        {
          ...nobody,
          cwd: root,
          stdio: "ignore",
        },
      ),
    )
    const recovered = Object.assign(new URL(server.url), { port: String(port) }).href
    await vi.waitFor(async () => {
      const found = new Postgres({ connectionString: recovered })
      found.on("error", () => {})
      await found.connect()
      const answer = await found.query("select pg_is_in_recovery() as standby")
      await found.end()
      if (answer.rows[0]?.standby !== false) throw new Error("it still recovers")
    }, 60_000)
    const second = await court(data, recovered)
    expect(await lodgedBy(second.url)).toBe(2)
    expect(await lodge(second.url, key)).toBeGreaterThan(last)
    await ended(second, "SIGTERM")
  })
})
