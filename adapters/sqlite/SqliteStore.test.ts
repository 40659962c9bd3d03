import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { Effect, Exit, Fiber, Scope } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type ChangeSet, empty } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import * as SqliteStore from "./SqliteStore.ts"

let folder: string
let file: string
let scope: Scope.CloseableScope
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agent-court-sqlite-"))
  file = join(folder, "court.db")
  scope = Effect.runSync(Scope.make())
})
afterEach(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(folder, { recursive: true, force: true })
})

const open = (options: SqliteStore.Options = { file }) =>
  Effect.runPromise(SqliteStore.make(options).pipe(Scope.extend(scope)))
const adding = (name: string, id = name): ChangeSet => ({
  ...empty(1000),
  puts: [{ ref: { kind: "note", id }, expected: 0, body: { text: "x".repeat(2000) }, index: [] }],
  tallies: [{ name, add: 1 }],
})
const add = (store: Driver, name: string, id = name) =>
  Effect.runPromise(Effect.either(store.commit(adding(name, id))))
const unavailable = expect.objectContaining({ left: expect.objectContaining({ _tag: "StoreUnavailable" }) })
const late = { code: "ETIMEDOUT", message: "the disk did not answer within 2000 ms" }
const spoiled = expect.objectContaining({
  left: expect.objectContaining({ cause: expect.objectContaining({ name: "FileSpoiled", code: "SPOILED" }) }),
})
const committed = expect.objectContaining({ right: { _tag: "Committed", numbers: [] } })

describe("a store that can't keep what it acknowledges is refused when it is opened", () => {
  it.each([
    ["no file", { file: ":memory:" }, "a database in memory ends with its process"],
    ["a temporary file", { file: "" }, "a database in memory"],
    ["a URI", { file: "file:court.db?mode=memory" }, "give a path"],
    [
      "a rollback journal",
      { file: "court.db", journalMode: "DELETE" },
      "the journal mode asked for is DELETE",
    ],
    ["synchronous=NORMAL", { file: "court.db", synchronous: "NORMAL" }, "it must be FULL"],
    ["synchronous=OFF", { file: "court.db", synchronous: "off" }, "it must be FULL"],
  ])("%s", async (_, options, reason) => {
    const started = await Effect.runPromise(Effect.either(Effect.scoped(SqliteStore.make(options))))
    expect(started).toMatchObject({
      left: { _tag: "StoreRefused", message: expect.stringContaining(reason) },
    })
  })

  it("with all reasons together", async () => {
    const options = { file: ":memory:", journalMode: "off", synchronous: "normal" }
    const started = await Effect.runPromise(Effect.either(Effect.scoped(SqliteStore.make(options))))
    expect(started).toMatchObject({ left: { reasons: { length: 3 } } })
  })

  it("a file of a newer version", async () => {
    await Effect.runPromise(Effect.scoped(SqliteStore.make({ file })))
    const other = new Sqlite(file)
    other.exec("INSERT INTO migrations (migration_id, name) VALUES (99, 'to come')")
    other.close()
    const started = await Effect.runPromise(Effect.either(Effect.scoped(SqliteStore.make({ file }))))
    expect(started).toMatchObject({
      left: { _tag: "StoreRefused", message: expect.stringContaining("version 2") },
    })
  })

  it("a file that is not a database makes the store unavailable", async () => {
    writeFileSync(file, "this is not a database, and never was one ".repeat(100))
    const started = await Effect.runPromise(Effect.either(Effect.scoped(SqliteStore.make({ file }))))
    expect(started).toMatchObject({ left: { _tag: "StoreUnavailable", operation: "open" } })
  })
})

