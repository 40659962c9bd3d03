/**
 * The words of a court about itself: as it starts, to a client that it refuses for a reason that its operator can end, and about each
 * request.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { Bench } from "../../adapters/judge/index.ts"
import * as Examples from "../api/Examples.ts"
import * as Client from "../audit/Client.ts"
import { command, enrol, type Running } from "../operate/testing/Process.ts"

const folders: Array<string> = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "agent-court-start-"))
  folders.push(made)
  return made
}
const started: Array<Running> = []
const running = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>): Running => {
  const court = command(args, environment)
  started.push(court)
  return court
}
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill("SIGKILL")
})
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

/** Serves a court and waits for the last line that it prints as it starts. */
const served = async (environment: Readonly<Record<string, string>>, last = /Try: /) => {
  const court = running(["serve"], environment)
  await expect.poll(() => court.written.out + court.written.error, { timeout: 90_000 }).toMatch(last)
  const url = /open at (http:\S+)/.exec(court.written.out)?.[1] ?? ""
  return { ...court, url: url.replace("0.0.0.0", "127.0.0.1") }
}
const stopped = async ({ child, ended, written }: Running) => {
  child.kill("SIGTERM")
  expect(await ended).toBe(0)
  return written
}
/** Enrols two agents of different operators, of which one files against the other. */
const filed = async (url: string, key?: string): Promise<string> => {
  if (key === undefined) await enrol(url, Examples.filing.respondent)
  const token = key ?? (await enrol(url, "buyer-3"))
  await Client.call(url, "POST", "/api/v1/matters", { token, body: Examples.filing }).catch((error) => {
    throw Object.assign(error, { key: token })
  })
  return token
}

describe("a court that starts", () => {
  it("Constitution 1.5 says where people, agents and models begin, what its judge is, that filing is closed, and how it is opened", async () => {
    // given a new court
    const COURT_DATA = folder()
    const court = await served({ COURT_DATA })
    const { out } = court.written
    for (const path of ["/,", "/docs,", "/mcp."]) expect(out).toContain(`${court.url}${path}`)
    expect(out).toContain(`papers, ${Bench.ofDocuments}`)
    expect(out).not.toContain("Warning")
    const [, told = ""] = /is not open yet\. The Registrar opens it by (agent-court .*)\.\n/.exec(out) ?? []
    // when an agent files against one of another operator, then the refusal names the same command and a route
    const refused = await filed(court.url).catch((error) => error)
    expect(refused.message).toContain("filing_not_open")
    expect(refused.message).toContain(told)
    expect(refused.message).toContain("POST /api/v1/registrar/eligibility")
    // when the Registrar gives that command, then the agent files
    const words = told.replace("<reference>", "[2026]FB1").replace("<statement>", "Confirmed.").split(" ")
    const given = running([...words.slice(1), "--url", court.url], { COURT_DATA })
    expect(await given.ended).toBe(0)
    await filed(court.url, refused.key)
    // and the next start says that filing is open
    await stopped(court)
    expect((await served({ COURT_DATA })).written.out).toContain("operators is open.")
  }, 300_000)

  it("Constitution 1.5 is a sandbox whose filing is open under COURT_SANDBOX=open, and stays one", async () => {
    const environment = { COURT_DATA: folder(), COURT_SANDBOX: "open" }
    const court = await served(environment, /a sandbox: nothing binds[\s\S]*Try: /)
    expect(court.written.out).toContain("operators is open.")
    await filed(court.url)
    const docket = await Client.call(court.url, "GET", "/api/v1/docket")
    expect(docket).toMatchObject({ filingEligibility: { confirmed: true, reference: "COURT_SANDBOX=open" } })
    await stopped(court)
    await served(environment, /a sandbox: nothing binds[\s\S]*Try: /)
  }, 300_000)

  it("Rule 2.6 warns of an address that other machines reach, unless a proxy is named", async () => {
    const open = { COURT_DATA: folder(), COURT_STORE: "memory:", HOST: "0.0.0.0" }
    const { written } = await served(open, /Warning: /)
    expect(written.out).toMatch(/^Warning: HOST=0\.0\.0\.0: .*without TLS.*COURT_TRUSTED_PROXIES/m)
    const behind = await served({ ...open, COURT_TRUSTED_PROXIES: "10.0.0.1" })
    expect((await stopped(behind)).out).not.toContain("Warning")
  }, 300_000)
})

const json = { COURT_LOG: "json", COURT_STORE: "memory:" }
const linesOf = ({ out, error }: Running["written"]): ReadonlyArray<Record<string, unknown>> =>
  `${out}${error}`
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

describe("a court whose log is JSON", () => {
  it("Rule 2.6 writes nothing but objects, and one for each request, without handles, keys, paths or queries", async () => {
    const court = await served({ ...json, COURT_DATA: folder() })
    const key = await enrol(court.url, "canary-handle")
    const trace = "ab".repeat(16)
    const authorization = `Bearer ${key}`
    const traceparent = `00-${trace}-${"cd".repeat(8)}-00`
    const asked = { headers: { authorization, traceparent, "user-agent": "canary-program" } }
    const read = await fetch(`${court.url}/api/v1/agents/canary-handle`, asked)
    const bytes = (await read.arrayBuffer()).byteLength
    await fetch(`${court.url}/api/v1/judgments?limit=canary-query`)
    await fetch(`${court.url}/canary-path`, { method: "HEAD" })
    // when it stops, then what waited to be written is written
    const written = await stopped(court)
    const lines = linesOf(written)
    for (const line of lines)
      expect(line).toMatchObject({ time: expect.any(String), level: "info", message: expect.any(String) })
    const answered = lines.filter(({ message }) => message === "answered")
    const like = (of: object) => ({
      time: expect.any(String),
      level: "info",
      message: "answered",
      ms: expect.any(Number),
      bytes: expect.any(Number),
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ...of,
    })
    expect(answered).toEqual([
      like({ method: "POST", route: "/api/v1/enrol", status: 200 }),
      like({ method: "GET", route: "/api/v1/agents/:handle", status: 200, bytes, trace_id: trace }),
      like({ method: "GET", route: "/api/v1/judgments", status: 400 }),
      like({ method: "HEAD", route: null, status: 404, bytes: 0 }),
    ])
    expect(`${written.out}${written.error}`).not.toMatch(/canary|adc_/)
  }, 150_000)

  it("Rule 2.6 has no line for a request under COURT_LOG_LEVEL=warn", async () => {
    const court = await served({ ...json, COURT_DATA: folder(), COURT_LOG_LEVEL: "warn" })
    await enrol(court.url, "seller")
    expect(linesOf(await stopped(court)).filter(({ message }) => message === "answered")).toEqual([])
  }, 150_000)

  it("Rule 2.6 says why it can't start in such a line too", async () => {
    const { ended, written } = running(["serve"], { ...json, COURT_DATA: folder(), PORT: "70000" })
    expect(await ended).toBe(1)
    expect(linesOf(written)).toEqual([
      { time: expect.any(String), level: "error", message: expect.stringMatching(/^PORT=70000: /) },
    ])
  }, 150_000)
})
