/** The writer on a real file, in the thread of the test: batches, locks of another connection, and jobs that nobody awaits. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import Sqlite from "better-sqlite3"
import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Access } from "./Connection.ts"
import { establish, migrate } from "./Setup.ts"
import type { Statements } from "./Statements.ts"
import { isBusy, Late, Writer } from "./Writer.ts"

let file: string
let access: Access
beforeEach(async () => {
  file = join(mkdtempSync(join(tmpdir(), "court-writer-")), "court.db")
  establish({ file })
  await Effect.runPromise(migrate(file))
  access = new Access({ file }, () => {})
})
afterEach(() => {
  access.close()
  rmSync(dirname(file), { recursive: true })
})

const tally = (add: number) => (db: Statements) => {
  db.add.run("n", add)
  return add
}
const counted = (): number => access.connection().statements.tally.get("n")?.total ?? 0
const job = <A>(
  writer: Writer,
  run: (db: Statements) => A,
  isAwaited = () => true,
  isAct = true,
): Promise<A | Error> =>
  // Whatever a job fails with here is an error.
  new Promise((resolve) => writer.submit(run, isAwaited, resolve, (error) => resolve(error as Error), isAct))

describe("the writer of a file", () => {
  it("writes more jobs than one batch takes, each answered after its own commit", async () => {
    const writer = new Writer(access, 5_000)
    const done = await Promise.all(Array.from({ length: 600 }, () => job(writer, tally(1))))
    expect(done).toEqual(Array.from({ length: 600 }, () => 1))
    expect(counted()).toBe(600)
  })

  it("waits for more jobs after a batch of many acts, and for none after few or after the scheduler's", async () => {
    const writer = new Writer(access, 5_000, { after: 6, enough: 16, ms: 200 })
    const seen: Array<string> = []
    const told = (name: string) =>
      job(writer, () => seen.push(`${name} runs`)).then(() => seen.push(`${name} is answered`))
    const apart = async (...names: ReadonlyArray<string>) => {
      seen.length = 0
      const all: Array<Promise<number>> = []
      for (const name of names) {
        all.push(told(name))
        await new Promise((resolve) => setImmediate(resolve))
      }
      await Promise.all(all)
      return seen.slice(0, 2)
    }
    expect(await apart("one", "two")).toEqual(["one runs", "one is answered"])
    await Promise.all(Array.from({ length: 6 }, () => job(writer, tally(1))))
    expect(await apart("one", "two")).toEqual(["one runs", "two runs"])
    await Promise.all(Array.from({ length: 6 }, () => job(writer, tally(1), undefined, false)))
    expect(await apart("one", "two")).toEqual(["one runs", "one is answered"])
  })

  it("ends a batch that takes too long, and does its remaining jobs in the next one", async () => {
    const writer = new Writer(access, 5_000)
    const slow = (db: Statements) => {
      const until = performance.now() + 25
      while (performance.now() < until) tally(0)(db)
      return db.tally.get("n")?.total ?? 0
    }
    await Promise.all([job(writer, tally(1)), job(writer, slow), job(writer, slow)])
    expect(counted()).toBe(1)
  })

  it("fails a job that throws, and does the others of its batch", async () => {
    const writer = new Writer(access, 5_000)
    const mistaken = () => {
      throw new Error("a mistake")
    }
    const [one, two, three] = await Promise.all([
      job(writer, tally(1)),
      job(writer, mistaken),
      job(writer, tally(2)),
    ])
    expect([one, three]).toEqual([1, 2])
    expect(two).toEqual(new Error("a mistake"))
    expect(counted()).toBe(3)
  })

  it("does not run a job that nobody awaits any more when its batch begins", async () => {
    const writer = new Writer(access, 5_000)
    const late = job(writer, tally(1), () => false)
    expect(await late).toBeInstanceOf(Late)
    const [gone, done] = await Promise.all([job(writer, tally(1), () => false), job(writer, tally(2))])
    expect([gone, done]).toEqual([expect.any(Late), 2])
    expect(counted()).toBe(2)
  })

  it("waits for a lock that another connection holds, and fails a job that has waited too long", async () => {
    const other = new Sqlite(file)
    other.exec("BEGIN IMMEDIATE")
    const impatient = await job(new Writer(access, 0), tally(1))
    expect(isBusy(impatient)).toBe(true)
    const writer = new Writer(access, 5_000)
    const patient = job(writer, tally(2))
    // A second job joins the first one while that waits.
    await new Promise((resolve) => setImmediate(resolve))
    const joined = job(writer, tally(3))
    other.exec("ROLLBACK")
    other.close()
    expect(await Promise.all([patient, joined])).toEqual([2, 3])
    expect(counted()).toBe(5)
  })

  it("writes every waiting job at once when it is drained", () => {
    const writer = new Writer(access, 5_000)
    let told = 0
    const failed = (error: unknown) => expect.unreachable(String(error))
    for (const add of [1, 2])
      writer.submit(
        tally(add),
        () => true,
        (result) => {
          told += result
        },
        failed,
        true,
      )
    writer.drain()
    expect(told).toBe(3)
  })

  it("copies the log to the main file itself, and begins it anew, once its bound is reached", async () => {
    // given a log that no other thread copies
    const bounded = new Access({ file, copyAtFrames: 20 }, () => {})
    const writer = new Writer(bounded, 5_000)
    const seen: Array<number> = []
    // when each act adds some frames
    for (let n = 0; n < 12; n++) {
      await job(writer, (db) => db.putBlob.run(`${n}`, "x".repeat(40_000)))
      seen.push(bounded.uncopied)
    }
    // then never more than the bound and the frames of one act are missing in the file
    expect(seen.slice(0, 4)).toEqual(seen.slice(0, 4).toSorted((a, b) => a - b))
    expect(Math.max(...seen)).toBeGreaterThan(20)
    expect(Math.max(...seen)).toBeLessThan(60)
    expect(seen).toContain(0)
    bounded.close()
  })

  it("fails every job after its file was closed", async () => {
    const writer = new Writer(access, 5_000)
    access.close()
    expect(await job(writer, tally(1))).toMatchObject({ message: expect.stringContaining("was closed") })
  })
})
