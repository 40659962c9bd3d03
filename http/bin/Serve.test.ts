/**
 * The court as a process: it starts, serves, stops gracefully, and loses no acknowledged act when it is killed. A start takes seconds, so the
 * tests follow one court through its life, in their order.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { freePort } from "../../adapters/outbound/FreePort.ts"
import * as Examples from "../api/Examples.ts"
import * as Client from "../audit/Client.ts"
import * as Process from "../operate/testing/Process.ts"
import { enrol, lodge } from "../operate/testing/Process.ts"
import { run } from "./Cli.ts"
import { commands } from "./Commands.ts"

const root = mkdtempSync(join(tmpdir(), "agent-court-serve-"))
const data = join(root, "data")
const children: Array<ChildProcess> = []
afterAll(() => {
  for (const child of children) child.kill("SIGKILL")
  rmSync(root, { recursive: true, force: true })
})

const lodgedBy = async (url: string, handle: string): Promise<number> => {
  const agent = (await Client.call(url, "GET", `/api/v1/agents/${handle}`)) as {
    readonly dealings: { readonly lodged: number }
  }
  return agent.dealings.lodged
}

/** Eight clients, each of which lodges one hash after another until the court fails it. It may have begun before the signal or after it. */
const eightLodge = (
  { child, url }: { readonly child: ChildProcess; readonly url: string },
  key: string,
  acknowledged: () => void,
  failed?: (begunBeforeSignal: boolean, error: unknown) => void,
) =>
  Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let goesOn = true; goesOn; ) {
        const begunBefore = !child.killed
        await lodge(url, key).then(acknowledged, (error: unknown) => {
          failed?.(begunBefore, error)
          goesOn = false
        })
      }
    }),
  )

/** Serves the court of the folder so that every write of output and log fails with ENOSPC, which is what /dev/full does. */
const servedOnFullDisk = async () => {
  const full = openSync("/dev/full", "w")
  const port = await freePort()
  const child = spawn(process.execPath, [Process.program, "serve"], {
    stdio: ["ignore", full, full],
    env: { ...process.env, COURT_DATA: data, PORT: String(port), COURT_RATE_LIMIT: "off" },
  })
  children.push(child)
  closeSync(full)
  const url = `http://127.0.0.1:${port}`
  const up = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(up, { timeout: 60_000, interval: 50 }).toBe(true)
  return { child, url, ended: once(child, "exit") }
}

describe("agent-court serve", () => {
  let court: Awaited<ReturnType<typeof Process.serving>>
  let again: Awaited<ReturnType<typeof servedOnFullDisk>>
  let key: string
  beforeAll(async () => {
    // This court has no scheduler, and no limit of requests.
    court = await Process.serving({ COURT_DATA: data, COURT_RATE_LIMIT: "off", COURT_SCHEDULER: "off" })
    children.push(court.child)
    key = await enrol(court.url, "seller")
  })

  it("Rule 2.6 makes keys that only its account can read, and prints no key", () => {
    for (const name of readdirSync(join(data, "keys"))) {
      expect(statSync(join(data, "keys", name)).mode & 0o077).toBe(0)
    }
    expect(statSync(join(data, "court.db")).mode & 0o077).toBe(0)
    const written = court.written.out + court.written.error
    expect(written).toContain("registrar.key")
    expect(written).not.toMatch(/adc_[A-Za-z0-9_-]{8}|PRIVATE KEY/)
    expect(written).not.toContain(key)
  })

  it("Rule 4.9 agent-court schedule does the work of a court that serves without a scheduler, on the store that they share", async () => {
    // given a quote that lapses in three seconds
    await enrol(court.url, "buyer")
    const dueBy = new Date(Date.now() + 3_000).toISOString()
    const body = { ...Examples.quote, buyer: "buyer", dueBy }
    await Client.call(court.url, "POST", "/api/v1/quotes", { token: key, body })
    // when a scheduler runs
    const scheduler = Process.command(["schedule"], { COURT_DATA: data })
    children.push(scheduler.child)
    await expect.poll(() => scheduler.written.out, { timeout: 30_000 }).toContain("is running")
    // then the quote lapses
    const journal = () => Client.call(court.url, "GET", "/api/v1/journal?limit=100")
    await expect
      .poll(async () => JSON.stringify(await journal()), { timeout: 20_000 })
      .toContain("quote.lapsed")
    scheduler.child.kill("SIGTERM")
    expect(await scheduler.ended).toBe(0)
    expect(court.child.exitCode).toBeNull()
  }, 60_000)

  it("Dealings Act 1.1 has every acknowledged act after it was killed while many were under way, and serves though its log is on a full disk", async () => {
    let acknowledged = 0
    await eightLodge(court, key, () => {
      acknowledged += 1
      if (acknowledged === 200) court.child.kill("SIGKILL")
    })
    again = await servedOnFullDisk()
    const kept = await lodgedBy(again.url, "seller")
    expect(acknowledged).toBeGreaterThanOrEqual(200)
    expect(kept).toBeGreaterThanOrEqual(acknowledged)
    expect(kept).toBeLessThanOrEqual(acknowledged + 8)
  }, 90_000)

  it("Rule 2.6 answers every act that was begun before SIGTERM, and stops with 0, though its log is on a full disk", async () => {
    const { child, ended } = again
    let answered = 0
    const unanswered: Array<unknown> = []
    await eightLodge(
      again,
      key,
      () => {
        answered += 1
        if (answered === 100) child.kill("SIGTERM")
      },
      (begunBefore, error) => begunBefore && !/shutting_down/.test(String(error)) && unanswered.push(error),
    )
    expect(await ended).toEqual([0, null])
    expect(unanswered).toEqual([])
    // SQLite removes the write-ahead log when the store is closed.
    expect(readdirSync(data).filter((name) => name.startsWith("court.db"))).toEqual(["court.db"])
  }, 30_000)

  it("Rule 2.6 names the wrong variables in one line, and creates no file", async () => {
    const nowhere = join(root, "none")
    vi.stubEnv("COURT_DATA", nowhere).stubEnv("PORT", "70000").stubEnv("COURT_STORE", "mysql:x")
    const said: Array<string> = []
    const code = await run(commands, ["serve"], {
      out: (line) => said.push(line),
      error: (line) => said.push(line),
    })
    vi.unstubAllEnvs()
    expect(code).toBe(1)
    expect(said).toEqual([expect.stringMatching(/^agent-court: [^\n]*PORT.*COURT_STORE[^\n]*$/)])
    expect(existsSync(nowhere)).toBe(false)
    // The command may be loaded here for the first time.
  }, 60_000)
})
