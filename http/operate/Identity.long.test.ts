/** Starting a court on keys and a store that belong together, and on a pair that doesn't. */
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Either, Layer } from "effect"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { PostgresStore } from "../../adapters/postgres/index.ts"
import { freshDatabase } from "../../adapters/postgres/testing/FreshDatabase.ts"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import { replayJudgments } from "../../core/judgments/index.ts"
import { Founding } from "../../core/registrar/index.ts"
import { empty } from "../../core/store/ChangeSet.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { read } from "../court/Config.ts"
import { agree, type Intended } from "./Identity.ts"
import { runOn } from "./Running.ts"

const root = mkdtempSync(join(tmpdir(), "agent-court-identity-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))
afterEach(() => {
  vi.restoreAllMocks()
})

let made = 0
const fresh = () => join(root, String(made++))

const nothing: Intended = { newStore: false, newKeys: false }
const anew: Intended = { newStore: true, newKeys: false }
const lostKeys: Intended = { newStore: false, newKeys: true }

/** Starts a court on a folder of keys and a file; gives the sentence with which it is refused, or null. */
const started = (folder: string, file: string, meant = nothing): Promise<string | null> =>
  on(SqliteStore.layer({ file }), folder, meant)
const on = (
  layer: Layer.Layer<Store, unknown>,
  folder: string,
  meant = nothing,
  sandbox = false,
): Promise<string | null> =>
  Effect.runPromise(
    agree({ folder, store: "the store", sandbox, origin: "court.example/log" }, meant).pipe(
      Effect.as(null),
      Effect.catchAll((failure) => Effect.succeed(String(failure))),
      Effect.provide(layer),
      Effect.orDie,
    ),
  )
const inStore = <A, E>(file: string, look: (driver: Driver) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(
    Effect.flatMap(Store, look).pipe(Effect.provide(SqliteStore.layer({ file })), Effect.orDie),
  )
const courtOf = (file: string) =>
  inStore(file, (driver) =>
    Effect.map(Founding.read(driver, []), ({ founding }) => founding?.courtId ?? null),
  )
const idOf = (folder: string) => readFileSync(join(folder, "court"), "utf8").trim()
const places = () => ({ keys: fresh(), file: `${fresh()}.db` })
const sealed = (folder: string, ...citations: ReadonlyArray<string>) =>
  appendFileSync(join(folder, "citations"), citations.map((citation) => `${citation}\n`).join(""))

describe("a court that starts", () => {
  it("Rule 2.6 has one id among its keys and in its store from its first start, and starts again", async () => {
    const { keys, file } = places()
    expect(await started(keys, file)).toBe(null)
    expect(idOf(keys)).toMatch(/^[0-9a-f-]{36}$/)
    expect(await courtOf(file)).toBe(idOf(keys))
    expect(await started(keys, file)).toBe(null)
  })

  it("Rule 5.5 is refused a new store beside keys that sealed; with --new it starts and gives no citation twice", async () => {
    const { keys, file } = places()
    await started(keys, file)
    sealed(keys, "[2026] MC 6", "[2026] MC 7", "[2026] UC 1")
    const other = `${fresh()}.db`
    expect(await started(keys, other)).toMatch(
      /up to \[2026\] MC 7, \[2026\] UC 1, and the store is new.*--new/,
    )
    expect(await courtOf(other)).toBe(null)
    expect(await started(keys, other, anew)).toBe(null)
    expect(await courtOf(other)).toBe(idOf(keys))
    const counters = [
      { series: "MC", year: 2026, last: 0 },
      { series: "UC", year: 2026, last: 0 },
    ] as const
    const { given } = await inStore(other, (driver) => Founding.read(driver, counters))
    expect(given.map(({ last }) => last)).toEqual([7, 1])
    // The journal says where the series continue, so that replay finds no number missing.
    const journal = await inStore(other, (driver) =>
      driver.journal({ subject: null, after: null, limit: 10 }),
    )
    expect(journal.items).toMatchObject([
      { type: "court.opened", subject: "court", rules: ["Rule 5.5"] },
      { type: "log.renewed" },
    ])
    expect(replayJudgments(journal.items).faults).toEqual([])
    expect(await started(keys, other)).toBe(null)
    expect(await started(keys, other, anew)).toMatch(/start without --new/)
  })

  it("Rule 2.6 is refused a full store without its keys and makes no keys; with --new-keys it starts", async () => {
    const { keys, file } = places()
    await started(keys, file)
    const id = idOf(keys)
    const empty = fresh()
    expect(await started(empty, file)).toMatch(/has no keys of it\. Restore the keys.*--new-keys/)
    expect(existsSync(empty)).toBe(false)
    expect(await started(empty, file, lostKeys)).toBe(null)
    expect(idOf(empty)).toBe(id)
    expect(await started(empty, file)).toBe(null)
    expect(await started(empty, file, lostKeys)).toMatch(/start without --new-keys/)
  })

  it("Rule 2.6 is refused if one of its keys is missing, and makes no key", async () => {
    const { keys, file } = places()
    await started(keys, file)
    renameSync(join(keys, "addresses"), join(root, "addresses"))
    expect(await started(keys, file)).toMatch(/lacks addresses of court/)
    expect(readdirSync(keys)).not.toContain("addresses")
    expect(await started(keys, file, lostKeys)).toBe(null)
  })

  it("Rule 2.6 is refused the keys of one court with the store of another, whatever its flags", async () => {
    const [one, other] = [places(), places()]
    await started(one.keys, one.file)
    await started(other.keys, other.file)
    const all: Intended = { newStore: true, newKeys: true }
    for (const meant of [nothing, anew, lostKeys, all])
      expect(await started(one.keys, other.file, meant)).toMatch(/are those of court .* holds court/)
    expect(await courtOf(other.file)).toBe(idOf(other.keys))
  })

  it("Rule 5.5 is refused an older copy of its store without --new; a store that lacks one seal whose commit failed is not such a copy", async () => {
    const { keys, file } = places()
    await started(keys, file)
    sealed(keys, "[2026] MC 1")
    expect(await started(keys, file)).toBe(null)
    sealed(keys, "[2026] MC 2")
    expect(await started(keys, file)).toMatch(/have sealed judgments up to \[2026\] MC 2.* older copy/)
    expect(await started(keys, file, anew)).toBe(null)
    expect(await started(keys, file)).toBe(null)
  })

  it("Rule 2.6 is refused the store of a sandbox if it is not a sandbox, and as a sandbox the store of a real court, whatever its flags", async () => {
    const all: ReadonlyArray<Intended> = [nothing, anew, lostKeys, { newStore: true, newKeys: true }]
    for (const sandbox of [false, true]) {
      const { keys, file } = places()
      const layer = SqliteStore.layer({ file })
      expect(await on(layer, keys, nothing, sandbox)).toBe(null)
      for (const meant of all)
        expect(await on(layer, keys, meant, !sandbox)).toMatch(
          sandbox
            ? /is that of a sandbox, .*COURT_SANDBOX=1/
            : /is that of a real court, .*without COURT_SANDBOX/,
        )
      expect(await on(layer, keys, nothing, sandbox)).toBe(null)
    }
  })

  it("Rule 2.6 starts again after a crash between opening its store and writing its id among the keys", async () => {
    const { keys, file } = places()
    await started(keys, file)
    const id = idOf(keys)
    rmSync(join(keys, "court"))
    expect(await started(keys, file)).toBe(null)
    expect(idOf(keys)).toBe(id)
  })
})

describe("processes that start at once on a new PostgreSQL store", () => {
  const together = async (folders: ReadonlyArray<string>, sandboxes: ReadonlyArray<boolean> = []) => {
    const url = await freshDatabase()
    const layer = () => PostgresStore.layer({ url, allowUnsafe: true })
    return Promise.all(folders.map((folder, i) => on(Layer.fresh(layer()), folder, nothing, sandboxes[i])))
  }

  it("Rule 2.6 agree on one id if they share their keys", async () => {
    const keys = fresh()
    expect(await together([keys, keys, keys])).toEqual([null, null, null])
    expect(idOf(keys)).toMatch(/^[0-9a-f-]{36}$/)
  })

  it("Rule 2.6 as a sandbox and as a real court with the same keys: one gets the store, and the other is refused", async () => {
    const keys = fresh()
    const refusals = (await together([keys, keys], [true, false])).filter((refused) => refused !== null)
    expect(refusals).toEqual([expect.stringMatching(/is a sandbox|of a sandbox|of a real court/)])
  })

  it("Rule 2.6 with keys of their own: one gets the store, and the other is refused", async () => {
    const [one, other] = await together([fresh(), fresh()])
    expect([one, other].filter((refused) => refused === null)).toHaveLength(1)
    expect(String(one ?? other)).toMatch(/with other keys|has no keys of it/)
  })
})

describe("a process of a court", () => {
  const config = (environment: Readonly<Record<string, string>>) => Either.getOrThrow(read(environment))
  /** Records an event at an instant of the machine's clock. */
  const recordedAt = (at: number) =>
    Effect.flatMap(Store, (driver) =>
      driver.commit({
        ...empty(at),
        events: [{ id: `event-${at}`, at, type: "tried", subject: "court", rules: [], data: null }],
      }),
    )

  it.each<readonly [name: string, store: () => Promise<string>]>([
    ["SQLite", async () => `sqlite:${fresh()}.db`],
    ["Deno KV", async () => `denokv:${fresh()}.kv`],
  ])(
    "Rule 2.6 on %s is refused a clock more than five minutes behind the last event, in one line; a sandbox has its own clock",
    async (_, store) => {
      vi.spyOn(process.stdout, "write").mockImplementation(() => true)
      const minute = 60_000
      for (const COURT_SANDBOX of ["0", "1"]) {
        const court = config({ COURT_DATA: fresh(), COURT_STORE: await store(), COURT_SANDBOX })
        await runOn(court, recordedAt(Date.now() + 4 * minute))
        expect(await runOn(court, Effect.succeed("served"))).toBe("served")
        await runOn(court, recordedAt(Date.now() + 6 * minute))
        const again = runOn(court, Effect.succeed("served"))
        if (COURT_SANDBOX === "1") expect(await again).toBe("served")
        else
          await expect(again).rejects.toThrow(
            /^the clock of this machine shows \S+, and .* has an event of [^\n]+$/,
          )
      }
    },
    60_000,
  )

  it("Rule 2.6 is refused if keys and store don't belong together; a store in memory is always new", async () => {
    vi.spyOn(process.stdout, "write").mockImplementation(() => true)
    const COURT_DATA = fresh()
    expect(await runOn(config({ COURT_DATA }), Effect.succeed("served"))).toBe("served")
    expect(await runOn(config({ COURT_DATA, COURT_STORE: "memory:" }), Effect.succeed("served"))).toBe(
      "served",
    )
    const moved = config({ COURT_DATA, COURT_STORE: `sqlite:${fresh()}.db` })
    await expect(runOn(moved, Effect.succeed("served"))).rejects.toThrow(/the keys in .* is new\. .*--new/)
    expect(await runOn(moved, Effect.succeed("served"), anew)).toBe("served")
  })
})
