/** A serving court whose machine's clock is set back, under libfaketime. */
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type EmbeddedPostgres, start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { newDatabase } from "../../adapters/postgres/testing/NewDatabase.ts"
import { dealing } from "../api/Examples.ts"
import * as Client from "../audit/Client.ts"
import { command, enrol, type Running, serving } from "../operate/testing/Process.ts"

const [library = ""] = globSync("/usr/lib/*/faketime/libfaketime.so.1")
const root = mkdtempSync(join(tmpdir(), "agent-court-clock-"))
let server: EmbeddedPostgres
const running: Array<Running> = []
/** Starts a court, which ends with the tests whatever they find. */
const served = async (environment: Readonly<Record<string, string>>) => {
  const court = await serving(environment)
  running.push(court)
  return court
}
beforeAll(async () => {
  server = await start({ fsync: true })
}, 30_000)
afterAll(async () => {
  for (const { child } of running) child.kill("SIGKILL")
  await server.stop()
  rmSync(root, { recursive: true })
})

let clocks = 0
/** A clock that a court can be started with, and that can be set while it serves. */
const settable = () => {
  const file = join(root, `clock-${clocks++}`)
  const set = (offset: string) => writeFileSync(file, `${offset}\n`)
  set("+0")
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  }
  return { set, environment }
}

/** Lodges a dealing: the instant at which it was recorded, or the code of the refusal. */
const lodged = async (url: string, token: string): Promise<number | string> => {
  const { body } = await Client.request(url, "POST", "/api/v1/notarise", { token, body: dealing })
  const { lodgedAt, code } = body as { readonly lodgedAt?: string; readonly code?: string }
  return lodgedAt === undefined ? String(code) : Date.parse(lodgedAt)
}

describe.each([
  ["SQLite", async () => ({})],
  ["PostgreSQL", async () => ({ COURT_STORE: await newDatabase(server.url) })],
])("a clock that is set back under a court on %s", (name, store) => {
  it("Rule 2.6 dates no act before the last event, refuses acts when it is far behind, and takes them again", async () => {
    const clock = settable()
    const data = join(root, name)
    const court = await served({ COURT_DATA: data, ...(await store()), ...clock.environment })
    const token = await enrol(court.url, "seller")
    const first = await lodged(court.url, token)
    expect(first).toBeTypeOf("number")
    clock.set("-180")
    expect(await lodged(court.url, token)).toBeGreaterThanOrEqual(Number(first))
    clock.set("-2d")
    for (let n = 0; n < 3; n++) expect(await lodged(court.url, token)).toBe("clock_behind")
    expect((await fetch(`${court.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${court.url}/api/v1/agents/seller`)).status).toBe(200)
    expect(court.written.error.match(/acts are refused \(clock_behind\)/g)).toHaveLength(1)
    clock.set("+0")
    expect(await lodged(court.url, token)).toBeGreaterThan(Number(first))
    expect(court.written.error).toMatch(/acts are taken again/)
    court.child.kill("SIGTERM")
    expect(await court.ended).toBe(0)
  })
})

describe("two processes on one store, of which one has a wrong clock", () => {
  it("Rule 2.6 the wrong one refuses acts, and doesn't start again, while the other serves", async () => {
    const clock = settable()
    const environment = { COURT_DATA: join(root, "two"), COURT_STORE: await newDatabase(server.url) }
    const right = await served(environment)
    const token = await enrol(right.url, "seller")
    const wrong = await served({ ...environment, ...clock.environment })
    expect(await lodged(wrong.url, token)).toBeTypeOf("number")
    clock.set("-2d")
    expect(await lodged(wrong.url, token)).toBe("clock_behind")
    expect(await lodged(right.url, token)).toBeTypeOf("number")
    // given a clock that is a little behind, then it soon dates its acts as late as what the other recorded, but for the second that a process takes to note an event
    clock.set("-180")
    const before = Number(await lodged(right.url, token))
    await expect
      .poll(() => lodged(wrong.url, token), { timeout: 10_000, interval: 500 })
      .toBeGreaterThanOrEqual(before - 1_000)
    wrong.child.kill("SIGTERM")
    await wrong.ended
    clock.set("-2d")
    const refused = command(["serve"], { ...environment, ...clock.environment })
    expect(await refused.ended).toBe(1)
    expect(refused.written.error).toMatch(/the clock of this machine shows/)
    right.child.kill("SIGTERM")
    expect(await right.ended).toBe(0)
  })
})
