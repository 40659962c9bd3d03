/** A backup of a court that serves, and what it is restored to. */
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Either } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import { Store } from "../../core/store/Store.ts"
import * as Manifest from "./backup/Manifest.ts"
import { type Options, restore } from "./backup/Restore.ts"
import { take } from "./backup/Take.ts"
import * as Client from "./Client.ts"
import { type Config, read } from "./Config.ts"
import type { Finding } from "./doctor/Finding.ts"
import { failureOf } from "./StartFailure.ts"
import { command, enrol, lodge, type Running, serving } from "./testing/Process.ts"

// Courts are started in processes of their own, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const root = mkdtempSync(join(tmpdir(), "agent-court-backup-"))
// A backup and what is restored are made for one account; other tests of this process are not to be.
const umask = process.umask()
afterAll(() => {
  process.umask(umask)
  rmSync(root, { recursive: true, force: true })
})
const running: Array<Running> = []
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL")
})

let made = 0
const fresh = () => join(root, String(made++))
const configOf = (data: string): Config => Either.getOrThrow(read({ COURT_DATA: data }))
const court = async (data: string) => {
  const started = await serving({ COURT_DATA: data, COURT_RATE_LIMIT: "100/s;burst=300" })
  running.push(started)
  return started
}
const ended = async ({ child, ended }: Running, signal: NodeJS.Signals = "SIGTERM") => {
  child.kill(signal)
  await ended
}

const outcome = <A>(config: Config, effect: Effect.Effect<A, unknown>): Promise<A> =>
  Effect.runPromise(effect.pipe(Effect.catchAllDefect(Effect.fail), Effect.mapError(failureOf(config))))
let clock = Date.UTC(2026, 10, 22)
const taken = (data: string, folder: string) => outcome(configOf(data), take(configOf(data), folder, clock++))
const usual: Options = { replace: false, keepKeys: false, check: false, given: [], lodgements: 1_000 }
const restored = (data: string, backup: string, options: Partial<Options> = {}) =>
  outcome(configOf(data), restore(configOf(data), backup, { ...usual, ...options }, clock++))
const why = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "nothing was refused",
    (error: Error) => error.message,
  )

const sealed = (data: string, ...citations: ReadonlyArray<string>) =>
  appendFileSync(join(data, "keys", "citations"), citations.map((citation) => `${citation}\n`).join(""))
const journalOf = (data: string) =>
  Effect.runPromise(
    Effect.flatMap(Store, (store) => store.journal({ subject: null, after: null, limit: 1000 })).pipe(
      Effect.provide(SqliteStore.layer({ file: join(data, "court.db") })),
    ),
  )

// A court with one lodgement, stopped, and a backup of it, which no test changes.
let original: string
let backup: string
beforeAll(async () => {
  original = fresh()
  const started = await court(original)
  const key = await enrol(started.url, "seller")
  await lodge(started.url, key)
  await ended(started)
  backup = (await taken(original, fresh())).path
}, 60_000)
/** A copy of the court, to be changed. */
const another = () => {
  const data = fresh()
  cpSync(original, data, { recursive: true })
  return data
}
/** A copy of the backup, to be damaged. */
const copied = () => {
  const folder = fresh()
  cpSync(backup, folder, { recursive: true })
  return folder
}

