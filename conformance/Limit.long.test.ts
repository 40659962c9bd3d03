/** The time limit of a case: whatever a store does, the report says which case was late and what it awaited, and the run goes on. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunOptions, run } from "./run.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-court-limit-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const memory = new URL("./stores/memory.ts", import.meta.url).href
const effect = pathToFileURL(createRequire(import.meta.url).resolve("effect")).href
const withinMs = 60_000

/** A module whose store is the one in memory, with some operations replaced. */
const broken = (name: string, operations: string, open = ""): string => {
  const path = join(folder, `${name}.mjs`)
  writeFileSync(
    path,
    `import { Effect } from "${effect}"
    import * as memory from "${memory}"
    export const open = async () => {
      ${open}
      const store = await Effect.runPromise(memory.open())
      return { ...store, ${operations} }
    }`,
  )
  return path
}

const limitMs = 1_000
const examined = async (options: RunOptions) => {
  const written: Array<string> = []
  const code = await Effect.runPromise(
    run({ seed: 7, modelRuns: 0, limitMs, ...options }, (text) => written.push(text)),
  )
  return { code, text: written.join("\n") }
}

describe("a case ends at its limit, and the run goes on after it", () => {
  it("says what was awaited of a promise that never settles, even if the store forbids an interruption", {
    timeout: withinMs,
  }, async () => {
    const store = broken(
      "silent",
      `commit: (set) => set.claims.length > 1
        ? Effect.uninterruptible(Effect.promise(() => new Promise(() => {})))
        : store.commit(set)`,
    )
    const { code, text } = await examined({ store, only: "holder." })
    expect(text).toMatch(
      /✗ holder\.all-named .*\n {4}the case holder\.all-named did not end within 1 second; .*--limit.*\n {4}It awaited:\n {6}commit\(.*"claims":\[\{.*, for 1\.\d seconds\n {4}Calls of the case: commit 1\./,
    )
    expect(text).toContain("✓ holder.race ")
    expect(code).toBe(1)
  })

  it("ends a loop that never gives the thread back, and says which call it was", {
    timeout: withinMs,
  }, async () => {
    const store = broken(
      "spinning",
      "holder: (claim) => { if (claim.includes('taken')) for (;;) {} ; return store.holder(claim) }",
    )
    const { code, text } = await examined({ store, only: "holder.", json: true })
    const { lines } = JSON.parse(text)
    const outcomes = Object.fromEntries(
      lines.map((line: { readonly id: string; readonly outcome: object }) => [line.id, line.outcome]),
    )
    expect(outcomes["holder.free"]).toMatchObject({ _tag: "kept" })
    expect(outcomes["holder.taken"]).toMatchObject({
      _tag: "broken",
      message: expect.stringMatching(
        /^the case holder\.taken did not end within 1 second, .*never gives the thread back[\s\S]*The last call: holder\("\S+\/holder\.taken\/name"\)$/,
      ),
    })
    expect(outcomes["holder.race"]).toMatchObject({ _tag: "kept" })
    expect(code).toBe(1)
  })

  it("reports a case that ends its process, with what the process said last", {
    timeout: withinMs,
  }, async () => {
    const store = broken("leaving", "blob: () => { console.error('out of here'); process.exit(3) }")
    const { text } = await examined({ store, only: "blob." })
    expect(text).toMatch(
      /✗ blob\.absent .*\n {4}the case blob\.absent ended the process that examined the store \(exit code 3\)\.\n {4}The last call: blob\(.*\n {4}out of here/,
    )
    expect(text).toContain("✗ blob.exact ")
  })

  it("goes on with the next case if what a case has left behind ends the process", {
    timeout: withinMs,
  }, async () => {
    const store = broken(
      "late",
      "blob: (sha) => { queueMicrotask(() => { throw new Error('left behind') }); return store.blob(sha) }",
    )
    const { code, text } = await examined({ store, only: "blob." })
    expect(text).toMatch(/✗ blob\.\S+ .*\n {4}the case blob\.\S+ ended the process[\s\S]*left behind/)
    for (const id of ["blob.absent", "blob.exact", "blob.first-stays"]) expect(text).toContain(id)
    expect(code).toBe(1)
  })

  it("says that a store could not be opened in time", { timeout: withinMs }, async () => {
    for (const [name, opening] of [
      ["pending", "await new Promise(() => { setInterval(() => {}, 1000) })"],
      ["endless", "for (;;) {}"],
    ] as const) {
      const { code, text } = await examined({ store: broken(name, "", opening) })
      expect(text).toMatch(/^its open did not end within 1 second.*; correct the module, or what it opens/)
      expect(code).toBe(2)
    }
  })

  it("finds `next: null` of a journal's page at once, wherever the journal is read", {
    timeout: withinMs,
  }, async () => {
    const store = broken(
      "cursorless",
      "journal: (query) => Effect.map(store.journal(query), ({ items }) => ({ items, next: null }))",
    )
    const { text } = await examined({ store, only: "journal." })
    expect(text).not.toContain("did not end")
    expect(text).toMatch(/✗ journal\.next .*\n {4}expected a cursor as `next`/)
    expect(text).toMatch(
      /✗ journal\.followed .*\n {4}expected a cursor as `next` of every page of the journal/,
    )
  })
})
