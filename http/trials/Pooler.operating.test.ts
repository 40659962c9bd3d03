/** A court on PostgreSQL behind Debian's PgBouncer: it serves with sessions of its own, and a start without them is refused by name. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { freePort } from "../../adapters/outbound/FreePort.ts"
import { type EmbeddedPostgres, start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import * as Client from "../audit/Client.ts"
import { command, enrol, lodge, serving } from "../operate/testing/Process.ts"

let server: EmbeddedPostgres
const folder = mkdtempSync(join(tmpdir(), "agent-court-pooler-"))
beforeAll(async () => {
  server = await start({ fsync: true, settings: { full_page_writes: "on" } })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", () => resolve(false))
  })

/** PgBouncer with few sessions before the server, while the test uses it. */
const behind = async (mode: string, use: (url: string) => Promise<void>): Promise<void> => {
  const { port, username } = new URL(server.url)
  const own = await freePort()
  const file = join(folder, `${mode}.ini`)
  writeFileSync(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 20
`,
  )
  // PgBouncer refuses to run as root.
  chmodSync(folder, 0o755)
  const identity = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const pooler = spawn("pgbouncer", ["-q", file], { stdio: "ignore", ...identity })
  try {
    await vi.waitUntil(() => answers(own), { timeout: 10_000, interval: 50 })
    await use(`postgres://${username}@127.0.0.1:${own}/postgres`)
  } finally {
    pooler.kill("SIGINT")
    await once(pooler, "exit")
  }
}

const settings = (store: string, name: string) => ({
  COURT_STORE: store,
  COURT_DATA: join(folder, name),
  COURT_SANDBOX: "1",
})

it("Rule 2.6 a court serves behind a pooler in session mode, and the doctor finds nothing", () =>
  behind("session", async (url) => {
    const environment = settings(url, "session")
    const court = await serving(environment)
    const key = await enrol(court.url, "buyer")
    // acts at the same time share the sessions of the pool
    const numbers = await Promise.all(Array.from({ length: 40 }, () => lodge(court.url, key)))
    expect(new Set(numbers).size).toBe(40)
    expect(await Client.call(court.url, "GET", "/readyz")).toMatchObject({ status: "ready" })
    const doctor = command(["doctor"], environment)
    expect([await doctor.ended, doctor.written.out]).toEqual([
      0,
      expect.stringContaining("keeps what it acknowledges"),
    ])
    court.child.kill("SIGTERM")
    expect(await court.ended).toBe(0)
    expect(court.written.out).toContain("Stopped. Every acknowledged act is recorded.")
  }))

it.each(["transaction", "statement"])(
  "Rule 2.6 a start behind a pooler in %s mode is refused, and so says the doctor",
  (mode) =>
    behind(mode, async (url) => {
      const environment = settings(url, mode)
      const court = command(["serve"], environment)
      expect(await court.ended).toBe(1)
      expect(court.written.error).toMatch(/^agent-court: COURT_STORE: .*pool_mode = session/)
      const doctor = command(["doctor"], environment)
      expect(await doctor.ended).toBe(1)
      expect(doctor.written.out + doctor.written.error).toMatch(/pool_mode = session/)
    }),
)
