/** The browser bundles: each one file without Node, within its size, run in a context that has only what browsers have. */
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { createContext, runInContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { seal } from "../../conformance/criteria/testing/Implementations.ts"
import { differences } from "../../conformance/criteria/testing/Run.ts"
import type { Vector } from "../../conformance/criteria/testing/Vector.ts"
import type * as Criteria from "../../core/criteria/index.ts"
import { Merkle, Note, Proof } from "../../core/log/index.ts"
import { log, signedBy } from "../../core/log/testing/Signers.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import { startCourt, type TestCourt } from "../testing/TestCourt.ts"
import type * as Bundle from "./Browser.ts"
import type * as ProofBundle from "./Proof.ts"
import { enrolParties, toJudgment } from "./testing/Dispute.ts"

const execute = promisify(execFile)
const gzippedMax = 60_000
const proofGzippedMax = 25_000
/** With its engine of patterns, though the specification counts it without. */
const criteriaGzippedMax = 55_000
const vectorsFile = join(import.meta.dirname, "../../conformance/criteria/pattern.json")
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
let proofCode: string
let criteriaCode: string
let court: TestCourt
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "court-bundle-"))
  const bundled = async (name: string, ...entry: ReadonlyArray<string>) => {
    const file = join(folder, name)
    const bundler = join(import.meta.dirname, "../../.ci/bundle.mjs")
    await execute(process.execPath, [bundler, file, ...entry])
    return readFileSync(file, "utf8")
  }
  const made = [
    bundled("browser.js"),
    bundled("proof.js", "http/client/Proof.ts"),
    bundled("criteria.js", "core/criteria/index.ts"),
  ] as const
  ;[code, proofCode, criteriaCode] = await Promise.all(made)
  rmSync(folder, { recursive: true })
  court = await startCourt()
  // Bundling takes long on a busy machine.
}, 240_000)
afterAll(() => court.stop())

/** The exports of a bundle, loaded in a context that has only what browsers have. */
const loaded = <A = typeof Bundle>(code: string, more: object = {}): A => {
  const [ending = "", names = ""] = /export\{([^}]*)\};?\s*$/.exec(code) ?? []
  const object = names.replace(/([\w$]+) as (\w+)/g, "$2:$1")
  return runInContext(
    `(() => {${code.slice(0, code.length - ending.length)}\nreturn {${object}}})()`,
    createContext({ ...web, ...more }),
  )
}

describe("the browser bundle", () => {
  it("is one file under 60 kB gzipped, without an import", () => {
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(gzippedMax)
    // A text may be "from": a member of a body has this name.
    expect(code).not.toMatch(/\bimport\s*[("'{*]|(?<!["'])\bfrom\s*["']|\brequire\(|["']node:/)
  })

  it("Rule 5.4 enrols, acts, lists and checks a judgment with nothing but what browsers have", async () => {
    const parties = await Effect.runPromise(enrolParties(court))
    const citation = await Effect.runPromise(toJudgment(court, parties))
    const { connect } = loaded(code)
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

describe("the bundle that checks a proof", () => {
  it("is one file under 25 kB gzipped, without an import", () => {
    expect(gzipSync(proofCode, { level: 9 }).length).toBeLessThan(proofGzippedMax)
    expect(proofCode).not.toMatch(/\bimport\s*[("'{*]|\bfrom\s*["']|\brequire\(|["']node:/)
  })

  it("C2SP tlog-proof checks that a log has what a court served, with nothing but what browsers have", () => {
    const sha256 = "ab".repeat(32)
    const data = { id: "d1", sequence: 1, sha256 }
    const at = "2026-11-20T09:00:00.000Z"
    const event = { at, data, rules: ["Dealings Act 1.1"], subject: "dealing/d1", type: "dealing.lodged" }
    const leaf = new TextEncoder().encode(JSON.stringify(event))
    const signed = signedBy({ size: 1, root: Merkle.hashLeaf(leaf) }, [log])
    const proof = Proof.format({ extra: leaf, index: 0, hashes: [], signed })
    const { checkRecord, parseVerifierKey } = loaded<typeof ProofBundle>(proofCode)
    const key = parseVerifierKey(Note.formatVerifierKey(log.key))
    const trust = { logs: key === null ? [] : [key], policy: null }
    const record = { id: "d1", sequence: 1, sha256, lodgedAt: at }
    expect(checkRecord(record, proof, trust)).toMatchObject({ valid: true, verdict: "proven" })
    expect(checkRecord({ ...record, sequence: 2 }, proof, trust).verdict).toBe("other_record")
  })
})

describe("the bundle of the criteria", () => {
  it("is one file under 55 kB gzipped, without an import", () => {
    expect(gzipSync(criteriaCode, { level: 9 }).length).toBeLessThan(criteriaGzippedMax)
    expect(criteriaCode).not.toMatch(/\bimport\s*[("'{*]|\bfrom\s*["']|\brequire\(|["']node:/)
  })

  it("judges every pattern of the vectors as the module does, though it has fewer tables of characters", () => {
    // The bytes of the vectors are of this realm.
    const bundled = loaded<typeof Criteria>(criteriaCode, { Uint8Array })
    const vectors: ReadonlyArray<Vector> = JSON.parse(readFileSync(vectorsFile, "utf8"))
    expect(vectors.flatMap((vector) => differences(seal(bundled), vector))).toEqual([])
  })
})