describe("a store whose file is damaged or lost", () => {
  it("is unavailable while the file is missing, and loses nothing that it acknowledged", async () => {
    const store = await open()
    expect(await add(store, "before")).toEqual(committed)
    const away = join(folder, "away")
    for (const end of ["", "-wal", "-shm"]) renameSync(file + end, away + end)

    expect(await add(store, "meanwhile")).toEqual(unavailable)
    expect(await Effect.runPromise(Effect.either(store.tallies(["before"])))).toEqual(unavailable)

    for (const end of ["", "-wal", "-shm"]) if (existsSync(away + end)) renameSync(away + end, file + end)
    expect(await Effect.runPromise(store.tallies(["before", "meanwhile"]))).toEqual([1, 0])
    expect(await add(store, "after")).toEqual(committed)
  })

  it("acknowledges no commit that only a removed log holds", async () => {
    const store = await open()
    await add(store, "before")
    rmSync(`${file}-wal`)
    expect(await add(store, "meanwhile")).toEqual(unavailable)
    expect(await add(store, "after")).toEqual(committed)
    expect(await Effect.runPromise(store.tallies(["before", "after"]))).toEqual([1, 1])
  })

  it.each<readonly [harm: string, done: (log: string) => void]>([
    ["emptied", (log) => truncateSync(log)],
    ["shortened", (log) => truncateSync(log, statSync(log).size - 5000)],
  ])("acknowledges nothing after its log was %s, until a good file takes its place", async (_, harm) => {
    const store = await open()
    await add(store, "before")
    const copy = new Sqlite(file)
    await copy.backup(join(folder, "copy"))
    copy.close()
    harm(`${file}-wal`)
    for (const name of ["meanwhile", "again"]) expect(await add(store, name)).toEqual(spoiled)
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end)
    copyFileSync(join(folder, "copy"), file)
    await expect.poll(() => add(store, "after"), { timeout: 5_000 }).toEqual(committed)
    expect(await Effect.runPromise(store.tallies(["before", "after"]))).toEqual([1, 1])
  })

  it("acknowledges nothing once another log has overwritten its own", async () => {
    const store = await open()
    await add(store, "before")
    const log = otherLog(statSync(`${file}-wal`).size)
    writeFileSync(`${file}-wal`, log, { flag: "r+" })
    expect(await add(store, "meanwhile")).toMatchObject({
      left: { cause: { name: "FileSpoiled", message: expect.stringContaining("-wal was overwritten") } },
    })
  })

  it("goes on without a failure when its log begins anew after a checkpoint", async () => {
    const store = await open()
    await add(store, "before")
    for (let i = 0; i < 3; i++) {
      const other = new Sqlite(file)
      other.pragma("wal_checkpoint(RESTART)")
      other.close()
      expect(await add(store, "after", `after-${i}`)).toEqual(committed)
    }
    expect(await Effect.runPromise(store.tallies(["before", "after"]))).toEqual([1, 3])
  })

  it("is unavailable after the file was overwritten, until a good file takes its place", async () => {
    const store = await open()
    await add(store, "before")
    const copy = new Sqlite(file)
    await copy.backup(join(folder, "copy"))
    copy.close()
    rmSync(file)
    writeFileSync(file, "garbage ".repeat(4096))
    expect(await add(store, "meanwhile")).toEqual(unavailable)
    expect(await Effect.runPromise(Effect.either(store.tallies(["before"])))).toEqual(unavailable)
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true })
    writeFileSync(file, readFileSync(join(folder, "copy")))
    expect(await add(store, "after")).toEqual(committed)
    expect(await Effect.runPromise(store.tallies(["before", "after"]))).toEqual([1, 1])
  })

  it("fails a commit on a full disk, can still be read, and goes on when there is room", async () => {
    const script = join(import.meta.dirname, "testing", "fill.ts")
    const runtime = "Deno" in globalThis ? ["run", "-A", script, file] : [script, file]
    // A limit on the size of files stands in for a full disk: a write beyond it fails.
    const limited = 'trap "" XFSZ; ulimit -f 1000; exec "$0" "$@"'
    const child = spawn("sh", ["-c", limited, process.execPath, ...runtime], {
      stdio: ["ignore", "pipe", "inherit"],
      cwd: import.meta.dirname,
    })
    const [line] = await once(child.stdout, "data")
    const { failed, committed: count, read } = JSON.parse(String(line))
    expect(failed).toBe("StoreUnavailable")
    expect(read).toBe(count)
    const store = await open()
    expect(await Effect.runPromise(store.tallies(["notes"]))).toEqual([count])
    expect(await add(store, "after")).toEqual(committed)
  })
})

