/** A court that lost what its witnesses saw: what restore and the doctor say, and how it goes on. On SQLite, and on PostgreSQL. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { FileKeys } from "../../../adapters/keys/index.ts"
import { type EmbeddedPostgres, start } from "../../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { copyDatabase, newDatabase } from "../../../adapters/postgres/testing/NewDatabase.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { Note, Records } from "../../../core/log/index.ts"
import * as Client from "../../audit/Client.ts"
import { beginning } from "../../audit/monitor/Following.ts"
import { writeState } from "../../audit/monitor/Kept.ts"
import { Monitor } from "../../audit/monitor/Monitor.ts"
import { nothingUntold } from "../../audit/monitor/Untold.ts"
import { publishedOf, witnesses } from "../../audit/testing/Witnesses.ts"
import { examineCourt } from "../doctor/Examine.ts"
import { backups, configOf, ended, refusalOf } from "../testing/Backups.ts"
import { enrol, lodge } from "../testing/Process.ts"

vi.setConfig({ testTimeout: 120_000 })

const { fresh, takenOf, restoredTo, court } = backups()
const { witness } = witnesses(fresh)
let postgres: EmbeddedPostgres
beforeAll(async () => {
  postgres = await start({ fsync: true })
}, 60_000)
afterAll(() => postgres.stop())

const origin = "court.example/log"

interface Notary {
  readonly log: { readonly vkey: string; readonly origin: string; readonly ended: ReadonlyArray<object> }
}
const notaryOf = async (url: string) => (await Client.call(url, "GET", "/.well-known/notary.json")) as Notary

const monitorOf = async (url: string) =>
  new Monitor(
    {
      base: url,
      key: needPresent(Note.parseVerifierKey((await notaryOf(url)).log.vkey), "a key"),
      policy: null,
    },
    beginning,
    { attempts: 1, pauseMs: 0 },
  )

const stores = {
  SQLite: {
    showing: true,
    at: async (data: string) => `sqlite:${join(data, "court.db")}`,
    copied: async (_: string, to: string) => `sqlite:${join(to, "court.db")}`,
  },
  PostgreSQL: {
    showing: false,
    at: () => newDatabase(postgres.url),
    copied: copyDatabase,
  },
} as const

describe.each(["SQLite", "PostgreSQL"] as const)("a court on %s that lost what its witness saw", (name) => {
  it("PD17 §1 is refused by restore, named by the doctor, and goes on in a new log if the loss is accepted", async () => {
    const store = stores[name]
    const data = fresh()
    mkdirSync(data)
    const { logs, policy } = await witness(store.showing)
    const environment = {
      COURT_DATA: data,
      COURT_BASE_URL: "http://court.example",
      COURT_STORE: await store.at(data),
      COURT_WITNESSES: policy,
      PORT: "0",
    }
    const configured = (more: object) => {
      const { COURT_WITNESSES, ...rest } = { ...environment, ...more }
      const found = COURT_WITNESSES === "" ? rest : { ...rest, COURT_WITNESSES }
      return configOf(found.COURT_DATA, found)
    }
    // given a court whose log is witnessed, and a copy of it
    FileKeys.ensure(join(data, "keys"))
    logs.push(Records.keyOf(origin, needPresent(FileKeys.logKeyOf(join(data, "keys")), "the key of the log")))
    const first = await court(environment)
    const seller = await enrol(first.url, "seller")
    await lodge(first.url, seller)
    const before = await publishedOf(first.url)
    await ended(first, "SIGTERM")
    const { path } = await takenOf(configured({}), fresh())
    const place = fresh()
    mkdirSync(place)
    const restoring = { COURT_DATA: place, COURT_STORE: await store.copied(environment.COURT_STORE, place) }
    // and acts after that, which the witness and a monitor saw
    const second = await court(environment)
    await enrol(second.url, "buyer")
    for (let i = 0; i < 2; i++) await lodge(second.url, seller)
    const after = await publishedOf(second.url)
    const monitor = await monitorOf(second.url)
    await monitor.sync()
    const [kept, state] = [join(place, "checkpoint"), join(place, "state")]
    writeFileSync(kept, after.text)
    await writeState(state, { key: monitor.log.key, following: monitor.following, untold: nothingUntold })
    await ended(second, "SIGTERM")
    // when the copy is restored, then it is refused, whoever tells of what it lacks
    const lacks = new RegExp(
      `a checkpoint of ${after.size} events.*the store has ${before.size} events: it lacks events ${before.size} to ${after.size - 1} of the log`,
    )
    const witnessed = configured(restoring)
    const alone = configured({ ...restoring, COURT_WITNESSES: "" })
    const said = await refusalOf(restoredTo(witnessed, path))
    expect(said).toMatch(lacks)
    expect(said).toMatch(/the witness w has .*--accept-loss/)
    expect(said).toMatch(
      store.showing ? /between 20\S+Z and 20\S+Z\./ : /between 20\S+Z and an unknown time\./,
    )
    expect(await refusalOf(restoredTo(alone, path, { checkpoints: [kept] }))).toMatch(lacks)
    expect(await refusalOf(restoredTo(alone, path, { checkpoints: [state] }))).toMatch(
      /Acts on these are missing: agents: .*buyer.*; 2 dealings: /,
    )
    expect(await refusalOf(restoredTo(alone, path, { checkpoints: [join(data, "none")] }))).toMatch(
      /can't be read/,
    )
    // and a trial says so too, and changes nothing
    const { loss } = await restoredTo(witnessed, path, { check: true, acceptLoss: true })
    expect(loss).toMatchObject({ isAsked: true, ends: null })
    expect(loss.lines.join(" ")).toMatch(lacks)
    // when the loss is accepted, then the court goes on in a new log
    const restored = await restoredTo(witnessed, path, { acceptLoss: true })
    expect(restored.renewed).toMatch(/^court\.example\/log\/\d{8}T\d{9}Z$/)
    const next = Records.keyOf(
      needPresent(restored.renewed, "the next log"),
      needPresent(FileKeys.logKeyOf(join(place, "keys")), "the key of the log"),
    )
    logs.push(next)
    const third = await court({ ...environment, ...restoring })
    await lodge(third.url, seller)
    const renewed = await publishedOf(third.url)
    expect(renewed.text).toMatch(/^court\.example\/log\/[^\n]+\n[\s\S]*\n— w\.example /)
    expect((await notaryOf(third.url)).log).toMatchObject({
      vkey: Note.formatVerifierKey(next),
      ended: [
        {
          origin,
          vkey: Note.formatVerifierKey(needPresent(logs[0], "a key")),
          kept: before.size,
          known: after.size,
        },
      ],
    })
    // and says so to a monitor of the old log, while a monitor of the new one finds nothing
    const told = new Monitor({ ...monitor.log, base: third.url }, monitor.following)
    await expect(told.sync()).rejects.toThrow(/is of another log/)
    const anew = await monitorOf(third.url)
    await anew.sync()
    await anew.compare(Number.POSITIVE_INFINITY)
    expect(anew.take()).toEqual([])
    await ended(third, "SIGTERM")
    const findings = async (more: object, checkpoint?: string) =>
      (await examineCourt({ ...environment, ...more }, { deep: false, peer: undefined, checkpoint }))
        .filter(({ of }) => of === "log")
        .map(({ level, says }) => `${level} ${says}`)
    // then the doctor finds both logs kept, and a checkpoint of the old log to be of another
    expect((await findings(restoring)).filter((line) => !line.startsWith("ok"))).toEqual([])
    expect((await findings(environment, kept)).filter((line) => !line.startsWith("ok"))).toEqual([])
    expect(await findings(restoring, kept)).toContainEqual(expect.stringMatching(/^fail .*is of another log/))
  })
})

it("PD17 §1 the doctor finds a store that is behind its witness, and one with another past", async () => {
  const data = fresh()
  mkdirSync(data)
  const { logs, policy } = await witness(true)
  const on = (folder: string, more: Readonly<Record<string, string>> = {}) => ({
    COURT_DATA: folder,
    COURT_BASE_URL: "http://court.example",
    ...more,
  })
  FileKeys.ensure(join(data, "keys"))
  logs.push(Records.keyOf(origin, needPresent(FileKeys.logKeyOf(join(data, "keys")), "the key of the log")))
  // given a backup without a log's first event, and acts after it
  const first = await court(on(data, { COURT_WITNESSES: policy }))
  await publishedOf(first.url)
  await ended(first, "SIGTERM")
  const { path } = await takenOf(configOf(data), fresh())
  const second = await court(on(data, { COURT_WITNESSES: policy }))
  const seller = await enrol(second.url, "seller")
  const { size } = await publishedOf(second.url)
  await ended(second, "SIGTERM")
  // when the backup is restored without a question to the witness, and goes on
  const place = fresh()
  const { loss } = await restoredTo(configOf(place), path)
  expect(loss).toMatchObject({ lines: [], isAsked: false, ends: null })
  const findings = async () =>
    (
      await examineCourt(
        { ...on(place), COURT_WITNESSES: policy, PORT: "0" },
        { deep: false, peer: undefined },
      )
    )
      .filter(({ of, level }) => of === "log" && level === "fail")
      .map(({ says }) => says)
  expect(await findings()).toEqual([expect.stringMatching(/and the store has \d+ events: it lacks event/)])
  // then a court that starts with the witness says so in its log
  const behind = await court(on(place, { COURT_WITNESSES: policy }))
  await expect.poll(() => behind.written.error, { timeout: 20_000 }).toMatch(/the witness w has a checkpoint/)
  await ended(behind, "SIGTERM")
  const forked = await court(on(place))
  await lodge(forked.url, await enrol(forked.url, "another"))
  expect((await publishedOf(forked.url)).size).toBeGreaterThanOrEqual(size)
  await ended(forked, "SIGTERM")
  expect(await findings()).toEqual([expect.stringMatching(/and the store has another past/)])
  expect(seller).toMatch(/^adc_/)
})
