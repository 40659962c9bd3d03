/** Restores from a backup: what is checked before a file is written, and how a restored court continues. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { SqliteStore } from "../../../adapters/sqlite/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { Store } from "../../../core/store/Store.ts"
import { backups, refusalOf } from "../testing/Backups.ts"
import { enrol } from "../testing/Process.ts"
import * as Manifest from "./Manifest.ts"

// Courts are started in processes of their own, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const { fresh, another, copied, restored, backup, court } = backups()

const sealed = (data: string, ...citations: ReadonlyArray<string>) =>
  appendFileSync(join(data, "keys", "citations"), citations.map((citation) => `${citation}\n`).join(""))
const journalOf = (data: string) =>
  Effect.runPromise(
    Effect.flatMap(Store, (store) => store.journal({ subject: null, after: null, limit: 1000 })).pipe(
      Effect.provide(SqliteStore.layer({ file: join(data, "court.db") })),
    ),
  )
const rewrite = (folder: string, change: (files: Array<Manifest.Listed>) => void) => {
  const file = join(folder, "manifest.json")
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { readonly files: Array<Manifest.Listed> }
  change(manifest.files)
  writeFileSync(file, JSON.stringify(manifest))
}

describe("a restore", () => {
  it("Rule 2.6 a backup is checked without writing a file", async () => {
    const data = fresh()
    expect(await restored(data, backup(), { check: true })).toMatchObject({ raised: [], aside: [] })
    expect(existsSync(data)).toBe(false)
  })

  it("Rule 2.6 a restore is refused if a file differs, is missing, or lies outside the backup, and nothing is restored", async () => {
    const data = fresh()
    const changed = copied()
    writeFileSync(join(changed, "keys", "registrar.key"), `${"x".repeat(52)}\n`)
    expect(await refusalOf(restored(data, changed))).toMatch(/is damaged: keys\/registrar.key has/)
    const short = copied()
    rmSync(join(short, "court.db"))
    expect(await refusalOf(restored(data, short))).toMatch(/is damaged: court.db is missing/)
    const outside = copied()
    rewrite(outside, ([first]) =>
      Object.assign(needPresent(first, "a file"), { path: "keys/../../elsewhere" }),
    )
    expect(await refusalOf(restored(data, outside))).toMatch(/is not the manifest of a backup/)
    expect(await refusalOf(restored(data, fresh()))).toMatch(/is not a backup/)
    expect(existsSync(data) ? readdirSync(data) : []).toEqual([])
  })

  it("Rule 2.6 a restore is refused if the registers of the backup do not follow from its journal", async () => {
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
    const measured = await Manifest.measureFile(join(forged, "court.db"))
    rewrite(forged, (files) => {
      const listed = files.find(({ path }) => path === "court.db")
      Object.assign(needPresent(listed, "the store's file"), measured)
    })
    expect(await refusalOf(restored(fresh(), forged))).toMatch(/do not follow from the journal: /)
  })

  it("Rule 2.6 a restore is refused if files are there already; with --replace it moves them aside", async () => {
    const data = another()
    expect(await refusalOf(restored(data, backup()))).toMatch(/are there already\. .*--replace/)
    const { aside } = await restored(data, backup(), { replace: true })
    expect(aside.map((path) => path.replace(/\.before-.*/, ""))).toEqual([
      join(data, "keys"),
      join(data, "court.db"),
    ])
    for (const path of aside) expect(existsSync(path)).toBe(true)
    expect(readdirSync(data).filter((name) => name.startsWith("."))).toEqual([])
  })

  it("Rule 2.6 a restore is refused while a court has the store open, and that court still serves", async () => {
    const data = another()
    const started = await court({ COURT_DATA: data })
    expect(await refusalOf(restored(data, backup(), { replace: true }))).toMatch(/first stop the court/)
    expect(await enrol(started.url, "buyer")).toMatch(/^adc_/)
  })

  it("Rule 5.5 a court restored from a backup older than its keys gives no citation again, nor a citation that the operator names", async () => {
    // given keys that sealed after the backup, and one more citation that others know
    const data = another()
    sealed(data, "[2026] MC 1", "[2026] MC 2")
    // when the store alone is restored, and then the store with its keys
    for (const options of [{ keepKeys: true, replace: true }, { replace: true }] as const) {
      const { raised } = await restored(data, backup(), { ...options, given: ["[2026] UC 4"] })
      expect(raised.map(({ series, last }) => `${series} ${last}`)).toEqual(["MC 2", "UC 4"])
      // then the journal says where the series continue
      const { items } = await journalOf(data)
      expect(items.at(-1)).toMatchObject({
        type: "court.opened",
        data: { after: [{ last: 2 }, { last: 4 }] },
      })
      expect(readFileSync(join(data, "keys", "citations"), "utf8")).toContain("[2026] UC 4")
    }
    const started = await court({ COURT_DATA: data })
    expect(await enrol(started.url, "buyer")).toMatch(/^adc_/)
  })

  it("Rule 2.6 a restore leaves the keys in place only if they are those of the court of the backup", async () => {
    const data = another()
    writeFileSync(join(data, "keys", "court"), "0192f0c1-2d3e-7abc-8def-000000000000\n")
    expect(await refusalOf(restored(data, backup(), { keepKeys: true, replace: true }))).toMatch(
      /they are not/,
    )
    expect(await refusalOf(restored(fresh(), backup(), { keepKeys: true }))).toMatch(/they are not/)
  })
})
