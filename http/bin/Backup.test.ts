/** Backups of a court that serves, and restores from them. */

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
import { present } from "../../core/Defect.ts"
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
// Taking and restoring a backup narrow the umask of this process, which other tests share.
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
/** The sentence with which a command is refused. */
const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "nothing was refused",
    (error: Error) => error.message,
  )

const sealed = (data: string, ...citations: ReadonlyArray<string>) =>
  appendFileSync(join(data, "keys", "citations"), citations.map((citation) => `${citation}\n`).join(""))
/** The path that a command of backups prints last. */
const lastLine = ({ written }: Running) => present(written.out.trim().split("\n").at(-1), "the last line")
const journalOf = (data: string) =>
  Effect.runPromise(
    Effect.flatMap(Store, (store) => store.journal({ subject: null, after: null, limit: 1000 })).pipe(
      Effect.provide(SqliteStore.layer({ file: join(data, "court.db") })),
    ),
  )

// A stopped court with one lodgement, and a backup of it. No test changes either.
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

/** Lodges without a pause, so many times at once, until `end`, which resolves when the last answer is in. */
const loading = (url: string, key: string, parallel: number) => {
  let stopped = false
  const load = async () => {
    while (!stopped) await lodge(url, key).catch(() => 0)
  }
  const loads = Array.from({ length: parallel }, load)
  return {
    end: () => {
      stopped = true
      return Promise.all(loads)
    },
  }
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
    const load = loading(started.url, key, 2)
    // when other processes run the doctor and take a backup
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
    await load.end()
    await ended(started, "SIGKILL")
    const path = lastLine(taking)
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

  it("Rule 2.6 has everything acknowledged before it began, and a court restored from it serves", async () => {
    // given agents that lodge without a pause
    const data = fresh()
    const started = await court(data)
    const key = await enrol(started.url, "seller")
    const before = await lodge(started.url, key)
    const load = loading(started.url, key, 3)
    // when another process takes a backup, and the machine is lost
    const taking = command(["backup", join(root, "nightly")], { COURT_DATA: data })
    running.push(taking)
    expect([await taking.ended, taking.written.error]).toEqual([0, ""])
    await load.end()
    const last = await lodge(started.url, key)
    await ended(started, "SIGKILL")
    const path = lastLine(taking)
    // then the backup is complete, and only this account can read it
    expect(readdirSync(join(root, "nightly"))).toEqual([path.split("/").at(-1)])
    for (const name of readdirSync(path, { recursive: true, encoding: "utf8" }))
      expect(statSync(join(path, name)).mode & 0o077).toBe(0)
    const manifest = await Manifest.read(path)
    expect(manifest).toMatchObject({ store: "sqlite", citations: [] })
    expect(await Manifest.differences(path, manifest)).toEqual([])
    // and the court that is restored from it has what was acknowledged before it began
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

  it("Rule 2.6 is complete or absent when its process is killed", async () => {
    const data = another()
    const folder = fresh()
    mkdirSync(folder)
    const taking = command(["backup", folder], { COURT_DATA: data })
    running.push(taking)
    // when it is killed as soon as anything appears in the folder
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
    // then the next backup is taken as usual
    const { path } = await taken(data, folder)
    expect(await Manifest.differences(path, await Manifest.read(path))).toEqual([])
  }, 60_000)

  it("Rule 2.6 is refused where the keys or the store are not the court's, and leaves no file", async () => {
    const [lacking, foreign, damaged] = [another(), another(), another()]
    rmSync(join(lacking, "keys", "addresses"))
    writeFileSync(join(foreign, "keys", "court"), "0192f0c1-2d3e-7abc-8def-000000000000\n")
    const pages = readFileSync(join(damaged, "court.db"))
    pages.fill(7, 4096 * 2, 4096 * 6)
    writeFileSync(join(damaged, "court.db"), pages)
    const folder = fresh()
    expect(await refusalOf(taken(original, join(original, "court.db")))).toMatch(
      /no backup can be made in .*court.db: /,
    )
    expect(await refusalOf(restored(join(original, "court.db"), backup))).toMatch(
      /nothing can be restored there: /,
    )
    expect(await refusalOf(taken(fresh(), folder))).toMatch(/has the keys of no court/)
    expect(await refusalOf(taken(lacking, folder))).toMatch(/lacks addresses/)
    expect(await refusalOf(taken(foreign, folder))).toMatch(/are those of court 0192f0c1.*the store holds/)
    expect(await refusalOf(taken(damaged, folder))).not.toBe("nothing was refused")
    // and a backup of a store on another machine has the keys alone, and is restored to no other kind of store
    const elsewhere: Config = {
      ...configOf(original),
      store: { _tag: "DenoKv", location: "https://kv.example" },
    }
    const { path, manifest } = await outcome(elsewhere, take(elsewhere, fresh(), clock++))
    expect([manifest.store, manifest.files.every((file) => file.path.startsWith("keys/"))]).toEqual([
      "denokv",
      true,
    ])
    expect(await refusalOf(restored(fresh(), path))).toMatch(
      /a court on denokv, and COURT_STORE names another/,
    )
    const inFile: Config = { ...elsewhere, data: fresh(), store: { _tag: "DenoKv", location: fresh() } }
    expect(await refusalOf(outcome(inFile, restore(inFile, path, usual, clock++)))).toMatch(
      /has only the keys/,
    )
    const memory: Config = { ...configOf(original), store: { _tag: "Memory" } }
    expect(await refusalOf(outcome(memory, take(memory, folder, clock++)))).toMatch(/in memory keeps nothing/)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe("a backup that is restored", () => {
  it("Rule 2.6 is checked without writing a file", async () => {
    const data = fresh()
    expect(await restored(data, backup, { check: true })).toMatchObject({ raised: [], aside: [] })
    expect(existsSync(data)).toBe(false)
  })

  it("Rule 2.6 is refused where a file differs, is missing, or lies outside it, and nothing is restored", async () => {
    const data = fresh()
    const changed = copied()
    writeFileSync(join(changed, "keys", "registrar.key"), `${"x".repeat(52)}\n`)
    expect(await refusalOf(restored(data, changed))).toMatch(/is damaged: keys\/registrar.key has/)
    const short = copied()
    rmSync(join(short, "court.db"))
    expect(await refusalOf(restored(data, short))).toMatch(/is damaged: court.db is missing/)
    const outside = copied()
    const manifest = JSON.parse(readFileSync(join(outside, "manifest.json"), "utf8"))
    manifest.files[0].path = "keys/../../elsewhere"
    writeFileSync(join(outside, "manifest.json"), JSON.stringify(manifest))
    expect(await refusalOf(restored(data, outside))).toMatch(/is not the manifest of a backup/)
    expect(await refusalOf(restored(data, fresh()))).toMatch(/is not a backup/)
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
    expect(await refusalOf(restored(fresh(), forged))).toMatch(/do not follow from the journal: /)
  })

  it("Rule 2.6 is refused where files are there already; with --replace it moves them aside", async () => {
    const data = another()
    expect(await refusalOf(restored(data, backup))).toMatch(/are there already\. .*--replace/)
    const { aside } = await restored(data, backup, { replace: true })
    expect(aside.map((path) => path.replace(/\.before-.*/, ""))).toEqual([
      join(data, "keys"),
      join(data, "court.db"),
    ])
    for (const path of aside) expect(existsSync(path)).toBe(true)
    expect(readdirSync(data).filter((name) => name.startsWith("."))).toEqual([])
  })

  it("Rule 2.6 is refused while a court has the store open, and that court still serves", async () => {
    const data = another()
    const started = await court(data)
    expect(await refusalOf(restored(data, backup, { replace: true }))).toMatch(/first stop the court/)
    expect(await enrol(started.url, "buyer")).toMatch(/^adc_/)
  })

  it("Rule 5.5 that is older than the keys gives no citation again, nor one that the operator names", async () => {
    // given keys that sealed after the backup, and one more citation that others know
    const data = another()
    sealed(data, "[2026] MC 1", "[2026] MC 2")
    // when the store alone is restored, and then the store with its keys
    for (const options of [{ keepKeys: true, replace: true }, { replace: true }] as const) {
      const { raised } = await restored(data, backup, { ...options, given: ["[2026] UC 4"] })
      expect(raised.map(({ series, last }) => `${series} ${last}`)).toEqual(["MC 2", "UC 4"])
      // then the journal says where the series continue
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

  it("Rule 2.6 leaves the keys in place only if they are of its court", async () => {
    const data = another()
    writeFileSync(join(data, "keys", "court"), "0192f0c1-2d3e-7abc-8def-000000000000\n")
    expect(await refusalOf(restored(data, backup, { keepKeys: true, replace: true }))).toMatch(/they are not/)
    expect(await refusalOf(restored(fresh(), backup, { keepKeys: true }))).toMatch(/they are not/)
  })
})
