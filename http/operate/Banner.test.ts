/** The banner that a newcomer reads as a court starts, and the words of a second process on one file. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { Stores } from "../../adapters/stores/index.ts"
import { sandbox } from "../court/Config.ts"
import { linesOfOpening, type Opened } from "./Banner.ts"
import { type Note, noteServing, wordsOf } from "./Beside.ts"

const folder = mkdtempSync(join(tmpdir(), "banner-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keys: Opened["keys"] = {
  notary: { algorithm: "ed25519", publicKey: "ab".repeat(32), retiredKeys: [] },
  jwks: { keys: [] },
}
const opened: Opened = { port: 8080, filingOpen: false, keys, beside: null }
const real = { ...sandbox("./court-data"), sandbox: false, store: Stores.defaultIn("./court-data") }
const beside = "this store is served already, by process 7."

describe("the banner of a court", () => {
  it("Constitution 1.5 has at most eight lines, which say where the court is open, on what, who judges, and what to try", () => {
    for (const config of [real, sandbox("data"), { ...real, scheduler: "off" as const }]) {
      const lines = linesOfOpening(config, { ...opened, beside })
      expect(lines.length).toBeLessThanOrEqual(8)
      expect(lines[0]).toBe("The court is open at http://127.0.0.1:8080 (Ctrl-C stops it)")
      const names = lines.slice(1).map((line) => /^ {2}(\w+): +\S/.exec(line)?.[1])
      expect(names).toEqual(["Kind", "Store", "Beside", "Judge", "Seal", "Read", "Try"])
    }
    const text = linesOfOpening(real, opened).join("\n")
    expect(text).toContain("SQLite, ./court-data/court.db")
    expect(text).toContain("a real court")
    expect(text).toContain("not open yet. The Registrar opens it by agent-court registrar record-eligibility")
    expect(text).toContain("key abababababababab…, in court-data/keys")
  })
})

const note = (pid: number, port: number): Note => ({
  file: join(folder, "court.db"),
  pid,
  host: "127.0.0.1",
  port,
  url: `http://127.0.0.1:${port}`,
  since: "2026-11-28T09:30:00.000Z",
})

describe("two processes on one file", () => {
  it("Rule 2.6 given a process that serves and the note of a killed one, when another starts, then it names the first alone, and leaves nothing behind", async () => {
    const listening = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => listening.once("listening", resolve))
    const address = listening.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const scoped = Effect.gen(function* () {
      // The first runs, and listens. A number above the greatest of the system is that of no process.
      expect(yield* noteServing(note(process.ppid, port))).toEqual([])
      const killed = note(2 ** 30, port)
      writeFileSync(join(folder, "serving", "killed.json"), JSON.stringify(killed))
      writeFileSync(join(folder, "serving", "torn.json"), "{")
      const found = yield* noteServing(note(process.pid, port + 1))
      expect(found).toEqual([note(process.ppid, port)])
      expect(wordsOf(found)).toContain(
        `by process ${process.ppid} at http://127.0.0.1:${port} since 2026-11-28 09:30 UTC. This process answers from the same records`,
      )
      // A process that runs and listens no more does not serve.
      listening.close()
      expect(yield* noteServing(note(process.pid, port + 1))).toEqual([])
    })
    await Effect.runPromise(Effect.scoped(scoped))
    expect(readdirSync(join(folder, "serving")).sort()).toEqual(["killed.json", "torn.json"])
    expect(wordsOf([])).toBeNull()
  })

  it("Rule 2.6 given a folder in which nothing can be written, then the court serves all the same", async () => {
    writeFileSync(join(folder, "no-folder"), "")
    const own = { ...note(process.pid, 1), file: join(folder, "no-folder", "court.db") }
    expect(await Effect.runPromise(Effect.scoped(noteServing(own)))).toEqual([])
  })
})
