/** The browser bundle: one file without Node, within its size, run in a context that has only what browsers have. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createContext, runInContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { enrolmentBody } from "../testing/Bodies.ts"
import { startCourt, type TestCourt } from "../testing/TestCourt.ts"
import type * as Bundle from "./index.ts"
import { enrolParties, toJudgment } from "./testing/Dispute.ts"

const gzippedMax = 120_000
const web = {
  AbortController,
  AbortSignal,
  atob,
  btoa,
  clearTimeout,
  console,
  crypto,
  fetch,
  Headers,
  performance,
  queueMicrotask,
  Request,
  Response,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
}

let code: string
let court: TestCourt
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "court-bundle-"))
  const file = join(folder, "browser.js")
  execFileSync(process.execPath, [join(import.meta.dirname, "../../.ci/bundle.mjs"), file], { stdio: "pipe" })
  code = readFileSync(file, "utf8")
  rmSync(folder, { recursive: true })
  court = await startCourt()
  // Bundling takes long on a busy machine.
}, 240_000)
afterAll(() => court.stop())

/** The bundle's exports, loaded in a context that has only what browsers have. */
const loaded = (): typeof Bundle => {
  const [ending = "", names = ""] = /export\{([^}]*)\};?\s*$/.exec(code) ?? []
  const object = names.replace(/([\w$]+) as (\w+)/g, "$2:$1")
  return runInContext(
    `(() => {${code.slice(0, code.length - ending.length)}\nreturn {${object}}})()`,
    createContext(web),
  )
}

describe("the browser bundle", () => {
  it("is one file under 120 kB gzipped, without an import", () => {
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(gzippedMax)
    expect(code).not.toMatch(/\bimport\s*[("'{*]|\bfrom\s*["']|\brequire\(|["']node:/)
  })

  it("Rule 5.4 enrols, acts, lists and checks a judgment with nothing but what browsers have", async () => {
    const parties = await Effect.runPromise(enrolParties(court))
    const citation = await Effect.runPromise(toJudgment(court, parties))
    const { connect } = loaded()
    const visitor = connect({ baseUrl: court.url })
    const { apiKey } = await visitor.agents.enrol({ payload: enrolmentBody("page") })
    const page = connect({ baseUrl: court.url, apiKey })
    const lodged = await page.dealings.notarise({
      payload: { sha256: "ab".repeat(32), dealingAt: court.clock.now },
    })
    expect(await visitor.verifyReceipt(lodged)).toMatchObject({ valid: true })
    expect(await visitor.verifyJudgment(citation)).toMatchObject({ valid: true, record: { citation } })
    expect(await visitor.verifyCompliance("buyer")).toMatchObject({ valid: true })
    const found = []
    for await (const judgment of visitor.judgments.listJudgments.all({ urlParams: { limit: 1 } }))
      found.push(judgment.citation)
    expect(found).toEqual([citation])
    await expect(visitor.agents.readAgent({ path: { handle: "nobody" } })).rejects.toMatchObject({
      _tag: "Refused",
      code: "unknown_agent",
    })
  })
})
