/** Backups of a court that serves, and a court restored from each. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import { needPresent } from "../../../core/kernel/Defect.ts"
import * as Client from "../../audit/Client.ts"
import type { Config } from "../../court/Config.ts"
import type { Finding } from "../doctor/Finding.ts"
import { backups, configOf, ended, refusalOf } from "../testing/Backups.ts"
import { enrol, lodge } from "../testing/Process.ts"
import * as Manifest from "./Manifest.ts"

// Courts are started in processes of their own, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const { fresh, original, another, takenOf, taken, restoredTo, restored, backup, started, done, court } =
  backups()

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
  it.each([
    ["SQLite", "sqlite"],
    ["Deno KV", "denokv"],
  ])(
    "Rule 2.6 a backup of a court on %s has everything acknowledged before it began, and a court restored from it serves",
    async (_, store) => {
      // given agents that lodge without a pause
      const on = (folder: string) => ({
        COURT_DATA: folder,
        COURT_STORE: `${store}:${join(folder, "court.db")}`,
      })
      const data = fresh()
      const first = await court(on(data))
      const key = await enrol(first.url, "seller")
      const before = await lodge(first.url, key)
      const load = loading(first.url, key, 3)
      // when other processes run the doctor and take a backup, and the machine is lost
      const findings: ReadonlyArray<Finding> = JSON.parse(
        await done(["doctor", "--json"], { ...on(data), PORT: new URL(first.url).port }),
      )
      const folder = fresh()
      const printed = await done(["backup", folder], on(data))
      await load.end()
      const last = await lodge(first.url, key)
      await ended(first, "SIGKILL")
      // then the doctor found nothing wrong
      expect(findings.filter(({ level }) => level === "fail")).toEqual([])
      expect(findings.map(({ of, says }) => `${of}: ${says}`).join("\n")).toMatch(
        /store: opens: [\d.]+ MB, the last event [\s\S]*court: .* in its keys and in its store[\s\S]*work: deadlines: 0 due/,
      )
      // and the backup is complete, and only this account can read it
      const path = needPresent(printed.split("\n").at(-1), "the last line")
      expect(readdirSync(folder)).toEqual([basename(path)])
      for (const name of readdirSync(path, { recursive: true, encoding: "utf8" }))
        expect(statSync(join(path, name)).mode & 0o077).toBe(0)
      const manifest = await Manifest.read(path)
      expect(manifest).toMatchObject({ store, citations: [], lastEventAt: expect.any(Number) })
      expect(manifest.files.map((file) => file.path)).toContain("court.db")
      expect(Math.max(...manifest.numbers.map((numbers) => numbers.last))).toBeGreaterThanOrEqual(before)
      expect(await Manifest.differences(path, manifest)).toEqual([])
      // and the court that is restored from it has what was acknowledged before it began
      const again = fresh()
      expect(await done(["restore", path], on(again))).toMatch(
        /are lost, although the court had acknowledged them/,
      )
      const reopened = await court(on(again))
      const agent = await Client.call(reopened.url, "GET", "/api/v1/agents/seller")
      expect(agent).toMatchObject({ handle: "seller" })
      const next = await lodge(reopened.url, key)
      expect(next).toBeGreaterThan(before)
      expect(next).toBeLessThanOrEqual(last)
    },
  )

  it("Rule 2.6 a backup is complete or absent when its process is killed", async () => {
    const data = another()
    const folder = fresh()
    mkdirSync(folder)
    const taking = started(["backup", folder], { COURT_DATA: data })
    // when it is killed as soon as anything appears in the folder
    await new Promise<void>((resolve) => {
      const watcher = watch(folder, () => {
        watcher.close()
        resolve()
      })
    })
    await ended(taking, "SIGKILL")
    for (const name of readdirSync(folder).filter((name) => !name.startsWith("."))) {
      const path = join(folder, name)
      expect(await Manifest.differences(path, await Manifest.read(path))).toEqual([])
    }
    // then the next backup is taken as usual
    const { path } = await taken(data, folder)
    expect(await Manifest.differences(path, await Manifest.read(path))).toEqual([])
  })

  it("Rule 2.6 a backup is refused if the keys or the store are not the court's, and leaves no file", async () => {
    const [lacking, foreign, damaged] = [another(), another(), another()]
    rmSync(join(lacking, "keys", "addresses"))
    writeFileSync(join(foreign, "keys", "court"), "0192f0c1-2d3e-7abc-8def-000000000000\n")
    const pages = readFileSync(join(damaged, "court.db"))
    pages.fill(7, 4096 * 2, 4096 * 6)
    writeFileSync(join(damaged, "court.db"), pages)
    const memory: Config = { ...configOf(original), store: { kind: "memory", at: "" } }
    const folder = fresh()
    mkdirSync(folder)
    expect(await refusalOf(taken(fresh(), folder))).toMatch(/has the keys of no court/)
    expect(await refusalOf(taken(lacking, folder))).toMatch(/lacks addresses/)
    expect(await refusalOf(taken(foreign, folder))).toMatch(/are those of court 0192f0c1.*the store holds/)
    expect(await refusalOf(taken(damaged, folder))).toMatch(
      /court.db is damaged, and so may the store itself be/,
    )
    expect(await refusalOf(takenOf(memory, folder))).toMatch(/in memory keeps nothing/)
    expect(readdirSync(folder)).toEqual([])
  })

  it("Rule 2.6 a backup is refused if no folder can be made, and so is a restore", async () => {
    const file = join(original, "court.db")
    expect(await refusalOf(taken(original, file))).toMatch(/no backup can be made in .*court.db: /)
    expect(await refusalOf(restored(file, backup()))).toMatch(/nothing can be restored there: /)
  })

  it("Rule 2.6 a backup of a court whose store is on another machine has the keys alone, and can't be restored to a store of another kind or in a file", async () => {
    const store = { kind: "denokv", at: "https://kv.example" } as const
    const { path, manifest } = await takenOf({ ...configOf(original), store }, fresh())
    expect(manifest.store).toBe("denokv")
    expect(manifest.files.filter((file) => !file.path.startsWith("keys/"))).toEqual([])
    expect(await refusalOf(restored(fresh(), path))).toMatch(
      /a court on denokv, and COURT_STORE names another/,
    )
    const inFile: Config = { ...configOf(fresh()), store: { kind: "denokv", at: fresh() } }
    expect(await refusalOf(restoredTo(inFile, path))).toMatch(/has only the keys/)
  })
})
