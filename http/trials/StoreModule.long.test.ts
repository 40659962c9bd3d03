/** A store of somebody else's, named by `COURT_STORE=module:…`: a court serves from it, and says what is wrong with a module that it can't use. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { run as examine } from "../../conformance/run.ts"
import { product, withoutComments } from "../../core/testing/Sources.ts"
import * as Examples from "../api/Examples.ts"
import * as Client from "../audit/Client.ts"
import { command, type Running, serving } from "../operate/testing/Process.ts"
import { enrolled } from "../testing/TestCourt.ts"

/** Courts are started in processes of their own, which takes long on a busy machine. */
const withinMs = 90_000

const root = mkdtempSync(join(tmpdir(), "agent-court-module-"))
const running: Array<Running> = []
afterAll(() => {
  for (const { child } of running) child.kill("SIGKILL")
  rmSync(root, { recursive: true, force: true })
})

const log = join(import.meta.dirname, "../examples/LogStore.ts")
const inLog = {
  COURT_SANDBOX: "1",
  COURT_DATA: join(root, "data"),
  COURT_STORE: `module:${log}#${join(root, "court.log")}`,
}
const court = async () => {
  const started = await serving(inLog)
  running.push(started)
  return started
}

describe("a court on the store of a module", () => {
  it(
    "Rule 2.6 keeps what was filed over a restart, since its store says that it is durable",
    async () => {
      // given a matter that a court on the store has acknowledged
      const first = await court()
      const buyer = await enrolled(first, "buyer-3", "one")
      await enrolled(first, "translator-7", "one")
      const filing = { token: buyer, body: Examples.filing }
      const filed = await Client.call(first.url, "POST", "/api/v1/matters", filing)
      const { id } = (filed as { readonly matter: { readonly id: string } }).matter
      // when the court is killed and started again
      first.child.kill("SIGKILL")
      await first.ended
      const again = await court()
      // then the matter is read back, and the court says which store it has, without its location
      expect(await Client.call(again.url, "GET", `/api/v1/matters/${id}`, { token: buyer })).toMatchObject({
        id,
      })
      expect(again.written.out + first.written.out).not.toContain("court.log")
      again.child.kill("SIGTERM")
      expect(await again.ended).toBe(0)
    },
    withinMs,
  )

  it(
    "Rule 2.6 the same module passes the conformance kit",
    async () => {
      const written: Array<string> = []
      expect(
        await Effect.runPromise(examine({ store: log, seed: 7, modelRuns: 3 }, (text) => written.push(text))),
      ).toBe(0)
      expect(written.join("\n")).toMatch(/✓ durable\.killed[\s\S]* 0 broken/)
    },
    withinMs,
  )
})

it(
  "Rule 2.6 a store for several processes without a lock loses nothing if one of them is stopped in the middle of a write",
  async () => {
    const written: Array<string> = []
    const store = join(import.meta.dirname, "../examples/SharedLogStore.ts")
    const options = { store, seed: 7, only: "processes.stopped" }
    expect(await Effect.runPromise(examine(options, (text) => written.push(text)))).toBe(0)
    expect(written.join("\n")).toContain("✓ shared.processes.stopped")
  },
  withinMs,
)

describe("a module that is no store", () => {
  const module = (name: string, text: string): string => {
    const path = join(root, name)
    writeFileSync(path, text)
    return path
  }
  it.each([
    [
      "there is no such file",
      join(root, "missing.mjs"),
      /there is no file \S+missing\.mjs; name the module by its path from /,
    ],
    [
      "it exports no open",
      module("nothing.mjs", ""),
      /nothing\.mjs exports no function named open \(it exports nothing\); export open/,
    ],
    [
      "it can't be loaded",
      module("wrong.mjs", "throw new Error('no licence')"),
      /wrong\.mjs can't be loaded: no licence; correct/,
    ],
    [
      "its open throws",
      module("throws.mjs", "export const open = () => { throw new Error('no server') }"),
      /throws\.mjs is refused: its open failed: no server; correct/,
    ],
    [
      "its open rejects",
      module("rejects.mjs", "export const open = async () => { throw new Error('no server') }"),
      /its open failed: no server; correct/,
    ],
    [
      "its open gives no driver",
      module("half.mjs", "export const open = () => ({ supports: {}, read() {} })"),
      /its open gave no driver of a store \(without list, .*commit\); give every operation/,
    ],
  ])(
    "Rule 2.6 a start is refused with one line that says what to do if %s",
    async (_, path, says) => {
      const { written, ended } = command(["serve"], {
        COURT_DATA: join(root, "none"),
        COURT_STORE: `module:${path}#secret`,
      })
      expect(await ended).toBe(1)
      expect(written.error).toMatch(/^agent-court: COURT_STORE: the store module \S+ is refused: [^\n]+\n$/)
      expect(written.error).toMatch(says)
      expect(written.error).not.toContain("secret")
    },
    withinMs,
  )

  it("Rule 2.6 no module is loaded by a name that the program computes, but the operator's store and a researcher's strategies", () => {
    const computing = product.filter(({ text }) => /\bimport\((?!\s*")/.test(withoutComments(text)))
    expect(computing.map(({ path }) => path)).toEqual([
      "adapters/stores/Module.ts",
      "scheduler/laboratory/Module.ts",
    ])
  })
})
