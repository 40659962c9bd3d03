/** A log that ends because its court begins on an older or a new store, and what a start makes of a renewal that was broken off. */
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import * as Hosts from "../../../adapters/host/Hosts.ts"
import { FileKeys } from "../../../adapters/keys/index.ts"
import { SqliteStore } from "../../../adapters/sqlite/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { Note, Records } from "../../../core/log/index.ts"
import { Store } from "../../../core/store/Store.ts"
import { Integrator } from "../../../scheduler/index.ts"
import { agree, type Intended, nothingIntended } from "../Identity.ts"

const root = mkdtempSync(join(tmpdir(), "agent-court-renewing-"))
/** The stores that are open. A store is opened once in a test, since its threads take longer to start than all that is tried here. */
const open = new Map<string, ManagedRuntime.ManagedRuntime<Store, unknown>>()
const closeStores = async () => {
  for (const store of open.values()) await store.dispose()
  open.clear()
}
const runOn = <A, E>(on: string, program: Effect.Effect<A, E, Store>): Promise<A> => {
  const store = open.get(on) ?? ManagedRuntime.make(SqliteStore.layer({ file: on }))
  open.set(on, store)
  return store.runPromise(program)
}
afterEach(closeStores)
afterAll(() => rmSync(root, { recursive: true, force: true }))

const origin = "court.example/log"
const anew: Intended = { newStore: true, newKeys: false }
const lostKeys: Intended = { newStore: false, newKeys: true }
let made = 0
let folder: string
let file: string
beforeEach(async () => {
  folder = join(root, String(made++))
  file = `${folder}.db`
  expect(await started()).toBeNull()
})

/** Starts a court on the keys and a store; gives the sentence with which it is refused, or null. */
const started = (meant = nothingIntended, on = file, address = origin): Promise<string | null> =>
  runOn(
    on,
    agree({ folder, store: "the store", sandbox: false, origin: address }, meant).pipe(
      Effect.as(null),
      Effect.catchAll((failure) => Effect.succeed(String(failure))),
    ),
  )
const logIn = (on: string) =>
  runOn(
    on,
    Effect.map(Effect.flatMap(Store, Integrator.readLog), (found) => found?.state ?? null),
  )
const merge = () =>
  runOn(file, Effect.provide(Integrator.look({ origin }), Layer.merge(Hosts.live, FileKeys.layer(folder))))
const vkeyOf = (name: string) =>
  Note.formatVerifierKey(Records.keyOf(name, needPresent(FileKeys.logKeyOf(folder), "the key of the log")))

describe("serve --new", () => {
  it("PD17 §1 begins a new log on a new store and on an older copy, since the old one may have signed what is lost", async () => {
    let last = { origin, vkey: vkeyOf(origin) }
    // given keys that sealed two judgments which the store lacks
    const copy = `${folder}.copy.db`
    await closeStores()
    cpSync(file, copy)
    appendFileSync(join(folder, "citations"), "[2026] MC 1\n[2026] MC 2\n")
    expect(await started(nothingIntended, copy)).toMatch(/it is an older copy/)
    // when the court is started there on purpose, and then, at another address, in a store that is empty
    for (const [on, address] of [
      [copy, origin],
      [`${folder}.new.db`, "elsewhere.example/log"],
    ] as const) {
      expect(await started(anew, on, address)).toBeNull()
      // then the log is another, by the key that is now in force, and it says which log ended, by the name that it had
      const state = needPresent(await logIn(on), "the log")
      expect(state.origin).toMatch(/^court\.example\/log\/\d{8}T\d{9}Z$/)
      expect(state.vkey).toBe(vkeyOf(state.origin))
      expect(state.ended).toMatchObject([{ ...last, kept: 0, known: null }])
      expect(existsSync(join(folder, "log.next"))).toBe(false)
      expect(await started(nothingIntended, on)).toBeNull()
      last = { origin: state.origin, vkey: state.vkey }
    }
  })
})

describe("keys without the key of the log", () => {
  const spoilings = {
    "that lost it": () => rmSync(join(folder, "log")),
    "that have another": () => cpSync(join(folder, "notary"), join(folder, "log")),
    "of which all are lost": () => rmSync(folder, { recursive: true }),
  } as const
  it.each(Object.entries(spoilings))(
    "PD17 §1 %s: the start is refused, and with --new-keys that log ends and another follows",
    async (_, spoil) => {
      // given a log that has begun
      await merge()
      const old = needPresent(await logIn(file), "the log")
      // when its key is not there
      spoil()
      const now = FileKeys.logKeyOf(folder)
      // then the start is refused, and nothing is made or signed
      const said = await started()
      expect(said).toContain(`the log ${origin} in the store is signed by the key ${old.vkey}`)
      expect(said).toMatch(/Restore (?:the keys|keys\/log).*--new-keys/)
      expect(FileKeys.logKeyOf(folder)).toBe(now)
      expect(await logIn(file)).toEqual(old)
      // and a start with new keys signs no tree of the old log by them
      expect(await started(lostKeys)).toBeNull()
      const state = needPresent(await logIn(file), "the log")
      expect(state.origin).toMatch(/^court\.example\/log\/\d{8}T\d{9}Z$/)
      expect(state.vkey).toBe(vkeyOf(state.origin))
      expect(state.ended).toMatchObject([{ origin, vkey: old.vkey, kept: old.size }])
      expect(state.checkpoint).toMatch(new RegExp(`^${state.origin}\n0\n`))
      // and then goes on as ever
      expect(await started()).toBeNull()
      expect(await started(lostKeys)).toMatch(/start without --new-keys/)
    },
  )
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
