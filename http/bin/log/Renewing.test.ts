/** A log that ends because its court begins on an older or a new store, and what a start makes of a renewal that was broken off. */
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { FileKeys } from "../../../adapters/keys/index.ts"
import { SqliteStore } from "../../../adapters/sqlite/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { formatVerifierKey, keyOf } from "../../../core/log/index.ts"
import { Store } from "../../../core/store/Store.ts"
import { Integrator } from "../../../scheduler/index.ts"
import { agree, type Intended, nothingIntended } from "../Identity.ts"

const root = mkdtempSync(join(tmpdir(), "agent-court-renewing-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const origin = "court.example/log"
const anew: Intended = { newStore: true, newKeys: false }
let made = 0
let folder: string
let file: string
beforeEach(async () => {
  folder = join(root, String(made++))
  file = `${folder}.db`
  expect(await started()).toBeNull()
})

/** Starts a court on the keys and a store; gives the sentence with which it is refused, or null. */
const started = (meant = nothingIntended, on = file): Promise<string | null> =>
  Effect.runPromise(
    agree({ folder, store: "the store", sandbox: false, origin }, meant).pipe(
      Effect.as(null),
      Effect.catchAll((failure) => Effect.succeed(String(failure))),
      Effect.provide(SqliteStore.layer({ file: on })),
      Effect.orDie,
    ),
  )
const logIn = (on: string) =>
  Effect.runPromise(
    Effect.flatMap(Store, Integrator.readLog).pipe(
      Effect.provide(SqliteStore.layer({ file: on })),
      Effect.orDie,
      Effect.map((found) => found?.state ?? null),
    ),
  )
const vkeyOf = (name: string) =>
  formatVerifierKey(keyOf(name, needPresent(FileKeys.logKeyOf(folder), "the key of the log")))

describe("serve --new", () => {
  it("PD17 §1 begins a new log on a new store and on an older copy, since the old one may have signed what is lost", async () => {
    const old = vkeyOf(origin)
    // given keys that sealed two judgments which the store lacks
    const copy = `${folder}.copy.db`
    cpSync(file, copy)
    appendFileSync(join(folder, "citations"), "[2026] MC 1\n[2026] MC 2\n")
    expect(await started(nothingIntended, copy)).toMatch(/it is an older copy/)
    // when the court is started there on purpose, and then in a store that is empty
    for (const [on, before] of [
      [copy, old],
      [`${folder}.new.db`, null],
    ] as const) {
      const last = vkeyOf(origin)
      expect(await started(anew, on)).toBeNull()
      // then the log is another, by the key that is now in force, and it says which log ended
      const state = needPresent(await logIn(on), "the log")
      expect(state.origin).toMatch(/^court\.example\/log\/\d{8}T\d{9}Z$/)
      expect(state.vkey).toBe(vkeyOf(state.origin))
      expect(state.ended).toMatchObject([{ origin, vkey: before ?? last, kept: 0, known: null }])
      expect(existsSync(join(folder, "log.next"))).toBe(false)
      expect(await started(nothingIntended, on)).toBeNull()
    }
  })
})

describe("a renewal that was broken off", () => {
  it("PD17 §1 before the store took it is refused at the next start, until it is done again", async () => {
    FileKeys.prepareNextLogKey(folder)
    const next = FileKeys.nextLogKeyOf(folder)
    expect(await started()).toMatch(/log\.next.*was broken off before it ended\. Do it again/)
    expect(FileKeys.nextLogKeyOf(folder)).toBe(next)
    appendFileSync(join(folder, "citations"), "[2026] MC 1\n[2026] MC 2\n")
    expect(await started(anew)).toBeNull()
    expect(FileKeys.logKeyOf(folder)).toBe(next)
  })

  it("PD17 §1 after the store took it is finished by the next start", async () => {
    const old = readFileSync(join(folder, "log"), "utf8")
    appendFileSync(join(folder, "citations"), "[2026] MC 1\n[2026] MC 2\n")
    expect(await started(anew)).toBeNull()
    // The keys as a process leaves them that was killed right after the commit.
    writeFileSync(join(folder, "log.next"), readFileSync(join(folder, "log")), { mode: 0o600 })
    writeFileSync(join(folder, "log"), old)
    const { origin: name, vkey } = needPresent(await logIn(file), "the log")
    expect(vkeyOf(name)).not.toBe(vkey)
    expect(await started()).toBeNull()
    expect(vkeyOf(name)).toBe(vkey)
    expect(existsSync(join(folder, "log.next"))).toBe(false)
  })
})