describe("a disk that does not answer", () => {
  it("delays nobody beyond the deadline, writes nothing that was given up, and is used again by itself", async () => {
    // given a writer that waits, here for a lock that the store waits for practically without end
    const store = await open({ file, answerWithinMs: 2_000, lockTimeoutMs: 600_000 })
    await expect
      .poll(() => add(store, "before", `before-${Math.random()}`), { timeout: 10_000 })
      .toEqual(committed)
    const other = new Sqlite(file)
    other.exec("BEGIN IMMEDIATE")
    // when acts come, then they fail in time, and reads go on
    expect(await Promise.all([add(store, "held", "1"), add(store, "held", "2")])).toEqual([
      expect.objectContaining({ left: expect.objectContaining({ cause: expect.objectContaining(late) }) }),
      unavailable,
    ])
    expect(await add(store, "refused at once")).toEqual(unavailable)
    expect(await Effect.runPromise(store.tallies(["before", "held"]))).toEqual([1, 0])
    // and once the disk answers, the store commits again, without the acts that it gave up
    other.exec("ROLLBACK")
    other.close()
    await expect.poll(() => add(store, "after"), { timeout: 10_000 }).toEqual(committed)
    expect(await Effect.runPromise(store.tallies(["held", "refused at once"]))).toEqual([0, 0])
  })
})

describe("a file with several writers", () => {
  it("a writer waits for the lock of another process and then commits", async () => {
    const store = await open()
    const other = new Sqlite(file)
    other.exec("BEGIN IMMEDIATE")
    const waiting = add(store, "waited")
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await Effect.runPromise(store.tallies(["waited"]))).toEqual([0])
    other.exec("COMMIT")
    other.close()
    expect(await waiting).toEqual(committed)
  })

  it("a writer that never gets the lock fails, and nothing is written", async () => {
    const store = await open({ file, lockTimeoutMs: 100 })
    const other = new Sqlite(file)
    other.exec("BEGIN IMMEDIATE")
    expect(await add(store, "waited")).toEqual(unavailable)
    other.exec("ROLLBACK")
    other.close()
    expect(await Effect.runPromise(store.tallies(["waited"]))).toEqual([0])
  })

  it("five stores that open a new file at the same time all open it", async () => {
    const stores = await Promise.all(Array.from({ length: 5 }, () => open()))
    const results = await Promise.all(stores.map((store, i) => add(store, "started", String(i))))
    expect(results).toEqual(Array(5).fill(committed))
  })
})

describe("group commit", () => {
  it("a job that fails does not affect the others of its batch", async () => {
    const store = await open()
    const broken: ChangeSet = { ...adding("broken"), tallies: [{ name: "broken", add: Number.NaN }] }
    const results = await Effect.runPromise(
      Effect.all(
        [adding("a"), broken, adding("b")].map((set) => Effect.exit(store.commit(set))),
        { concurrency: "unbounded" },
      ),
    )
    expect(results.map(Exit.isSuccess)).toEqual([true, false, true])
    expect(await Effect.runPromise(store.tallies(["a", "broken", "b"]))).toEqual([1, 0, 1])
    expect(await Effect.runPromise(store.read([{ kind: "note", id: "broken" }]))).toEqual([null])
  })

  it("a commit that is interrupted while it waits is not written", async () => {
    const store = await open()
    await Effect.runPromise(
      Effect.gen(function* () {
        const waiting = yield* Effect.fork(store.commit(adding("given-up")))
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(waiting)
      }),
    )
    await add(store, "other")
    const [givenUp] = await Effect.runPromise(store.tallies(["given-up"]))
    expect(givenUp).toBe(0)
  })

  it("expired receipts are deleted as new ones come", async () => {
    const store = await open()
    for (let i = 0; i < 64; i++) {
      const receipt = { id: `r${i}`, fingerprint: "f", reply: null, expiresAt: 1000 + i * 10 + 5 }
      const set: ChangeSet = { ...adding(`n${i}`), at: 1000 + i * 10, receipt }
      expect(await Effect.runPromise(store.commit(set))).toMatchObject({ _tag: "Committed" })
    }
    const other = new Sqlite(file)
    expect(other.prepare("SELECT id FROM receipts").pluck().all()).toEqual(["r63"])
    other.close()
  })
})

/** The sound log of another database, at least as long as this. */
const otherLog = (bytes: number): Buffer => {
  const name = join(folder, "other.db")
  const other = new Sqlite(name)
  other.pragma("journal_mode = WAL")
  other.exec("CREATE TABLE t (x)")
  while (statSync(`${name}-wal`).size < bytes) other.exec("INSERT INTO t VALUES (zeroblob(4000))")
  const log = readFileSync(`${name}-wal`)
  other.close()
  return log
}