describe("a backup of a court that serves", () => {
  it("Rule 2.6 copies a file of Deno KV too, with everything acknowledged before it began, and a restored court serves", async () => {
    // given a court on a file of Deno KV, whose agent lodges without a pause
    const data = fresh()
    const on = (folder: string) => ({
      COURT_DATA: folder,
      COURT_STORE: `denokv:${join(folder, "court.kv")}`,
      COURT_RATE_LIMIT: "100/s;burst=300",
    })
    const started = await serving(on(data))
    running.push(started)
    const key = await enrol(started.url, "seller")
    const before = await lodge(started.url, key)
    let stop = false
    const load = async () => {
      while (!stop) await lodge(started.url, key).catch(() => 0)
    }
    const loads = [load(), load()]
    // when the doctor looks at it and a backup is taken, both by other processes
    const doctor = command(["doctor", "--json"], { ...on(data), PORT: new URL(started.url).port })
    running.push(doctor)
    expect([await doctor.ended, doctor.written.error]).toEqual([0, ""])
    const findings: ReadonlyArray<Finding> = JSON.parse(doctor.written.out)
    expect(findings.filter(({ level }) => level === "fail")).toEqual([])
    expect(findings.map(({ of, says }) => `${of}: ${says}`).join("\n")).toMatch(
      /store: opens: [\d.]+ MB, the last event [\s\S]*court: .* in its keys and in its store[\s\S]*work: deadlines: 0 due/,
    )
    const taking = command(["backup", join(data, "backups")], on(data))
    running.push(taking)
    expect([await taking.ended, taking.written.error]).toEqual([0, ""])
    stop = true
    await Promise.all(loads)
    await ended(started, "SIGKILL")
    const path = taking.written.out.trim().split("\n").at(-1) ?? ""
    const manifest = await Manifest.read(path)
    expect(manifest).toMatchObject({ store: "denokv", lastEventAt: expect.any(Number) })
    expect(manifest.files.map((file) => file.path)).toContain("court.db")
    expect(
      manifest.numbers.map(({ last }) => last).reduce((a, b) => Math.max(a, b), 0),
    ).toBeGreaterThanOrEqual(before)
    // and the machine is lost
    const again = fresh()
    const restoring = command(["restore", path], on(again))
    running.push(restoring)
    expect([await restoring.ended, restoring.written.error]).toEqual([0, ""])
    const reopened = await serving(on(again))
    running.push(reopened)
    expect(await Client.call(reopened.url, "GET", "/api/v1/agents/seller")).toMatchObject({
      handle: "seller",
    })
    expect(await lodge(reopened.url, key)).toBeGreaterThan(before)
  }, 60_000) // six processes start one after the other

  it("Rule 2.6 has everything acknowledged before it began, restores into an empty folder, and serves again", async () => {
    // given agents that lodge without a pause
    const data = fresh()
    const started = await court(data)
    const key = await enrol(started.url, "seller")
    const before = await lodge(started.url, key)
    let stop = false
    const load = async () => {
      while (!stop) await lodge(started.url, key).catch(() => 0)
    }
    const loads = [load(), load(), load()]
    // when a backup is taken by another process, and the machine is lost
    const taking = command(["backup", join(root, "nightly")], { COURT_DATA: data })
    running.push(taking)
    expect([await taking.ended, taking.written.error]).toEqual([0, ""])
    stop = true
    await Promise.all(loads)
    const last = await lodge(started.url, key)
    await ended(started, "SIGKILL")
    const path = taking.written.out.trim().split("\n").at(-1) ?? ""
    // then it is whole and for this account alone
    expect(readdirSync(join(root, "nightly"))).toEqual([path.split("/").at(-1)])
    for (const name of readdirSync(path, { recursive: true, encoding: "utf8" }))
      expect(statSync(join(path, name)).mode & 0o077).toBe(0)
    const manifest = await Manifest.read(path)
    expect(manifest).toMatchObject({ store: "sqlite", citations: [] })
    expect(await Manifest.differences(path, manifest)).toEqual([])
    // and the court that is restored from it knows what was acknowledged before it began
    const again = fresh()
    const restoring = command(["restore", path], { COURT_DATA: again })
    running.push(restoring)
    expect([await restoring.ended, restoring.written.error]).toEqual([0, ""])
    expect(restoring.written.out).toMatch(/is lost, although the court had acknowledged it/)
    const reopened = await court(again)
    const agent = await Client.call(reopened.url, "GET", "/api/v1/agents/seller")
    expect(agent).toMatchObject({ handle: "seller" })
    const next = await lodge(reopened.url, key)
    expect(next).toBeGreaterThan(before)
    expect(next).toBeLessThanOrEqual(last)
  }, 90_000)

  it("Rule 2.6 is there whole or not at all where its process is killed", async () => {
    const data = another()
    const folder = fresh()
    mkdirSync(folder)
    const taking = command(["backup", folder], { COURT_DATA: data })
    running.push(taking)
    // when it is killed at its first sign in the folder
    await new Promise<void>((resolve) => {
      const watcher = watch(folder, () => {
        watcher.close()
        resolve()
      })
    })
    await ended(taking, "SIGKILL")
    const whole = readdirSync(folder).filter((name) => !name.startsWith("."))
    for (const name of whole) {
      const path = join(folder, name)
      expect(await Manifest.differences(path, await Manifest.read(path))).toEqual([])
    }
    // then the next one is taken as if nothing had been
    const { path } = await taken(data, folder)
    expect(await Manifest.differences(path, await Manifest.read(path))).toEqual([])
  }, 60_000)

  it("Rule 2.6 is refused where keys or store are not the court's, and leaves nothing", async () => {
    const [lacking, foreign, damaged] = [another(), another(), another()]
    rmSync(join(lacking, "keys", "addresses"))
    writeFileSync(join(foreign, "keys", "court"), "0192f0c1-2d3e-7abc-8def-000000000000\n")
    const pages = readFileSync(join(damaged, "court.db"))
    pages.fill(7, 4096 * 2, 4096 * 6)
    writeFileSync(join(damaged, "court.db"), pages)
    const folder = fresh()
    expect(await why(taken(original, join(original, "court.db")))).toMatch(
      /no backup can be made in .*court.db: /,
    )
    expect(await why(restored(join(original, "court.db"), backup))).toMatch(/nothing can be restored there: /)
    expect(await why(taken(fresh(), folder))).toMatch(/has the keys of no court/)
    expect(await why(taken(lacking, folder))).toMatch(/lacks addresses/)
    expect(await why(taken(foreign, folder))).toMatch(/are those of court 0192f0c1.*the store holds/)
    expect(await why(taken(damaged, folder))).not.toBe("nothing was refused")
    // and of a store that keeps itself, the keys alone are taken, and restored to no other kind
    const elsewhere: Config = {
      ...configOf(original),
      store: { _tag: "DenoKv", location: "https://kv.example" },
    }
    const { path, manifest } = await outcome(elsewhere, take(elsewhere, fresh(), clock++))
    expect([manifest.store, manifest.files.every((file) => file.path.startsWith("keys/"))]).toEqual([
      "denokv",
      true,
    ])
    expect(await why(restored(fresh(), path))).toMatch(/a court on denokv, and COURT_STORE names another/)
    const inFile: Config = { ...elsewhere, data: fresh(), store: { _tag: "DenoKv", location: fresh() } }
    expect(await why(outcome(inFile, restore(inFile, path, usual, clock++)))).toMatch(/has only the keys/)
    const memory: Config = { ...configOf(original), store: { _tag: "Memory" } }
    expect(await why(outcome(memory, take(memory, folder, clock++)))).toMatch(/in memory keeps nothing/)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe("a backup that is restored", () => {
  it("Rule 2.6 is tried without a trace", async () => {
    const data = fresh()
    expect(await restored(data, backup, { check: true })).toMatchObject({ raised: [], aside: [] })
    expect(existsSync(data)).toBe(false)
  })

  it("Rule 2.6 is refused where a file differs, is missing, or is named outside of it, and the place stays empty", async () => {
    const data = fresh()
    const changed = copied()
    writeFileSync(join(changed, "keys", "registrar.key"), `${"x".repeat(52)}\n`)
    expect(await why(restored(data, changed))).toMatch(/is damaged: keys\/registrar.key has/)
    const short = copied()
    rmSync(join(short, "court.db"))
    expect(await why(restored(data, short))).toMatch(/is damaged: court.db is missing/)
    const outside = copied()
    const manifest = JSON.parse(readFileSync(join(outside, "manifest.json"), "utf8"))
    manifest.files[0].path = "keys/../../elsewhere"
    writeFileSync(join(outside, "manifest.json"), JSON.stringify(manifest))
    expect(await why(restored(data, outside))).toMatch(/is not the manifest of a backup/)
    expect(await why(restored(data, fresh()))).toMatch(/is not a backup/)
    expect(existsSync(data) ? readdirSync(data) : []).toEqual([])
  })

  it("Rule 2.6 is refused where its registers do not follow from its journal", async () => {
    const forged = copied()
    const data = fresh()
    mkdirSync(data)
    copyFileSync(join(forged, "court.db"), join(data, "court.db"))
    const { default: Sqlite } = await import("better-sqlite3")
    const db = new Sqlite(join(data, "court.db"))
    db.exec(`update records set body = json_set(body, '$.handle', 'forged') where kind = 'agent'`)
    db.pragma("journal_mode = DELETE")
    db.close()
    copyFileSync(join(data, "court.db"), join(forged, "court.db"))
    const manifest = JSON.parse(readFileSync(join(forged, "manifest.json"), "utf8"))
    const place = manifest.files.findIndex(({ path }: { path: string }) => path === "court.db")
    manifest.files[place] = { path: "court.db", ...(await Manifest.measured(join(forged, "court.db"))) }
    writeFileSync(join(forged, "manifest.json"), JSON.stringify(manifest))
    expect(await why(restored(fresh(), forged))).toMatch(/do not follow from the journal: /)
  })

  it("Rule 2.6 is refused where something stands, and puts it aside where that is said", async () => {
    const data = another()
    expect(await why(restored(data, backup))).toMatch(/are there already\. .*--replace/)
    const { aside } = await restored(data, backup, { replace: true })
    expect(aside.map((path) => path.replace(/\.before-.*/, ""))).toEqual([
      join(data, "keys"),
      join(data, "court.db"),
    ])
    for (const path of aside) expect(existsSync(path)).toBe(true)
    expect(readdirSync(data).filter((name) => name.startsWith("."))).toEqual([])
  })

  it("Rule 2.6 is refused under a court that has its store open, and that court serves on", async () => {
    const data = another()
    const started = await court(data)
    expect(await why(restored(data, backup, { replace: true }))).toMatch(/first stop the court/)
    expect(await enrol(started.url, "buyer")).toMatch(/^adc_/)
  })

  it("Rule 5.5 of a store that is older than its keys gives no citation again, nor one known from elsewhere", async () => {
    // given keys that sealed after the backup, and one more judgment that others have
    const data = another()
    sealed(data, "[2026] MC 1", "[2026] MC 2")
    // when the store alone is restored, or both
    for (const options of [{ keepKeys: true, replace: true }, { replace: true }] as const) {
      const { raised } = await restored(data, backup, { ...options, given: ["[2026] UC 4"] })
      expect(raised.map(({ series, last }) => `${series} ${last}`)).toEqual(["MC 2", "UC 4"])
      // then the journal says where the series go on
      const { items } = await journalOf(data)
      expect(items.at(-1)).toMatchObject({
        type: "court.opened",
        data: { after: [{ last: 2 }, { last: 4 }] },
      })
      expect(readFileSync(join(data, "keys", "citations"), "utf8")).toContain("[2026] UC 4")
    }
    const started = await court(data)
    expect(await enrol(started.url, "buyer")).toMatch(/^adc_/)
  }, 60_000)

  it("Rule 2.6 keeps keys only where they are of its court", async () => {
    const data = another()
    writeFileSync(join(data, "keys", "court"), "0192f0c1-2d3e-7abc-8def-000000000000\n")
    expect(await why(restored(data, backup, { keepKeys: true, replace: true }))).toMatch(/they are not/)
    expect(await why(restored(fresh(), backup, { keepKeys: true }))).toMatch(/they are not/)
  })
})
