/** The court as a process: it starts, serves, stops gracefully, and loses no acknowledged act when it is killed. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { freePort } from "../../adapters/outbound/FreePort.ts"
import * as Examples from "../api/Examples.ts"
import * as Client from "../audit/Client.ts"
import * as Process from "../operate/testing/Process.ts"
import { enrol, lodge } from "../operate/testing/Process.ts"
import { closed, sent } from "../testing/Attacked.ts"

const folders: Array<string> = []
const children: Array<ChildProcess> = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "agent-court-serve-"))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL")
})
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

/** Starts a command in a process of its own, which is killed after the test. */
const command = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) => {
  const started = Process.command(args, environment)
  children.push(started.child)
  return started
}

const serving = async (data: string, environment: Readonly<Record<string, string>> = {}) => {
  const started = await Process.serving({ COURT_DATA: data, ...environment })
  children.push(started.child)
  return started
}

const lodgedBy = async (url: string, handle: string): Promise<number> => {
  const agent = (await Client.call(url, "GET", `/api/v1/agents/${handle}`)) as {
    readonly dealings: { readonly lodged: number }
  }
  return agent.dealings.lodged
}

describe("agent-court serve", () => {
  it("Rule 2.6 makes keys that only its account can read, prints no key, and stops on SIGTERM with 0", async () => {
    const data = folder()
    const court = await serving(data)
    const key = await enrol(court.url, "seller")
    court.child.kill("SIGTERM")
    expect(await court.ended).toBe(0)
    for (const name of readdirSync(join(data, "keys"))) {
      expect(statSync(join(data, "keys", name)).mode & 0o077).toBe(0)
    }
    expect(statSync(join(data, "court.db")).mode & 0o077).toBe(0)
    const written = court.written.out + court.written.error
    expect(written).toContain("registrar.key")
    expect(written).not.toMatch(/adc_[A-Za-z0-9_-]{8}|PRIVATE KEY/)
    expect(written).not.toContain(key)
  }, 30_000)

  it("Rule 2.6 stops on SIGTERM with 0 and closes its store, even if a client never ends its request", async () => {
    const data = folder()
    const court = await serving(data)
    const head =
      "POST /api/v1/enrol HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"
    const stalled = await sent(Number(new URL(court.url).port), head)
    // The court has answered a later request, so it has read this one.
    await Client.call(court.url, "GET", "/healthz")
    court.child.kill("SIGTERM")
    expect(await court.ended).toBe(0)
    await closed(stalled.socket)
    // SQLite removes the write-ahead log when the store is closed.
    expect(readdirSync(data).filter((name) => name.startsWith("court.db"))).toEqual(["court.db"])
  }, 30_000)

  it("Rule 2.6 answers every act that was begun before SIGTERM", async () => {
    const court = await serving(folder(), { COURT_RATE_LIMIT: "off" })
    const key = await enrol(court.url, "seller")
    let stopped = false
    let answered = 0
    const unanswered: Array<unknown> = []
    const load = Array.from({ length: 8 }, async () => {
      while (!stopped) {
        // A request that begins after the signal may find the port closed.
        const begun = !court.child.killed
        await lodge(court.url, key).then(
          () => answered++,
          (error: unknown) => begun && !/shutting_down/.test(String(error)) && unanswered.push(error),
        )
      }
    })
    while (answered < 100) await new Promise((resolve) => setImmediate(resolve))
    court.child.kill("SIGTERM")
    expect(await court.ended).toBe(0)
    stopped = true
    await Promise.all(load)
    expect(unanswered).toEqual([])
  }, 30_000)

  it("Dealings Act 1.1 has every acknowledged act after it was killed while many were under way", async () => {
    const data = folder()
    const first = await serving(data, { COURT_RATE_LIMIT: "off" })
    const key = await enrol(first.url, "seller")
    let acknowledged = 0
    const load = Array.from({ length: 8 }, async () => {
      for (;;) {
        await lodge(first.url, key)
        acknowledged += 1
        if (acknowledged === 200) first.child.kill("SIGKILL")
      }
    })
    await Promise.allSettled(load)
    const again = await serving(data)
    const kept = await lodgedBy(again.url, "seller")
    expect(kept).toBeGreaterThanOrEqual(acknowledged)
    expect(kept).toBeLessThanOrEqual(acknowledged + 8)
  }, 60_000)

  it("Rule 2.6 names the wrong variables in one line, and creates no file", async () => {
    const data = join(folder(), "none")
    const refused = command(["serve"], { COURT_DATA: data, PORT: "70000", COURT_STORE: "mysql:x" })
    expect(await refused.ended).toBe(1)
    expect(refused.written.error.trim().split("\n")).toHaveLength(1)
    expect(refused.written.error).toMatch(/PORT.*COURT_STORE/)
    expect(existsSync(data)).toBe(false)
  }, 30_000)
})

describe("agent-court serve on a full disk that holds its log", () => {
  it("Dealings Act 1.1 starts, serves and stops as usual", async () => {
    // given that every write of output and log fails with ENOSPC, which is what /dev/full does
    const full = openSync("/dev/full", "w")
    const port = await freePort()
    const child = spawn(process.execPath, [Process.program, "serve"], {
      stdio: ["ignore", full, full],
      env: { ...process.env, COURT_DATA: folder(), PORT: String(port) },
    })
    children.push(child)
    closeSync(full)
    const ended = once(child, "exit")
    const url = `http://127.0.0.1:${port}`
    const up = () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(up, { timeout: 25_000, interval: 200 }).toBe(true)
    const key = await enrol(url, "seller")
    await lodge(url, key)
    expect(await lodgedBy(url, "seller")).toBe(1)
    child.kill("SIGTERM")
    expect(await ended).toEqual([0, null])
  }, 40_000)
})

describe("agent-court schedule", () => {
  it("Rule 4.9 does the work of a court that serves without a scheduler, on the store that they share", async () => {
    const data = folder()
    const court = await serving(data, { COURT_SCHEDULER: "off" })
    // given a quote that lapses in three seconds
    const token = await enrol(court.url, "seller")
    await enrol(court.url, "buyer")
    const dueBy = new Date(Date.now() + 3_000).toISOString()
    const body = { ...Examples.quote, buyer: "buyer", dueBy }
    await Client.call(court.url, "POST", "/api/v1/quotes", { token, body })
    // when a scheduler runs
    const scheduler = command(["schedule"], { COURT_DATA: data })
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
})
